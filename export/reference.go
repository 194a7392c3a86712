package export

import (
	"fmt"
	"strings"

	"github.com/typedmcp/toolkit/internal/ordered"
)

// maxReferences bounds how many references are followed in a row.
const maxReferences = 32

// unrollTo is how often a schema that refers to itself is written out, where the interface takes
// no references.
const unrollTo = 3

// A reference is a schema that refers to itself, as exported.
type reference struct {
	name string
	plan *plan
}

// resolve returns what a reference within the schema refers to.
func (c *converter) resolve(ref string) (any, bool) {
	pointer, ok := strings.CutPrefix(ref, "#")
	if !ok || pointer != "" && pointer[0] != '/' {
		return nil, false
	}
	var value any = c.root
	if pointer == "" {
		return value, true
	}
	for token := range strings.SplitSeq(pointer[1:], "/") {
		o, _ := value.(*ordered.Object)
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		if !o.Has(token) {
			return nil, false
		}
		value = o.Get(token)
	}
	return value, true
}

// recursive reports whether a schema reaches a reference to itself.
func (c *converter) recursive(ref string) bool {
	target, _ := c.resolve(ref)
	return c.reaches(target, ref, map[string]bool{})
}

func (c *converter) reaches(value any, want string, seen map[string]bool) bool {
	switch v := value.(type) {
	case *ordered.Object:
		if ref := v.Text("$ref"); ref != "" {
			if ref == want {
				return true
			}
			if target, found := c.resolve(ref); found && !seen[ref] {
				seen[ref] = true
				if c.reaches(target, want, seen) {
					return true
				}
			}
		}
		for _, name := range v.Names() {
			if c.reaches(v.Get(name), want, seen) {
				return true
			}
		}
	case []any:
		for _, item := range v {
			if c.reaches(item, want, seen) {
				return true
			}
		}
	}
	return false
}

// reference converts a schema with a $ref. It is written out, since several clients do not
// follow references, unless it reaches itself.
func (c *converter) reference(s *ordered.Object, at place) (*ordered.Object, *plan) {
	ref := s.Text("$ref")
	beside := s.Clone()
	beside.Delete("$ref")
	target, found := c.resolve(ref)
	switch {
	case !found:
		c.note(at, false, "refers to %q, which is not in the schema", ref)
		return c.anything(beside, at)
	case !c.recursive(ref):
		return c.schema(c.merge(at, beside, target), at)
	case c.api.recursive:
		for _, name := range beside.Names() {
			if name != "description" && name != "title" {
				c.note(at, false, "%s beside a reference is left out", name)
			}
		}
		r := c.define(ref, target, at)
		out := object("$ref", "#/$defs/"+r.name)
		if text := beside.Text("description"); text != "" && c.api.whole {
			out.Set("description", text)
		}
		return out, r.plan
	}
	depth := 0
	for _, open := range c.unrolled {
		if open == ref {
			depth++
		}
	}
	if depth >= unrollTo {
		c.note(at, true, "refers to itself, which the interface does not take; it is written out %d times, then it is JSON in a string", unrollTo)
		return c.asText(object("description", beside.Get("description")), at)
	}
	c.unrolled = append(c.unrolled, ref)
	out, p := c.schema(c.merge(at, beside, target), at)
	c.unrolled = c.unrolled[:len(c.unrolled)-1]
	return out, p
}

// define converts what a reference refers to, once.
func (c *converter) define(ref string, target any, at place) *reference {
	if r := c.references[ref]; r != nil {
		return r
	}
	base := nameRule{also: "-", longest: maxName}.legal(ref[strings.LastIndexByte(ref, '/')+1:])
	if ref == "#" {
		base = "arguments"
	}
	name := base
	for i := 2; c.definitions.Has(name); i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	r := &reference{name: name, plan: &plan{}}
	c.references[ref] = r
	c.definitions.Set(name, ordered.New())
	at.deep = 0
	schema, p := c.schema(target, at)
	c.definitions.Set(name, schema)
	if p != nil {
		*r.plan = *p
	}
	return r
}

// inline returns a value in which references are written out, for words.
func (c *converter) inline(value any, depth int) any {
	switch v := value.(type) {
	case *ordered.Object:
		if ref := v.Text("$ref"); ref != "" {
			target, found := c.resolve(ref)
			if !found || depth > 3 {
				return ordered.New()
			}
			return c.inline(target, depth+1)
		}
		out := ordered.New()
		for _, name := range v.Names() {
			if name != "$defs" && name != "definitions" && name != "$schema" {
				out.Set(name, c.inline(v.Get(name), depth))
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = c.inline(item, depth)
		}
		return out
	}
	return value
}
