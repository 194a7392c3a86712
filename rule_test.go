package toolkit_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/go-playground/validator/v10"
	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/toolkittest"
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
	text := "The arguments of t have 3 problems. Correct them and call the tool again:\n- a: must be an even number, got 1.\n- b: must be an even number, got 3.\n- c: must satisfy the rule even3, got 5.\n\n" +
		"These arguments would be accepted once what stands in < > is filled in:\n" +
		`{"a":<must be an even number>,"b":<must be an even number>,"c":<must satisfy the rule even3>}`
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
		{toolkit.WithRule("required", even, toolkit.Rule{}), `WithRule: the rule "required": it says whether a field is given`},
		{toolkit.WithRule("required_with", even, toolkit.Rule{}), `WithRule: the rule "required_with": it says whether a field is given`},
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

// TestWithRuleOfKnownName lets a rule take the place of one of validator's, be it refused or native.
func TestWithRuleOfKnownName(t *testing.T) {
	type args struct {
		Path  string `json:"path" description:"A report" validate:"file"`
		Color string `json:"color" description:"A color" validate:"hexcolor"`
		Count int    `json:"count" description:"How many" validate:"max=3"`
	}
	one := func(text string) func(context.Context, validator.FieldLevel) bool {
		return func(_ context.Context, field validator.FieldLevel) bool {
			return fmt.Sprint(field.Field().Interface()) == text
		}
	}
	tk := toolkit.New("x", "1",
		toolkit.WithRule("file", one("reports/a"), toolkit.Rule{Words: "be a file below reports"}),
		toolkit.WithRule("hexcolor", one("red"), toolkit.Rule{Words: "be red", Schema: `{"enum":["red"]}`}),
		toolkit.WithRule("max", one("4"), toolkit.Rule{Words: "be 4"}))
	toolkit.Register(tk, toolkit.Tool{Name: "t"}, func(context.Context, args) (string, error) { return "called", nil })
	if err := tk.Err(); err != nil {
		t.Fatal(err)
	}
	want := `{"type":"object","properties":{"path":{"type":"string","description":"A report. Must be a file below reports."},"color":{"type":"string","description":"A color","enum":["red"]},"count":{"type":"integer","description":"How many. Must be 4."}},"required":["path","color","count"],"additionalProperties":false}`
	if diff := cmp.Diff(want, string(tk.Tools()[0].InputSchema.(json.RawMessage))); diff != "" {
		t.Errorf("inputSchema (-want +got):\n%s", diff)
	}
	for arguments, want := range map[string]string{
		`{"path":"reports/a","color":"red","count":4}`:   "called",
		`{"path":"/etc/passwd","color":"red","count":4}`: "The arguments of t have a problem. Correct it and call the tool again:\n- path: must be a file below reports, got \"/etc/passwd\".",
		`{"path":"reports/a","color":"red","count":3}`:   "The arguments of t have a problem. Correct it and call the tool again:\n- count: must be 4, got 3.",
	} {
		result, err := tk.Call(t.Context(), "t", json.RawMessage(arguments))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, textOf(t, result)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", arguments, diff)
		}
	}
}

// A period is a struct with a rule of its own.
type period struct {
	From int     `json:"from" description:"First day" validate:"min=1"`
	To   int     `json:"to" description:"Last day"`
	Then *period `json:"then,omitempty" description:"The next one"`
}

func ordered(_ context.Context, sl validator.StructLevel) {
	if p := sl.Current().Interface().(period); p.From > p.To {
		sl.ReportError(p.To, "To", "To", "ordered", "")
	}
}

