package toolkit_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

type guardedArgs struct {
	Limit int `json:"limit,omitempty" validate:"max=50"`
}

func guarded(context.Context, guardedArgs) (string, error) { return "done", nil }

// reviewedTools are the tools a, b and c as they were reviewed.
func reviewedTools(t *testing.T) []byte {
	t.Helper()
	tk := toolkit.New("x", "1")
	for _, name := range []string{"a", "b", "c"} {
		toolkit.Register(tk, toolkit.Tool{Name: name, Hints: toolkit.ReadOnly}, guarded)
	}
	file, err := json.MarshalIndent(map[string]any{"tools": tk.Tools()}, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// TestSnapshotIsServed has the digest in every list.
func TestSnapshotIsServed(t *testing.T) {
	file := reviewedTools(t)
	tk := toolkit.New("x", "1", toolkit.WithSnapshot(file))
	for _, name := range []string{"c", "a", "b"} {
		toolkit.Register(tk, toolkit.Tool{Name: name, Hints: toolkit.ReadOnly}, guarded)
	}
	want := fmt.Sprintf("sha256:%x", sha256.Sum256(file))
	direct := post(handlerOf(t, tk), listHeader(), `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{`+meta2026+`}}`)
	if body := direct.Body.String(); !strings.HasPrefix(body, `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"x","version":"1"},"io.github.typedmcp/snapshot":"`+want+`"},"ttlMs":0`) {
		t.Errorf("the list is %s", body)
	}
	srv, err := tk.Server()
	if err != nil {
		t.Fatal(err)
	}
	for _, version := range []string{"2024-11-05", "2025-11-25", "2026-07-28"} {
		theirs, ours := mcp.NewInMemoryTransports()
		if _, err := srv.Connect(t.Context(), ours, nil); err != nil {
			t.Fatal(err)
		}
		list, err := connect(t, theirs, version, nil).ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := list.Meta[toolkit.MetaSnapshot]; got != want {
			t.Errorf("%s: the digest is %v, want %s", version, got, want)
		}
	}
}

// TestSnapshotRefusesToStart has what differs from a snapshot, and in which class.
func TestSnapshotRefusesToStart(t *testing.T) {
	const differ = "toolkit: the tools are not those of the snapshot that was given with WithSnapshot; review the difference and write the snapshot anew, or run the program that was reviewed:\n"
	tool := func(name string) toolkit.Tool { return toolkit.Tool{Name: name, Hints: toolkit.ReadOnly} }
	narrower := func(context.Context, struct {
		Limit int `json:"limit,omitempty" validate:"max=20"`
	}) (string, error) {
		return "", nil
	}
	for _, tt := range []struct {
		name     string
		file     []byte
		options  []toolkit.Option
		register func(*toolkit.Toolkit)
		want     string
	}{
		{"changed", reviewedTools(t), nil, func(tk *toolkit.Toolkit) {
			toolkit.Register(tk, tool("a"), narrower)
			toolkit.Register(tk, toolkit.Tool{Name: "b"}, guarded)
			toolkit.Register(tk, tool("c"), guarded)
			toolkit.Register(tk, tool("d"), guarded)
		}, differ + `tool "a": /inputSchema/properties/limit/maximum: maximum was 50 and is 20, which accepts less (breaking)
tool "b": /annotations/readOnlyHint: the tool no longer says that it only reads (security)
tool "b": /annotations/idempotentHint: false is the default, and now left out (harmless)
tool "d": the tool was added (model-visible)`},
		{"harmless", reviewedTools(t), []toolkit.Option{toolkit.WithOptionalTools("b", "c")}, func(tk *toolkit.Toolkit) {
			toolkit.Register(tk, toolkit.Tool{Name: "a", Hints: toolkit.ReadOnly, Meta: mcp.Meta{"x/y": 1}}, guarded)
		}, differ + `tool "a": /_meta: _meta {"x/y":1} was added (harmless)`},
		{"missing", reviewedTools(t), nil, func(tk *toolkit.Toolkit) { toolkit.Register(tk, tool("b"), guarded) },
			differ + "tool \"a\": the tool was removed (breaking)\ntool \"c\": the tool was removed (breaking)"},
		{"some may be missing", reviewedTools(t), []toolkit.Option{toolkit.WithOptionalTools("a")}, func(tk *toolkit.Toolkit) { toolkit.Register(tk, tool("b"), guarded) },
			differ + `tool "c": the tool was removed (breaking)`},
		{"all may be missing", reviewedTools(t), []toolkit.Option{toolkit.WithOptionalTools()}, func(*toolkit.Toolkit) {}, ""},
		{"empty", nil, nil, func(*toolkit.Toolkit) {}, "toolkit: what was given to WithSnapshot is no snapshot: it is empty; write it with toolkittest.Snapshot and go test -update, or with toolkit snapshot"},
		{"no snapshot", []byte(`{"a":1}`), nil, func(*toolkit.Toolkit) {}, `toolkit: what was given to WithSnapshot is no snapshot: there is no "tools" in it; write it with toolkittest.Snapshot and go test -update, or with toolkit snapshot`},
	} {
		tk := toolkit.New("x", "1", append(tt.options, toolkit.WithSnapshot(tt.file))...)
		tt.register(tk)
		if err := tk.Err(); err != nil {
			t.Errorf("%s: Err is %v, so the snapshot could not be written anew", tt.name, err)
		}
		for method, start := range map[string]func() error{
			"Server":         func() error { _, err := tk.Server(); return err },
			"HTTPHandler":    func() error { _, err := tk.HTTPHandler(); return err },
			"Install":        func() error { return tk.Install(mcp.NewServer(&mcp.Implementation{Name: "x", Version: "1"}, nil)) },
			"Run":            func() error { return tk.Run(t.Context()) },
			"ListenAndServe": func() error { return tk.ListenAndServe(t.Context(), "127.0.0.1:0") },
		} {
			if tt.want == "" && (method == "Run" || method == "ListenAndServe") {
				continue // they would serve
			}
			got := ""
			if err := start(); err != nil {
				got = err.Error()
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", tt.name, method, diff)
			}
		}
	}
}

// TestSnapshotAtRunTime lets tools come that were reviewed, and go.
func TestSnapshotAtRunTime(t *testing.T) {
	var log bytes.Buffer
	tk := toolkit.New("x", "1", toolkit.WithSnapshot(reviewedTools(t)), toolkit.WithOptionalTools("b", "c"), toolkit.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	reviewed := toolkit.Tool{Name: "a", Hints: toolkit.ReadOnly}
	toolkit.Register(tk, reviewed, guarded)
	if _, err := tk.Server(); err != nil {
		t.Fatal(err)
	}
	tk.Remove("a")
	if err := toolkit.Add(tk, reviewed, guarded); err != nil {
		t.Errorf("a tool that was reviewed: %v", err)
	}
	if err := toolkit.Add(tk, toolkit.Tool{Name: "b", Hints: toolkit.ReadOnly}, guarded); err != nil {
		t.Errorf("another tool that was reviewed: %v", err)
	}
	for name, want := range map[string]string{
		"c": "tool \"c\": it is not as it stands in the snapshot that was given with WithSnapshot:\ntool \"c\": /annotations/readOnlyHint: the tool no longer says that it only reads (security)\ntool \"c\": /annotations/idempotentHint: false is the default, and now left out (harmless)",
		"d": "tool \"d\": it is not as it stands in the snapshot that was given with WithSnapshot:\ntool \"d\": the tool was added (model-visible)",
	} {
		if err := toolkit.Add(tk, toolkit.Tool{Name: name}, guarded); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	toolkit.Register(tk, toolkit.Tool{Name: "e"}, guarded)
	if !strings.Contains(log.String(), "tool not registered") {
		t.Errorf("a tool that was not reviewed is not logged: %s", log.String())
	}
	var names []string
	for _, tool := range tk.Tools() {
		names = append(names, tool.Name)
	}
	if diff := cmp.Diff([]string{"a", "b"}, names); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
	tk.Remove("b")
	if err := tk.Install(mcp.NewServer(&mcp.Implementation{Name: "x", Version: "1"}, nil)); err != nil {
		t.Errorf("a server that comes later: %v", err)
	}
}
