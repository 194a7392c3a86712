package scaffold

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A node is one JSON Schema, with its keywords in order.
type node struct {
	raw      jsontext.Value
	names    []string
	keywords map[string]jsontext.Value
}

// parse reads a schema. true is the empty schema.
func parse(raw []byte) (*node, error) {
	value := jsontext.Value(bytes.Clone(raw))
	if string(bytes.TrimSpace(value)) == "true" {
		value = jsontext.Value("{}")
	}
	if err := value.Compact(); err != nil {
		return nil, err
	}
	n := &node{raw: value, keywords: map[string]jsontext.Value{}}
	dec := jsontext.NewDecoder(bytes.NewReader(value))
	if tok, err := dec.ReadToken(); err != nil || tok.Kind() != '{' {
		return nil, errors.New("a schema must be an object")
	}
	for dec.PeekKind() == '"' {
		tok, err := dec.ReadToken()
		if err != nil {
			return nil, err
		}
		name := tok.String()
		keyword, err := dec.ReadValue()
		if err != nil {
			return nil, err
		}
		n.names = append(n.names, name)
		n.keywords[name] = bytes.Clone(keyword)
	}
	return n, nil
}

// has reports whether the schema has one of the keywords.
func (n *node) has(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return n.keywords[name] != nil })
}

// text returns a keyword that is a string, or "".
func (n *node) text(name string) string {
	var s string
	if json.Unmarshal(n.keywords[name], &s) != nil {
		return ""
	}
	return s
}

// list returns a keyword that is a list.
func (n *node) list(name string) []jsontext.Value {
	var list []jsontext.Value
	if json.Unmarshal(n.keywords[name], &list) != nil {
		return nil
	}
	return list
}

// sub returns a keyword that is a schema, or nil.
func (n *node) sub(name string) *node {
	raw := n.keywords[name]
	if raw == nil || string(raw) == "false" {
		return nil
	}
	s, err := parse(raw)
	if err != nil {
		return nil
	}
	return s
}

// A member is one property.
type member struct {
	name   string
	schema *node
}

// properties returns the properties in their order.
func (n *node) properties() ([]member, error) {
	raw := n.keywords["properties"]
	if raw == nil {
		return nil, nil
	}
	all, err := parse(raw)
	if err != nil {
		return nil, err
	}
	var members []member
	for _, name := range all.names {
		schema, err := parse(all.keywords[name])
		if err != nil {
			return nil, err
		}
		members = append(members, member{name, schema})
	}
	return members, nil
}

// required returns the names that must be given.
func (n *node) required() map[string]bool {
	required := map[string]bool{}
	for _, raw := range n.list("required") {
		var name string
		if json.Unmarshal(raw, &name) == nil {
			required[name] = true
		}
	}
	return required
}

// resolve writes references within a document out. A schema that reaches itself is an
// error.
func resolve(raw []byte) ([]byte, error) {
	var root any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := dec.Decode(&root); err != nil {
		return nil, err
	}
	return rewrite(raw, root, raw, 0)
}

// rewrite copies JSON in its order, with each $ref replaced by what it refers to.
func rewrite(raw jsontext.Value, root any, document []byte, depth int) (jsontext.Value, error) {
	if depth > 40 {
		return nil, errors.New("the schema reaches itself")
	}
	switch raw.Kind() {
	case '{':
		n, err := parse(raw)
		if err != nil {
			return nil, err
		}
		if ref := n.text("$ref"); ref != "" {
			target, err := follow(document, ref)
			if err != nil {
				return nil, err
			}
			merged, err := merge(target, n)
			if err != nil {
				return nil, err
			}
			return rewrite(merged, root, document, depth+1)
		}
		out := jsontext.Value{'{'}
		for _, name := range n.names {
			if name == "$defs" || name == "definitions" {
				continue // written where they are used
			}
			value, err := rewrite(n.keywords[name], root, document, depth+1)
			if err != nil {
				return nil, err
			}
			out = appendMember(out, name, value)
		}
		return append(out, '}'), nil
	case '[':
		var list []jsontext.Value
		if err := json.Unmarshal(raw, &list); err != nil {
			return nil, err
		}
		out := jsontext.Value{'['}
		for i, item := range list {
			value, err := rewrite(item, root, document, depth+1)
			if err != nil {
				return nil, err
			}
			if i > 0 {
				out = append(out, ',')
			}
			out = append(out, value...)
		}
		return append(out, ']'), nil
	}
	return raw, nil
}

func appendMember(out jsontext.Value, name string, value jsontext.Value) jsontext.Value {
	if len(out) > 1 {
		out = append(out, ',')
	}
	quoted, _ := jsontext.AppendQuote(nil, name) // invalid UTF-8 is replaced
	return append(append(append(out, quoted...), ':'), value...)
}

// follow returns what a reference within the document refers to.
func follow(document []byte, ref string) (jsontext.Value, error) {
	pointer, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return nil, errors.New("the reference " + ref + " leads out of the schema")
	}
	value := jsontext.Value(document)
	for token := range jsontext.Pointer(pointer).Tokens() {
		n, err := parse(value)
		if err != nil || n.keywords[token] == nil {
			return nil, errors.New("the reference " + ref + " leads nowhere")
		}
		value = n.keywords[token]
	}
	return value, nil
}

// merge returns a schema with the annotations that stand beside a reference to it.
func merge(target jsontext.Value, beside *node) (jsontext.Value, error) {
	n, err := parse(target)
	if err != nil {
		return nil, err
	}
	out := jsontext.Value{'{'}
	for _, name := range n.names {
		if !beside.has(name) {
			out = appendMember(out, name, n.keywords[name])
		}
	}
	for _, name := range beside.names {
		if name != "$ref" {
			out = appendMember(out, name, beside.keywords[name])
		}
	}
	return append(out, '}'), nil
}
