package toolkit_test

// The snippets of docs/testing.md.

import (
	"context"
	_ "embed"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/toolkittest"
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
