package toolkit_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

type BookArgs struct {
	Room    string            `json:"room" description:"Name of the room" enum:"small,large"`
	From    time.Time         `json:"from" description:"When the meeting begins"`
	To      *time.Time        `json:"to" description:"When it ends" validate:"omitempty,gtfield=From"`
	Seats   int8              `json:"seats,omitempty" description:"How many people come" validate:"min=1,max=40"`
	Floor   int8              `json:"floor,omitempty" description:"Which floor"`
	Title   string            `json:"title,omitempty" description:"What it is about" validate:"max=20"`
	Guests  []Guest           `json:"guests,omitempty" description:"Who is invited" validate:"max=3,unique"`
	Labels  map[string]string `json:"labels,omitempty" description:"Notes by name" validate:"dive,keys,alpha,endkeys,min=1"`
	Weekly  bool              `json:"weekly,omitempty" description:"Whether it repeats"`
	Until   string            `json:"until,omitempty" description:"Last day" format:"date" validate:"required_with=Weekly"`
	Pin     string            `json:"pin,omitempty" description:"Code of the door" secret:"true" validate:"len=4,number"`
	Contact string            `json:"contact,omitempty" description:"Who answers questions" validate:"omitempty,email"`
}

type Guest struct {
	Mail string `json:"mail" description:"Address" validate:"email"`
}

// TestErrorsPage writes docs/errors.md anew and compares.
func TestErrorsPage(t *testing.T) {
	comparePage(t, "docs/errors.md", map[string]string{
		"problems": refusals(t), "data": problemData(t), "repairs": repairsTable(t), "functions": functionErrors(t), "endings": endings(t),
	})
}

// booking has one tool.
func booking(t *testing.T) *toolkit.Toolkit {
	t.Helper()
	tk := toolkit.New("rooms", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{Name: "book"}, func(context.Context, BookArgs) (string, error) { return "Booked.", nil })
	if err := tk.Err(); err != nil {
		t.Fatal(err)
	}
	return tk
}

// good puts members beside those that are needed.
func good(members string) string {
	return `{"room":"small","from":"2026-07-28T09:00:00Z",` + members + `}`
}

// refused calls a tool and returns the lines of its problems.
func refused(t *testing.T, tk *toolkit.Toolkit, arguments string) (text string, result *mcp.CallToolResult) {
	t.Helper()
	result, err := tk.Call(t.Context(), "book", json.RawMessage(arguments))
	if err != nil {
		t.Fatal(err)
	}
	if !result.IsError {
		t.Fatalf("%s was accepted", arguments)
	}
	return textOf(t, result), result
}

