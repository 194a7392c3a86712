package export

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/internal/constraints"
	"github.com/typedmcp/toolkit/internal/ordered"
)

// maxSchemas bounds how many schemas one tool may come to, since references that are written
// out can multiply.
const maxSchemas = 5000

// A converter turns the schema of one tool into what the interface takes.
type converter struct {
	api   *profile
	tool  string
	notes []Note

	root        *ordered.Object
	definitions *ordered.Object       // of the exported schema: what refers to itself
	references  map[string]*reference // by what stands in $ref
	unrolled    []string              // what refers to itself and is being written out
	left        int                   // schemas that may still be made
	values      int                   // of enums, so far
	mapped      bool                  // arguments differ from the original
}

// A place is where a schema stands in the original.
type place struct {
	path string
	deep int // how many objects and arrays are around it
}

// at returns the place of what stands below.
func (p place) at(tokens ...string) place {
	for _, token := range tokens {
		p.path += "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(token)
	}
	return p
}

// inside returns the place one object or array deeper.
func (p place) inside(tokens ...string) place {
	p = p.at(tokens...)
	p.deep++
	return p
}

// note says that something is not taken as it is.
func (c *converter) note(at place, carried bool, format string, values ...any) {
	c.notes = append(c.notes, Note{c.tool, at.path, fmt.Sprintf(format, values...), carried})
}

// convert fills in what the interface is told of a tool.
func (c *converter) convert(t *tool, definition *mcp.Tool) error {
	raw, err := json.Marshal(definition.InputSchema)
	if err != nil {
		return fmt.Errorf("the inputSchema cannot be written as JSON: %w", err)
	}
	value, err := ordered.Decode(raw)
	if err != nil {
		return fmt.Errorf("the inputSchema cannot be read: %w", err)
	}
	root, ok := value.(*ordered.Object)
	if !ok {
		return errors.New("the inputSchema is no object")
	}
	c.root = root
	t.description = definition.Description
	if t.description == "" {
		t.description = title(definition)
	}
	if n := len([]rune(t.description)); c.api.description > 0 && n > c.api.description {
		c.note(place{path: "/description"}, true, "has %d characters; older models refuse more than %d", n, c.api.description)
	}
	schema, plan, words, err := c.arguments(root, place{path: "/inputSchema"})
	if err != nil {
		return err
	}
	t.description = constraints.Append(t.description, words)
	if len(c.definitions.Names()) > 0 {
		schema.Set("$defs", c.definitions)
	}
	t.parameters = schema
	if c.mapped {
		t.plan = plan
	}
	return nil
}

func title(t *mcp.Tool) string {
	if t.Title == "" && t.Annotations != nil {
		return t.Annotations.Title
	}
	return t.Title
}

// arguments converts the schema of all arguments. It is an object without composition; what
// that said stands in the words, for the description of the tool.
func (c *converter) arguments(root *ordered.Object, at place) (schema *ordered.Object, p *plan, words string, err error) {
	s := c.tidy(root, at)
	for range maxReferences {
		target, found := c.resolve(s.Text("$ref"))
		if !found {
			break
		}
		beside := s.Clone()
		beside.Delete("$ref")
		s = c.tidy(c.merge(at, beside, target), at)
	}
	s = c.mergeAll(s, at)
	switch typ := s.Get("type").(type) {
	case nil, []any:
	case string:
		if typ != "object" {
			return nil, nil, "", fmt.Errorf("the inputSchema is of type %s; arguments are an object", typ)
		}
	}
	s, words = c.flatten(s, at)
	s.Set("type", "object")
	outside := ordered.New()
	for _, keyword := range []string{"enum", "const", "not", "if", "then", "else", "dependentRequired", "dependentSchemas", "minProperties", "maxProperties"} {
		if s.Has(keyword) && (!c.api.whole || slices.Contains([]string{"enum", "const", "not"}, keyword)) {
			outside.Set(keyword, s.Get(keyword))
			s.Delete(keyword)
		}
	}
	words = strings.TrimSpace(words + " " + c.inWords(outside, at))
	if text := s.Text("description"); text != "" && !c.api.whole {
		s.Delete("description")
		words = strings.TrimSpace(text + " " + words)
	}
	if free(s) && (c.api.closed || c.api.members) && s.Has("additionalProperties") {
		c.mapped = true
		inside, _ := c.asText(s, at)
		c.note(at, true, "takes any members, which the interface cannot say; they are one parameter, arguments, with JSON in a string")
		schema = object("type", "object", "properties", object("arguments", inside), "required", []any{"arguments"})
		if c.api.closed {
			schema.Set("additionalProperties", false)
		}
		return schema, &plan{whole: "arguments"}, words, nil
	}
	if c.api.whole {
		schema, p = c.wholeSchema(s, at)
	} else {
		schema, p = c.objectSchema(s, at)
	}
	return schema, p, words, nil
}

