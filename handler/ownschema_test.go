package handler_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/handler"
)

const planSchema = `{
	"type": "object",
	"properties": {
		"mode": {"type": "string", "enum": ["fast", "slow"]},
		"steps": {"type": "array", "items": {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}, "required": ["n"]}, "maxItems": 2}
	},
	"required": ["mode"],
	"additionalProperties": false
}`

func TestOwnInputSchema(t *testing.T) {
	type args struct {
		Mode  string `json:"mode"`
		Steps []struct {
			N int `json:"n"`
		} `json:"steps"`
	}
	h, err := handler.New(func(_ context.Context, a args) (args, error) { return a, nil }, handler.Config{Tool: "plan", InputSchema: planSchema})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(h.InputSchema()), `{"type":"object","properties":{"mode":{"type":"string","enum":["fast","slow"]},"steps":{"type":"array","items":{"type":"object","properties":{"n":{"type":"integer","minimum":1}},"required":["n"]},"maxItems":2}},"required":["mode"],"additionalProperties":false}`; got != want {
		t.Errorf("inputSchema %s", got)
	}
	const one = "The arguments of plan have a problem. Correct it and call the tool again:\n- "
	for _, tt := range []struct{ arguments, want string }{
		{`{"mode":"fast","steps":[{"n":2}]}`, `{"mode":"fast","steps":[{"n":2}]}`},
		{`{}`, one + `mode: required but missing. Use one of "fast", "slow".`},
		{`{"mode":"fst"}`, one + `mode: "fst" is not allowed. Use one of "fast", "slow". Did you mean "fast"?`},
		{`{"mode":"fast","steps":[{"n":1},{"n":0}]}`, one + "steps[1].n: must be at least 1, got 0."},
		{`{"mode":"fast","steps":[{"n":1},{}]}`, one + "steps[1].n: required but missing. Expected an integer."},
		{`{"mode":"fast","speed":1}`, one + `speed: unknown parameter. Known here: "mode", "steps".`},
		{`{"mode":"fast","step":[]}`, one + `step: unknown parameter. Did you mean "steps"?`},
		{`{"mode":"fast","mode":"slow"}`, one + "mode: given more than once. Give it once."},
		{`{"mode":"fast","steps":[{"n":1e999999}]}`, one + "steps[0].n: 1e999999 does not fit; it must be between -1.7e308 and 1.7e308."},
		{`[`, one + "arguments: not valid JSON: it ends too early, at byte 1."},
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

func TestRawArguments(t *testing.T) {
	h, err := handler.New(func(_ context.Context, raw json.RawMessage) (string, error) { return string(raw), nil },
		handler.Config{Tool: "plan", InputSchema: map[string]any{"type": "object"}})
	if err != nil {
		t.Fatal(err)
	}
	result, err := h.Call(t.Context(), json.RawMessage(`{"a": 9007199254740993}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := textOf(t, result); got != `{"a": 9007199254740993}` {
		t.Errorf("arguments %s", got)
	}
}

// TestRegistrationErrors has what New refuses, with the text a developer reads.
func TestRegistrationErrors(t *testing.T) {
	text := func(_ context.Context, _ struct{}) (string, error) { return "", nil }
	for _, tt := range []struct {
		name string
		err  func() error
		want string
	}{
		{"nil function", func() error {
			_, err := handler.New[struct{}, string](nil, handler.Config{})
			return err
		}, "the function is nil; pass a func(context.Context, Args) (Result, error)"},
		{"string arguments", func() error {
			_, err := handler.New(func(context.Context, string) (string, error) { return "", nil }, handler.Config{})
			return err
		}, "string: arguments are a JSON object; use a struct with one field for each parameter"},
		{"list arguments", func() error {
			_, err := handler.New(func(context.Context, []int) (string, error) { return "", nil }, handler.Config{})
			return err
		}, "[]int: arguments are a JSON object; use a struct with one field for each parameter"},
		{"any arguments", func() error {
			_, err := handler.New(func(context.Context, any) (string, error) { return "", nil }, handler.Config{})
			return err
		}, "interface {}: arguments cannot be an interface; use a struct, or struct{} for a tool without parameters"},
		{"raw arguments without a schema", func() error {
			_, err := handler.New(func(context.Context, json.RawMessage) (string, error) { return "", nil }, handler.Config{})
			return err
		}, "json.RawMessage: raw arguments have no schema; set Tool.InputSchema, or use a struct"},
		{"channel result", func() error {
			_, err := handler.New(func(context.Context, struct{}) (chan int, error) { return nil, nil }, handler.Config{})
			return err
		}, "chan int: chan int has no JSON; use another result type"},
		{"interface result", func() error {
			_, err := handler.New(func(context.Context, struct{}) (error, error) { return nil, nil }, handler.Config{})
			return err
		}, "error: error is an interface with methods; JSON does not say which type to make; use a struct type, or any, or make it a union"},
		{"content by value", func() error {
			_, err := handler.New(func(context.Context, struct{}) (mcp.TextContent, error) { return mcp.TextContent{}, nil }, handler.Config{})
			return err
		}, "mcp.TextContent: a content block is returned by its pointer; return *mcp.TextContent"},
		{"broken schema", func() error {
			_, err := handler.New(text, handler.Config{InputSchema: `{"type":`})
			return err
		}, `InputSchema is not JSON: jsontext: unexpected EOF within "/type" after offset 8`},
		{"schema that is not one", func() error {
			_, err := handler.New(text, handler.Config{InputSchema: `{"type":"objekt"}`})
			return err
		}, ""},
		{"boolean schema", func() error {
			_, err := handler.New(text, handler.Config{InputSchema: true})
			return err
		}, "InputSchema is not a JSON object; many clients refuse the schemas true and false, write {}"},
		{"list schema", func() error {
			_, err := handler.New(text, handler.Config{InputSchema: `{"type":"array"}`})
			return err
		}, `InputSchema must have "type": "object" at its root; put the parameters into properties`},
		{"remote schema", func() error {
			_, err := handler.New(text, handler.Config{InputSchema: `{"type":"object","$ref":"https://example.com/a.json"}`})
			return err
		}, "InputSchema: the schema refers to https://example.com/a.json; schemas are not loaded, so write it into $defs"},
		{"output schema of a text", func() error {
			_, err := handler.New(text, handler.Config{OutputSchema: `{"type":"object"}`})
			return err
		}, "string: the tool has an OutputSchema, but this result type has no structured content; return a struct, any, or *mcp.CallToolResult, or remove OutputSchema"},
		{"schema without JSON", func() error {
			_, err := handler.New(text, handler.Config{InputSchema: make(chan int)})
			return err
		}, "InputSchema cannot be written as JSON: json: unsupported type: chan int"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := tt.err()
			if err == nil {
				t.Fatal("no error")
			}
			if tt.want == "" {
				return // the compiler's own words
			}
			if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
}
