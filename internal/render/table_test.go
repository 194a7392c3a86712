package render

import (
	"bytes"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestTools prints tables for terminals of several widths.
func TestTools(t *testing.T) {
	tools := []*mcp.Tool{
		{Name: "plain"},
		{Name: "all", Title: "All of it", Description: "First line.\nSecond line.", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: new(false)}},
		{Name: "adds", Annotations: &mcp.ToolAnnotations{Title: "Older title", DestructiveHint: new(false)}},
		{Name: "changes", Description: "   \n  Leading blanks. " + strings.Repeat("A long text. ", 20), Annotations: &mcp.ToolAnnotations{IdempotentHint: true}},
		{Name: "wide", Title: "検索する", Description: "課題を検索する。" + strings.Repeat("検索", 60)},
		{Name: "accent", Title: "Cafe\u0301", Description: "An accent takes no column."},
		{Name: "escape\x1b[2J", Title: "\x1b]0;title\x07", Description: "\u202etxet"},
		{Name: strings.Repeat("long_name_", 6), Title: strings.Repeat("long title ", 6), Description: "A long name moves its line."},
	}
	for name, width := range map[string]int{"table-80.txt": 80, "table-120.txt": 120, "table-narrow.txt": 10} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			if err := Tools(&out, tools, width); err != nil {
				t.Fatal(err)
			}
			golden(t, name, out.String())
		})
	}
}

// TestTableWidth makes sure that a table with short names fits.
func TestTableWidth(t *testing.T) {
	tools := []*mcp.Tool{{Name: "a", Description: strings.Repeat("word ", 100)}, {Name: "b", Description: strings.Repeat("語", 100)}}
	for _, width := range []int{70, 80, 120, 200} {
		var out bytes.Buffer
		if err := Tools(&out, tools, width); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if n := textWidth(strings.TrimSuffix(line, "\n")); n > width {
				t.Errorf("width %d: a line has %d columns: %s", width, n, line)
			}
		}
	}
}

// TestNoTools says so.
func TestNoTools(t *testing.T) {
	var out bytes.Buffer
	if err := Tools(&out, nil, 80); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != "The server has no tools.\n" {
		t.Errorf("got %q", got)
	}
}
