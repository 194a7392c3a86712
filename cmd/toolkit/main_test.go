package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets scripts run the command, and servers for it, as programs.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"toolkit": main,
		"server":  serveStdio,
		"garbage": func() { fmt.Println("Listening on port 3000"); time.Sleep(time.Minute) },
		"broken":  func() { fmt.Fprintln(os.Stderr, "no licence found"); os.Exit(3) },
		"silent":  func() { _, _ = bufio.NewReader(os.Stdin).ReadString(0) },
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			url, stop, err := serveHTTP()
			if err != nil {
				return err
			}
			env.Defer(stop)
			env.Setenv("URL", url)
			return nil
		},
	})
}

// testServer is a server that the toolkit library has no part in.
func testServer() *mcp.Server {
	srv := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ServerOptions{PageSize: 3})
	object := map[string]any{"type": "object"}
	add := func(tool *mcp.Tool, result func(*mcp.CallToolRequest) *mcp.CallToolResult) {
		tool.InputSchema = object
		srv.AddTool(tool, func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return result(req), nil
		})
	}
	text := func(s string) []mcp.Content { return []mcp.Content{&mcp.TextContent{Text: s}} }
	add(&mcp.Tool{Name: "echo", Title: "Echo", Description: "Say what was said.\nAnd a second line.", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}},
		func(req *mcp.CallToolRequest) *mcp.CallToolResult {
			return &mcp.CallToolResult{Content: text(string(req.Params.Arguments))}
		})
	add(&mcp.Tool{Name: "value"}, func(*mcp.CallToolRequest) *mcp.CallToolResult {
		return &mcp.CallToolResult{Content: text(`{"b":9007199254740993,"a":[1]}`), StructuredContent: rawJSON(`{"b":9007199254740993,"a":[1]}`)}
	})
	add(&mcp.Tool{Name: "list", Annotations: &mcp.ToolAnnotations{Title: "A list", DestructiveHint: new(false), OpenWorldHint: new(false)}}, func(*mcp.CallToolRequest) *mcp.CallToolResult {
		return &mcp.CallToolResult{Content: text(`Two of them`), StructuredContent: rawJSON(`[1,2]`)}
	})
	add(&mcp.Tool{Name: "fail", Annotations: &mcp.ToolAnnotations{IdempotentHint: true}}, func(*mcp.CallToolRequest) *mcp.CallToolResult {
		return &mcp.CallToolResult{Content: text("It did not work."), IsError: true}
	})
	add(&mcp.Tool{Name: "blocks"}, func(*mcp.CallToolRequest) *mcp.CallToolResult {
		return &mcp.CallToolResult{Content: []mcp.Content{
			&mcp.ImageContent{MIMEType: "image/png", Data: []byte("picture")},
			&mcp.AudioContent{MIMEType: "audio/wav", Data: []byte("sound")},
			&mcp.ResourceLink{URI: "file:///a.txt", Name: "a.txt", Title: "The file", Description: "What it is"},
			&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "file:///b.txt", Text: "inside"}},
			&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "file:///c", Blob: []byte{0, 1}}},
		}}
	})
	add(&mcp.Tool{Name: "escape", Title: "\x1b[31mred\x07"}, func(*mcp.CallToolRequest) *mcp.CallToolResult {
		return &mcp.CallToolResult{Content: text("a\x1b[2Jb\u202ec\r\nd")}
	})
	add(&mcp.Tool{Name: "empty"}, func(*mcp.CallToolRequest) *mcp.CallToolResult { return &mcp.CallToolResult{} })
	srv.AddTool(&mcp.Tool{Name: "hang", InputSchema: object}, func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	srv.AddTool(&mcp.Tool{Name: "exit", InputSchema: object}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		os.Exit(1)
		return nil, nil
	})
	return srv
}

// rawJSON is written as it is.
type rawJSON string

func (r rawJSON) MarshalJSON() ([]byte, error) { return []byte(r), nil }

func serveStdio() {
	if err := testServer().Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// serveHTTP serves the same tools at a URL, to those who bring a key.
func serveHTTP() (url string, stop func(), err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	srv := testServer()
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true})
	mux := http.NewServeMux()
	mux.HandleFunc("/mcp", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Key") != "k:1" {
			http.Error(w, "no key", http.StatusUnauthorized)
			return
		}
		handler.ServeHTTP(w, r)
	})
	server := &http.Server{Handler: mux}
	go func() { _ = server.Serve(listener) }()
	return "http://" + listener.Addr().String() + "/mcp", func() { _ = server.Close() }, nil
}

// TestColor makes sure that an error is red where colours are wanted, and only there.
func TestColor(t *testing.T) {
	var out bytes.Buffer
	if isTerminal(&out) {
		t.Error("a buffer is taken for a terminal")
	}
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	t.Setenv("NO_COLOR", "")
	if !isTerminal(null) {
		t.Error("a character device is not taken for a terminal")
	}
	t.Setenv("NO_COLOR", "1")
	if isTerminal(null) {
		t.Error("NO_COLOR is not heeded")
	}
}
