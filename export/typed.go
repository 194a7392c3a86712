package export

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"github.com/typedmcp/toolkit/internal/constraints"
	"github.com/typedmcp/toolkit/internal/ordered"
)

func index(i int) string { return strconv.Itoa(i) }

// textual are the keywords of texts that stay beside every type.
var textual = []string{"title", "description"}

// belong says of which types the keywords of one type speak.
var belong = map[string][]string{
	"string":  {"minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType", "contentSchema"},
	"number":  {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "format"},
	"integer": {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "format"},
	"array":   {"items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains", "minContains", "maxContains", "unevaluatedItems"},
	"object": {"properties", "required", "additionalProperties", "patternProperties", "propertyNames", "minProperties", "maxProperties",
		"dependentRequired", "dependentSchemas", "unevaluatedProperties"},
	"boolean": nil,
	"null":    nil,
}

// types returns the types of a schema: those that it names, or that its values or keywords are
// of. Without any, the value may be of every type.
func types(s *ordered.Object) []string {
	var out []string
	add := func(t string) {
		if _, ok := belong[t]; ok && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	switch typ := s.Get("type").(type) {
	case string:
		add(typ)
	case []any:
		for _, one := range typ {
			if t, ok := one.(string); ok {
				add(t)
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	values := s.List("enum")
	if s.Has("const") {
		values = []any{s.Get("const")}
	}
	for _, v := range values {
		add(typesOf(v)[0])
	}
	if len(out) > 0 {
		return out
	}
	for _, t := range []string{"object", "array", "string", "number"} {
		if slices.ContainsFunc(belong[t], s.Has) {
			return []string{t}
		}
	}
	return nil
}

// typed converts a schema without composition, for an interface that takes one type.
func (c *converter) typed(s *ordered.Object, at place) (*ordered.Object, *plan) {
	list := types(s)
	null := slices.Contains(list, "null")
	list = slices.DeleteFunc(list, func(t string) bool { return t == "null" })
	switch {
	case len(list) == 0 && null:
		out := object("type", "null")
		if c.api.nullable {
			out = object("type", "string", "nullable", true)
		}
		c.texts(out, s, constraints.Append("", "Must be null."))
		return out, nil
	case len(list) == 0:
		return c.anything(s, at)
	case len(list) == 1:
		out, p := c.oneType(s, list[0], at)
		if null {
			c.takeNull(out)
		}
		return out, p
	}
	var variants []any
	for _, t := range list {
		one := s.Clone()
		for _, name := range s.Names() {
			if !slices.Contains(belong[t], name) && name != "enum" && name != "const" {
				one.Delete(name)
			}
		}
		one.Set("type", t)
		variants = append(variants, one)
	}
	if null {
		variants = append(variants, object("type", "null"))
	}
	outside := object("anyOf", variants)
	for _, name := range []string{"title", "description", "default", "examples", "deprecated"} {
		if s.Has(name) {
			outside.Set(name, s.Get(name))
		}
	}
	return c.union(outside, at)
}

// oneType converts a schema of one type.
func (c *converter) oneType(s *ordered.Object, typ string, at place) (*ordered.Object, *plan) {
	if typ == "object" {
		if free(s) {
			c.note(at, true, "takes any members, which the interface cannot say; it is JSON in a string")
			return c.asText(s, at)
		}
		return c.objectSchema(s, at)
	}
	out := object("type", typ)
	p := &plan{}
	dropped := ordered.New()
	c.enums(s, typ, out, dropped, at)
	for _, name := range s.Names() {
		value := s.Get(name)
		switch {
		case name == "type" || name == "enum" || name == "const" || name == "items" || name == "prefixItems" || slices.Contains(textual, name):
		case !c.takes(name, value, typ):
			if n := c.whole(name, value, typ); n != nil && !s.Has(n[0].(string)) {
				out.Set(n[0].(string), n[1])
				continue
			}
			dropped.Set(name, value)
		default:
			out.Set(name, value)
		}
	}
	if typ == "array" {
		p.items = c.items(s, out, dropped, at)
	}
	c.texts(out, s, c.inWords(dropped, at))
	return out, p
}

// takes reports whether a keyword can stay beside a type.
func (c *converter) takes(name string, value any, typ string) bool {
	switch name {
	case "format":
		text, _ := value.(string)
		return slices.Contains(c.api.formats[typ], text)
	case "pattern":
		text, _ := value.(string)
		return slices.Contains(c.api.keywords, name) && c.api.pattern(text)
	}
	return slices.Contains(c.api.keywords, name)
}

// whole says a strict bound of integers by one that is not strict.
func (c *converter) whole(name string, value any, typ string) []any {
	n := number(value)
	if typ != "integer" || n == nil || !n.IsInt() || !slices.Contains(c.api.keywords, "minimum") {
		return nil
	}
	whole, _ := n.Int(nil)
	switch name {
	case "exclusiveMinimum":
		return []any{"minimum", json.Number(whole.Add(whole, big.NewInt(1)).String())}
	case "exclusiveMaximum":
		return []any{"maximum", json.Number(whole.Sub(whole, big.NewInt(1)).String())}
	}
	return nil
}

// enums says which values are allowed.
func (c *converter) enums(s *ordered.Object, typ string, out, dropped *ordered.Object, at place) {
	values := s.List("enum")
	if s.Has("const") {
		values = []any{s.Get("const")}
	}
	values = slices.DeleteFunc(slices.Clone(values), func(v any) bool { return !slices.Contains(typesOf(v), typ) })
	if len(values) == 0 {
		return
	}
	taken := slices.DeleteFunc(slices.Clone(values), func(v any) bool { return !c.api.enum(v) })
	switch c.values += len(values); {
	case c.api.values > 0 && c.values > c.api.values, typ == "array", !slices.Contains(c.api.keywords, "enum"), len(taken) == 0:
		dropped.Set("enum", values)
	case len(taken) < len(values):
		out.Set("enum", taken)
		c.note(at.at("enum"), false, "loses values that the interface does not take: %s", constraints.JSON(slices.DeleteFunc(values, c.api.enum)))
	default:
		out.Set("enum", taken)
	}
}

// items converts what an array holds.
func (c *converter) items(s, out, dropped *ordered.Object, at place) *plan {
	rest, has := s.Get("items"), s.Has("items")
	tuple := s.List("prefixItems")
	if tuple == nil {
		if !has {
			rest = true
		}
		schema, p := c.schema(rest, at.inside("items"))
		out.Set("items", schema)
		return p
	}
	dropped.Set("prefixItems", tuple)
	var variants []any
	for _, one := range tuple {
		variants = union(variants, []any{one})
	}
	if has && rest != false {
		variants = union(variants, []any{rest})
	}
	schema, p := c.schema(object("anyOf", variants), at.inside("prefixItems"))
	out.Set("items", schema)
	return p
}

// objectSchema converts an object.
func (c *converter) objectSchema(s *ordered.Object, at place) (*ordered.Object, *plan) {
	out, p := object("type", "object"), &plan{}
	s = c.declared(s)
	properties := c.properties(s, at, p)
	required := slices.DeleteFunc(rename(s.List("required"), p), func(name any) bool {
		text, ok := name.(string)
		return !ok || !properties.Has(text) // it must not be given and is left out
	})
	out.Set("properties", properties)
	if c.api.closed {
		for _, name := range properties.Names() {
			if slices.Contains(required, any(name)) {
				continue
			}
			property := properties.Object(name)
			if takesNull(property) {
				c.note(at.inside("properties", p.members[name].name), false, "null means that it is not given, so null itself cannot be given")
			}
			c.takeNull(property)
			p.members[name].optional, c.mapped = true, true
		}
		required = nil
		for _, name := range properties.Names() {
			required = append(required, name)
		}
		if required == nil {
			required = []any{}
		}
	}
	if len(required) > 0 || c.api.closed {
		out.Set("required", required)
	}
	if c.api.closed {
		out.Set("additionalProperties", false)
	}
	dropped := ordered.New()
	for _, name := range s.Names() {
		switch {
		case slices.Contains([]string{"type", "properties", "required"}, name), slices.Contains(textual, name):
		case name == "additionalProperties":
			if value := s.Get(name); value != false {
				c.note(at.at(name), false, "other members than the properties cannot be given")
			}
		case name == "enum" || name == "const" || !c.takes(name, s.Get(name), "object"):
			dropped.Set(name, s.Get(name))
		default:
			out.Set(name, s.Get(name))
		}
	}
	if c.api.members && len(properties.Names()) == 0 {
		if at.path == "/inputSchema" {
			return out, p // left out by who writes the definition
		}
		c.note(at, true, "has no members, which the interface does not take; it is JSON in a string")
		return c.asText(s, at)
	}
	c.texts(out, s, c.inWords(dropped, at))
	return out, p
}

// declared returns an object in which every required member is a property.
func (c *converter) declared(s *ordered.Object) *ordered.Object {
	properties := s.Object("properties")
	for _, name := range s.List("required") {
		text, ok := name.(string)
		if !ok || properties.Has(text) {
			continue
		}
		if properties == nil {
			properties = ordered.New()
		}
		properties = properties.Clone()
		properties.Set(text, true)
		s = s.Clone()
		s.Set("properties", properties)
	}
	return s
}

// takesNull reports whether an exported schema takes null.
func takesNull(s *ordered.Object) bool {
	if s.Get("nullable") == true {
		return true
	}
	list := append(slices.Clone(s.List("type")), s.List("anyOf")...)
	return slices.ContainsFunc(list, func(v any) bool {
		o, _ := v.(*ordered.Object)
		return v == "null" || o.Text("type") == "null"
	})
}

// takeNull lets an exported schema take null.
func (c *converter) takeNull(s *ordered.Object) {
	null := object("type", "null")
	switch {
	case takesNull(s) || s.Get("type") == "null":
	case c.api.nullable:
		s.Set("nullable", true)
	case s.Has("$ref"):
		ref := s.Get("$ref")
		s.Delete("$ref")
		s.Set("anyOf", []any{object("$ref", ref), null})
	case s.Has("anyOf"):
		s.Set("anyOf", append(slices.Clone(s.List("anyOf")), null))
	default:
		s.Set("type", []any{s.Get("type"), "null"})
		if s.Has("enum") {
			s.Set("enum", append(slices.Clone(s.List("enum")), nil))
		}
	}
}

// texts writes the texts of a schema in front of its other keywords.
func (c *converter) texts(out, s *ordered.Object, words string) {
	rest := out.Clone()
	for _, name := range rest.Names() {
		if name != "type" {
			out.Delete(name)
		}
	}
	if text := s.Text("title"); text != "" {
		out.Set("title", text)
	}
	if text := constraints.Append(s.Text("description"), words); text != "" {
		out.Set("description", text)
	}
	for _, name := range rest.Names() {
		if name != "type" && !slices.Contains(textual, name) {
			out.Set(name, rest.Get(name))
		}
	}
}

// inWords says keywords that are not taken, and notes it.
func (c *converter) inWords(dropped *ordered.Object, at place) string {
	if len(dropped.Names()) == 0 {
		return ""
	}
	dropped = c.inline(dropped, 0).(*ordered.Object)
	said := map[string]bool{}
	words := ""
	for _, one := range constraints.Of(dropped) {
		words = constraints.Append(words, one.Sentence)
		for _, keyword := range one.Keywords {
			said[keyword] = true
		}
	}
	for _, name := range dropped.Names() {
		if said[name] {
			c.note(at.at(name), true, "is said in the description")
		} else if !slices.Contains([]string{"readOnly", "writeOnly", "deprecated", "uniqueItems", "minLength", "minItems", "minProperties"}, name) || fmt.Sprint(dropped.Get(name)) == "true" {
			c.note(at.at(name), false, "is left out")
		}
	}
	return words
}
