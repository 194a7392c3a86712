package reflect

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/invopop/jsonschema"
)

// The interfaces of invopop/jsonschema by which a type speaks for itself.
type (
	schemaMethod interface{ JSONSchema() *jsonschema.Schema }
	extendMethod interface{ JSONSchemaExtend(*jsonschema.Schema) }
	aliasMethod  interface{ JSONSchemaAlias() any }
)

// ownSchema describes a type that has a method JSONSchema, on itself or on its
// pointer. The schema is enforced as it stands.
func (w *walker) ownSchema(t reflect.Type, s *Shape, at place) (*schema, bool) {
	if t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface {
		return nil, false
	}
	value := reflect.New(t).Interface()
	if _, ok := value.(aliasMethod); ok {
		w.fail(at, "", fmt.Sprintf("%s has JSONSchemaAlias, and what stands for it could not be enforced", t), "give it JSONSchema() *jsonschema.Schema")
		return nil, true
	}
	method, ok := value.(schemaMethod)
	if !ok {
		return nil, false
	}
	raw, err := writtenSchema(method)
	if err != nil {
		w.fail(at, "", fmt.Sprintf("JSONSchema() of %s: %v", t, err), "return a schema that stands on its own")
		return nil, true
	}
	checker, err := NewChecker(raw)
	if err != nil {
		w.fail(at, "", fmt.Sprintf("JSONSchema() of %s: %v", t, err), "correct the schema")
		return nil, true
	}
	doc, err := parseOwn(raw)
	if err != nil {
		w.fail(at, "", fmt.Sprintf("JSONSchema() of %s: %v", t, err), "correct the schema")
		return nil, true
	}
	w.checked = true
	s.Form, s.Type = CustomForm, doc.typ
	for _, v := range doc.enum {
		s.Enum = append(s.Enum, v)
	}
	s.Decode = func(dec *jsontext.Decoder, v reflect.Value) error {
		raw, err := dec.ReadValue()
		if err != nil {
			return err
		}
		broken, err := checker.Check(raw)
		if err != nil {
			return err
		}
		if len(broken) > 0 {
			return &SchemaError{Violations: broken}
		}
		return jsonv2.Unmarshal(raw, v.Addr().Interface(), argumentOptions)
	}
	return doc, true
}

// A SchemaError is what [Shape.Decode] returns for a value that does not satisfy the
// schema that its type supplies.
type SchemaError struct {
	Violations []Violation // all that the schema has against the value
}

// Error says the first violation in words.
func (e *SchemaError) Error() string {
	if len(e.Violations) == 0 {
		return "the value does not satisfy the schema"
	}
	return "must " + e.Violations[0].Words
}

// writtenSchema calls JSONSchema and returns what it writes.
func writtenSchema(m schemaMethod) (raw []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	s := m.JSONSchema()
	if s == nil {
		return nil, errors.New("it returned nil")
	}
	raw, err = json.Marshal(s)
	if string(raw) == "true" { // an empty schema, as invopop writes it
		raw = []byte("{}")
	}
	return raw, err
}

