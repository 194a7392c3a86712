package telemetry_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.opentelemetry.io/otel/baggage"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/telemetry"
)

// What clients say in _meta, and what is to be seen of it.
const (
	traceContext = `"traceparent":"00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01","tracestate":"rojo=00f067aa0ba902b7"`
	clientTrace  = "0af7651916cd43dd8448eb211c80319c"
	clientSpan   = "00f067aa0ba902b7"
)

// ambient is the span of an HTTP request.
var ambient = trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{1}, SpanID: trace.SpanID{2}, TraceFlags: trace.FlagsSampled})

// inAmbient serves requests within the span of their own.
func inAmbient(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r.WithContext(trace.ContextWithSpanContext(r.Context(), ambient)))
	})
}

// family is where a span stands among others.
type family struct {
	Trace, Parent, State string
	Remote               bool
	Links                []string
}

// family returns where the only span stands.
func (r *recorder) family(t *testing.T) family {
	t.Helper()
	spans := r.spans.GetSpans()
	if len(spans) != 1 {
		t.Fatalf("%d spans, want 1", len(spans))
	}
	s := spans[0]
	f := family{Trace: s.SpanContext.TraceID().String(), State: s.SpanContext.TraceState().String(), Remote: s.Parent.IsRemote()}
	if s.Parent.IsValid() {
		f.Parent = s.Parent.SpanID().String()
	}
	for _, l := range s.Links {
		f.Links = append(f.Links, l.SpanContext.SpanID().String())
	}
	return f
}

// postStateless calls a tool as a client of 2026-07-28 does, with more members in _meta.
func postStateless(t *testing.T, h http.Handler, tool, arguments, meta string) string {
	t.Helper()
	body := `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + arguments + `,"_meta":{` +
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}` + meta + `}}}`
	r := httptest.NewRequest(http.MethodPost, "http://localhost/mcp", strings.NewReader(body))
	r.RemoteAddr = "192.0.2.1:1234"
	for name, value := range map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
		"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": tool,
	} {
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Body.String()
}

func TestStateless(t *testing.T) {
	tk, r := newSearch(), newRecorder()
	r.observe(tk)
	h, err := tk.HTTPHandler()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, tool, arguments, want string }{
		{"answered", "search", `{"query":"login"}`, `
			tools/call search server Unset
			  client.address=192.0.2.1
			  client.port=PORT
			  gen_ai.operation.name=execute_tool
			  gen_ai.tool.name=search
			  mcp.method.name=tools/call
			  mcp.protocol.version=2026-07-28
			  network.protocol.name=http
			  network.transport=tcp
			  typedmcp.outcome=ok
			  typedmcp.result.size=18
			`},
		{"refused by the tool", "refuse", `{}`, `
			tools/call refuse server Error "not today"
			  client.address=192.0.2.1
			  client.port=PORT
			  error.type=-32050
			  gen_ai.operation.name=execute_tool
			  gen_ai.tool.name=refuse
			  mcp.method.name=tools/call
			  mcp.protocol.version=2026-07-28
			  network.protocol.name=http
			  network.transport=tcp
			  rpc.response.status_code=-32050
			  typedmcp.outcome=protocol_error
			`},
		{"client that cannot be asked", "ask", `{}`, `
			tools/call ask server Error "the tool asks the user, which needs the client capability elicitation"
			  client.address=192.0.2.1
			  client.port=PORT
			  error.type=-32021
			  gen_ai.operation.name=execute_tool
			  gen_ai.tool.name=ask
			  mcp.method.name=tools/call
			  mcp.protocol.version=2026-07-28
			  network.protocol.name=http
			  network.transport=tcp
			  rpc.response.status_code=-32021
			  typedmcp.outcome=protocol_error
			`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			answer := postStateless(t, h, tt.tool, tt.arguments, "")
			wantText(t, tt.want, r.take())
			if t.Failed() {
				t.Logf("answer: %s", answer)
			}
		})
	}
}

