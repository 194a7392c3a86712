package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestWaiting holds what a terminal gets, second by second.
func TestWaiting(t *testing.T) {
	for _, tt := range []struct {
		name string
		do   func(w *waiting)
		want string
	}{
		{"nothing of what takes a moment only", func(w *waiting) {
			w.For("starting ./tracker")
			time.Sleep(900 * time.Millisecond)
			w.over()
			time.Sleep(3 * time.Second)
		}, ""},
		{"seconds", func(w *waiting) {
			w.For("starting ./tracker")
			time.Sleep(2500 * time.Millisecond)
			w.over()
			time.Sleep(3 * time.Second)
		}, "\r\x1b[Ktoolkit: starting ./tracker, 1 s\r\x1b[Ktoolkit: starting ./tracker, 2 s\r\x1b[K"},
		{"steps, each of a moment only", func(w *waiting) {
			for _, what := range []string{"starting ./tracker", "reading the tools", "reading the tools, page 2"} {
				w.For(what)
				time.Sleep(600 * time.Millisecond)
			}
			w.over()
		}, "\r\x1b[Ktoolkit: reading the tools, 1 s\r\x1b[K"},
		{"what the server writes stands above", func(w *waiting) {
			w.For("starting ./tracker")
			time.Sleep(1500 * time.Millisecond)
			_, _ = io.WriteString(w, "compiling\n")
			time.Sleep(time.Second)
			w.over()
		}, "\r\x1b[Ktoolkit: starting ./tracker, 1 s\r\x1b[Kcompiling\n\r\x1b[Ktoolkit: starting ./tracker, 2 s\r\x1b[K"},
		{"a line that the server has not ended is left alone", func(w *waiting) {
			w.For("starting ./tracker")
			_, _ = io.WriteString(w, "compiling…")
			time.Sleep(2500 * time.Millisecond)
			_, _ = io.WriteString(w, " done\n")
			time.Sleep(time.Second)
			w.over()
		}, "compiling… done\n\r\x1b[Ktoolkit: starting ./tracker, 3 s\r\x1b[K"},
		{"one line, that obeys nothing", func(w *waiting) {
			w.For("starting sh -c \x1b[2J\n" + strings.Repeat("x", 80))
			time.Sleep(1500 * time.Millisecond)
			w.over()
		}, "\r\x1b[Ktoolkit: starting sh -c [2J " + strings.Repeat("x", 45) + "…, 1 s\r\x1b[K"},
		{"again, from the beginning", func(w *waiting) {
			w.For("starting ./tracker")
			w.over()
			w.over()
			time.Sleep(5 * time.Second)
			w.For("waiting for ./tracker to end")
			time.Sleep(1500 * time.Millisecond)
			w.over()
		}, "\r\x1b[Ktoolkit: waiting for ./tracker to end, 1 s\r\x1b[K"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var out bytes.Buffer
				tt.do(&waiting{terminal: &out, stderr: &out, moment: time.Second})
				synctest.Wait()
				if diff := cmp.Diff(tt.want, out.String()); diff != "" {
					t.Errorf("terminal (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// TestWaitingNowhere makes sure that a stderr that is no terminal gets what the server says, and
// nothing else.
func TestWaitingNowhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		w := newWaiting(&out)
		w.For("starting ./tracker")
		time.Sleep(5 * time.Second)
		_, _ = io.WriteString(w, "ready")
		w.over()
		if out.String() != "ready" {
			t.Errorf("stderr has %q", out.String())
		}
	})
}

// TestWaitingForServer runs a command with a slow server: what is waited for is gone before the
// result is printed.
func TestWaitingForServer(t *testing.T) {
	srv := mcp.NewServer(&mcp.Implementation{Name: "slow", Version: "1"}, nil)
	srv.AddTool(&mcp.Tool{Name: "wait", InputSchema: rawJSON(`{"type":"object"}`)}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		time.Sleep(100 * time.Millisecond)
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "waited"}}}, nil
	})
	web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
	defer web.Close()
	var screen bytes.Buffer
	wait := &waiting{terminal: &screen, stderr: &screen, moment: 20 * time.Millisecond}
	call := callCommand{serverFlags: serverFlags{URL: web.URL, Timeout: time.Minute}, Out: ".", Tool: "wait"}
	if err := call.Run(&env{ctx: t.Context(), std: streams{nil, &screen, wait}, wait: wait}); err != nil {
		t.Fatal(err)
	}
	wait.over()
	text := screen.String()
	if before, after, ok := strings.Cut(text, "waited\n"); !ok || after != "" || !strings.Contains(before, "\r\x1b[Ktoolkit: calling wait, 0 s") || !strings.HasSuffix(before, "\r\x1b[K") {
		t.Errorf("the screen has %q", text)
	}
}
