package export

import (
	"encoding/json"
	"math/big"
	"slices"

	"github.com/typedmcp/toolkit/internal/ordered"
)

// A plan turns a value that fits an exported schema back into one for the original.
type plan struct {
	text     bool               // it is JSON in a string
	members  map[string]*member // of an object, by their exported names
	extra    *plan              // of members that are not among those
	items    *plan
	variants []variant // of a union
	every    []*plan   // of schemas that hold all at once
	whole    string    // of the arguments: the one member that stands for all of them
}

// A member is a property of an object.
type member struct {
	name     string // in the original
	plan     *plan
	optional bool // null means that it is not given
}

// A variant is one of several schemas for a value.
type variant struct {
	schema *ordered.Object // as exported
	plan   *plan
}

// apply returns the value for the original schema. What does not fit stays as it is, for the
// tool to say what is wrong with it. definitions are those of the exported schema.
func (p *plan) apply(value any, definitions *ordered.Object) any {
	if p == nil {
		return value
	}
	if p.text {
		text, ok := value.(string)
		if !ok {
			return value
		}
		if inside, err := ordered.Decode([]byte(text)); err == nil {
			return inside
		}
		return text
	}
	for _, one := range p.every {
		value = one.apply(value, definitions)
	}
	for _, v := range p.variants {
		if fits(v.schema, value, definitions) {
			value = v.plan.apply(value, definitions)
			break
		}
	}
	switch v := value.(type) {
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = p.items.apply(item, definitions)
		}
		return out
	case *ordered.Object:
		if p.whole != "" && len(v.Names()) == 1 && v.Has(p.whole) {
			return (&plan{text: true}).apply(v.Get(p.whole), definitions)
		}
		out := ordered.New()
		for _, name := range v.Names() {
			inside := v.Get(name)
			m := p.members[name]
			switch {
			case m == nil:
				out.Set(name, p.extra.apply(inside, definitions))
			case m.optional && inside == nil:
			default:
				out.Set(m.name, m.plan.apply(inside, definitions))
			}
		}
		return out
	}
	return value
}

// fits reports whether a value is of the form of a schema, as far as it takes to tell the
// variants of a union apart: types, enums, and the members of objects.
func fits(schema *ordered.Object, value any, definitions *ordered.Object) bool {
	if schema == nil {
		return true
	}
	if ref := schema.Text("$ref"); ref != "" {
		return fits(definitions.Object(ref[len("#/$defs/"):]), value, definitions)
	}
	if value == nil && schema.Get("nullable") == true {
		return true
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if list := schema.List(keyword); list != nil && !slices.ContainsFunc(list, func(one any) bool {
			s, _ := one.(*ordered.Object)
			return fits(s, value, definitions)
		}) {
			return false
		}
	}
	if constant := schema.Get("const"); schema.Has("const") && !ordered.Equal(constant, value) {
		return false
	}
	if list := schema.List("enum"); list != nil && !slices.ContainsFunc(list, func(v any) bool { return ordered.Equal(v, value) }) {
		return false
	}
	if !ofType(schema.Get("type"), value) {
		return false
	}
	switch v := value.(type) {
	case []any:
		items := schema.Object("items")
		return !slices.ContainsFunc(v, func(item any) bool { return !fits(items, item, definitions) })
	case *ordered.Object:
		properties := schema.Object("properties")
		for _, name := range schema.List("required") {
			if text, ok := name.(string); ok && !v.Has(text) {
				return false
			}
		}
		for _, name := range v.Names() {
			if !properties.Has(name) {
				if schema.Get("additionalProperties") == false {
					return false
				}
				continue
			}
			if !fits(properties.Object(name), v.Get(name), definitions) {
				return false
			}
		}
	}
	return true
}

// ofType reports whether a value is of a type, or of one of several.
func ofType(typ, value any) bool {
	switch t := typ.(type) {
	case []any:
		return slices.ContainsFunc(t, func(one any) bool { return ofType(one, value) })
	case string:
		kinds := typesOf(value)
		return len(kinds) == 0 || slices.Contains(kinds, t)
	}
	return true
}

// typesOf returns the types that a value is of.
func typesOf(value any) []string {
	switch v := value.(type) {
	case nil:
		return []string{"null"}
	case bool:
		return []string{"boolean"}
	case string:
		return []string{"string"}
	case json.Number:
		if isWhole(v) {
			return []string{"integer", "number"}
		}
		return []string{"number"}
	case []any:
		return []string{"array"}
	}
	return []string{"object"}
}

// isWhole reports whether a number is an integer, however it is written.
func isWhole(n json.Number) bool {
	f, _, err := big.ParseFloat(string(n), 10, 256, big.ToNearestEven)
	return err == nil && f.IsInt()
}
