package violations

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
)

// A Violation is arguments that break one keyword, as far as the rest can be satisfied.
type Violation struct {
	// Path is where it is broken: limit, items[0].qty. "arguments" is the whole.
	Path string
	// Keyword is what is broken: required, additionalProperties, type, enum, minimum, …
	Keyword string
	// Arguments are what to send.
	Arguments json.RawMessage
}

// Of returns a violation of every keyword that a schema of arguments has, in the order of their paths. Those of
// combinations (anyOf, if, …), and of schemas nested more than five deep, are left out, and so are those of a
// pattern, which few texts satisfy but most break: one that is too simple to break is left out.
func Of(schema map[string]any) []Violation {
	m := &maker{root: schema}
	base, _ := m.valid(schema, 0).(map[string]any)
	if base == nil {
		base = map[string]any{}
	}
	m.object(schema, "", base, func(broken any) any { return broken }, 0)
	slices.SortStableFunc(m.found, func(a, b Violation) int { return strings.Compare(a.Path, b.Path) })
	return m.found
}

// deepest bounds how far schemas are followed.
const deepest = 5

// A maker collects violations.
type maker struct {
	root  map[string]any
	found []Violation
}

// put notes a violation; within puts the broken value into arguments that are valid otherwise.
func (m *maker) put(path, keyword string, broken any, within func(any) any) {
	raw, err := json.Marshal(within(broken))
	if err != nil {
		return // a number that JSON cannot say
	}
	if path == "" {
		path = "arguments"
	}
	m.found = append(m.found, Violation{path, keyword, raw})
}

// resolve follows a reference within the schema.
func (m *maker) resolve(schema map[string]any) map[string]any {
	for range deepest {
		ref, ok := schema["$ref"].(string)
		if !ok {
			break
		}
		target := any(m.root)
		for step := range strings.SplitSeq(strings.TrimPrefix(strings.TrimPrefix(ref, "#"), "/"), "/") {
			if object, ok := target.(map[string]any); ok && step != "" {
				target = object[strings.NewReplacer("~1", "/", "~0", "~").Replace(step)]
			}
		}
		resolved, ok := target.(map[string]any)
		if !ok {
			return map[string]any{}
		}
		schema = resolved
	}
	return schema
}

// object breaks the keywords of an object. base is a valid one.
func (m *maker) object(schema map[string]any, path string, base map[string]any, within func(any) any, depth int) {
	properties, _ := schema["properties"].(map[string]any)
	with := func(name string, value any) map[string]any {
		changed := maps.Clone(base)
		changed[name] = value
		return changed
	}
	for _, name := range texts(schema["required"]) {
		changed := maps.Clone(base)
		delete(changed, name)
		m.put(join(path, name), "required", changed, within)
	}
	if schema["additionalProperties"] == false {
		m.put(join(path, "unknown_parameter"), "additionalProperties", with("unknown_parameter", true), within)
	}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		property, ok := properties[name].(map[string]any)
		if !ok {
			continue
		}
		m.value(m.resolve(property), join(path, name), func(broken any) any { return within(with(name, broken)) }, depth+1)
	}
}

func join(path, name string) string {
	switch {
	case !isPlain(name):
		return fmt.Sprintf("%s[%q]", path, name)
	case path == "":
		return name
	}
	return path + "." + name
}

func isPlain(name string) bool {
	for _, r := range name {
		if r != '_' && r != '-' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') {
			return false
		}
	}
	return name != ""
}

// value breaks the keywords of one value.
func (m *maker) value(schema map[string]any, path string, within func(any) any, depth int) {
	if depth > deepest {
		return
	}
	put := func(keyword string, broken any) { m.put(path, keyword, broken, within) }
	kinds := texts(schema["type"])
	if len(kinds) > 0 {
		put("type", wrongType(kinds))
	}
	if enum, ok := schema["enum"].([]any); ok && len(enum) > 0 {
		put("enum", outsideEnum(enum))
	}
	if want, ok := schema["const"]; ok {
		put("const", outsideEnum([]any{want}))
	}
	for _, kind := range kinds {
		switch kind {
		case "integer", "number":
			m.number(schema, put)
		case "string":
			m.text(schema, put)
		case "array":
			m.array(schema, path, within, put, depth)
		case "object":
			if base, ok := m.valid(schema, depth).(map[string]any); ok {
				m.object(schema, path, base, within, depth)
			}
		}
	}
}

// wrongType returns a value of none of the types, and none that a reader could take for one.
func wrongType(kinds []string) any {
	for _, candidate := range []struct {
		kind  string
		value any
	}{{"object", map[string]any{"wrong": true}}, {"array", []any{map[string]any{}}}, {"boolean", true}} {
		if !slices.Contains(kinds, candidate.kind) {
			return candidate.value
		}
	}
	return nil
}

// outsideEnum returns a value of the kind of those that are allowed which is none of them.
func outsideEnum(allowed []any) any {
	switch first := allowed[0].(type) {
	case string:
		return first + "x"
	case json.Number, float64:
		return json.Number("987654321")
	case bool:
		return !first
	}
	return "x"
}

// number breaks the bounds of a number.
func (m *maker) number(schema map[string]any, put func(string, any)) {
	for _, bound := range []struct {
		keyword string
		step    int64
	}{{"minimum", -1}, {"maximum", 1}, {"exclusiveMinimum", 0}, {"exclusiveMaximum", 0}} {
		if n, ok := number(schema[bound.keyword]); ok {
			put(bound.keyword, json.Number(decimal(n.Add(n, big.NewRat(bound.step, 1)))))
		}
	}
	if n, ok := number(schema["multipleOf"]); ok {
		put("multipleOf", json.Number(decimal(n.Quo(n, big.NewRat(2, 1)))))
	}
}

// text breaks the keywords of a string.
func (m *maker) text(schema map[string]any, put func(string, any)) {
	if _, isEnum := schema["enum"]; isEnum {
		return
	}
	if n, ok := count(schema["minLength"]); ok && n > 0 {
		put("minLength", strings.Repeat("x", n-1))
	}
	if n, ok := count(schema["maxLength"]); ok && n <= 1<<16 {
		put("maxLength", strings.Repeat("x", n+1))
	}
	if _, ok := schema["pattern"].(string); ok {
		put("pattern", "\u00a7 \u00a7")
	}
	if _, ok := schema["format"].(string); ok {
		put("format", "not of that format")
	}
}

// array breaks the keywords of an array, and those of its items in the first of them.
func (m *maker) array(schema map[string]any, path string, within func(any) any, put func(string, any), depth int) {
	base, _ := m.valid(schema, depth).([]any)
	items, _ := schema["items"].(map[string]any)
	items = m.resolve(items)
	item := m.valid(items, depth+1)
	repeated := func(n int) []any {
		list := make([]any, n)
		for i := range list {
			list[i] = item
		}
		return list
	}
	if n, ok := count(schema["minItems"]); ok && n > 0 {
		put("minItems", base[:min(n-1, len(base))])
	}
	if n, ok := count(schema["maxItems"]); ok && n <= 1000 {
		put("maxItems", repeated(n+1))
	}
	if schema["uniqueItems"] == true {
		put("uniqueItems", repeated(2))
	}
	m.value(items, path+"[0]", func(broken any) any {
		if len(base) == 0 {
			return within([]any{broken})
		}
		changed := slices.Clone(base)
		changed[0] = broken
		return within(changed)
	}, depth+1)
}
