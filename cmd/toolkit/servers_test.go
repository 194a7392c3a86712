package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	xmcpheader "github.com/typedmcp/toolkit/x-mcp-header"
)

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
	add(&mcp.Tool{Name: "echo", Title: "Echo", Description: "Say what was said. Say it again: <&>.\nAnd a second line.", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}},
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
	where := json.RawMessage(`{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}}}`)
	srv.AddTool(&mcp.Tool{Name: "where", InputSchema: where}, func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: text(string(req.Params.Arguments))}, nil
	})
	srv.AddTool(&mcp.Tool{Name: "data", InputSchema: object}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, &jsonrpc.Error{Code: -32042, Message: "no such region: \x1b[2J", Data: json.RawMessage("{\"known\":\"eu\u009b\"}")}
	})
	srv.AddTool(&mcp.Tool{Name: "hang", InputSchema: object}, func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		mark("called")
		<-ctx.Done()
		return nil, ctx.Err()
	})
	srv.AddTool(&mcp.Tool{Name: "exit", InputSchema: object}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		os.Exit(1)
		return nil, nil
	})
	return srv
}

// placeSchema has what makes the SDK give up the annotations of a tool, on both sides: a list of
// types, and a schema that is a boolean.
const placeSchema = `{"type":"object","properties":{
	"region":{"type":"string","x-mcp-header":"Region"},
	"filter":{"type":"object","properties":{"page":{"type":"integer","x-mcp-header":"Page"}}},
	"since":{"type":["string","null"]},
	"any":true}}`

// placeServer has a tool that says which headers it was called with.
func placeServer() *mcp.Server {
	srv := mcp.NewServer(&mcp.Implementation{Name: "place", Version: "1"}, nil)
	srv.AddTool(&mcp.Tool{Name: "place", InputSchema: json.RawMessage(placeSchema)}, func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		header := req.Extra.Header
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: header.Get("Mcp-Param-Region") + "," + header.Get("Mcp-Param-Page")}}}, nil
	})
	return srv
}

// rawJSON is written as it is.
type rawJSON string

func (r rawJSON) MarshalJSON() ([]byte, error) { return []byte(r), nil }

// serveStdio serves well.
func serveStdio() {
	if err := testServer().Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// serveChatty writes to stderr as if that were a terminal.
func serveChatty() {
	fmt.Fprintln(os.Stderr, "\x1b[32mready")
	serveStdio()
}

// watched is set in a program that says in files how far it has come.
var watched bool

// mark makes a file that a script waits for.
func mark(name string) {
	if !watched {
		return
	}
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

// serveWatched says when it was called and when it ends.
func serveWatched() {
	watched = true
	_ = testServer().Run(context.Background(), &mcp.StdioTransport{}) // it is interrupted
	mark("ended")
}

// serveMute never answers, and says when it starts and ends.
func serveMute() {
	watched = true
	mark("started")
	serveSilent()
	mark("ended")
}

// serveSilent never answers.
func serveSilent() { _, _ = io.Copy(io.Discard, os.Stdin) }

// serveSlow serves well, after a while.
func serveSlow() {
	time.Sleep(1200 * time.Millisecond)
	serveStdio()
}

// serveGarbage talks to people, and goes on.
func serveGarbage() {
	fmt.Println("Listening on port 3000")
	serveSilent()
}

// serveBroken cannot start.
func serveBroken() {
	fmt.Fprintln(os.Stderr, "no licence found")
	os.Exit(3)
}

// serveStrange answers every call with content that MCP does not know.
func serveStrange() {
	in := json.NewDecoder(os.Stdin)
	for {
		var message struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
		}
		if in.Decode(&message) != nil {
			return
		}
		answer := `"error":{"code":-32601,"message":"no such method"}`
		switch message.Method {
		case "initialize":
			answer = `"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"strange","version":"1"}}`
		case "tools/call":
			answer = `"result":{"content":[{"type":"video","frames":25.0}]}`
		}
		if message.ID != nil {
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,%s}`+"\n", message.ID, answer)
		}
	}
}

// serveHTTP serves the same tools at /mcp, to those who bring a key, those of placeServer at
// /checked, to those whose headers mirror the arguments, and nothing at /silent.
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
	bindings, err := xmcpheader.Bindings([]byte(placeSchema))
	if err != nil {
		return "", nil, err
	}
	place := placeServer()
	mux.Handle("/checked", xmcpheader.Middleware(
		func(string) []xmcpheader.Binding { return bindings },
		mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return place }, &mcp.StreamableHTTPOptions{Stateless: true}),
	))
	mux.HandleFunc("/silent", func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // so that the end of the client is noticed
		<-r.Context().Done()
	})
	server := &http.Server{Handler: mux}
	go func() { _ = server.Serve(listener) }()
	return "http://" + listener.Addr().String(), func() { _ = server.Close() }, nil
}
