package export

import (
	"slices"
	"strings"

	"github.com/typedmcp/toolkit/internal/constraints"
	"github.com/typedmcp/toolkit/internal/ordered"
)

// union converts anyOf and oneOf, for an interface that takes anyOf alone: what stands beside
// it goes into each alternative.
func (c *converter) union(s *ordered.Object, at place) (*ordered.Object, *plan) {
	keyword := "anyOf"
	if !s.Has(keyword) {
		keyword = "oneOf"
	} else if s.Has("oneOf") {
		c.note(at.at("oneOf"), false, "is left out beside anyOf")
	}
	base, outside := ordered.New(), ordered.New()
	for _, name := range s.Names() {
		switch {
		case name == "anyOf" || name == "oneOf":
		case slices.Contains([]string{"title", "description", "default", "examples", "deprecated", "readOnly"}, name):
			outside.Set(name, s.Get(name))
		default:
			base.Set(name, s.Get(name))
		}
	}
	var list []variant
	null := false
	for i, one := range s.List(keyword) {
		below := at.at(keyword, index(i))
		o, ok := one.(*ordered.Object)
		if !ok && one != true {
			continue
		}
		if ok && o.Has("$ref") && c.recursive(o.Text("$ref")) && len(base.Names()) == 0 {
			schema, p := c.reference(o, below)
			list = append(list, variant{schema, p})
			continue
		}
		if o.Text("type") == "null" || o.Has("const") && o.Get("const") == nil {
			null = true
			continue
		}
		schema, p := c.schema(c.mergeAll(c.merge(below, base, one), below), below)
		if !slices.ContainsFunc(list, func(v variant) bool { return ordered.Equal(v.schema, schema) }) {
			list = append(list, variant{schema, p})
		}
	}
	var out *ordered.Object
	var p *plan
	switch len(list) {
	case 0:
		if !null {
			c.note(at, false, "has no alternative that a value can fit")
		}
		return c.typed(c.outsideOf(outside, null), at)
	case 1:
		out, p = list[0].schema, list[0].plan
		if out.Text("description") != "" && outside.Text("description") != "" && out.Text("description") != outside.Text("description") {
			outside.Set("description", constraints.Append(outside.Text("description"), out.Text("description")))
		} else if out.Has("description") {
			outside.Set("description", out.Get("description"))
		}
	default:
		schemas := make([]any, len(list))
		for i, v := range list {
			schemas[i] = v.schema
		}
		out, p = object("anyOf", schemas), &plan{variants: list}
		if keyword == "oneOf" {
			c.note(at.at(keyword), false, "is anyOf, so that a value that fits two alternatives is not ruled out")
		}
	}
	if null {
		c.takeNull(out)
	}
	rest := outside.Clone()
	for _, name := range textual {
		rest.Delete(name)
	}
	words := c.inWords(rest, at)
	if out.Has("$ref") {
		return out, p // nothing may stand beside it
	}
	c.texts(out, outside, words)
	return out, p
}

// outsideOf is a schema that only takes null, or anything.
func (c *converter) outsideOf(s *ordered.Object, null bool) *ordered.Object {
	s = s.Clone()
	if null {
		s.Set("type", "null")
	}
	return s
}

// flatten takes anyOf and oneOf away from the schema of all arguments, where no interface takes
// them. The properties of all alternatives become properties of the one object; that they
// exclude each other is said in words.
func (c *converter) flatten(s *ordered.Object, at place) (flat *ordered.Object, words string) {
	flat = s.Clone()
	for _, keyword := range []string{"anyOf", "oneOf"} {
		list := s.List(keyword)
		flat.Delete(keyword)
		if len(list) == 0 {
			continue
		}
		var forms []string
		var common []any
		said := object()
		for i, one := range list {
			o, ok := one.(*ordered.Object)
			if !ok {
				continue
			}
			below := at.at(keyword, index(i))
			if target, found := c.resolve(o.Text("$ref")); found && o.Has("$ref") {
				beside := o.Clone()
				beside.Delete("$ref")
				o = c.merge(below, beside, target)
			}
			o = c.mergeAll(c.tidy(o, below), below)
			c.join(flat, o)
			if i == 0 {
				common = slices.Clone(o.List("required"))
			} else {
				common = slices.DeleteFunc(common, func(v any) bool { return !slices.Contains(o.List("required"), v) })
			}
			forms = append(forms, form(o))
		}
		if len(common) > 0 {
			flat.Set("required", union(flat.List("required"), common))
		}
		if !slices.Contains(forms, "") {
			words = constraints.Append(words, "Give one of these: "+strings.Join(forms, "; or ")+".")
			c.note(at.at(keyword), true, "is said in the description, since no alternatives are taken for all arguments")
			continue
		}
		said.Set(keyword, list)
		words = constraints.Append(words, c.inWords(said, at))
	}
	return flat, words
}

// join adds the properties of an alternative to those of the whole.
func (c *converter) join(flat, o *ordered.Object) {
	properties := ordered.New()
	if have := flat.Object("properties"); have != nil {
		properties = have.Clone()
	}
	for _, name := range o.Object("properties").Names() {
		mine, theirs := properties.Get(name), o.Object("properties").Get(name)
		switch {
		case !properties.Has(name):
			properties.Set(name, theirs)
		case ordered.Equal(mine, theirs) || len(o.Object("properties").Object(name).Names()) == 0: // it says nothing more
		default:
			properties.Set(name, either(mine, theirs))
		}
	}
	flat.Set("properties", properties)
}

// either returns a schema for a value that fits one of two. Values stay values.
func either(a, b any) any {
	values := func(v any) []any {
		o, _ := v.(*ordered.Object)
		if o.Has("const") {
			return []any{o.Get("const")}
		}
		return o.List("enum")
	}
	first, _ := a.(*ordered.Object)
	if x, y := values(a), values(b); x != nil && y != nil {
		out := first.Clone()
		out.Delete("const")
		out.Set("enum", union(x, y))
		return out
	}
	if list := first.List("anyOf"); list != nil && len(first.Names()) == 1 {
		return object("anyOf", union(list, []any{b}))
	}
	return object("anyOf", []any{a, b})
}

// form says which members an alternative asks for, or "" if it asks for more than that.
func form(o *ordered.Object) string {
	var parts []string
	for _, name := range o.Names() {
		switch name {
		case "required", "properties", "type", "title", "description", "additionalProperties":
		default:
			return ""
		}
	}
	for _, name := range o.List("required") {
		part := constraints.JSON(name)
		text, _ := name.(string)
		if property := o.Object("properties").Object(text); property.Has("const") {
			part += ": " + constraints.JSON(property.Get("const"))
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " and ")
}
