package toolkittest_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/typedmcp/toolkit/toolkittest"
	"github.com/typedmcp/toolkit/toolkittest/record"
)

// TestRecordAndReplay records calls, repeats them, and finds one that ends otherwise.
func TestRecordAndReplay(t *testing.T) {
	var recording bytes.Buffer
	recorded := newRecords()
	recorded.Use(record.Calls(&recording, nil))
	toolkittest.Call[found](t, recorded, "lookup", `{ "id" : 7 }`)
	toolkittest.Fails(t, recorded, "lookup", `{"id":0}`)
	toolkittest.Fails(t, recorded, "send", nil)
	toolkittest.Call[string](t, recorded, "send", nil, toolkittest.WithAnswers(map[string]any{"where": delivery{Street: "Lindenweg 3"}, "pay": nil}))
	want := `{"tool":"lookup","arguments":{"id":7},"result":{"content":[{"type":"text","text":"{\"id\":7,\"within\":\"0s\"}"}],"structuredContent":{"id":7,"within":"0s"}}}
{"tool":"lookup","arguments":{"id":0},"result":{"content":[{"type":"text","text":"The arguments of lookup have a problem. Correct it and call the tool again:\n- id: must be at least 1, got 0."}],"isError":true}}
{"tool":"send","arguments":{},"error":{"code":-32021,"message":"the tool asks the user, which needs the client capability elicitation"}}
{"tool":"send","arguments":{},"result":{"content":[{"type":"text","text":"sent to Lindenweg 3, floor 0"}]}}
`
	if diff := cmp.Diff(want, recording.String()); diff != "" {
		t.Fatalf("recorded (-want +got):\n%s", diff)
	}
	lines := strings.SplitAfter(want, "\n")
	file := filepath.Join(t.TempDir(), "calls.jsonl")
	put := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put(lines[0] + lines[1] + lines[2])
	toolkittest.Replay(t, newRecords(), file)

	put(strings.Replace(lines[0], `{"id":7,"within":"0s"}}`, `{"id":8,"within":"0s"}}`, 1))
	got := reported(t, func(t testing.TB) { toolkittest.Replay(t, newRecords(), file) })
	for _, want := range []string{"call 1 of " + file + `, of lookup with {"id":7}, ends otherwise (-recorded +now):`, `float64(8)`, "-update"} {
		if !strings.Contains(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	toolkittest.Replay(t, newRecords(), file, cmpopts.IgnoreMapEntries(func(name string, _ any) bool { return name == "id" }))

	put(`{"tool":"lookup","arguments":{"id":7}}`)
	t.Setenv("TOOLKIT_UPDATE", "1")
	toolkittest.Replay(t, newRecords(), file)
	t.Setenv("TOOLKIT_UPDATE", "")
	if text, err := os.ReadFile(file); err != nil || string(text) != lines[0] {
		t.Errorf("wrote %q, %v", text, err)
	}
	for text, want := range map[string]string{
		"":               " has no calls",
		"{}":             "call 1 has no tool",
		`{"tool":1}`:     "call 1: json: ",
		lines[0] + "{":   "call 2: unexpected EOF",
		`{"tol":"find"}`: `call 1: json: unknown field "tol"`,
	} {
		put(text)
		if got := reported(t, func(t testing.TB) { toolkittest.Replay(t, newRecords(), file) }); !strings.Contains(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	if got := reported(t, func(t testing.TB) { toolkittest.Replay(t, newRecords(), file+"x") }); !strings.Contains(got, "It is a line for each call") {
		t.Errorf("got %q", got)
	}
}

// A full disk takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

func TestRecordFails(t *testing.T) {
	var logged bytes.Buffer
	tk := newRecords()
	tk.Use(record.Calls(full{}, slog.New(slog.NewTextHandler(&logged, nil))))
	if result, err := tk.Call(t.Context(), "count", json.RawMessage(`{}`)); err != nil || result.IsError {
		t.Errorf("got %v, %v", result, err)
	}
	if !strings.Contains(logged.String(), `the call was not recorded" tool=count error="the disk is full"`) {
		t.Errorf("logged %q", logged.String())
	}
}
