package robot

import (
	"encoding/json"
	"math"
	"strings"
)

// maxDepth is how deep values are made, where a schema refers to itself.
const maxDepth = 4

// make makes the smallest value that a schema lets one think of.
func (w *work) make(s schema, depth int) any {
	s = w.reader.resolve(s, nil)
	if values := shown(s); len(values) > 0 {
		return values[0]
	}
	if depth > maxDepth {
		return nil
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if alternatives, _ := s[keyword].([]any); len(alternatives) > 0 {
			first, _ := alternatives[0].(map[string]any)
			return w.make(first, depth+1)
		}
	}
	switch s["type"] {
	case "object":
		return w.makeObject(s, depth)
	case "array":
		least, _ := s.number("minItems")
		list := []any{}
		items, _ := s["items"].(map[string]any)
		for range int(least) {
			list = append(list, w.make(items, depth+1))
		}
		return list
	case "string":
		least, _ := s.number("minLength")
		if pattern, ok := s["pattern"].(string); ok {
			return sample(pattern, int(least))
		}
		return strings.Repeat("x", max(int(least), 1))
	case "integer", "number":
		return inBounds(s, json.Number("0"))
	case "boolean":
		return false
	}
	return "x"
}

// makeObject makes an object with the members that it must have.
func (w *work) makeObject(s schema, depth int) any {
	object := map[string]any{}
	if w.making++; w.making > maxDepth {
		w.making--
		return object
	}
	defer func() { w.making-- }()
	names, _ := s["required"].([]any)
	for _, n := range names {
		name, _ := n.(string)
		property, _ := properties(s)[name].(map[string]any)
		object[name] = w.make(property, depth+1)
	}
	for _, name := range sorted(properties(s)) {
		p := &place{path: []string{name}}
		if _, given := object[name]; given || w.broken(s, object) > 0 {
			w.member(object, s, name, p)
		}
	}
	if least, ok := s.number("minProperties"); ok && len(object) < int(least) {
		additional, _ := s["additionalProperties"].(map[string]any)
		object["x"] = w.make(additional, depth+1)
	}
	return object
}

// inBounds moves a number to where its schema wants it.
func inBounds(s schema, value any) any {
	n, ok := value.(json.Number)
	if !ok {
		return value
	}
	f, err := n.Float64()
	if err != nil {
		return value
	}
	before := f
	if low, ok := s.number("minimum"); ok {
		f = max(f, low)
	}
	if high, ok := s.number("maximum"); ok {
		f = min(f, high)
	}
	low, above := s.number("exclusiveMinimum")
	high, below := s.number("exclusiveMaximum")
	switch {
	case above && below && (f <= low || f >= high):
		f = (low + high) / 2
	case above && f <= low:
		f = low + 1
	case below && f >= high:
		f = high - 1
	}
	if s["type"] == "integer" {
		f = math.Trunc(f)
	}
	if step, ok := s.number("multipleOf"); ok {
		f = math.Ceil(f/step) * step
		if most, ok := s.number("maximum"); ok && f > most {
			f = math.Floor(most/step) * step
		}
	}
	if f == before {
		return value
	}
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return integer(int64(f))
	}
	return decimal(f)
}

// adapt returns what a value becomes if it is to fit a schema, one step at a time.
func (w *work) adapt(s schema, value any) []any {
	list := append([]any(nil), shown(s)...)
	switch s["type"] {
	case "string":
		text, ok := value.(string)
		if !ok {
			return append(list, plain(value))
		}
		if pattern, ok := s["pattern"].(string); ok {
			least, _ := s.number("minLength")
			list = append(list, sample(pattern, int(least)))
		}
		if least, ok := s.number("minLength"); ok && lengthOf(text) < int(least) {
			list = append(list, resized(text, int(least)))
		}
		if most, ok := s.number("maxLength"); ok && lengthOf(text) > int(most) {
			list = append(list, resized(text, int(most)))
		}
	case "integer", "number":
		if text, ok := value.(string); ok {
			value = literals(text)[0]
		}
		if n, ok := value.(json.Number); ok {
			list = append(list, inBounds(s, n))
		}
	case "boolean":
		list = append(list, true, false)
	case "array":
		list = append(list, w.adaptList(s, value)...)
	case "object":
		if object, ok := value.(map[string]any); ok {
			if most, ok := s.number("maxProperties"); ok {
				list = append(list, resized(object, int(most)))
			}
		}
	}
	return list
}

// adaptList fits a list: one value becomes a list, a long one is cut, a short one gets more
// items.
func (w *work) adaptList(s schema, value any) []any {
	items, _ := s["items"].(map[string]any)
	given, ok := value.([]any)
	if !ok {
		return []any{[]any{value}, []any{}}
	}
	var list []any
	if most, ok := s.number("maxItems"); ok && len(given) > int(most) {
		list = append(list, resized(given, int(most)))
	}
	if s["uniqueItems"] == true {
		list = append(list, unlike("").offers(nil, "", given)...)
	}
	if least, ok := s.number("minItems"); ok && len(given) < int(least) {
		list = append(list, append(append([]any(nil), given...), w.make(items, 1)))
	}
	return list
}