// parseOwn turns a written schema into one that tags can add to.
func parseOwn(raw []byte) (*schema, error) {
	dec := jsontext.NewDecoder(strings.NewReader(string(raw)))
	if dec.PeekKind() != '{' {
		return nil, errors.New("a boolean schema is refused by many clients")
	}
	if _, err := dec.ReadToken(); err != nil {
		return nil, err
	}
	doc := &schema{}
	for dec.PeekKind() == '"' {
		tok, err := dec.ReadToken()
		if err != nil {
			return nil, err
		}
		name := tok.String()
		value, err := dec.ReadValue()
		if err != nil {
			return nil, err
		}
		value = slices.Clone(value)
		switch {
		case name == "$schema" || name == "$id":
			continue // they belong to a document, and this becomes a part of one
		case name == "$defs" || name == "$ref" || strings.Contains(string(value), `"$ref"`):
			return nil, errors.New("$ref and $defs do not resolve inside another schema")
		case name == "type" && value.Kind() == '"':
			err = jsonv2.Unmarshal(value, &doc.typ)
		case name == "title":
			err = jsonv2.Unmarshal(value, &doc.title)
		case name == "description":
			err = jsonv2.Unmarshal(value, &doc.description)
		case name == "format":
			err = jsonv2.Unmarshal(value, &doc.format)
		case name == "enum":
			err = jsonv2.Unmarshal(value, &doc.enum)
		default:
			doc.extra = append(doc.extra, member{name, value})
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return doc, nil
}

// ownEnum restricts a type that has a method Enum() []T to the values it returns.
func (w *walker) ownEnum(t reflect.Type, s *Shape, doc *schema, at place) *schema {
	if doc == nil || t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface {
		return doc
	}
	method := reflect.New(t).MethodByName("Enum")
	if !method.IsValid() || method.Type().NumIn() != 0 || method.Type().NumOut() != 1 || method.Type().Out(0) != reflect.SliceOf(t) {
		return doc // an Enum of another meaning, such as that of protobuf
	}
	raws, err := enumValues(method)
	if err != nil {
		w.fail(at, "", fmt.Sprintf("Enum() of %s: %v", t, err), "return the allowed values, each once")
		return doc
	}
	own := &target{w: w, at: at, shape: s, doc: doc.clone()}
	own.setEnum("enum", "", "Enum()", raws)
	w.checked = true
	own.doc.description = sentences(own.doc.description, w.valueWords(method, raws))
	return own.doc
}

// valueWords says what the values of an enumeration mean, if they have a method
// Description() string: "open: nobody works on it; closed: done".
func (w *walker) valueWords(enum reflect.Value, raws []jsontext.Value) (words string) {
	defer func() {
		if recover() != nil {
			words = ""
		}
	}()
	var parts []string
	values := enum.Call(nil)[0]
	for i, raw := range raws {
		value, ok := values.Index(i).Interface().(interface{ Description() string })
		if !ok {
			return ""
		}
		if text := strings.TrimSpace(value.Description()); text != "" {
			parts = append(parts, plainText(raw)+": "+strings.TrimSuffix(text, "."))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, "; ") + "."
}

// enumValues calls Enum and writes what it returns.
func enumValues(method reflect.Value) (raws []jsontext.Value, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	values := method.Call(nil)[0]
	if values.Len() == 0 {
		return nil, errors.New("it returned no values")
	}
	for i := range values.Len() {
		raw, err := jsonv2.Marshal(values.Index(i).Addr().Interface(), resultOptions)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(raws, func(r jsontext.Value) bool { return string(r) == string(raw) }) {
			return nil, fmt.Errorf("%s stands twice", raw)
		}
		raws = append(raws, raw)
	}
	return raws, nil
}

// extended lets a type change its schema by a method JSONSchemaExtend, as invopop defines
// it. What it makes of the schema is enforced besides the rest.
func (w *walker) extended(t reflect.Type, s *Shape, doc *schema, at place) *schema {
	if t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface {
		return doc
	}
	method, ok := reflect.New(t).Interface().(extendMethod)
	if !ok {
		return doc
	}
	raw, err := extendedSchema(method, doc)
	if err == nil {
		var checker *Checker
		if checker, err = NewChecker(raw); err == nil {
			inner := *s
			*s = Shape{GoType: t, Form: CheckedForm, Elem: &inner, Checker: checker, Enum: inner.Enum, Example: inner.Example}
			w.checked = true
			doc, err = parseOwn(raw)
		}
	}
	if err != nil {
		w.fail(at, "", fmt.Sprintf("JSONSchemaExtend of %s: %v", t, err), "make a schema that stands on its own")
		return nil
	}
	return doc
}

// extendedSchema lets the method change a schema, and returns what comes out.
func extendedSchema(m extendMethod, doc *schema) (raw []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	out := &writer{name: func(t reflect.Type) string { return definitionName(t.Name()) }}
	out.write(doc, nil)
	if strings.Contains(string(out.buf), `"$ref"`) {
		return nil, errors.New("a type that reaches itself cannot change its schema")
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(out.buf, &s); err != nil {
		return nil, err
	}
	m.JSONSchemaExtend(&s)
	return json.Marshal(&s)
}