// refusals shows one problem of each kind, and several at once.
func refusals(t *testing.T) string {
	tk := booking(t)
	var b strings.Builder
	b.WriteString("| arguments | problem |\n| --- | --- |\n")
	for _, arguments := range []string{
		`{"room":"small"}`,
		good(`"seats":"many"`), good(`"seats":2.5`), good(`"seats":null,"weekly":1`), good(`"from2":1`), good(`"seets":4`), good(`"seats":4,"seats":5`),
		good(`"seats":0`), good(`"seats":500`), good(`"floor":200`), `{"room":"lrage","from":"2026-07-28T09:00:00Z"}`, `{"room":"small","from":"tomorrow"}`,
		good(`"title":"Everything about everything"`), good(`"guests":[{"mail":"a@example.com"},{"mail":"a@example.com"}]`),
		good(`"guests":[{"mail":"ann"}]`), good(`"guests":[{}]`), good(`"labels":{"to do":""}`), good(`"to":"2026-07-28T08:00:00Z"`), good(`"weekly":true`),
		good(`"pin":"12"`), good(`"contact":"me"`), `["small"]`, `{"room":`, `"book the small room"`,
	} {
		text, _ := refused(t, tk, arguments)
		list, _, _ := strings.Cut(text, "\n\n")
		_, lines, _ := strings.Cut(list, "\n")
		shown := strings.TrimSuffix(strings.TrimPrefix(arguments, `{"room":"small","from":"2026-07-28T09:00:00Z",`), "}")
		if !strings.HasPrefix(arguments, good("")[:40]) {
			shown = arguments
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", shown, strings.ReplaceAll(strings.TrimPrefix(lines, "- "), "\n- ", "<br>"))
	}
	b.WriteString("\nand all at once, for `" + several + "`:\n\n")
	text, _ := refused(t, tk, several)
	b.WriteString("```text\n" + text + "\n```\n")
	return b.String()
}

const several = `{"rom":"small","seats":0,"guests":[{"mail":"ann"},{"mail":"bob@example.com"}],"weekly":true,"title":"Stand-up"}`

// problemData shows the same as data.
func problemData(t *testing.T) string {
	_, result := refused(t, booking(t), several)
	raw, err := json.MarshalIndent(result.Meta["io.github.typedmcp/problems"], "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return "```json\n" + string(raw) + "\n```\n"
}

// repairsTable shows what is repaired, and into what.
func repairsTable(t *testing.T) string {
	type args struct {
		Limit int      `json:"limit,omitempty"`
		Share float64  `json:"share,omitempty"`
		All   bool     `json:"all,omitempty"`
		IDs   []int    `json:"ids,omitempty"`
		Names []string `json:"names,omitempty"`
		Guest *Guest   `json:"guest,omitempty"`
		Order string   `json:"order,omitempty" enum:"asc,desc"`
		Text  string   `json:"text,omitempty"`
	}
	tk := toolkit.New("x", "1")
	toolkit.Register(tk, toolkit.Tool{Name: "t"}, func(_ context.Context, a args) (args, error) { return a, nil })
	var b strings.Builder
	b.WriteString("| what was sent | what it was read as |\n| --- | --- |\n")
	for _, arguments := range []string{
		`{"limit":"5"}`, `{"share":"0.5"}`, `{"all":"true"}`, `{"ids":"[1,2]"}`, `{"ids":"1,2"}`, `{"names":"[\"a\"]"}`, `{"guest":"{\"mail\":\"a@example.com\"}"}`,
		`{"limit":null,"ids":""}`, `{"limit":"null"}`, `{"order":""}`, `"{\"limit\":\"5\"}"`, `{"text":"[1,2]"}`,
	} {
		result, err := tk.Call(t.Context(), "t", json.RawMessage(arguments))
		if err != nil {
			t.Fatal(err)
		}
		if result.IsError {
			t.Fatalf("%s: %s", arguments, textOf(t, result))
		}
		fmt.Fprintf(&b, "| `%s` | `%s` |\n", arguments, textOf(t, result))
	}
	return b.String()
}

// calls returns what a function that ends with an error is answered with.
func calls(t *testing.T, tool toolkit.Tool, end func(context.Context) error, options ...toolkit.Option) *mcp.CallToolResult {
	t.Helper()
	tk := toolkit.New("x", "1", append(options, toolkit.WithLogger(nil))...)
	tool.Name = "work"
	toolkit.Register(tk, tool, func(ctx context.Context, _ struct{}) (string, error) { return "", end(ctx) })
	result, err := tk.Call(t.Context(), "work", nil)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// functionErrors shows the constructors.
func functionErrors(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| error | text | data |\n| --- | --- | --- |\n")
	for _, e := range []struct {
		code string
		err  error
	}{
		{`Errorf("the room is being cleaned; choose another one")`, toolkit.Errorf("the room is being cleaned; choose another one")},
		{`NotFound("room", "lrage", "large")`, toolkit.NotFound("room", "lrage", "large")},
		{`InvalidState("%s is locked; call unlock first", "door 7")`, toolkit.InvalidState("%s is locked; call unlock first", "door 7")},
		{`Expired("basket", "b-17", "call create_basket")`, toolkit.Expired("basket", "b-17", "call create_basket")},
		{`TooLarge("the log of 2026", "set from and to to one month")`, toolkit.TooLarge("the log of 2026", "set from and to to one month")},
		{`Unavailable("the calendar", 30*time.Second, err)`, toolkit.Unavailable("the calendar", 30*time.Second, errors.New("dial"))},
	} {
		result := calls(t, toolkit.Tool{}, func(context.Context) error { return e.err }, toolkit.WithMaskedErrors())
		data, err := json.Marshal(result.Meta["io.github.typedmcp/error"])
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "| `toolkit.%s` | %s | `%s` |\n", e.code, textOf(t, result), data)
	}
	return b.String()
}

// endings shows calls that end without an answer of the function.
func endings(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| what happens | text |\n| --- | --- |\n")
	line := func(what string, result *mcp.CallToolResult) {
		fmt.Fprintf(&b, "| %s | %s |\n", what, textOf(t, result))
	}
	line("an error of an ordinary kind", calls(t, toolkit.Tool{}, func(context.Context) error { return errors.New("no such project: web") }))
	line("the same, masked", calls(t, toolkit.Tool{}, func(context.Context) error { return errors.New("no such project: web") }, toolkit.WithMaskedErrors()))
	line("a panic", calls(t, toolkit.Tool{}, func(context.Context) error { panic("x") }))
	line("the timeout of the tool", calls(t, toolkit.Tool{Timeout: time.Millisecond}, func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }))
	line("`MaxConcurrent`", busy(t, toolkit.Tool{MaxConcurrent: 1}))
	line("`RateLimit`", busy(t, toolkit.Tool{RateLimit: toolkit.RateLimit{Calls: 1, Per: time.Minute}}))
	line("`MaxResultBytes`", long(t))
	return b.String()
}

// busy returns the answer to a call within a call.
func busy(t *testing.T, tool toolkit.Tool) *mcp.CallToolResult {
	t.Helper()
	tk := toolkit.New("x", "1")
	tool.Name = "work"
	var inner *mcp.CallToolResult
	toolkit.Register(tk, tool, func(ctx context.Context, _ struct{}) (string, error) {
		var err error
		inner, err = tk.Call(ctx, "work", nil)
		return "", err
	})
	if _, err := tk.Call(t.Context(), "work", nil); err != nil {
		t.Fatal(err)
	}
	return inner
}

// long returns the answer to a call whose result is too large.
func long(t *testing.T) *mcp.CallToolResult {
	t.Helper()
	type args struct {
		Limit int `json:"limit,omitempty"`
	}
	tk := toolkit.New("x", "1")
	toolkit.Register(tk, toolkit.Tool{Name: "work", MaxResultBytes: 1000}, func(context.Context, args) ([]int, error) { return make([]int, 600), nil })
	result, err := tk.Call(t.Context(), "work", nil)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func ExampleWithHooks() {
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	tk := toolkit.New("rooms", "1.0.0",
		toolkit.WithHooks(toolkit.Hooks{
			Refused: func(ctx context.Context, tool string, problems []*toolkit.Problem) {
				for _, p := range problems {
					logger.InfoContext(ctx, "argument refused", "tool", tool, "path", p.Path.String(), "code", p.Code)
				}
			},
		}),
		toolkit.WithErrorText(func(tool string, problems []*toolkit.Problem) string {
			return fmt.Sprintf("%s: %d Fehler, der erste bei %s", tool, len(problems), problems[0].Path)
		}))
	toolkit.Register(tk, toolkit.Tool{Name: "book"}, func(context.Context, BookArgs) (string, error) { return "Booked.", nil })
	show(tk.Call(context.Background(), "book", []byte(`{"room":"small","from":"2026-07-28T09:00:00Z","seats":0}`)))
	fmt.Print(log.String())
	// Output:
	// book: 1 Fehler, der erste bei seats
	// level=INFO msg="argument refused" tool=book path=seats code=rule
}