// free reports whether an object names no members of its own.
func free(s *ordered.Object) bool {
	return len(s.Object("properties").Names()) == 0 && s.Get("additionalProperties") != false
}

// schema converts a schema that stands at some place.
func (c *converter) schema(value any, at place) (*ordered.Object, *plan) {
	if c.left--; c.left < 0 {
		if c.left == -1 {
			c.note(at, false, "is left out, with what follows: the schema comes to more than %d parts when references are written out", maxSchemas)
		}
		return c.anything(ordered.New(), at)
	}
	s, ok := value.(*ordered.Object)
	if !ok {
		if value != true {
			c.note(at, false, "allows nothing, which the interface cannot say")
		}
		return c.anything(ordered.New(), at)
	}
	if s = c.tidy(s, at); s.Has("$ref") {
		return c.reference(s, at)
	}
	if c.api.whole {
		return c.wholeSchema(s, at)
	}
	if c.api.deepest > 0 && at.deep > c.api.deepest {
		c.note(at, true, "stands deeper than %d levels, which the interface does not take; it is JSON in a string", c.api.deepest)
		return c.asText(s, at)
	}
	if s = c.mergeAll(s, at); s.Has("anyOf") || s.Has("oneOf") {
		return c.union(s, at)
	}
	return c.typed(s, at)
}

// silent are keywords that say nothing about a value, or nothing outside of MCP.
var silent = []string{"$schema", "$id", "id", "$comment", "$anchor", "$dynamicAnchor", "$vocabulary", "$defs", "definitions"}

// tidy returns a copy without keywords that say nothing, in the words of 2020-12.
func (c *converter) tidy(s *ordered.Object, at place) *ordered.Object {
	out := ordered.New()
	for _, name := range s.Names() {
		value := s.Get(name)
		switch {
		case slices.Contains(silent, name), strings.HasPrefix(name, "x-"):
			continue
		case value == nil && name != "const" && name != "default":
			continue // null is no value for a keyword
		case name == "required" && len(s.List(name)) == 0:
			continue
		}
		out.Set(name, value)
	}
	for _, k := range []struct{ exclusive, plain string }{{"exclusiveMinimum", "minimum"}, {"exclusiveMaximum", "maximum"}} {
		if is, ok := out.Get(k.exclusive).(bool); ok { // of draft-04
			out.Delete(k.exclusive)
			if bound := out.Get(k.plain); is && bound != nil {
				out.Delete(k.plain)
				out.Set(k.exclusive, bound)
			}
		}
	}
	if list := out.List("items"); list != nil { // of draft-07
		rest := out.Get("additionalItems")
		out.Delete("items")
		out.Set("prefixItems", list)
		if rest != nil && rest != true {
			out.Set("items", rest)
		}
	}
	out.Delete("additionalItems")
	return out
}

// anything converts a schema that takes any value.
func (c *converter) anything(s *ordered.Object, at place) (*ordered.Object, *plan) {
	if c.api.whole {
		return s, nil
	}
	if at.path != "" {
		c.note(at, true, "takes any value, which the interface cannot say; it is JSON in a string")
	}
	return c.asText(s, at)
}

// asText makes a string of a schema that the interface cannot say, with the schema in words.
func (c *converter) asText(s *ordered.Object, at place) (*ordered.Object, *plan) {
	c.mapped = true
	description := s.Text("description")
	rest := c.inline(s, 0).(*ordered.Object).Clone()
	for _, keyword := range []string{"description", "title", "default", "examples"} {
		rest.Delete(keyword)
	}
	words := "Write it as JSON text."
	switch text := constraints.JSON(rest); {
	case len(rest.Names()) == 0:
		words = "Any value, written as JSON text."
	case string(text) == `{"type":"object"}`, string(text) == `{"type":"object","additionalProperties":true}`, string(text) == `{"type":"object","additionalProperties":{}}`:
		words = `Any members, written as JSON text, such as {"a":1}.`
	case len(text) <= 2000:
		words = "Write it as JSON text that satisfies the schema " + text + "."
	default:
		c.note(at, false, "its schema is too long for the description")
	}
	out := object("type", "string")
	if t := s.Text("title"); t != "" {
		out.Set("title", t)
	}
	out.Set("description", constraints.Append(description, words))
	return out, &plan{text: true}
}
