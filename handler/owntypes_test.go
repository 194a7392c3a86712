package handler_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/invopop/jsonschema"

	"github.com/typedmcp/toolkit/handler"
	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// ratio supplies its schema.
type ratio struct{ up, down int }

func (ratio) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: "^[0-9]+/[1-9][0-9]*$", Description: "A fraction such as 1/2."}
}

func (r *ratio) UnmarshalJSON(raw []byte) error { r.up, r.down = 1, 2; return nil }

func (r ratio) MarshalJSON() ([]byte, error) { return []byte(`"1/2"`), nil }

// span changes the schema that is derived.
type span struct {
	From int `json:"from" validate:"min=0"`
	To   int `json:"to"`
}

func (span) JSONSchemaExtend(s *jsonschema.Schema) {
	s.Description = "A span of lines."
	to, _ := s.Properties.Get("to")
	to.Maximum = "100"
	s.MinProperties = new(uint64(2))
}

// choice has the unions of jsonschema tags.
type choice struct {
	Ratio *ratio `json:"ratio"`
	Span  *span  `json:"span"`
	ID    any    `json:"id,omitempty" jsonschema:"oneof_type=string;integer"`
	Name  string `json:"name" jsonschema:"oneof_required=by name"`
	X     int    `json:"x" jsonschema:"oneof_required=by place"`
	Y     int    `json:"y" jsonschema:"oneof_required=by place"`
}

func TestOwnTypes(t *testing.T) {
	h, err := handler.New(func(_ context.Context, args choice) (string, error) { return "called", nil }, handler.Config{Tool: "own"})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"type":"object","properties":{"ratio":{"type":"string","description":"A fraction such as 1/2.","pattern":"^[0-9]+/[1-9][0-9]*$"},` +
		`"span":{"type":"object","description":"A span of lines.","properties":{"from":{"type":"integer","minimum":0},"to":{"type":"integer","maximum":100}},"additionalProperties":false,"minProperties":2,"required":["from","to"]},` +
		`"id":{"oneOf":[{"type":"string"},{"type":"integer"}]},"name":{"type":"string","description":"Exactly one of these must be given: name, or x with y."},"x":{"type":"integer"},"y":{"type":"integer"}},"additionalProperties":false}`
	if diff := cmp.Diff(want, string(h.InputSchema())); diff != "" {
		t.Errorf("inputSchema (-want +got):\n%s", diff)
	}
	const one = "The arguments of own have a problem. Correct it and call the tool again:\n- "
	for _, tt := range []struct{ arguments, want string }{
		{`{"name":"a","ratio":"1/2","span":{"from":1,"to":2},"id":5}`, "called"},
		{`{"x":1,"y":2,"id":"a"}`, "called"},
		{`{"name":"a","span":"{\"from\":\"1\",\"to\":2}"}`, "called"},
		{`{"name":"a","ratio":"1/0"}`, one + `ratio: must match the pattern ^[0-9]+/[1-9][0-9]*$, got "1/0".`},
		{`{"name":"a","ratio":5}`, one + `ratio: must be of type string, got 5.`},
		{`{"name":"a","span":{"from":1,"to":200}}`, one + `span.to: must be at most 100, got 200.`},
		{`{"name":"a","span":{"from":-1,"to":200}}`, "The arguments of own have 2 problems. Correct them and call the tool again:\n" +
			"- span.from: must be at least 0, got -1.\n- span.to: must be at most 100, got 200." +
			corrected + `{"name":"a","span":{"from":<must be at least 0>,"to":<must be at most 100>}}`},
		{`{"name":"a","span":[]}`, one + `span: expected an object, got an array. For example {"from":1,"to":1}.`},
		{`{"name":"a","id":true}`, one + `id: must be a string or an integer, got true.`},
		{`{"name":"a","id":1.5}`, one + `id: must be a string or an integer, got 1.5.`},
		{`{}`, one + `name: exactly one of these must be given: name, or x with y.`},
		{`{"x":1}`, one + `name: exactly one of these must be given: name, or x with y.`},
		{`{"name":"a","x":1,"y":1}`, one + `name: exactly one of these must be given: name, or x with y.`},
	} {
		result, err := h.Call(t.Context(), json.RawMessage(tt.arguments))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, textOf(t, result)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.arguments, diff)
		}
	}
}

func TestRequiredFromTags(t *testing.T) {
	type args struct {
		A string `json:"a"`
		B string `json:"b" jsonschema:"required,description=Needed"`
	}
	h, err := handler.New(func(_ context.Context, _ args) (string, error) { return "", nil }, handler.Config{Tool: "t", Schemas: toolreflect.Options{RequiredFromTags: true}})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string","description":"Needed"}},"required":["b"],"additionalProperties":false}`
	if diff := cmp.Diff(want, string(h.InputSchema())); diff != "" {
		t.Errorf("inputSchema (-want +got):\n%s", diff)
	}
}
