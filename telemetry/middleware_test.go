package telemetry_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.opentelemetry.io/otel/trace"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/telemetry"
)

func TestCall(t *testing.T) {
	for _, tt := range []struct{ name, tool, arguments, want string }{
		{"answered", "search", `{"query":"login"}`, `
			tools/call search server Unset
			  gen_ai.operation.name=execute_tool
			  gen_ai.tool.name=search
			  mcp.method.name=tools/call
			  typedmcp.outcome=ok
			  typedmcp.result.size=18
			`},
		{"repaired", "search", `{"query":"login","limit":"3","tags":null}`, `
			tools/call search server Unset
			  gen_ai.operation.name=execute_tool
			  gen_ai.tool.name=search
			  mcp.method.name=tools/call
			  typedmcp.outcome=ok
			  typedmcp.repairs=2
			  typedmcp.result.size=18
			`},
		{"refused", "search", `{"query":"x","limit":11,"tog":1}`, `
			tools/call search server Error
			  error.type=tool_error
			  gen_ai.operation.name=execute_tool
			  gen_ai.tool.name=search
			  mcp.method.name=tools/call
			  typedmcp.outcome=refused
			  typedmcp.problem.codes=["rule","unknown"]
			  typedmcp.result.size=SIZE
			`},
		{"error with a code", "find", ``, `
			tools/call find server Error
			  error.type=tool_error
			  gen_ai.operation.name=execute_tool
			  gen_ai.tool.name=find
			  mcp.method.name=tools/call
			  typedmcp.error.code=not_found
			  typedmcp.outcome=tool_error
			  typedmcp.result.size=26
			`},
		{"error without", "fail", ``, `
			tools/call fail server Error
			  error.type=tool_error
			  gen_ai.operation.name=execute_tool
			  gen_ai.tool.name=fail
			  mcp.method.name=tools/call
			  typedmcp.outcome=tool_error
			  typedmcp.result.size=21
			`},
		{"JSON-RPC error", "refuse", ``, `
			tools/call refuse server Error "not today"
			  error.type=-32050
			  gen_ai.operation.name=execute_tool
			  gen_ai.tool.name=refuse
			  mcp.method.name=tools/call
			  rpc.response.status_code=-32050
			  typedmcp.outcome=protocol_error
			`},
		{"JSON-RPC error without a code", "broken", ``, `
			tools/call broken server Error "no code"
			  error.type=-32603
			  gen_ai.operation.name=execute_tool
			  gen_ai.tool.name=broken
			  mcp.method.name=tools/call
			  rpc.response.status_code=-32603
			  typedmcp.outcome=protocol_error
			`},
		{"no such tool", "serch", `{}`, `
			tools/call server Error "unknown tool \"serch\"; did you mean \"search\"?"
			  error.type=-32602
			  gen_ai.operation.name=execute_tool
			  gen_ai.tool.name=serch
			  mcp.method.name=tools/call
			  rpc.response.status_code=-32602
			  typedmcp.outcome=protocol_error
			`},
		{"content", "draw", ``, `
			tools/call draw server Unset
			  gen_ai.operation.name=execute_tool
			  gen_ai.tool.name=draw
			  mcp.method.name=tools/call
			  typedmcp.outcome=ok
			  typedmcp.result.size=19
			`},
		{"a call inside", "twice", `{"query":"login"}`, `
			execute_tool search internal Unset
			  gen_ai.operation.name=execute_tool
			  gen_ai.tool.name=search
			  typedmcp.outcome=ok
			  typedmcp.result.size=18
			tools/call twice server Unset
			  gen_ai.operation.name=execute_tool
			  gen_ai.tool.name=twice
			  mcp.method.name=tools/call
			  typedmcp.outcome=ok
			  typedmcp.result.size=4
			`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tk, r := newSearch(), newRecorder()
			r.observe(tk)
			_, _ = tk.Call(t.Context(), tt.tool, json.RawMessage(tt.arguments))
			wantText(t, tt.want, withoutTextSize(r.take(), tt.name == "refused"))
		})
	}
}

