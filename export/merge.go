package export

import (
	"encoding/json"
	"math/big"
	"slices"

	"github.com/typedmcp/toolkit/internal/ordered"
)

// mergeAll returns a schema without allOf: everything that must hold at once, in one.
func (c *converter) mergeAll(s *ordered.Object, at place) *ordered.Object {
	for range maxReferences {
		list := s.List("allOf")
		if list == nil {
			return s
		}
		s = s.Clone()
		s.Delete("allOf")
		for _, one := range list {
			if o, ok := one.(*ordered.Object); ok && o.Has("$ref") {
				target, found := c.resolve(o.Text("$ref"))
				if !found || c.recursive(o.Text("$ref")) {
					c.note(at.at("allOf"), false, "%q cannot be joined with the rest and is left out", o.Text("$ref"))
					continue
				}
				beside := o.Clone()
				beside.Delete("$ref")
				one = c.merge(at, beside, target)
			}
			s = c.tidy(c.merge(at, s, one), at)
		}
	}
	return s
}

// merge returns a schema that holds a value to two. Texts of the first are kept. What cannot
// be said at once is noted.
func (c *converter) merge(at place, s *ordered.Object, other any) *ordered.Object {
	out := s.Clone()
	with, ok := other.(*ordered.Object)
	if !ok {
		return out // true
	}
	for _, name := range with.Names() {
		mine, theirs := out.Get(name), with.Get(name)
		if !out.Has(name) {
			out.Set(name, theirs)
			continue
		}
		if ordered.Equal(mine, theirs) {
			continue
		}
		switch name {
		case "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "$schema", "$id", "$comment":
		case "$defs", "definitions": // references were resolved in the whole schema
		case "properties", "patternProperties":
			out.Set(name, both(out.Object(name), with.Object(name)))
		case "required":
			out.Set(name, union(out.List(name), with.List(name)))
		case "items", "propertyNames", "contains":
			out.Set(name, object("allOf", []any{mine, theirs}))
		case "additionalProperties":
			switch {
			case mine == true || theirs == false:
				out.Set(name, theirs)
			case mine == false || theirs == true:
			default:
				out.Set(name, object("allOf", []any{mine, theirs}))
			}
		case "allOf":
			out.Set(name, append(slices.Clone(out.List(name)), with.List(name)...))
		case "enum":
			out.Set(name, slices.DeleteFunc(slices.Clone(out.List(name)), func(v any) bool {
				return !slices.ContainsFunc(with.List(name), func(w any) bool { return ordered.Equal(v, w) })
			}))
		case "type":
			if t := narrower(mine, theirs); t != nil {
				out.Set(name, t)
			} else {
				c.note(at, false, "no value is both of the types %s and %s", ordered.Encode(mine), ordered.Encode(theirs))
			}
		case "minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties":
			out.Set(name, bound(mine, theirs, 1))
		case "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties":
			out.Set(name, bound(mine, theirs, -1))
		case "not":
			out.Set(name, object("anyOf", []any{mine, theirs}))
		default:
			c.note(at.at(name), false, "a second value, %s, is left out", ordered.Encode(theirs))
		}
	}
	return out
}

// both returns the members of two objects of schemas; what has one name must fit both.
func both(a, b *ordered.Object) *ordered.Object {
	if a == nil {
		return b
	}
	out := a.Clone()
	for _, name := range b.Names() {
		switch mine := out.Get(name); {
		case !out.Has(name):
			out.Set(name, b.Get(name))
		case !ordered.Equal(mine, b.Get(name)):
			out.Set(name, object("allOf", []any{mine, b.Get(name)}))
		}
	}
	return out
}

// union returns what is in one list or the other.
func union(a, b []any) []any {
	out := slices.Clone(a)
	for _, v := range b {
		if !slices.ContainsFunc(out, func(w any) bool { return ordered.Equal(v, w) }) {
			out = append(out, v)
		}
	}
	return out
}

// narrower returns the types that are in both, or nil.
func narrower(a, b any) any {
	list := func(t any) []any {
		if l, ok := t.([]any); ok {
			return l
		}
		return []any{t}
	}
	var out []any
	for _, t := range list(a) {
		for _, u := range list(b) {
			switch {
			case t == u, t == "integer" && u == "number":
				out = append(out, t)
			case t == "number" && u == "integer":
				out = append(out, u)
			}
		}
	}
	if out = union(nil, out); len(out) == 1 {
		return out[0]
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// bound returns the greater of two numbers, or the smaller one if sign is -1.
func bound(a, b any, sign int) any {
	x, y := number(a), number(b)
	if x == nil || y != nil && y.Cmp(x) == sign {
		return b
	}
	return a
}

// number returns a JSON number, or nil.
func number(v any) *big.Float {
	n, ok := v.(json.Number)
	if !ok {
		return nil
	}
	f, _, err := big.ParseFloat(string(n), 10, 256, big.ToNearestEven)
	if err != nil {
		return nil
	}
	return f
}
