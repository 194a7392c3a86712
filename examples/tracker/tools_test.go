package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/examples/tracker/internal/store"
	"github.com/typedmcp/toolkit/toolkittest"
)

// testToolkit returns the tools over a new database whose clock stands still.
func testToolkit(t testing.TB) *toolkit.Toolkit {
	t.Helper()
	db, err := store.Open(context.Background(), filepath.Join(t.TempDir(), "tracker.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	db.Now = func() time.Time { return time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC) }
	tk, err := newToolkit(db)
	if err != nil {
		t.Fatal(err)
	}
	return tk
}

// TestToolsSnapshot holds what clients see of the tools against testdata/tools.json. A
// change there is a change for every caller.
func TestToolsSnapshot(t *testing.T) {
	toolkittest.Snapshot(t, testToolkit(t), "testdata/tools.json", toolkittest.WithErrors("testdata/errors.md"))
}

// TestLint makes sure that models can use the tools well.
func TestLint(t *testing.T) {
	toolkittest.Lint(t, testToolkit(t),
		toolkittest.LintAccept("description-repeats-name", "add_comment", "/description", "The parameters say the rest."),
		toolkittest.LintAccept("parameter-ambiguous", "create_issue", "/inputSchema/properties/assignee", "People have no ids here, only names."),
		toolkittest.LintAccept("parameter-undocumented", "create_issue", "/inputSchema/properties/labels", "Any words will do."))
}

// TestClientIssues makes sure that every known client takes the tools as they stand.
func TestClientIssues(t *testing.T) {
	for _, tool := range testToolkit(t).Tools() {
		issues, err := toolkit.ClientIssues(tool)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range issues {
			if i.When == "" {
				t.Errorf("%s, %s%s: %s; %s", i.Client, tool.Name, i.Path, i.Message, i.Remedy)
			}
		}
	}
}

// TestParity holds the rules of the tools against what their schemas say.
func TestParity(t *testing.T) { toolkittest.Parity(t, testToolkit(t)) }

// TestTools calls every tool and looks at what a model reads.
func TestTools(t *testing.T) {
	tk := testToolkit(t)
	for _, tt := range []struct{ tool, arguments, want string }{
		{"search_issues", `{"query":"login timeout","status":"open"}`, `{"issues":[{"id":"BUG-142","title":"Login times out","project":"web","status":"open","priority":"high","labels":["performance","regression"],"reporter":"lena.schmidt","assignee":"anna.petrova","created_at":"2026-04-13T12:57:38Z","updated_at":"2026-06-09T07:14:29Z"}],"total":1}`},
		{"search_issues", `{"query":"zebra"}`, `{"issues":[],"total":0}`},
		{"search_issues", `{"query":"--"}`, "The query has no word to look for. Give at least one word with a letter or digit in it."},
		{"search_issues", `{"query":"login","cursor":"2"}`, `The cursor "2" has expired. To continue, search again without a cursor.`},
		{"search_issues", `{}`, "The arguments of search_issues have a problem. Correct it and call the tool again:\n- query: required but missing. Expected a string: Words that all occur in title or description, e.g. login timeout. A word that ends with * stands for every word that begins like it."},
		{"get_issue", `{"id":"bug-142"}`, `There is no issue "bug-142". Did you mean "BUG-142"?`},
		{"create_issue", `{"title":"Short","description":"d","project":"web","reporter":"nobody"}`, `There is no user "nobody".`},
		{"create_issue", `{"title":"Tabs lose their order","description":"d","project":"web","reporter":"anna.petrova","labels":["ui"]}`,
			`{"issue":{"id":"BUG-301","title":"Tabs lose their order","description":"d","project":"web","status":"open","priority":"medium","labels":["ui"],"reporter":"anna.petrova","created_at":"2026-08-01T12:00:00Z","updated_at":"2026-08-01T12:00:00Z"}}`},
		{"update_issue", `{"id":"BUG-301","status":"in_progress"}`, "BUG-301 would be in progress without an assignee; set assignee in the same call, or set status to open."},
		{"update_issue", `{"id":"BUG-301"}`, "There is nothing to change. Give at least one of title, description, status, priority, assignee and labels."},
		{"update_issue", `{"id":"BUG-301","status":"closed"}`,
			`{"issue":{"id":"BUG-301","title":"Tabs lose their order","description":"d","project":"web","status":"closed","priority":"medium","labels":["ui"],"reporter":"anna.petrova","created_at":"2026-08-01T12:00:00Z","updated_at":"2026-08-01T12:00:00Z","closed_at":"2026-08-01T12:00:00Z"},"changed":["status"]}`},
		{"add_comment", `{"id":"BUG-301","author":"anna.petrova","body":"Fixed."}`, `{"comment":{"author":"anna.petrova","body":"Fixed.","created_at":"2026-08-01T12:00:00Z"},"total_comments":1}`},
		{"add_comment", `{"id":"BUG-301","author":"anna","body":"Fixed."}`, `There is no user "anna". Did you mean "anna.petrova"?`},
		{"get_issue", `{"id":"BUG-301"}`, `{"issue":{"id":"BUG-301","title":"Tabs lose their order","description":"d","project":"web","status":"closed","priority":"medium","labels":["ui"],"reporter":"anna.petrova","created_at":"2026-08-01T12:00:00Z","updated_at":"2026-08-01T12:00:00Z","closed_at":"2026-08-01T12:00:00Z"},"comments":[{"author":"anna.petrova","body":"Fixed.","created_at":"2026-08-01T12:00:00Z"}],"total_comments":1}`},
	} {
		result, err := tk.Call(t.Context(), tt.tool, json.RawMessage(tt.arguments))
		if err != nil {
			t.Fatal(err)
		}
		text, ok := result.Content[0].(*mcp.TextContent)
		if !ok {
			t.Fatalf("%s: content is %T", tt.tool, result.Content[0])
		}
		if diff := cmp.Diff(tt.want, text.Text); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", tt.tool, tt.arguments, diff)
		}
	}
}

// TestFullDisk has what a model reads while nothing can be written: no word of the database's own.
func TestFullDisk(t *testing.T) {
	err := forModel(fmt.Errorf("%w: disk I/O error (778) at /srv/tracker.db", store.ErrNoRoom))
	made, ok := errors.AsType[*toolkit.ToolError](err)
	if !ok || made.Code != "unavailable" || !errors.Is(err, store.ErrNoRoom) {
		t.Fatalf("error %#v", err)
	}
	want := "The issue database has no room left on its disk. Nothing was written; reading still works. Do not repeat the call: tell the user that somebody has to make room first."
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
}

func TestIssueStats(t *testing.T) {
	result, err := testToolkit(t).Call(t.Context(), "issue_stats", nil)
	if err != nil {
		t.Fatal(err)
	}
	var stats store.Stats
	if err := json.Unmarshal(result.StructuredContent.(json.RawMessage), &stats); err != nil {
		t.Fatal(err)
	}
	sum := 0
	for _, c := range stats.ByStatus {
		sum += c.Issues
	}
	if stats.Total != 300 || sum != stats.Total || len(stats.ByProject) != 4 || stats.Oldest == nil {
		t.Errorf("stats %+v", stats)
	}
}

func TestBurndownChart(t *testing.T) {
	result, err := testToolkit(t).Call(t.Context(), "burndown_chart", json.RawMessage(`{"days":14}`))
	if err != nil {
		t.Fatal(err)
	}
	image, ok := result.Content[0].(*mcp.ImageContent)
	if !ok || image.MIMEType != "image/png" {
		t.Fatalf("content %#v", result.Content[0])
	}
	picture, err := png.Decode(bytes.NewReader(image.Data))
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size.X < 600 || size.Y < 300 {
		t.Errorf("the picture has %v", size)
	}
	if text := result.Content[1].(*mcp.TextContent).Text; !strings.HasPrefix(text, "Issues that were not closed: ") {
		t.Errorf("text %q", text)
	}
}