// TestCallInside makes sure that the call of a tool by another one belongs to that.
func TestCallInside(t *testing.T) {
	tk, r := newSearch(), newRecorder()
	r.observe(tk)
	if _, err := tk.Call(t.Context(), "twice", json.RawMessage(`{"query":"login"}`)); err != nil {
		t.Fatal(err)
	}
	spans := r.spans.GetSpans()
	if len(spans) != 2 || spans[0].Parent.SpanID() != spans[1].SpanContext.SpanID() || spans[1].Parent.IsValid() {
		t.Errorf("the inner span is not below the outer one: %v", spans)
	}
}

// TestMiddlewarePanics makes sure that a span ends, whatever happens.
func TestMiddlewarePanics(t *testing.T) {
	tk, r := newSearch(), newRecorder()
	r.observe(tk)
	tk.Use(func(toolkit.CallFunc) toolkit.CallFunc {
		return func(context.Context, string, json.RawMessage) (*mcp.CallToolResult, error) { panic("no") }
	})
	if _, err := tk.Call(t.Context(), "search", nil); err != nil {
		t.Fatal(err)
	}
	wantText(t, `
		tools/call search server Error
		  error.type=panic
		  gen_ai.operation.name=execute_tool
		  gen_ai.tool.name=search
		  mcp.method.name=tools/call
		  typedmcp.outcome=panic
		`, r.take())
}

func TestCancelled(t *testing.T) {
	tk, r := newSearch(), newRecorder()
	r.observe(tk)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := tk.Call(ctx, "wait", nil); err != nil {
		t.Fatal(err)
	}
	wantText(t, `
		tools/call wait server Error
		  error.type=tool_error
		  gen_ai.operation.name=execute_tool
		  gen_ai.tool.name=wait
		  mcp.method.name=tools/call
		  typedmcp.outcome=cancelled
		  typedmcp.result.size=85
		`, r.take())
}

func TestMetrics(t *testing.T) {
	tk, r := newSearch(), newRecorder()
	r.observe(tk)
	for _, call := range []struct{ tool, arguments string }{
		{"search", `{"query":"login"}`},
		{"search", `{"query":"login"}`},
		{"search", `{"query":"login","limit":"3","tags":null}`},
		{"search", `{"query":"x","limit":11,"tog":1}`},
		{"find", ``}, {"refuse", ``}, {"nothing", ``}, {"nowhere", ``},
		{"twice", `{"query":"login"}`},
	} {
		_, _ = tk.Call(t.Context(), call.tool, json.RawMessage(call.arguments))
	}
	wantText(t, `
		mcp.server.operation.duration{error.type=-32050,gen_ai.operation.name=execute_tool,gen_ai.tool.name=refuse,mcp.method.name=tools/call,rpc.response.status_code=-32050,typedmcp.outcome=protocol_error} count=1 s
		mcp.server.operation.duration{error.type=-32602,gen_ai.operation.name=execute_tool,mcp.method.name=tools/call,rpc.response.status_code=-32602,typedmcp.outcome=protocol_error} count=2 s
		mcp.server.operation.duration{error.type=tool_error,gen_ai.operation.name=execute_tool,gen_ai.tool.name=find,mcp.method.name=tools/call,typedmcp.outcome=tool_error} count=1 s
		mcp.server.operation.duration{error.type=tool_error,gen_ai.operation.name=execute_tool,gen_ai.tool.name=search,mcp.method.name=tools/call,typedmcp.outcome=refused} count=1 s
		mcp.server.operation.duration{gen_ai.operation.name=execute_tool,gen_ai.tool.name=search,mcp.method.name=tools/call,typedmcp.outcome=ok} count=3 s
		mcp.server.operation.duration{gen_ai.operation.name=execute_tool,gen_ai.tool.name=twice,mcp.method.name=tools/call,typedmcp.outcome=ok} count=1 s
		typedmcp.tool.problems{gen_ai.tool.name=search,typedmcp.problem.code=rule} 2 {problem}
		typedmcp.tool.problems{gen_ai.tool.name=search,typedmcp.problem.code=unknown} 1 {problem}
		typedmcp.tool.repairs{gen_ai.tool.name=search,typedmcp.repair.from=null,typedmcp.repair.to=} 1 {repair}
		typedmcp.tool.repairs{gen_ai.tool.name=search,typedmcp.repair.from=string,typedmcp.repair.to=integer} 1 {repair}
		typedmcp.tool.result.size{gen_ai.tool.name=find,typedmcp.outcome=tool_error} count=1 sum=26 By
		typedmcp.tool.result.size{gen_ai.tool.name=search,typedmcp.outcome=ok} count=4 sum=72 By
		typedmcp.tool.result.size{gen_ai.tool.name=search,typedmcp.outcome=refused} count=1 sum=SIZE By
		typedmcp.tool.result.size{gen_ai.tool.name=twice,typedmcp.outcome=ok} count=1 sum=4 By
		`, withoutTextSize(r.metrics(t), true))
}

