package robot

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A schema is a JSON Schema as the robot reads it.
type schema map[string]any

// A reader looks things up in the schema of one tool.
type reader struct {
	root     schema
	compiled map[uintptr]*jsonschema.Schema  // by the map of the schema
	read     map[uintptr]map[string][]clause // what is said about each member, by the same
	holders  map[uintptr]schema              // of objects with one member, by the schema of that
}

func newReader(text []byte) (*reader, error) {
	value, err := parse(text)
	if err != nil {
		return nil, err
	}
	root, _ := value.(map[string]any)
	return &reader{root: root, compiled: map[uintptr]*jsonschema.Schema{}, read: map[uintptr]map[string][]clause{},
		holders: map[uintptr]schema{}}, nil
}

// parse reads JSON and keeps numbers as they are written. Of a name that stands twice the
// last counts.
func parse(text []byte) (any, error) { return jsonschema.UnmarshalJSON(bytes.NewReader(text)) }

// write is the opposite of parse.
func write(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return "null" // values come from JSON, so they go to JSON
	}
	return string(text)
}

// at returns the schema of the value at a path in the arguments, or nil.
func (r *reader) at(arguments any, path []string) schema {
	s, value := r.root, arguments
	for _, step := range path {
		s = r.child(s, value, step)
		value = child(value, step)
	}
	return r.resolve(s, value)
}

// child returns the schema of a member or item, before it is resolved.
func (r *reader) child(s schema, value any, step string) schema {
	s = r.resolve(s, value)
	if s == nil {
		return nil
	}
	if _, list := value.([]any); list {
		items, _ := s["items"].(map[string]any)
		return items
	}
	if property, ok := properties(s)[step].(map[string]any); ok {
		return property
	}
	additional, _ := s["additionalProperties"].(map[string]any)
	return additional
}

func properties(s schema) map[string]any {
	p, _ := s["properties"].(map[string]any)
	return p
}

// resolve follows a $ref, and goes to the alternative that a value says it is.
func (r *reader) resolve(s schema, value any) schema {
	if ref, ok := s["$ref"].(string); ok {
		name, _ := strings.CutPrefix(ref, "#/$defs/")
		definitions, _ := r.root["$defs"].(map[string]any)
		s, _ = definitions[name].(map[string]any)
	}
	alternatives, _ := s["anyOf"].([]any)
	for _, a := range alternatives {
		if alternative, ok := a.(map[string]any); ok && says(alternative, value) {
			return alternative
		}
	}
	return s
}

// says reports whether an object names an alternative: by a member with one allowed value.
func says(alternative schema, value any) bool {
	object, _ := value.(map[string]any)
	for name, p := range properties(alternative) {
		property, _ := p.(map[string]any)
		if allowed, _ := property["enum"].([]any); len(allowed) == 1 && write(allowed[0]) == write(object[name]) {
			return true
		}
	}
	return false
}

// valid reports whether a value satisfies a schema.
func (r *reader) valid(s schema, value any) bool {
	if s == nil {
		return true
	}
	key := reflect.ValueOf(s).Pointer()
	c, ok := r.compiled[key]
	if !ok {
		doc := maps.Clone(map[string]any(s))
		if definitions, ok := r.root["$defs"]; ok {
			doc["$defs"] = definitions
		}
		compiler := jsonschema.NewCompiler()
		compiler.AssertFormat()
		if err := compiler.AddResource("schema.json", doc); err == nil {
			c, _ = compiler.Compile("schema.json") // nil if it cannot be read: then everything goes
		}
		r.compiled[key] = c
	}
	return c == nil || c.Validate(value) == nil
}

// holder returns the schema of an object whose only member is an item of a list.
func (r *reader) holder(item schema) schema {
	key := reflect.ValueOf(item).Pointer()
	if r.holders[key] == nil {
		r.holders[key] = schema{"properties": map[string]any{"item": map[string]any(item)}, "required": []any{"item"}}
	}
	return r.holders[key]
}

// described returns what the description of a member says.
func (r *reader) described(around schema, name string) []clause {
	key := reflect.ValueOf(around).Pointer()
	if r.read[key] == nil {
		read := map[string][]clause{}
		for name, p := range properties(around) {
			property, _ := p.(map[string]any)
			text, _ := property["description"].(string)
			read[name] = clauses(text, properties(around))
		}
		r.read[key] = read
	}
	return r.read[key][name]
}

// required reports whether an object must have a member.
func required(s schema, name string) bool {
	names, _ := s["required"].([]any)
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}

// child returns the value of a member or item, or nil.
func child(value any, step string) any {
	switch v := value.(type) {
	case map[string]any:
		return v[step]
	case []any:
		if i, err := strconv.Atoi(step); err == nil && i >= 0 && i < len(v) {
			return v[i]
		}
	}
	return nil
}

// find returns the value at a path, or nil.
func find(value any, path []string) any {
	for _, step := range path {
		value = child(value, step)
	}
	return value
}

// number returns a numeric keyword.
func (s schema) number(keyword string) (float64, bool) {
	n, ok := s[keyword].(json.Number)
	if !ok {
		return 0, false
	}
	f, err := n.Float64()
	return f, err == nil
}