// TestTraceContext makes sure that a call is a part of the trace that its client tells of.
func TestTraceContext(t *testing.T) {
	for _, tt := range []struct {
		name, meta string
		around     bool // there is the span of an HTTP request
		options    []telemetry.Option
		want       family
		alice      string // a member of the baggage
	}{
		{name: "of the client", meta: traceContext + `,"baggage":"user=alice"`, want: family{Trace: clientTrace, Parent: clientSpan, State: "rojo=00f067aa0ba902b7", Remote: true}, alice: "alice"},
		{name: "of the client and of HTTP", meta: traceContext, around: true, want: family{Trace: clientTrace, Parent: clientSpan, State: "rojo=00f067aa0ba902b7", Remote: true, Links: []string{"0200000000000000"}}},
		{name: "of HTTP alone", meta: `"baggage":"user=alice"`, around: true, want: family{Trace: "01000000000000000000000000000000", Parent: "0200000000000000"}, alice: "alice"},
		{name: "not valid", meta: `"traceparent":"00-0-0-0"`, around: true, want: family{Trace: "01000000000000000000000000000000", Parent: "0200000000000000"}},
		{name: "no text", meta: `"traceparent":{"a":1},"baggage":7`, around: true, want: family{Trace: "01000000000000000000000000000000", Parent: "0200000000000000"}},
		{name: "not wanted", meta: traceContext, around: true, options: []telemetry.Option{telemetry.WithPropagator(propagation.NewCompositeTextMapPropagator())},
			want: family{Trace: "01000000000000000000000000000000", Parent: "0200000000000000"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tk, r := newSearch(), newRecorder()
			r.observe(tk, tt.options...)
			var user string
			toolkit.Register(tk, toolkit.Tool{Name: "see"}, func(ctx context.Context, _ struct{}) (string, error) {
				user = baggage.FromContext(ctx).Member("user").Value()
				return "seen", nil
			})
			h, err := tk.HTTPHandler()
			if err != nil {
				t.Fatal(err)
			}
			if tt.around {
				h = inAmbient(h)
			}
			answer := postStateless(t, h, "see", `{}`, ","+tt.meta)
			if t.Failed() || !strings.Contains(answer, "seen") {
				t.Fatalf("answer: %s", answer)
			}
			if diff := cmp.Diff(tt.want, r.family(t)); diff != "" {
				t.Errorf("span (-want +got):\n%s", diff)
			}
			if user != tt.alice {
				t.Errorf("user %q, want %q", user, tt.alice)
			}
		})
	}
}

// TestSession is a call through the official SDK, in memory, as over stdio.
func TestSession(t *testing.T) {
	tk, r := newSearch(), newRecorder()
	r.observe(tk)
	server, err := tk.Server()
	if err != nil {
		t.Fatal(err)
	}
	here, there := mcp.NewInMemoryTransports()
	if _, err := server.Connect(t.Context(), there, nil); err != nil {
		t.Fatal(err)
	}
	callIn(t, here, "2025-06-18")
	want := family{Trace: clientTrace, Parent: clientSpan, Remote: true}
	if diff := cmp.Diff(want, r.family(t)); diff != "" {
		t.Errorf("span (-want +got):\n%s", diff)
	}
	wantText(t, `
		tools/call search server Unset
		  gen_ai.operation.name=execute_tool
		  gen_ai.tool.name=search
		  mcp.method.name=tools/call
		  mcp.protocol.version=2025-06-18
		  network.transport=pipe
		  typedmcp.outcome=ok
		  typedmcp.result.size=18
		`, r.take())
}

// TestHTTPSession is a call of an older revision over HTTP, which has sessions.
func TestHTTPSession(t *testing.T) {
	tk, r := newSearch(), newRecorder()
	r.observe(tk)
	h, err := tk.HTTPHandler()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h)
	defer server.Close()
	id := callIn(t, &mcp.StreamableClientTransport{Endpoint: server.URL + toolkit.Path, DisableStandaloneSSE: true}, "2025-11-25")
	if id == "" {
		t.Fatal("the session has no id")
	}
	wantText(t, `
		tools/call search server Unset
		  client.address=127.0.0.1
		  client.port=PORT
		  gen_ai.operation.name=execute_tool
		  gen_ai.tool.name=search
		  mcp.method.name=tools/call
		  mcp.protocol.version=2025-11-25
		  mcp.session.id=ID
		  network.protocol.name=http
		  network.transport=tcp
		  typedmcp.outcome=ok
		  typedmcp.result.size=18
		`, strings.ReplaceAll(r.take(), id, "ID"))
	if got := r.metrics(t); strings.Contains(got, "session") || strings.Contains(got, "client") {
		t.Errorf("metrics have attributes with a value for each client:\n%s", got)
	}
}

// callIn calls a tool in a session, in the trace of the client, and returns the id of the
// session.
func callIn(t *testing.T, transport mcp.Transport, revision string) string {
	t.Helper()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil).
		Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: revision})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = session.Close() }()
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{
		Meta: mcp.Meta{"traceparent": "00-" + clientTrace + "-" + clientSpan + "-01"},
		Name: "search", Arguments: map[string]any{"query": "login"},
	})
	if err != nil || result.IsError {
		t.Fatalf("%v, %v", result, err)
	}
	return session.ID()
}
