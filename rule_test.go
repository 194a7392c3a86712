package toolkit_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/go-playground/validator/v10"
	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit"
)

func even(_ context.Context, field validator.FieldLevel) bool { return field.Field().Int()%2 == 0 }

func TestWithRule(t *testing.T) {
	type args struct {
		A int `json:"a" description:"A number" validate:"even2"`
		B int `json:"b" description:"A number" validate:"even"`
		C int `json:"c" description:"A number" validate:"even3"`
	}
	tk := toolkit.New("x", "1",
		toolkit.WithRule("even", even, toolkit.Rule{Words: "be an even number", Schema: `{"multipleOf":2}`}),
		toolkit.WithRule("even2", even, toolkit.Rule{Words: "be an even number"}),
		toolkit.WithRule("even3", even, toolkit.Rule{}))
	toolkit.Register(tk, toolkit.Tool{Name: "t"}, func(context.Context, args) (string, error) { return "called", nil })
	if err := tk.Err(); err != nil {
		t.Fatal(err)
	}
	want := `{"type":"object","properties":{"a":{"type":"integer","description":"A number. Must be an even number."},"b":{"type":"integer","description":"A number","multipleOf":2},"c":{"type":"integer","description":"A number. Must satisfy the rule even3."}},"required":["a","b","c"],"additionalProperties":false}`
	if diff := cmp.Diff(want, string(tk.Tools()[0].InputSchema.(json.RawMessage))); diff != "" {
		t.Errorf("inputSchema (-want +got):\n%s", diff)
	}
	result, err := tk.Call(t.Context(), "t", json.RawMessage(`{"a":1,"b":3,"c":5}`))
	if err != nil {
		t.Fatal(err)
	}
	text := "The arguments of t have 3 problems. Correct them and call the tool again:\n- a: must be an even number, got 1.\n- b: must be an even number, got 3.\n- c: must satisfy the rule even3, got 5."
	if diff := cmp.Diff(text, textOf(t, result)); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
}

func TestWithRuleErrors(t *testing.T) {
	type args struct {
		N int `json:"n" validate:"even"`
	}
	for _, tt := range []struct {
		option toolkit.Option
		want   string
	}{
		{toolkit.WithRule("", even, toolkit.Rule{}), "WithRule: a rule needs a name and a function that checks it"},
		{toolkit.WithRule("even", nil, toolkit.Rule{}), "WithRule: a rule needs a name and a function that checks it"},
		{toolkit.WithRule("dive", even, toolkit.Rule{}), `WithRule: the rule "dive": `},
		{toolkit.WithRule("even", even, toolkit.Rule{Schema: `{"multipleOf":`}), "the schema of the rule even: "},
		{toolkit.WithRule("even", even, toolkit.Rule{Schema: `{"type":"integer"}`}), "the schema of the rule even: it has more than keywords for a value; leave type, title and description out"},
	} {
		tk := toolkit.New("x", "1", tt.option)
		toolkit.Register(tk, toolkit.Tool{Name: "t"}, func(context.Context, args) (string, error) { return "", nil })
		if err := tk.Err(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want %s", err, tt.want)
		}
	}
}