func TestWithStructRule(t *testing.T) {
	type args struct {
		Main  period   `json:"main" description:"When it runs"`
		Other []period `json:"other,omitempty" description:"When else it runs"`
	}
	tk := toolkit.New("x", "1", toolkit.WithInlinedRecursion(1),
		toolkit.WithStructRule[period](ordered, toolkit.Rule{Words: "start before it ends"}))
	toolkit.Register(tk, toolkit.Tool{Name: "t"}, func(context.Context, args) (string, error) { return "called", nil })
	if err := tk.Err(); err != nil {
		t.Fatal(err)
	}
	if schema := string(tk.Tools()[0].InputSchema.(json.RawMessage)); !strings.Contains(schema, `"description":"When it runs. Must start before it ends."`) {
		t.Errorf("inputSchema %s does not say the rule", schema)
	}
	for _, tt := range []struct{ name, arguments, want string }{
		{"good", `{"main":{"from":1,"to":2}}`, "called"},
		{"as a field", `{"main":{"from":3,"to":2}}`, "The arguments of t have a problem. Correct it and call the tool again:\n- main: must start before it ends."},
		{"in a list", `{"main":{"from":1,"to":2},"other":[{"from":1,"to":1},{"from":2,"to":1}]}`, "The arguments of t have a problem. Correct it and call the tool again:\n- other[1]: must start before it ends."},
		{"in itself", `{"main":{"from":1,"to":2,"then":{"from":9,"to":8}}}`, "The arguments of t have a problem. Correct it and call the tool again:\n- main.then: must start before it ends."},
		{"not before the fields are good", `{"main":{"from":0,"to":-1}}`, "The arguments of t have a problem. Correct it and call the tool again:\n- main.from: must be at least 1, got 0."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			result, err := tk.Call(t.Context(), "t", json.RawMessage(tt.arguments))
			if err != nil {
				t.Fatal(err)
			}
			got, _, _ := strings.Cut(textOf(t, result), "\n\n")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWithStructRuleOfArguments(t *testing.T) {
	type args struct {
		ID   int    `json:"id,omitempty" description:"The number"`
		Name string `json:"name,omitempty" description:"The name"`
	}
	either := func(_ context.Context, sl validator.StructLevel) {
		if a := sl.Current().Interface().(args); a.ID == 0 && a.Name == "" {
			sl.ReportError(a.ID, "ID", "ID", "either", "")
		}
	}
	for _, tt := range []struct {
		name, schema, want string
	}{
		{"words", "", `{"type":"object","description":"Must have either id or name.","properties":{"id":{"type":"integer","description":"The number"},"name":{"type":"string","description":"The name"}},"additionalProperties":false}`},
		{"keywords", `{"minProperties":1}`, `{"type":"object","properties":{"id":{"type":"integer","description":"The number"},"name":{"type":"string","description":"The name"}},"additionalProperties":false,"minProperties":1}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tk := toolkit.New("x", "1", toolkit.WithStructRule[args](either, toolkit.Rule{Words: "have either id or name", Schema: tt.schema}))
			toolkit.Register(tk, toolkit.Tool{Name: "t"}, func(context.Context, args) (string, error) { return "called", nil })
			if err := tk.Err(); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, string(tk.Tools()[0].InputSchema.(json.RawMessage))); diff != "" {
				t.Errorf("inputSchema (-want +got):\n%s", diff)
			}
			result, err := tk.Call(t.Context(), "t", json.RawMessage(`{}`))
			if err != nil {
				t.Fatal(err)
			}
			if got, want := textOf(t, result), "The arguments of t have a problem. Correct it and call the tool again:\n- arguments: must have either id or name."; !strings.HasPrefix(got, want) {
				t.Errorf("text %q, want %q", got, want)
			}
		})
	}
}

func TestWithStructRuleErrors(t *testing.T) {
	rule := toolkit.Rule{Words: "start before it ends"}
	for _, tt := range []struct {
		option toolkit.Option
		want   string
	}{
		{toolkit.WithStructRule[int](ordered, rule), "WithStructRule: int is no struct"},
		{toolkit.WithStructRule[*period](ordered, rule), "WithStructRule: *toolkit_test.period is no struct"},
		{toolkit.WithStructRule[period](nil, rule), "WithStructRule: a rule of toolkit_test.period needs words that say it, and a function that checks it"},
		{toolkit.WithStructRule[period](ordered, toolkit.Rule{}), "WithStructRule: a rule of toolkit_test.period needs words that say it, and a function that checks it"},
		{toolkit.WithStructRule[period](ordered, toolkit.Rule{Words: "x", Schema: `[]`}), "the schema of its rule: "},
	} {
		tk := toolkit.New("x", "1", tt.option)
		toolkit.Register(tk, toolkit.Tool{Name: "t"}, func(context.Context, period) (string, error) { return "", nil })
		if err := tk.Err(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want %s", err, tt.want)
		}
	}
}

func TestWithDependentRequired(t *testing.T) {
	type args struct {
		Card string `json:"card,omitempty" description:"Number of the card"`
		Code string `json:"code,omitempty" description:"Code of the card" validate:"required_with=Card"`
		Name string `json:"name,omitempty" description:"Name on the card" validate:"required_with=Card Code"`
	}
	tk := toolkit.New("x", "1", toolkit.WithDependentRequired())
	toolkit.Register(tk, toolkit.Tool{Name: "t"}, func(context.Context, args) (string, error) { return "called", nil })
	if err := tk.Err(); err != nil {
		t.Fatal(err)
	}
	want := `{"type":"object","properties":{"card":{"type":"string","description":"Number of the card"},` +
		`"code":{"type":"string","description":"Code of the card. Required when card is given."},` +
		`"name":{"type":"string","description":"Name on the card. Required when card or code is given."}},` +
		`"dependentRequired":{"card":["code","name"],"code":["name"]},"additionalProperties":false}`
	if diff := cmp.Diff(want, string(tk.Tools()[0].InputSchema.(json.RawMessage))); diff != "" {
		t.Errorf("inputSchema (-want +got):\n%s", diff)
	}
	toolkittest.Parity(t, tk)
}