// TestArguments makes sure that arguments are recorded only when they are asked for, and
// secrets never.
func TestArguments(t *testing.T) {
	const arguments = `{"query":"x","token":"hunter2","tags":{"mail":"a"},"Token":"hunter2"}`
	for _, tt := range []struct {
		name    string
		options []telemetry.Option
		want    string
	}{
		{"not asked for", nil, `
			tools/call search server Error
			  error.type=tool_error
			  gen_ai.operation.name=execute_tool
			  gen_ai.tool.name=search
			  mcp.method.name=tools/call
			  typedmcp.outcome=refused
			  typedmcp.problem.codes=["rule","unknown"]
			  typedmcp.result.size=SIZE
			`},
		{"all", []telemetry.Option{telemetry.WithArguments(0)}, `
			tools/call search server Error
			  error.type=tool_error
			  gen_ai.operation.name=execute_tool
			  gen_ai.tool.call.arguments={"query":"x","token":"[secret]","tags":{"mail":"a"},"Token":"[unknown]"}
			  gen_ai.tool.name=search
			  mcp.method.name=tools/call
			  typedmcp.outcome=refused
			  typedmcp.problem.codes=["rule","unknown"]
			  typedmcp.problems=["query: rule min","tags.mail: rule min","Token: unknown"]
			  typedmcp.result.size=SIZE
			`},
		{"the first bytes", []telemetry.Option{telemetry.WithArguments(20)}, `
			tools/call search server Error
			  error.type=tool_error
			  gen_ai.operation.name=execute_tool
			  gen_ai.tool.call.arguments={"query":"x","token"
			  gen_ai.tool.name=search
			  mcp.method.name=tools/call
			  typedmcp.outcome=refused
			  typedmcp.problem.codes=["rule","unknown"]
			  typedmcp.problems=["query: rule min","tags.mail: rule min","Token: unknown"]
			  typedmcp.result.size=SIZE
			`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tk, r := newSearch(), newRecorder()
			r.observe(tk, tt.options...)
			if _, err := tk.Call(t.Context(), "search", json.RawMessage(arguments)); err != nil {
				t.Fatal(err)
			}
			wantText(t, tt.want, withoutTextSize(r.take(), true))
		})
	}
}

// TestNotRecording makes sure that calls work, and see the trace, where nothing is recorded.
func TestNotRecording(t *testing.T) {
	tk := newSearch()
	tk.Use(telemetry.Middleware(tk, nil, telemetry.WithArguments(0), telemetry.WithTracerProvider(nil), telemetry.WithMeterProvider(nil), telemetry.WithPropagator(nil)))
	var seen trace.SpanContext
	toolkit.Register(tk, toolkit.Tool{Name: "see"}, func(ctx context.Context, _ struct{}) (string, error) {
		seen = trace.SpanContextFromContext(ctx)
		return "seen", nil
	})
	parent := trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{1}, SpanID: trace.SpanID{2}})
	result, err := tk.Call(trace.ContextWithSpanContext(t.Context(), parent), "see", nil)
	if err != nil || result.IsError || seen.TraceID() != parent.TraceID() {
		t.Errorf("%v, %v, in trace %s, want that of the caller", result, err, seen.TraceID())
	}
}
