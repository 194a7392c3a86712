package samples

import "math/rand/v2"

// A Schemas makes random JSON Schemas, and changes them at random. It is not safe for
// concurrent use.
type Schemas struct{ *rand.Rand }

// NewSchemas returns a maker of schemas. The same seed gives the same schemas.
func NewSchemas(seed uint64) Schemas { return Schemas{rand.New(rand.NewPCG(seed, 7))} }

func (m Schemas) oneIn(n int) bool { return m.IntN(n) == 0 }

func choose[T any](m Schemas, values ...T) T { return values[m.IntN(len(values))] }

type object = map[string]any

// schema makes a schema. depth bounds how deep it is.
func (m Schemas) schema(depth int) any {
	if m.oneIn(25) {
		return choose[any](m, true, object{}, false)
	}
	s := object{}
	if !m.oneIn(8) {
		s["type"] = choose[any](m, "string", "integer", "number", "boolean", "null", "array", "object", "object", "array",
			[]any{"string", "null"}, []any{"integer", "array"}, []any{"object", "string"})
	}
	for range m.IntN(4) {
		m.keyword(s, depth)
	}
	if s["type"] == "object" && depth > 0 {
		m.members(s, depth)
	}
	return s
}

// members adds properties.
func (m Schemas) members(s object, depth int) {
	properties, required := object{}, []any{}
	for _, name := range []string{"a", "b", "c", "unknown"} {
		if m.oneIn(2) {
			properties[name] = m.schema(depth - 1)
		}
		if m.oneIn(4) {
			required = append(required, name)
		}
	}
	s["properties"] = properties
	if len(required) > 0 {
		s["required"] = required
	}
	if m.oneIn(2) {
		s["additionalProperties"] = choose(m, any(false), m.schema(0))
	}
}

// keyword sets one keyword.
func (m Schemas) keyword(s object, depth int) {
	small := func() any { return choose[any](m, 0, 1, 2, 3, 5) }
	switch name := choose(m, "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "pattern", "format",
		"enum", "const", "minItems", "maxItems", "uniqueItems", "items", "prefixItems", "contains", "minContains", "maxContains", "minProperties", "maxProperties",
		"properties", "required", "patternProperties", "propertyNames", "dependentRequired", "dependentSchemas", "anyOf", "oneOf", "allOf", "not", "if", "$ref",
		"unevaluatedProperties", "unevaluatedItems", "description"); name {
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains":
		s[name] = small()
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		s[name] = choose[any](m, -1, 0, 1, 1.5, 2, 3, 5)
	case "multipleOf":
		s[name] = choose[any](m, 1, 2, 3, 0.5, 1.5, 6)
	case "pattern":
		s[name] = choose(m, "^a", "b$", "^[a-c]+$", "Z")
	case "format":
		s[name] = choose(m, "date", "date-time", "email", "uuid", "ipv4")
	case "enum":
		s[name] = m.values()
	case "const":
		s[name] = m.values()[0]
	case "uniqueItems":
		s[name] = m.oneIn(2)
	case "required":
		s[name] = []any{choose(m, "a", "b", "c")}
	case "dependentRequired":
		s[name] = object{choose(m, "a", "b"): []any{choose(m, "b", "c")}}
	case "description":
		s[name] = "d"
	case "$ref":
		s[name] = choose(m, "#/$defs/x", "#/$defs/y", "#")
	default:
		if depth == 0 {
			return
		}
		below := func() any { return m.schema(depth - 1) }
		switch name {
		case "items", "contains", "propertyNames", "not", "unevaluatedProperties", "unevaluatedItems":
			s[name] = below()
		case "prefixItems", "anyOf", "oneOf", "allOf":
			list := []any{below()}
			for range m.IntN(3) {
				list = append(list, below())
			}
			s[name] = list
		case "properties":
			m.members(s, depth)
		case "patternProperties":
			s[name] = object{choose(m, "^a", "c", "k"): below()}
		case "dependentSchemas":
			s[name] = object{choose(m, "a", "b"): below()}
		case "if":
			s["if"], s["then"] = below(), below()
			if m.oneIn(2) {
				s["else"] = below()
			}
		}
	}
}

func (m Schemas) values() []any {
	all := []any{"a", "abc", "", 1, 2, 2.5, true, nil, "2026-07-28", []any{}, []any{1}, object{}, object{"a": 1}}
	m.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:1+m.IntN(4)]
}

// Document makes a schema with definitions, $defs.
func (m Schemas) Document() map[string]any {
	s, ok := m.schema(3).(object)
	if !ok {
		s = object{}
	}
	if m.oneIn(2) {
		s["$schema"] = choose(m, "https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema#")
	}
	s["$defs"] = object{"x": m.schema(2), "y": m.schema(1)}
	return s
}

// Change returns a schema in which something is different, mostly little.
func (m Schemas) Change(schema any) any { return m.change(schema, 3) }

func (m Schemas) change(value any, depth int) any {
	s, ok := value.(object)
	if !ok {
		if m.oneIn(3) {
			return m.schema(1)
		}
		return value
	}
	out := object{}
	for name, v := range s {
		out[name] = v
	}
	var names []string
	for _, name := range sortedNames(out) {
		if name != "$defs" && name != "$schema" {
			names = append(names, name)
		}
	}
	if len(names) == 0 || m.oneIn(5) {
		m.keyword(out, min(depth, 1))
		return out
	}
	name := choose(m, names...)
	switch v := out[name].(type) {
	case object:
		if name == "const" {
			delete(out, name)
			return out
		}
		below := object{}
		for k, w := range v {
			below[k] = w
		}
		if name != "properties" && name != "patternProperties" && name != "dependentSchemas" && name != "dependentRequired" {
			out[name] = m.change(v, depth-1)
			return out
		}
		keys := sortedNames(below)
		switch {
		case m.oneIn(4) || len(keys) == 0 || name == "dependentRequired":
			if name == "properties" {
				below[choose(m, "a", "b", "c", "d")] = m.schema(1)
			}
		case m.oneIn(4):
			delete(below, choose(m, keys...))
		default:
			key := choose(m, keys...)
			below[key] = m.change(below[key], depth-1)
		}
		out[name] = below
	case []any:
		if len(v) == 0 { // the value of a const
			delete(out, name)
			return out
		}
		list := append([]any(nil), v...)
		i := m.IntN(len(list))
		_, isSchema := list[i].(object)
		switch {
		case name == "anyOf" || name == "oneOf" || name == "allOf" || name == "prefixItems":
			if isSchema {
				list[i] = m.change(list[i], depth-1)
			}
		case len(list) > 1:
			list = append(list[:i], list[i+1:]...)
		default:
			delete(out, name)
			return out
		}
		out[name] = list
	default:
		delete(out, name)
		if m.oneIn(2) {
			m.keyword(out, 0)
		}
	}
	return out
}
