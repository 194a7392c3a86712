package reflect

import (
	"math/big"
	"reflect"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// A schema is a JSON Schema 2020-12 before it is written. It is a value: whoever
// changes one that others may hold changes a clone.
type schema struct {
	ref reflect.Type // the type whose definition this is a $ref to; nil for none

	typ         string // "" for any type
	nullable    bool   // null may stand here too
	title       string
	description string
	enum        []jsontext.Value
	def         jsontext.Value
	examples    []jsontext.Value
	format      string
	pattern     string

	minimum, maximum                   *big.Rat
	exclusiveMinimum, exclusiveMaximum *big.Rat
	multipleOf                         *big.Rat
	minLength, maxLength               *uint64
	contentEncoding                    string
	items                              *schema
	minItems, maxItems                 *uint64
	uniqueItems                        bool
	object                             bool // write properties, also when there are none
	properties                         []property
	required                           []string
	dependentRequired                  []dependency
	closed                             bool    // additionalProperties: false
	additional                         *schema // additionalProperties; nil leaves it out
	minProperties, maxProperties       *uint64
	anyOf                              []*schema // the variants of a union

	deprecated bool
	readOnly   bool
	writeOnly  bool
	header     string   // x-mcp-header
	extra      []member // further keywords, in order
}

// A property is one member of an object's schema.
type property struct {
	name   string
	schema *schema
}

// A dependency says which members must stand beside one.
type dependency struct {
	name     string
	required []string
}

// A member is a keyword that the encoder does not know, with its value.
type member struct {
	name  string
	value jsontext.Value
}

// clone returns a copy of s whose own keywords can be set. Sub-schemas are shared.
func (s *schema) clone() *schema {
	c := *s
	return &c
}

// writer writes schemas compactly, keywords in one fixed order.
type writer struct {
	buf  []byte
	name func(reflect.Type) string // the name of a definition
	// inline returns what a reference stands for, where it is to be written out; levels is
	// how many more times.
	inline func(reflect.Type) *schema
	levels int
}

// write appends s. Definitions, if any, are the last keyword.
func (w *writer) write(s *schema, definitions []property) {
	if s.ref != nil && w.inline != nil {
		w.levels--
		defer func() { w.levels++ }()
		s = w.written(s)
	}
	start := len(w.buf)
	w.buf = append(w.buf, '{')
	if s.ref != nil && s.nullable {
		// A $ref beside a type list would mean both; only a union says "or null".
		w.key(start, "anyOf")
		w.buf = append(w.buf, `[{"$ref":`...)
		w.text("#/$defs/" + w.name(s.ref))
		w.buf = append(w.buf, `},{"type":"null"}]`...)
	} else if s.ref != nil {
		w.key(start, "$ref")
		w.text("#/$defs/" + w.name(s.ref))
	}
	if len(s.anyOf) > 0 && s.nullable {
		w.annotations(start, s)
		w.union(start, s)
		w.buf = append(w.buf, '}')
		return
	}
	if s.typ != "" && s.ref == nil {
		w.key(start, "type")
		if s.nullable {
			w.buf = append(w.buf, '[')
			w.text(s.typ)
			w.buf = append(w.buf, `,"null"]`...)
		} else {
			w.text(s.typ)
		}
	}
	w.annotations(start, s)
	w.constraints(start, s)
	w.members(start, s)
	w.flag(start, "deprecated", s.deprecated)
	w.flag(start, "readOnly", s.readOnly)
	w.flag(start, "writeOnly", s.writeOnly)
	w.string(start, "x-mcp-header", s.header)
	for _, m := range s.extra {
		w.key(start, m.name)
		w.buf = append(w.buf, m.value...)
	}
	if len(definitions) > 0 {
		w.key(start, "$defs")
		w.properties(definitions)
	}
	w.buf = append(w.buf, '}')
}

// written returns the schema that stands in place of a reference: the one that it refers
// to with what is said beside it, or at the end of the levels no more than its type.
func (w *writer) written(s *schema) *schema {
	target := w.inline(s.ref)
	out := target.clone()
	if w.levels < 0 {
		out = &schema{typ: target.typ, object: target.object, description: "Nested further in the same form."}
		if target.items != nil {
			out.items = &schema{}
		}
	}
	out.nullable = s.nullable
	if s.title != "" {
		out.title = s.title
	}
	if s.description != "" {
		// What the type has to say about itself, such as a rule, stays.
		out.description = sentences(s.description, out.description)
	}
	out.deprecated = out.deprecated || s.deprecated
	return out
}

// annotations writes what informs the reader: title, description, values.
func (w *writer) annotations(start int, s *schema) {
	w.string(start, "title", s.title)
	w.string(start, "description", s.description)
	if len(s.enum) > 0 {
		w.key(start, "enum")
		w.values(s.enum, s.nullable)
	}
	if s.def != nil {
		w.key(start, "default")
		w.buf = append(w.buf, s.def...)
	}
	if len(s.examples) > 0 {
		w.key(start, "examples")
		w.values(s.examples, false)
	}
}

// constraints writes the keywords of strings and numbers.
func (w *writer) constraints(start int, s *schema) {
	w.string(start, "format", s.format)
	w.string(start, "pattern", s.pattern)
	w.number(start, "minimum", s.minimum)
	w.number(start, "exclusiveMinimum", s.exclusiveMinimum)
	w.number(start, "maximum", s.maximum)
	w.number(start, "exclusiveMaximum", s.exclusiveMaximum)
	w.number(start, "multipleOf", s.multipleOf)
	w.count(start, "minLength", s.minLength)
	w.count(start, "maxLength", s.maxLength)
	w.string(start, "contentEncoding", s.contentEncoding)
}

// members writes the keywords of arrays and objects.
func (w *writer) members(start int, s *schema) {
	if s.items != nil {
		w.key(start, "items")
		w.write(s.items, nil)
	}
	w.count(start, "minItems", s.minItems)
	w.count(start, "maxItems", s.maxItems)
	w.flag(start, "uniqueItems", s.uniqueItems)
	if s.object {
		w.key(start, "properties")
		w.properties(s.properties)
		if len(s.required) > 0 {
			w.key(start, "required")
			w.names(s.required)
		}
		if len(s.dependentRequired) > 0 {
			w.key(start, "dependentRequired")
			inner := len(w.buf)
			w.buf = append(w.buf, '{')
			for _, d := range s.dependentRequired {
				w.key(inner, d.name)
				w.names(d.required)
			}
			w.buf = append(w.buf, '}')
		}
	}
	switch {
	case s.closed:
		w.key(start, "additionalProperties")
		w.buf = append(w.buf, "false"...)
	case s.additional != nil:
		w.key(start, "additionalProperties")
		w.write(s.additional, nil)
	}
	w.count(start, "minProperties", s.minProperties)
	w.count(start, "maxProperties", s.maxProperties)
	if len(s.anyOf) > 0 {
		w.union(start, s)
	}
}

// union writes the variants, and null where it may stand for all of them.
func (w *writer) union(start int, s *schema) {
	w.key(start, "anyOf")
	for i, variant := range s.anyOf {
		w.buf = append(w.buf, "[,"[min(i, 1)])
		w.write(variant, nil)
	}
	if s.nullable {
		w.buf = append(w.buf, `,{"type":"null"}`...)
	}
	w.buf = append(w.buf, ']')
}

// properties writes an object of schemas.
func (w *writer) properties(properties []property) {
	start := len(w.buf)
	w.buf = append(w.buf, '{')
	for _, p := range properties {
		w.key(start, p.name)
		w.write(p.schema, nil)
	}
	w.buf = append(w.buf, '}')
}

// names writes an array of names.
func (w *writer) names(names []string) {
	for i, name := range names {
		w.buf = append(w.buf, "[,"[min(i, 1)])
		w.text(name)
	}
	w.buf = append(w.buf, ']')
}

// values writes an array of values, with null at the end if nullable.
func (w *writer) values(values []jsontext.Value, nullable bool) {
	for i, v := range values {
		w.buf = append(w.buf, "[,"[min(i, 1)])
		w.buf = append(w.buf, v...)
	}
	if nullable {
		w.buf = append(w.buf, ",null"...)
	}
	w.buf = append(w.buf, ']')
}

// key writes a member name, after a comma unless it is the first of the object that
// starts at start.
func (w *writer) key(start int, name string) {
	if len(w.buf) > start+1 {
		w.buf = append(w.buf, ',')
	}
	w.text(name)
	w.buf = append(w.buf, ':')
}

// text writes a JSON string. Invalid UTF-8 becomes U+FFFD.
func (w *writer) text(s string) { w.buf = appendText(w.buf, s) }

func (w *writer) string(start int, name, value string) {
	if value != "" {
		w.key(start, name)
		w.text(value)
	}
}

func (w *writer) flag(start int, name string, set bool) {
	if set {
		w.key(start, name)
		w.buf = append(w.buf, "true"...)
	}
}

func (w *writer) count(start int, name string, n *uint64) {
	if n != nil {
		w.key(start, name)
		w.buf = strconv.AppendUint(w.buf, *n, 10)
	}
}

func (w *writer) number(start int, name string, n *big.Rat) {
	if n != nil {
		w.key(start, name)
		w.buf = append(w.buf, numberText(n)...)
	}
}

// appendText appends s as a JSON string; invalid UTF-8 becomes U+FFFD.
func appendText(buf []byte, s string) []byte {
	// The error reports invalid UTF-8, which has been replaced all the same.
	out, _ := jsontext.AppendQuote(buf, s)
	return out
}

// numberText writes n as a decimal number without an exponent where that is short.
func numberText(n *big.Rat) string {
	if n.IsInt() {
		if s := n.Num().String(); len(s) <= 21 {
			return s
		}
	}
	f, _ := n.Float64()
	return strconv.FormatFloat(f, 'g', -1, 64)
}
