package toolkit_test

// The snippets of docs/arguments.md. internal/checks makes sure that every snippet of the
// guides stands in a file that is compiled.

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/go-playground/validator/v10"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/toolkittest"
)

type Shape interface{ Area() float64 }

type Circle struct {
	Radius float64 `json:"radius" description:"In meters" validate:"gt=0"`
}

func (c Circle) Area() float64 { return 3.14 * c.Radius * c.Radius }

type Square struct {
	Side float64 `json:"side" description:"In meters" validate:"gt=0"`
}

func (s *Square) Area() float64 { return s.Side * s.Side }

func ExampleWithUnion() {
	tk := toolkit.New("geometry", "1.0.0",
		toolkit.WithUnion("kind", map[string]Shape{"circle": Circle{}, "square": &Square{}}))

	type args struct {
		Shape Shape `json:"shape" description:"What to measure"`
	}
	toolkit.Register(tk, toolkit.Tool{Name: "area"}, func(_ context.Context, a args) (float64, error) { return a.Shape.Area(), nil })
	show(tk.Call(context.Background(), "area", []byte(`{"shape":{"kind":"square","side":3}}`)))
	show(tk.Call(context.Background(), "area", []byte(`{"shape":{"kind":"sqare","side":3}}`)))
	// Output:
	// 9
	// The arguments of area have a problem. Correct it and call the tool again:
	// - shape.kind: "sqare" is not allowed. Use one of "circle", "square". Did you mean "square"?
}

func ExampleWithRule() {
	tk := toolkit.New("numbers", "1.0.0", toolkit.WithRule("even",
		func(_ context.Context, field validator.FieldLevel) bool { return field.Field().Int()%2 == 0 },
		toolkit.Rule{Words: "be an even number", Schema: `{"multipleOf":2}`}))

	type args struct {
		N int `json:"n" validate:"even"`
	}
	toolkit.Register(tk, toolkit.Tool{Name: "half"}, func(_ context.Context, a args) (int, error) { return a.N / 2, nil })
	show(tk.Call(context.Background(), "half", []byte(`{"n":7}`)))
	// Output:
	// The arguments of half have a problem. Correct it and call the tool again:
	// - n: must be an even number, got 7.
}

type Period struct {
	From int `json:"from" description:"First day"`
	To   int `json:"to" description:"Last day"`
}

func ExampleWithStructRule() {
	tk := toolkit.New("calendar", "1.0.0", toolkit.WithStructRule[Period](
		func(_ context.Context, level validator.StructLevel) {
			if p := level.Current().Interface().(Period); p.From > p.To {
				level.ReportError(p.To, "To", "To", "order", "")
			}
		},
		toolkit.Rule{Words: "start before it ends"}))

	type args struct {
		When Period `json:"when" description:"The days to look at"`
	}
	toolkit.Register(tk, toolkit.Tool{Name: "events"}, func(context.Context, args) (string, error) { return "none", nil })
	show(tk.Call(context.Background(), "events", []byte(`{"when":{"from":7,"to":3}}`)))
	// Output:
	// The arguments of events have a problem. Correct it and call the tool again:
	// - when: must start before it ends.
}

func ExampleTool_examples() {
	tk := toolkit.New("issue-tracker", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{
		Name: "search_issues",
		Examples: map[string]any{
			"open issues about the login": SearchArgs{Query: "login", Status: "open"},
			"everything about printers":   map[string]any{"query": "printer", "limit": 1000},
		},
	}, search)
	fmt.Println(tk.Err())
	// Output:
	// tool "search_issues": the example "everything about printers" would be refused: limit: must be at most 100, got 1000.
}

func newToolkit() *toolkit.Toolkit { return toolkit.New("empty", "1.0.0") }

func TestParity(t *testing.T) { toolkittest.Parity(t, newToolkit()) }

type Money struct {
	Amount   int    `json:"amount" description:"In cents"`
	Currency string `json:"currency" description:"Its code"`
}

func TestMoney(t *testing.T) {
	toolkittest.Conforms(t, nil, Money{1, "EUR"}, Money{}) // nil: no options; then samples, as many as you like
}

func ExampleClientIssues() {
	type args struct {
		Since *string `json:"since" description:"null for everything" nullable:"true"`
	}
	tk := toolkit.New("issue-tracker", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{Name: "changes"}, func(context.Context, args) (string, error) { return "none", nil })
	for _, tool := range tk.Tools() {
		issues, err := toolkit.ClientIssues(tool)
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, i := range issues {
			if i.When == "" {
				fmt.Printf("%s, %s: %s; %s\n", i.Client, i.Path, i.Message, i.Remedy)
			}
		}
	}
	// Output:
	// Gemini API, /inputSchema/properties/since: a list of types makes every request with this tool fail; write one type
	// Cursor, /inputSchema/properties/since: a list of types makes calls with this argument fail; write one type, and leave the property optional
}

// TestArgumentsPage writes docs/arguments.md anew and compares.
func TestArgumentsPage(t *testing.T) {
	tk := toolkit.New("issue-tracker", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{Name: "search_issues"}, search)
	var schema bytes.Buffer
	if err := json.Indent(&schema, tk.Tools()[0].InputSchema.(json.RawMessage), "", "  "); err != nil {
		t.Fatal(err)
	}
	comparePage(t, "docs/arguments.md", map[string]string{"schema": "```json\n" + schema.String() + "\n```\n"})
}
