package toolkit_test

// The snippets of docs/testing.md.

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/toolkittest"
	"github.com/typedmcp/toolkit/toolkittest/record"
)

//go:embed testdata/tools.json
var reviewed []byte

func newGuardedToolkit() *toolkit.Toolkit {
	return toolkit.New("empty", "1.0.0", toolkit.WithSnapshot(reviewed))
}

func TestGuardedSnapshot(t *testing.T) {
	if _, err := newGuardedToolkit().Server(); err != nil {
		t.Error(err)
	}
}

func TestSnapshot(t *testing.T) {
	toolkittest.Snapshot(t, newToolkit(), "testdata/tools.json")
}

func TestLint(t *testing.T) {
	toolkittest.Lint(t, newBookings(),
		toolkittest.LintFailOn("error"),
		toolkittest.LintAccept("description-missing", "book", "", "The title in our client says enough."),
		toolkittest.LintAccept("client-format", "book", "/inputSchema/properties/until", "Our client does not ask Gemini."))
}

type bookingArgs struct {
	Room   string `json:"room" enum:"small,large" x-mcp-header:"Room"`
	Seats  int    `json:"seats,omitempty" validate:"min=1,max=40"`
	Days   int    `json:"days,omitempty" default:"1" validate:"max=5"`
	Weekly bool   `json:"weekly,omitempty"`
	Until  string `json:"until,omitempty" format:"date" validate:"required_with=Weekly"`
}

func newBookings() *toolkit.Toolkit {
	tk := toolkit.New("rooms", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{Name: "book"}, func(context.Context, bookingArgs) (string, error) { return "Booked.", nil })
	return tk
}

func TestExplain(t *testing.T) {
	explanation := toolkittest.Explain(t, newBookings(), "book", `{"room":"small","seats":"500","weekly":true}`)
	if explanation.Accepted {
		t.Error("500 people fit into the small room")
	}
}

func TestBook(t *testing.T) {
	tk := newBookings()
	text := toolkittest.Call[string](t, tk, "book", bookingArgs{Room: "small", Seats: 4})
	if text != "Booked." {
		t.Errorf("got %q", text)
	}
	toolkittest.Fails(t, tk, "book", `{"room":"large","seats":41,"untill":"2026-07-28"}`).ProblemsAt("seats", "untill")
}

type size struct {
	Centimeters int `json:"centimeters" validate:"min=10,max=300"`
}

func newShop() *toolkit.Toolkit {
	tk := toolkit.New("shop", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{Name: "order"}, func(ctx context.Context, _ struct{}) (string, error) {
		size, err := toolkit.Ask[size](ctx, "size", "How wide shall the table be?")
		if err != nil {
			return "", err
		}
		_, err = toolkit.Ask[struct{}](ctx, "confirm", fmt.Sprintf("Order a table of %d cm?", size.Centimeters))
		switch {
		case errors.Is(err, toolkit.ErrDeclined):
			return "Nothing was ordered.", nil
		case err != nil:
			return "", err
		}
		return "Ordered.", nil
	})
	return tk
}

func TestOrder(t *testing.T) {
	text := toolkittest.Call[string](t, newShop(), "order", nil, toolkittest.WithAnswers(map[string]any{
		"size":    size{Centimeters: 90},
		"confirm": toolkittest.Declined,
	}))
	if text != "Nothing was ordered." {
		t.Errorf("got %q", text)
	}
}

func recordTo(tk *toolkit.Toolkit, file io.Writer) {
	tk.Use(record.Calls(file, slog.Default()))
}

func TestReplay(t *testing.T) {
	toolkittest.Replay(t, newBookings(), "testdata/calls.jsonl")
}

// TestRecordTo writes a recording that TestReplay could read.
func TestRecordTo(t *testing.T) {
	var file strings.Builder
	tk := newBookings()
	recordTo(tk, &file)
	toolkittest.Call[string](t, tk, "book", `{"room":"small"}`)
	want := `{"tool":"book","arguments":{"room":"small"},"result":{"content":[{"type":"text","text":"Booked."}]}}` + "\n"
	if file.String() != want {
		t.Errorf("recorded %q, want %q", file.String(), want)
	}
}

func TestSnapshotWithErrors(t *testing.T) {
	toolkittest.Snapshot(t, newBookings(), "testdata/bookings.json", toolkittest.WithErrors("testdata/bookings-errors.md"))
}

// TestTestingPage writes what docs/testing.md shows of an explanation anew and compares.
func TestTestingPage(t *testing.T) {
	const file, begin, end = "docs/testing.md", "<!-- explain: begin -->\n", "<!-- explain: end -->"
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	explanation, err := newBookings().Explain(t.Context(), "book", []byte(`{"room":"small","seats":"500","weekly":true}`))
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(raw), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatal("the page has no place for the explanation")
	}
	page := before + begin + "```text\n" + explanation.String() + "```\n" + end + after
	if *update {
		if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(raw), page); diff != "" {
		t.Errorf("docs/testing.md is out of date, run go test . -update (-page +code):\n%s", diff)
	}
}
