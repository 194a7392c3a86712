package subschema

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A Schema is a JSON Schema as a document of its own. It is not safe for concurrent use.
type Schema struct {
	root    any
	dialect dialect
	// opaque says that there are parts whose meaning depends on what is not understood.
	opaque bool
	judges map[string]*judge // by the pointer to the part that they judge
	lax    *jsonschema.Compiler
	strict *jsonschema.Compiler
}

// A dialect is a revision of JSON Schema.
type dialect int

const (
	unknownDialect dialect = iota
	draft7
	modern // 2020-12
)

// New reads a schema that was decoded with its numbers kept (json.Number). It must not be
// changed afterwards.
func New(root any) *Schema {
	s := &Schema{root: root, dialect: modern, judges: map[string]*judge{}, lax: newCompiler(root, false), strict: newCompiler(root, true)}
	object, ok := root.(map[string]any)
	if !ok {
		return s
	}
	if declared, ok := object["$schema"]; ok {
		text, _ := declared.(string)
		switch strings.TrimSuffix(text, "#") {
		case "https://json-schema.org/draft/2020-12/schema":
		case "http://json-schema.org/draft-07/schema":
			s.dialect = draft7
		default:
			s.dialect = unknownDialect
		}
	}
	s.opaque = s.dialect == unknownDialect || isOpaque(root, true)
	return s
}

// isOpaque reports whether references cannot be followed by their pointers alone. It looks
// at data too, such as the values of an enum, which does no harm.
func isOpaque(value any, isRoot bool) bool {
	switch v := value.(type) {
	case map[string]any:
		for name, below := range v {
			switch name {
			case "$dynamicRef", "$recursiveRef":
				return true
			case "$id", "$schema":
				if _, ok := below.(string); ok && !isRoot {
					return true
				}
			}
			if isOpaque(below, false) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, func(below any) bool { return isOpaque(below, false) })
	}
	return false
}

// A node is one schema within a document.
type node struct {
	doc     *Schema
	pointer string // from the root of the document
	value   any    // a map[string]any or a bool; anything else is no schema
}

func (s *Schema) node() node { return node{s, "", s.root} }

// keywords returns the keywords; none of a boolean schema.
func (n node) keywords() map[string]any {
	m, _ := n.value.(map[string]any)
	return m
}

// has reports whether there is one of the keywords.
func (n node) has(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { _, ok := n.keywords()[name]; return ok })
}

// isFalse and isTrue recognise the boolean schemas, and those that are written as objects.
func (n node) isFalse() bool { return n.value == false }

func (n node) isTrue() bool {
	if n.value == true {
		return true
	}
	m, ok := n.value.(map[string]any)
	if !ok {
		return false
	}
	for name := range m {
		if !isAnnotation(name) {
			return false
		}
	}
	return true
}

// isSchema reports whether the value can be a schema at all.
func (n node) isSchema() bool {
	switch n.value.(type) {
	case map[string]any, bool:
		return true
	}
	return false
}

// sub returns the schema in a keyword.
func (n node) sub(keyword string) (node, bool) {
	value, ok := n.keywords()[keyword]
	return node{n.doc, n.pointer + "/" + escape(keyword), value}, ok
}

// list returns the schemas in a keyword that is a list of them.
func (n node) list(keyword string) []node {
	values, _ := n.keywords()[keyword].([]any)
	nodes := make([]node, len(values))
	for i, value := range values {
		nodes[i] = node{n.doc, n.pointer + "/" + escape(keyword) + "/" + strconv.Itoa(i), value}
	}
	return nodes
}

// members returns the schemas in a keyword that is an object with them, sorted by name.
func (n node) members(keyword string) []member {
	values, _ := n.keywords()[keyword].(map[string]any)
	members := make([]member, 0, len(values))
	for name, value := range values {
		members = append(members, member{name, node{n.doc, n.pointer + "/" + escape(keyword) + "/" + escape(name), value}})
	}
	slices.SortFunc(members, func(a, b member) int { return strings.Compare(a.name, b.name) })
	return members
}

type member struct {
	name string
	node node
}

// member returns one of members.
func (n node) member(keyword, name string) (node, bool) {
	values, _ := n.keywords()[keyword].(map[string]any)
	value, ok := values[name]
	return node{n.doc, n.pointer + "/" + escape(keyword) + "/" + escape(name), value}, ok
}

// target follows a $ref within the document.
func (n node) target() (node, bool) {
	ref, ok := n.keywords()["$ref"].(string)
	if !ok {
		return node{}, false
	}
	return n.doc.find(ref)
}

// find returns what a reference of the form #/a/b refers to.
func (s *Schema) find(ref string) (node, bool) {
	pointer, value, ok := Follow(s.root, ref)
	found := node{s, pointer, value}
	return found, ok && found.isSchema()
}

// Follow returns where a reference of the form #/a/b leads in a document, and the value there.
func Follow(root any, ref string) (pointer string, value any, ok bool) {
	fragment, ok := strings.CutPrefix(ref, "#")
	if !ok || fragment != "" && fragment[0] != '/' {
		return "", nil, false
	}
	pointer, err := url.PathUnescape(fragment)
	if err != nil {
		return "", nil, false
	}
	value, ok = Find(root, pointer)
	return pointer, value, ok
}

// Find returns the value in a document that a JSON Pointer leads to.
func Find(root any, pointer string) (value any, ok bool) {
	if pointer == "" {
		return root, true
	}
	value = root
	for token := range strings.SplitSeq(pointer[1:], "/") {
		token = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
		switch v := value.(type) {
		case map[string]any:
			if value, ok = v[token]; !ok {
				return nil, false
			}
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(v) {
				return nil, false
			}
			value = v[i]
		default:
			return nil, false
		}
	}
	return value, true
}

// escape writes a name as a token of a JSON Pointer (RFC 6901).
func escape(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// CanRefuse reports whether a keyword can refuse a value, or holds schemas which can.
func CanRefuse(keyword string) bool { return assertions[keyword] }

// isAnnotation reports whether a keyword accepts every value.
func isAnnotation(keyword string) bool { return !assertions[keyword] }

// assertions are the keywords that can refuse a value, or that hold schemas which can.
var assertions = map[string]bool{
	"$ref": true, "$dynamicRef": true, "$recursiveRef": true, "additionalItems": true, "additionalProperties": true,
	"allOf": true, "anyOf": true, "const": true, "contains": true, "dependencies": true, "dependentRequired": true,
	"dependentSchemas": true, "else": true, "enum": true, "exclusiveMaximum": true, "exclusiveMinimum": true,
	"format": true, "if": true, "items": true, "maxContains": true, "maxItems": true, "maxLength": true,
	"maxProperties": true, "maximum": true, "minContains": true, "minItems": true, "minLength": true,
	"minProperties": true, "minimum": true, "multipleOf": true, "not": true, "oneOf": true, "pattern": true,
	"patternProperties": true, "prefixItems": true, "properties": true, "propertyNames": true, "required": true,
	"then": true, "type": true, "unevaluatedItems": true, "unevaluatedProperties": true, "uniqueItems": true,
}
