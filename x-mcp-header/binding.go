package xmcpheader

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// deepest is how long the JSON Pointer of a schema may be.
const deepest = 100

// keyword is the annotation in an inputSchema.
const keyword = "x-mcp-header"

// A Binding ties a parameter to a header.
type Binding struct {
	// Name is the value of the annotation; the header is ParamPrefix + Name.
	Name string
	// Path leads through the members of arguments to the parameter.
	Path []string
	// Type is "string", "integer" or "boolean".
	Type string
}

// Header returns the name of the header, such as Mcp-Param-Region.
func (b Binding) Header() string { return ParamPrefix + b.Name }

// Parameter returns the path as a person would write it: filter.region.
func (b Binding) Parameter() string { return strings.Join(b.Path, ".") }

// Bindings returns the annotations of an inputSchema, in its order. The error joins an
// [*AnnotationError] for each annotation that the specification does not allow: clients
// drop a tool that has one.
func Bindings(inputSchema []byte) ([]Binding, error) {
	if !bytes.Contains(inputSchema, []byte(keyword)) && !bytes.Contains(inputSchema, []byte(`\u`)) {
		return nil, nil // a member's name may be written in escapes
	}
	if !jsontext.Value(inputSchema).IsValid() {
		return nil, errors.New("the inputSchema is not valid JSON, or has a member twice")
	}
	r := &reader{seen: map[string]string{}}
	r.schema(inputSchema, nil, nil, true)
	return r.bindings, errors.Join(r.errs...)
}

// An AnnotationError is an annotation that the specification does not allow.
type AnnotationError struct {
	// Pointer is the JSON Pointer (RFC 6901) of the annotated schema.
	Pointer string
	// Problem says what is wrong; Remedy says what to do.
	Problem, Remedy string
}

// Error returns the place, the problem and the way out.
func (e *AnnotationError) Error() string {
	return fmt.Sprintf("%s at %q: %s; %s", keyword, e.Pointer, e.Problem, e.Remedy)
}

// A reader walks over a schema and collects annotations.
type reader struct {
	bindings []Binding
	seen     map[string]string // lower-case name to pointer
	errs     []error
}

func (r *reader) fail(at []string, problem, remedy string) {
	r.errs = append(r.errs, &AnnotationError{pointer(at), problem, remedy})
}

// schema reads one schema. at is where it stands, path the parameter that it describes;
// reachable says that only properties lead to it.
func (r *reader) schema(raw jsontext.Value, at, path []string, reachable bool) {
	if raw.Kind() != jsontext.KindBeginObject {
		return
	}
	if len(at) > deepest { // reading is repeated for each level, so depth is expensive
		r.fail(at, "the schema is nested too deeply to be searched for annotations", "make it flatter")
		return
	}
	var name, typ jsontext.Value
	annotated := false
	members(raw, func(key string, value jsontext.Value) {
		switch key {
		case keyword:
			annotated, name = true, bytes.Clone(value)
		case "type":
			typ = bytes.Clone(value)
		}
	})
	if annotated {
		r.annotation(name, typ, at, path, reachable)
	}
	members(raw, func(key string, value jsontext.Value) {
		switch key {
		case keyword, "enum", "const", "default", "examples", "dependentRequired":
			return // data, not schemas
		case "properties":
			members(value, func(property string, sub jsontext.Value) {
				r.schema(sub, extend(at, key, property), extend(path, property), reachable)
			})
			return
		case "$defs", "definitions", "patternProperties", "dependentSchemas", "dependencies":
			members(value, func(property string, sub jsontext.Value) {
				r.schema(sub, extend(at, key, property), path, false)
			})
			return
		}
		r.below(value, extend(at, key), path)
	})
}

// below reads what stands under a keyword that is not properties: a schema or a list of
// them.
func (r *reader) below(raw jsontext.Value, at, path []string) {
	switch raw.Kind() {
	case jsontext.KindBeginObject:
		r.schema(raw, at, path, false)
	case jsontext.KindBeginArray:
		dec := jsontext.NewDecoder(bytes.NewReader(raw))
		if _, err := dec.ReadToken(); err != nil {
			return
		}
		for i := 0; dec.PeekKind() != jsontext.KindEndArray; i++ {
			value, err := dec.ReadValue()
			if err != nil {
				return
			}
			r.below(bytes.Clone(value), extend(at, fmt.Sprint(i)), path)
		}
	}
}

// annotation checks one annotation and notes it.
func (r *reader) annotation(rawName, rawType jsontext.Value, at, path []string, reachable bool) {
	name, isText := text(rawName)
	typ, _ := text(rawType)
	switch {
	case !isText:
		r.fail(at, "the value is not a string", "write the name of a header, such as Region")
	case name == "":
		r.fail(at, "the name is empty", "write the name of a header, such as Region")
	case !isToken(name):
		r.fail(at, fmt.Sprintf("%s is not a token of HTTP", short(name)), "use letters, digits and !#$%&'*+-.^_`|~ only")
	case !reachable || len(path) == 0:
		r.fail(at, "the parameter is not reached through properties alone, so one header cannot carry it", "drop the annotation, or move the parameter")
	case typ != "string" && typ != "integer" && typ != "boolean":
		r.fail(at, "a header carries a string, an integer or a boolean, and the type is "+typeWords(rawType), "drop the annotation, or change the type")
	case r.seen[strings.ToLower(name)] != "":
		r.fail(at, fmt.Sprintf("the name %s stands at %q already; case does not count", short(name), r.seen[strings.ToLower(name)]), "choose another name")
	default:
		r.seen[strings.ToLower(name)] = pointer(at)
		r.bindings = append(r.bindings, Binding{Name: name, Path: slices.Clone(path), Type: typ})
	}
}

// typeWords says what stands as the type of a schema.
func typeWords(raw jsontext.Value) string {
	if name, ok := text(raw); ok {
		return short(name)
	}
	switch {
	case raw == nil:
		return "not given"
	case raw.Kind() == jsontext.KindBeginArray:
		return "a list"
	}
	return "no name of a type"
}

// isToken reports whether s is a token (RFC 9110, section 5.6.2).
func isToken(s string) bool {
	for i := range len(s) {
		c := s[i]
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0) {
			return false
		}
	}
	return s != ""
}

// text returns what a JSON string says.
func text(raw jsontext.Value) (string, bool) {
	if raw.Kind() != jsontext.KindString {
		return "", false
	}
	s, err := jsontext.AppendUnquote(nil, raw)
	return string(s), err == nil
}

// extend returns path with more steps, sharing nothing with it.
func extend(path []string, steps ...string) []string { return append(slices.Clip(path), steps...) }

// pointer writes a JSON Pointer.
func pointer(path []string) string {
	var b strings.Builder
	for _, step := range path {
		b.WriteByte('/')
		b.WriteString(strings.NewReplacer("~", "~0", "/", "~1").Replace(step))
	}
	return b.String()
}
