package docpage

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/typedmcp/toolkit/internal/constraints"
	"github.com/typedmcp/toolkit/internal/ordered"
)

// A document is a schema whose references lead to its own parts.
type document struct{ root *ordered.Object }

// A node is a value as a schema describes it: the schema itself, what its $ref leads to, and its
// allOf, all of which hold at once.
type node struct {
	parts []*ordered.Object
	// refs are the references that were followed.
	refs []string
	// never says that no value is allowed.
	never bool
}

// deepest bounds how far references and nesting are followed.
const deepest = 12

// node reads a schema.
func (d document) node(schema any) node {
	var n node
	d.collect(&n, schema, 0)
	return n
}

func (d document) collect(n *node, schema any, depth int) {
	switch s := schema.(type) {
	case bool:
		n.never = n.never || !s
	case *ordered.Object:
		if depth > deepest {
			return
		}
		n.parts = append(n.parts, s)
		if ref := s.Text("$ref"); ref != "" && !slices.Contains(n.refs, ref) {
			n.refs = append(n.refs, ref)
			d.collect(n, d.target(ref), depth+1)
		}
		for _, part := range s.List("allOf") {
			d.collect(n, part, depth+1)
		}
	}
}

// target follows a JSON Pointer into the document. nil if it leads nowhere, or out of it.
func (d document) target(ref string) any {
	pointer, ok := strings.CutPrefix(ref, "#")
	if !ok || pointer != "" && pointer[0] != '/' {
		return nil
	}
	var at any = d.root
	for step := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		if step == "" {
			continue
		}
		object, ok := at.(*ordered.Object)
		if !ok {
			return nil
		}
		at = object.Get(strings.NewReplacer("~1", "/", "~0", "~").Replace(step))
	}
	return at
}

// get returns the first value of a keyword.
func (n node) get(keyword string) any {
	for _, part := range n.parts {
		if part.Has(keyword) {
			return part.Get(keyword)
		}
	}
	return nil
}

func (n node) text(keyword string) string {
	text, _ := n.get(keyword).(string)
	return text
}

func (n node) list(keyword string) []any {
	list, _ := n.get(keyword).([]any)
	return list
}

// properties returns the names of the members in their order, and their schemas. A member that
// several parts describe has one schema, in which all of them hold.
func (n node) properties() (names []string, schemas map[string]any) {
	schemas = map[string]any{}
	for _, part := range n.parts {
		properties := part.Object("properties")
		for _, name := range properties.Names() {
			before, ok := schemas[name]
			if !ok {
				names = append(names, name)
				schemas[name] = properties.Get(name)
				continue
			}
			both := ordered.New()
			both.Set("allOf", []any{before, properties.Get(name)})
			schemas[name] = both
		}
	}
	return names, schemas
}

func (n node) required(name string) bool {
	return slices.ContainsFunc(n.parts, func(part *ordered.Object) bool { return slices.Contains(part.List("required"), any(name)) })
}

// forms returns the schemas of which one holds, without the one for null, and whether null is
// allowed by one.
func (n node) forms() (forms []any, null bool) {
	for _, keyword := range []string{"anyOf", "oneOf"} {
		for _, form := range n.list(keyword) {
			if object, ok := form.(*ordered.Object); ok && object.Get("type") == "null" {
				null = true
			} else {
				forms = append(forms, form)
			}
		}
		if forms != nil || null {
			return forms, null
		}
	}
	return nil, false
}

// types returns the names of the types that are allowed.
func (n node) types() []string {
	switch t := n.get("type").(type) {
	case string:
		return []string{t}
	case []any:
		var names []string
		for _, name := range t {
			if text, ok := name.(string); ok {
				names = append(names, text)
			}
		}
		return names
	}
	values := n.list("enum")
	if c := n.get("const"); c != nil {
		values = []any{c}
	}
	var names []string
	for _, value := range values {
		if name := typeOf(value); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if names == nil && n.get("properties") != nil {
		return []string{"object"}
	}
	if names == nil && n.get("items") != nil {
		return []string{"array"}
	}
	return names
}

// typeWords says the type in words: "string or null", "array of integer".
func (d document) typeWords(n node, depth int) string {
	if n.never {
		return "never allowed"
	}
	forms, null := n.forms()
	var words []string
	add := func(word string) {
		if !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	for _, name := range n.types() {
		if name == "null" {
			null = true
			continue
		}
		add(d.within(name, n, depth))
	}
	if words == nil && depth < 4 {
		for _, form := range forms {
			add(d.typeWords(d.node(form), depth+1))
		}
	}
	if words == nil && !null {
		return "any"
	}
	if null {
		add("null")
	}
	return strings.Join(words, " or ")
}

// within adds what an array or a map holds.
func (d document) within(name string, n node, depth int) string {
	keyword, between := "", ""
	switch {
	case depth >= 4:
		return name
	case name == "array":
		keyword, between = "items", " of "
	case name == "object" && n.get("properties") == nil:
		keyword, between = "additionalProperties", " of "
	default:
		return name
	}
	below, ok := n.get(keyword).(*ordered.Object)
	if !ok {
		return name
	}
	words := d.typeWords(d.node(below), depth+1)
	if words == "any" {
		return name
	}
	if strings.Contains(words, " or ") {
		words = "(" + words + ")"
	}
	return name + between + words
}

// spoken are the keywords that a table says in another way than in a rule.
var spoken = []string{"allOf", "anyOf", "oneOf", "title", "description"}

// rules says what else is demanded.
func (n node) rules() []string {
	var rules []string
	add := func(phrase string) {
		if !slices.Contains(rules, phrase) {
			rules = append(rules, phrase)
		}
	}
	for _, part := range n.parts {
		rest := part.Clone()
		for _, keyword := range spoken {
			rest.Delete(keyword)
		}
		for _, c := range constraints.Of(rest) {
			add(c.Phrase)
		}
		if header := part.Text("x-mcp-header"); header != "" {
			add("sent in the header Mcp-Param-" + header)
		}
	}
	return rules
}

// closed reports whether no members are allowed but those that are listed.
func (n node) closed() bool {
	return n.get("additionalProperties") == false || n.get("unevaluatedProperties") == false
}

// typeOf names the type of a JSON value.
func typeOf(value any) string {
	switch value.(type) {
	case string:
		return "string"
	case json.Number:
		return "number"
	case bool:
		return "boolean"
	case []any:
		return "array"
	case *ordered.Object:
		return "object"
	}
	return "null"
}
