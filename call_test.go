package toolkit_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

func textOf(t *testing.T, result *mcp.CallToolResult) string {
	t.Helper()
	if len(result.Content) != 1 {
		t.Fatalf("content %v", result.Content)
	}
	text := result.Content[0].(*mcp.TextContent).Text
	if result.IsError {
		errorTexts.Note(text)
	}
	return text
}

func TestCall(t *testing.T) {
	tk := serveTools()
	result, err := tk.Call(t.Context(), "echo", json.RawMessage(`{"text":"hi"}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(result.StructuredContent.(json.RawMessage)); got != `{"text":"hi","version":"","client":""}` {
		t.Errorf("structuredContent %s", got)
	}
	_, err = tk.Call(t.Context(), "ecko", nil)
	var protocol *toolkit.ProtocolError
	if !errors.As(err, &protocol) || protocol.Code != -32602 || protocol.Message != `unknown tool "ecko"; did you mean "echo"?` {
		t.Errorf("unknown tool: %v", err)
	}
	_, err = tk.Call(t.Context(), "refuse", nil)
	if !errors.As(err, &protocol) || protocol.Code != -32099 {
		t.Errorf("protocol error: %v", err)
	}
}

// TestMiddleware has what a middleware can do, and what it can do wrong.
func TestMiddleware(t *testing.T) {
	var log bytes.Buffer
	tk := serveTools(toolkit.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	var order []string
	note := func(name string) toolkit.Middleware {
		return func(next toolkit.CallFunc) toolkit.CallFunc {
			return func(ctx context.Context, tool string, arguments json.RawMessage) (*mcp.CallToolResult, error) {
				order = append(order, name+" "+tool+" "+string(arguments))
				switch string(arguments) {
				case `{"text":"fail"}`:
					return nil, errors.New("refused by " + name)
				case `{"text":"panic"}`:
					panic("in " + name)
				case `{"text":"nothing"}`:
					return nil, nil
				}
				return next(ctx, tool, arguments)
			}
		}
	}
	tk.Use(note("outer"), nil)
	tk.Use(note("inner"))
	const internal = "echo failed because of an internal error. The arguments are not the reason; do not repeat the call as it is."
	for arguments, want := range map[string]string{
		`{"text":"fail"}`:    "refused by outer",
		`{"text":"panic"}`:   internal,
		`{"text":"nothing"}`: internal,
	} {
		result, err := tk.Call(t.Context(), "echo", json.RawMessage(arguments))
		if err != nil || !result.IsError || textOf(t, result) != want {
			t.Errorf("%s: %v, %v", arguments, result, err)
		}
	}
	if !strings.Contains(log.String(), "middleware panicked") || !strings.Contains(log.String(), "call_test.go") {
		t.Errorf("the log does not have the panic: %s", log.String())
	}
	order = nil
	if _, err := tk.Call(t.Context(), "echo", json.RawMessage(`{"text":"x"}`)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{`outer echo {"text":"x"}`, `inner echo {"text":"x"}`}, order); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}

// TestLimits has calls that a limit refuses.
func TestLimits(t *testing.T) {
	tk := toolkit.New("x", "1", toolkit.WithLimits(toolkit.Limits{MaxConcurrent: 2}))
	running, release := make(chan struct{}), make(chan struct{})
	wait := func(context.Context, struct{}) (string, error) {
		running <- struct{}{}
		<-release
		return "done", nil
	}
	toolkit.Register(tk, toolkit.Tool{Name: "one", MaxConcurrent: 1}, wait)
	toolkit.Register(tk, toolkit.Tool{Name: "free"}, wait)
	toolkit.Register(tk, toolkit.Tool{Name: "rare", RateLimit: toolkit.RateLimit{Calls: 2, Per: time.Hour}}, nothing)
	call := func(tool string) string {
		result, err := tk.Call(t.Context(), tool, nil)
		if err != nil {
			t.Error(err)
			return ""
		}
		return textOf(t, result)
	}
	done := make(chan string, 2)
	go func() { done <- call("one") }()
	<-running
	if got, want := call("one"), "one is busy: it runs 1 call at a time. Wait for one to end, then call it again."; got != want {
		t.Errorf("a second call: %q", got)
	}
	go func() { done <- call("free") }()
	<-running
	if got, want := call("rare"), "The server is busy: it runs 2 calls at a time. Wait for one to end, then call rare again."; got != want {
		t.Errorf("a third call on the server: %q", got)
	}
	close(release)
	for range 2 {
		if got := <-done; got != "done" {
			t.Errorf("a call that was let in: %q", got)
		}
	}
	for range 2 {
		if got := call("rare"); got != "" {
			t.Errorf("a call within the rate: %q", got)
		}
	}
	if got, want := call("rare"), "rare was called too often: it takes 2 calls in 60 minutes. Call it again in 30 minutes."; got != want {
		t.Errorf("a call above the rate: %q, want %q", got, want)
	}
}

// TestOptions has options that change what a call answers.
func TestOptions(t *testing.T) {
	type args struct {
		N int `json:"n"`
	}
	fn := func(context.Context, args) (string, error) { return "", errors.New("dial 10.0.0.1") }
	for _, tt := range []struct {
		name      string
		options   []toolkit.Option
		arguments string
		want      string
	}{
		{"repairs", nil, `{"n":"5"}`, "dial 10.0.0.1"},
		{"strict", []toolkit.Option{toolkit.WithStrictArguments()}, `{"n":"5"}`, "The arguments of t have a problem. Correct it and call the tool again:\n- n: expected an integer, got the string \"5\"."},
		{"masked", []toolkit.Option{toolkit.WithMaskedErrors(), toolkit.WithLogger(nil)}, `{"n":5}`, "t failed. The reason is not shown here; the server has logged it."},
		{"own text", []toolkit.Option{toolkit.WithErrorText(func(tool string, problems []*toolkit.Problem) string {
			return tool + ": " + problems[0].Path.String() + " " + string(problems[0].Code)
		})}, `{}`, "t: n missing"},
		{"no own text", []toolkit.Option{toolkit.WithErrorText(nil)}, `{}`, "The arguments of t have a problem. Correct it and call the tool again:\n- n: required but missing. Expected an integer."},
		{"depth", []toolkit.Option{toolkit.WithLimits(toolkit.Limits{MaxDepth: 3})}, `{"n":[[[]]]}`, "The arguments of t have a problem. Correct it and call the tool again:\n- arguments: nested deeper than 3 levels."},
	} {
		tk := toolkit.New("x", "1", tt.options...)
		toolkit.Register(tk, toolkit.Tool{Name: "t"}, fn)
		result, err := tk.Call(t.Context(), "t", json.RawMessage(tt.arguments))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, textOf(t, result)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestServerOptionsReachTheWire(t *testing.T) {
	tk := toolkit.New("x", "1", toolkit.WithTitle("The X"), toolkit.WithInstructions("Be kind."),
		toolkit.WithServerOptions(func(o *mcp.ServerOptions) { o.SupportedProtocolVersions = []string{"2025-06-18"} }), toolkit.WithServerOptions(nil))
	srv, err := tk.Server()
	if err != nil {
		t.Fatal(err)
	}
	toServer, toClient := mcp.NewInMemoryTransports()
	if _, err := srv.Connect(t.Context(), toServer, nil); err != nil {
		t.Fatal(err)
	}
	session := connect(t, toClient, "2025-06-18", nil)
	got := session.InitializeResult()
	if got.ProtocolVersion != "2025-06-18" || got.Instructions != "Be kind." || got.ServerInfo.Title != "The X" || !got.Capabilities.Tools.ListChanged {
		t.Errorf("initialize: %+v", got)
	}
}

// TestSharedResults returns one result to many calls; nobody may write to it.
func TestSharedResults(t *testing.T) {
	shared := &mcp.CallToolResult{Meta: mcp.Meta{"a": 1}, Content: []mcp.Content{&mcp.ResourceLink{URI: "file:///a", Name: "a"}}, StructuredContent: []int{1}}
	tk := toolkit.New("x", "1")
	toolkit.Register(tk, toolkit.Tool{Name: "t"}, func(context.Context, struct{}) (*mcp.CallToolResult, error) { return shared, nil })
	url := listen(t, tk)
	for _, version := range []string{"2026-07-28", "2025-03-26"} {
		session := connect(t, &mcp.StreamableClientTransport{Endpoint: url}, version, nil)
		if _, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "t"}); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := shared.Content[0].(*mcp.ResourceLink); !ok || len(shared.Meta) != 1 || shared.StructuredContent.([]int)[0] != 1 {
		t.Errorf("the shared result was changed: %+v", shared)
	}
}

func TestRequestWithoutACall(t *testing.T) {
	for _, r := range []*toolkit.Request{toolkit.RequestFrom(t.Context()), nil} {
		if r.ProtocolVersion() != "" || r.ClientInfo() != nil || r.ClientCapabilities() != nil || r.Meta() != nil || r.Header() != nil ||
			r.TokenInfo() != nil || r.Session() != nil || r.InputResponses() != nil || r.RequestState() != "" {
			t.Errorf("%+v has something", r)
		}
		if err := errors.Join(r.Progress(t.Context(), 1, 2, ""), r.Log(t.Context(), "info", "x")); err != nil {
			t.Error(err)
		}
		err := r.RequireCapability("sampling")
		var protocol *toolkit.ProtocolError
		if !errors.As(err, &protocol) || protocol.Code != -32021 {
			t.Fatalf("RequireCapability: %v", err)
		}
		data, err := json.Marshal(protocol.Data)
		if err != nil || string(data) != `{"requiredCapabilities":{"sampling":{}}}` {
			t.Errorf("data %s, %v", data, err)
		}
	}
}
