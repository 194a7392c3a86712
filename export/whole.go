package export

import (
	"github.com/typedmcp/toolkit/internal/ordered"
)

// wholeSchema converts a schema for an interface that takes JSON Schema as a whole: what it is
// made of is converted, the rest stays.
func (c *converter) wholeSchema(s *ordered.Object, at place) (*ordered.Object, *plan) {
	out, p := ordered.New(), &plan{}
	for _, name := range s.Names() {
		value := s.Get(name)
		switch name {
		case "properties":
			out.Set(name, c.properties(s, at, p))
		case "required":
			out.Set(name, s.Get(name)) // renamed below
		case "items":
			schema, inside := c.schema(value, at.inside(name))
			p.items = inside
			out.Set(name, schema)
		case "additionalProperties", "unevaluatedProperties", "unevaluatedItems":
			if _, isBool := value.(bool); isBool {
				out.Set(name, value)
				continue
			}
			schema, inside := c.schema(value, at.inside(name))
			if p.extra == nil {
				p.extra = inside
			}
			out.Set(name, schema)
		case "anyOf", "oneOf", "allOf":
			list := []any{}
			for i, one := range s.List(name) {
				schema, inside := c.schema(one, at.at(name, index(i)))
				list = append(list, schema)
				if name == "allOf" {
					p.every = append(p.every, inside)
				} else {
					p.variants = append(p.variants, variant{schema, inside})
				}
			}
			out.Set(name, list)
		case "prefixItems":
			list := []any{}
			for i, one := range s.List(name) {
				schema, _ := c.schema(one, at.inside(name, index(i)))
				list = append(list, schema)
			}
			out.Set(name, list)
		case "not", "if", "then", "else", "contains", "propertyNames":
			schema, _ := c.schema(value, at.at(name))
			out.Set(name, schema)
		case "patternProperties", "dependentSchemas":
			all := ordered.New()
			for _, key := range s.Object(name).Names() {
				schema, _ := c.schema(s.Object(name).Get(key), at.inside(name, key))
				all.Set(key, schema)
			}
			out.Set(name, all)
		default:
			out.Set(name, value)
		}
	}
	if s.Has("required") {
		out.Set("required", rename(s.List("required"), p))
	}
	if s.Get("type") == "object" && !out.Has("properties") {
		out.Set("properties", ordered.New()) // an object without is refused
	}
	if s.Get("type") == "array" && !out.Has("items") && !out.Has("prefixItems") {
		out.Set("items", ordered.New())
	}
	return out, p
}

// properties converts the properties of an object, and notes in the plan what they are called.
func (c *converter) properties(s *ordered.Object, at place, p *plan) *ordered.Object {
	all := s.Object("properties")
	names := mapNames(all.Names(), c.api.propertyName)
	out := ordered.New()
	p.members = map[string]*member{}
	for i, name := range all.Names() {
		below := at.inside("properties", name)
		if all.Get(name) == false {
			c.note(below, false, "must not be given; it is left out")
			continue
		}
		schema, inside := c.schema(all.Get(name), below)
		if names[i] != name {
			c.mapped = true
			c.note(below, true, "is called %q, since the interface does not take the name", names[i])
		}
		out.Set(names[i], schema)
		p.members[names[i]] = &member{name: name, plan: inside}
	}
	return out
}

// rename returns names of properties as they are exported.
func rename(names []any, p *plan) []any {
	out := make([]any, 0, len(names))
	for _, name := range names {
		for exported, m := range p.members {
			if m.name == name {
				name = exported
				break
			}
		}
		out = append(out, name)
	}
	return out
}
