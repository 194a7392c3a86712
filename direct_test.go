package toolkit_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

// callHeader is what a good tools/call of a tool without parameters in headers has.
func callHeader(tool string) http.Header {
	h := listHeader()
	h.Set("Mcp-Method", "tools/call")
	h.Set("Mcp-Name", tool)
	return h
}

func listHeader() http.Header {
	return http.Header{
		"Content-Type":         {"application/json"},
		"Accept":               {"application/json, text/event-stream"},
		"Mcp-Protocol-Version": {"2026-07-28"},
		"Mcp-Method":           {"tools/list"},
	}
}

// callBody is a tools/call. meta stands in _meta beside what every request has.
func callBody(tool, arguments, meta string) string {
	return `{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"` + tool + `","arguments":` + arguments + `,` +
		strings.TrimSuffix(meta2026, "}") + meta + `}}}`
}

const serverInfo = `"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"direct","version":"1"}}`

// directTools are tools whose calls end in every way.
func directTools(t *testing.T, options ...toolkit.Option) *toolkit.Toolkit {
	t.Helper()
	tk := toolkit.New("direct", "1", append([]toolkit.Option{toolkit.WithLogger(nil)}, options...)...)
	toolkit.Register(tk, toolkit.Tool{Name: "add"}, func(_ context.Context, args struct {
		A int `json:"a"`
		B int `json:"b,omitempty"`
	}) (struct {
		Sum int `json:"sum"`
	}, error) {
		return struct {
			Sum int `json:"sum"`
		}{args.A + args.B}, nil
	})
	toolkit.Register(tk, toolkit.Tool{Name: "say"}, func(_ context.Context, args struct{ Text string }) (string, error) { return args.Text, nil })
	toolkit.Register(tk, toolkit.Tool{Name: "fail"}, func(_ context.Context, args struct{ Code int64 }) (string, error) {
		return "", &toolkit.ProtocolError{Code: args.Code, Message: "not today", Data: map[string]any{"day": 1}}
	})
	toolkit.Register(tk, toolkit.Tool{Name: "ask"}, func(ctx context.Context, _ struct{}) (*mcp.CallToolResult, error) {
		r := toolkit.RequestFrom(ctx)
		if r.RequestState() == "" {
			return &mcp.CallToolResult{RequestState: "s1", InputRequests: mcp.InputRequestMap{"name": &mcp.ElicitParams{
				Message: "Who?", RequestedSchema: json.RawMessage(`{"type":"object","properties":{"name":{"type":"string"}}}`),
			}}}, nil
		}
		answer, ok := r.InputResponses()["name"].(*mcp.ElicitResult)
		if !ok {
			return nil, errors.New("no answer")
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprint(r.RequestState(), " ", answer.Action, " ", answer.Content["name"])}}}, nil
	})
	toolkit.Register(tk, toolkit.Tool{Name: "mixed"}, func(context.Context, struct{}) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{}, Content: []mcp.Content{&mcp.TextContent{Text: "x"}}}, nil
	})
	toolkit.Register(tk, toolkit.Tool{Name: "blocks"}, func(context.Context, struct{}) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{
			Meta: mcp.Meta{"com.example/k": 1},
			Content: []mcp.Content{
				&mcp.TextContent{Text: "<\u2028\n", Annotations: &mcp.Annotations{Priority: 1}},
				nil,
				&mcp.ImageContent{MIMEType: "image/png", Data: []byte{0}},
			},
		}, nil
	})
	toolkit.Register(tk, toolkit.Tool{Name: "report"}, func(ctx context.Context, args struct{ Fail bool }) (string, error) {
		r := toolkit.RequestFrom(ctx)
		for _, p := range []float64{0.5, 0.5, math.NaN(), 0.25, 1} {
			if err := r.Progress(ctx, p, 2, "half\n"); err != nil {
				return "", err
			}
		}
		//lint:ignore SA1019 deprecated in 2026-07-28, but still part of it
		for _, level := range []mcp.LoggingLevel{"debug", "warning"} {
			if err := r.Log(ctx, level, map[string]any{"at": level}); err != nil {
				return "", err
			}
		}
		if args.Fail {
			return "", &toolkit.ProtocolError{Code: -32602, Message: "no"}
		}
		return "done", r.Log(ctx, "info", "below")
	})
	toolkit.Register(tk, toolkit.Tool{Name: "about"}, func(ctx context.Context, _ struct{}) (string, error) {
		r := toolkit.RequestFrom(ctx)
		_, extension := r.ClientCapabilities().Extensions["com.example/x"]
		name := "nobody"
		if info := r.ClientInfo(); info != nil {
			name = info.Name
		}
		return fmt.Sprint(r.ProtocolVersion(), " ", name, " ", r.Meta()["com.example/m"], " ", r.Header().Get("X-Trace"), " ",
			r.TokenInfo() == nil, " ", extension, " ", r.RequireCapability("elicitation"), " ", r.RequireCapability("roots")), nil
	})
	if err := tk.Err(); err != nil {
		t.Fatal(err)
	}
	return tk
}

// TestDirectAnswers has the bodies of answers in full.
func TestDirectAnswers(t *testing.T) {
	h := handlerOf(t, directTools(t, toolkit.WithErrorText(func(string, []*toolkit.Problem) string { return "refused" })))
	for _, tt := range []struct {
		name, tool, body string
		status           int
		want             string
	}{
		{"structured", "add", callBody("add", `{"a":1,"b":2}`, ``), 200,
			`{"jsonrpc":"2.0","id":"a","result":{"resultType":"complete",` + serverInfo + `,"content":[{"type":"text","text":"{\"sum\":3}"}],"structuredContent":{"sum":3}}}`},
		{"arguments before the name, and blanks", "add", ` { "id" : 9007199254740993 , "params" : { "arguments" : {"a":1} , "name" : "\u0061dd" , ` + meta2026 + ` } , "method" : "tools/call" , "jsonrpc" : "2.0" } `, 200,
			`{"jsonrpc":"2.0","id":9007199254740993,"result":{"resultType":"complete",` + serverInfo + `,"content":[{"type":"text","text":"{\"sum\":1}"}],"structuredContent":{"sum":1}}}`},
		{"text", "say", callBody("say", `{"Text":"<ü\u2028\n>"}`, ``), 200,
			`{"jsonrpc":"2.0","id":"a","result":{"resultType":"complete",` + serverInfo + `,"content":[{"type":"text","text":"<ü` + "\u2028" + `\n>"}]}}`},
		{"bad arguments", "add", callBody("add", `{"b":"x"}`, ``), 200,
			`{"jsonrpc":"2.0","id":"a","result":{"resultType":"complete","_meta":{"io.github.typedmcp/problems":[{"path":"b","pointer":"/b","code":"type","expected":"an integer","received":"string"},{"path":"a","pointer":"/a","code":"missing","expected":"an integer"}],"io.modelcontextprotocol/serverInfo":{"name":"direct","version":"1"}},"content":[{"type":"text","text":"refused"}],"isError":true}}`},
		{"an unknown tool", "ad", callBody("ad", `{}`, ``), 400, `{"jsonrpc":"2.0","id":"a","error":{"code":-32602,"message":"unknown tool \"ad\"; did you mean \"add\"?"}}`},
		{"an error of the protocol", "fail", callBody("fail", `{"Code":-32000}`, ``), 200, `{"jsonrpc":"2.0","id":"a","error":{"code":-32000,"message":"not today","data":{"day":1}}}`},
		{"a capability that the client lacks", "fail", callBody("fail", `{"Code":-32021}`, ``), 400, `{"jsonrpc":"2.0","id":"a","error":{"code":-32021,"message":"not today","data":{"day":1}}}`},
		{"a method that is not there", "fail", callBody("fail", `{"Code":-32601}`, ``), 404, `{"jsonrpc":"2.0","id":"a","error":{"code":-32601,"message":"not today","data":{"day":1}}}`},
		{"content blocks", "blocks", callBody("blocks", `{}`, ``), 200,
			`{"jsonrpc":"2.0","id":"a","result":{"resultType":"complete","_meta":{"com.example/k":1,"io.modelcontextprotocol/serverInfo":{"name":"direct","version":"1"}},"content":[{"type":"text","text":"\u003c\u2028\n","annotations":{"priority":1}},{"type":"image","mimeType":"image/png","data":"AA=="}]}}`},
		{"a request for input", "ask", strings.Replace(callBody("ask", `{}`, ``), `clientCapabilities":{}`, `clientCapabilities":{"elicitation":{}}`, 1), 200,
			`{"jsonrpc":"2.0","id":"a","result":{"resultType":"input_required",` + serverInfo + `,"inputRequests":{"name":{"method":"elicitation/create","params":{"mode":"form","message":"Who?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}}},"requestState":"s1"}}`},
		{"a request for input that the client cannot answer", "ask", callBody("ask", `{}`, ``), 400,
			`{"jsonrpc":"2.0","id":"a","error":{"code":-32021,"message":"the tool asks for input that needs the client capabilities elicitation","data":{"requiredCapabilities":{"elicitation":{"form":{}}}}}}`},
		{"an answer to it", "ask", strings.Replace(callBody("ask", `{}`, ``), `"arguments":{}`, `"requestState":"s1","inputResponses":{"name":{"action":"accept","content":{"name":"Ann"}}}`, 1), 200,
			`{"jsonrpc":"2.0","id":"a","result":{"resultType":"complete",` + serverInfo + `,"content":[{"type":"text","text":"s1 accept Ann"}]}}`},
		{"an answer of no kind", "ask", strings.Replace(callBody("ask", `{}`, ``), `"arguments":{}`, `"inputResponses":{"name":{}}`, 1), 400,
			`{"jsonrpc":"2.0","id":"a","error":{"code":-32602,"message":"params.inputResponses cannot be read: inputResponses[\"name\"]: cannot determine InputResponse type: expected \"action\", \"role\", or \"roots\" key"}}`},
		{"a state of no kind", "ask", strings.Replace(callBody("ask", `{}`, ``), `"arguments":{}`, `"requestState":1`, 1), 400,
			`{"jsonrpc":"2.0","id":"a","error":{"code":-32602,"message":"params.requestState must be a string"}}`},
		{"a result and a request for input", "mixed", callBody("mixed", `{}`, ``), 200,
			`{"jsonrpc":"2.0","id":"a","error":{"code":-32603,"message":"the tool returned both a result and requests for input"}}`},
		{"no stream for a client that asked for none", "report", callBody("report", `{"Fail":false}`, ``), 200,
			`{"jsonrpc":"2.0","id":"a","result":{"resultType":"complete",` + serverInfo + `,"content":[{"type":"text","text":"done"}]}}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := post(h, callHeader(tt.tool), tt.body)
			if diff := cmp.Diff(tt.want+"\n", w.Body.String()); diff != "" {
				t.Errorf("body (-want +got):\n%s", diff)
			}
			if got := w.Header().Get("Content-Type"); w.Code != tt.status || got != "application/json" {
				t.Errorf("status %d, want %d; Content-Type %q", w.Code, tt.status, got)
			}
		})
	}
}

// TestRequestOfDirectCall has what a tool learns of its request.
func TestRequestOfDirectCall(t *testing.T) {
	header := callHeader("about")
	header.Set("X-Trace", "t1")
	body := strings.Replace(callBody("about", `null`, `,"com.example/m":[1],"io.modelcontextprotocol/clientInfo":{"name":"me","version":"2","icons":[]}`),
		`clientCapabilities":{}`, `clientCapabilities":{"extensions":{"com.example/x":{}},"elicitation":{"form":{}}}`, 1)
	w := post(handlerOf(t, directTools(t)), header, body)
	if want := `"text":"2026-07-28 me [1] t1 true true <nil> the tool needs the client capability roots (-32021)"`; !strings.Contains(w.Body.String(), want) {
		t.Errorf("want %s in %s", want, w.Body)
	}
}

// TestNoSession holds that there is no session where 2026-07-28 has none.
func TestNoSession(t *testing.T) {
	tk := toolkit.New("direct", "1")
	toolkit.Register(tk, toolkit.Tool{Name: "session"}, func(ctx context.Context, _ struct{}) (bool, error) {
		return toolkit.RequestFrom(ctx).Session() != nil, nil
	})
	w := post(handlerOf(t, tk), callHeader("session"), callBody("session", `{}`, ``))
	if !strings.Contains(w.Body.String(), `"structuredContent":false`) {
		t.Errorf("there is a session: %s", w.Body)
	}
}

// TestDirectStream has the event streams that progress and log messages make of a response.
func TestDirectStream(t *testing.T) {
	h := handlerOf(t, directTools(t))
	progress := func(token string) string {
		event := func(p string) string {
			return "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":" + token + ",\"progress\":" + p + ",\"total\":2,\"message\":\"half\\n\"}}\n\n"
		}
		return event("0.5") + event("1")
	}
	log := func(level string) string {
		return "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"" + level + "\",\"data\":{\"at\":\"" + level + "\"}}}\n\n"
	}
	end := "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{\"resultType\":\"complete\"," + serverInfo + ",\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}}\n\n"
	refused := "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":\"a\",\"error\":{\"code\":-32602,\"message\":\"no\"}}\n\n"
	for _, tt := range []struct{ name, meta, arguments, want string }{
		{"progress", `,"progressToken":"p"`, `{"Fail":false}`, progress(`"p"`) + end},
		{"progress by number", `,"progressToken":9007199254740993`, `{"Fail":false}`, progress("9007199254740993") + end},
		{"log messages", `,"io.modelcontextprotocol/logLevel":"warning"`, `{"Fail":false}`, log("warning") + end},
		{"both, and an error", `,"io.modelcontextprotocol/logLevel":"debug","progressToken":1`, `{"Fail":true}`, progress("1") + log("debug") + log("warning") + refused},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := post(h, callHeader("report"), callBody("report", tt.arguments, tt.meta))
			if diff := cmp.Diff(tt.want, w.Body.String()); diff != "" {
				t.Errorf("body (-want +got):\n%s", diff)
			}
			for name, want := range map[string]string{"Content-Type": "text/event-stream", "Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"} {
				if got := w.Header().Get(name); got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
			if w.Code != http.StatusOK || !w.Flushed {
				t.Errorf("status %d, flushed %v", w.Code, w.Flushed)
			}
		})
	}
}

// TestRefusedDirectly has what the specification says of every request of 2026-07-28.
func TestRefusedDirectly(t *testing.T) {
	h := handlerOf(t, directTools(t))
	good := callBody("add", `{"a":1}`, ``)
	replaced := func(old, with string) string {
		t.Helper()
		if !strings.Contains(good, old) {
			t.Fatalf("no %s in the body", old)
		}
		return strings.Replace(good, old, with, 1)
	}
	for _, tt := range []struct {
		name   string
		change func(http.Header)
		body   string
		status int
		id     string
		code   int
		want   string
	}{
		{"several messages", nil, "[" + good + "]", 400, "", -32600, "the body must be one JSON-RPC message, not several, since 2025-06-18"},
		{"two messages", nil, good + good, 400, "", -32700, "the body is not valid JSON"},
		{"another JSON-RPC", nil, replaced(`"2.0"`, `"1.0"`), 400, `"a"`, -32600, `the member jsonrpc must be "2.0"`},
		{"a response", nil, `{"jsonrpc":"2.0","id":"a","result":{}}`, 400, `"a"`, -32600, "the body must be a request or a notification, not a response"},
		{"no method", nil, replaced(`"method":"tools/call",`, ``), 400, `"a"`, -32600, "the member method must be a string that names a method"},
		{"a null id", nil, replaced(`"id":"a"`, `"id":null`), 400, "", -32600, "the member id must be a string or an integer"},
		{"a fraction as id", nil, replaced(`"id":"a"`, `"id":1.5`), 400, "", -32600, "the member id must be a string or an integer"},
		{"no id", nil, replaced(`"id":"a",`, ``), 400, "", -32600, "tools/call is a request, so it must have an id"},
		{"params that are no object", nil, `{"jsonrpc":"2.0","id":"a","method":"tools/call","params":[]}`, 400, `"a"`, -32602, "params._meta must have io.modelcontextprotocol/protocolVersion, as every request of 2026-07-28"},
		{"no capabilities", nil, replaced(`,"io.modelcontextprotocol/clientCapabilities":{}`, ``), 400, `"a"`, -32602, "params._meta must have io.modelcontextprotocol/clientCapabilities, as every request of 2026-07-28; {} says that there are none"},
		{"capabilities of no kind", nil, replaced(`clientCapabilities":{}`, `clientCapabilities":{"sampling":1}`), 400, `"a"`, -32602, "params._meta: io.modelcontextprotocol/clientCapabilities is not an object of capabilities"},
		{"a client without a name", nil, callBody("add", `{"a":1}`, `,"io.modelcontextprotocol/clientInfo":"me"`), 400, `"a"`, -32602, "params._meta: io.modelcontextprotocol/clientInfo is not an object with the name and the version of a client"},
		{"an unknown level", nil, callBody("add", `{"a":1}`, `,"io.modelcontextprotocol/logLevel":"loud"`), 400, `"a"`, -32602, "params._meta: io.modelcontextprotocol/logLevel must be one of debug, info, notice, warning, error, critical, alert, emergency"},
		{"a token of no kind", nil, callBody("add", `{"a":1}`, `,"progressToken":[]`), 400, `"a"`, -32602, "params._meta: progressToken must be a string or an integer"},
		{"two versions", func(h http.Header) { h.Add("Mcp-Protocol-Version", "2025-11-25") }, good, 400, `"a"`, -32020, "Header mismatch: Mcp-Protocol-Version: the header is given more than once"},
		{"two methods", func(h http.Header) { h.Add("Mcp-Method", "tools/list") }, good, 400, `"a"`, -32020, "Header mismatch: Mcp-Method: the header is given more than once"},
		{"no name header", func(h http.Header) { h.Del("Mcp-Name") }, good, 400, `"a"`, -32020, "Header mismatch: Mcp-Name: the header is missing"},
		{"a name of no kind", nil, replaced(`"name":"add"`, `"name":1`), 400, `"a"`, -32020, `Header mismatch: Mcp-Name: the header value "add" does not match the body value ""`},
		{"a cursor of no kind", func(h http.Header) { h.Set("Mcp-Method", "tools/list"); h.Del("Mcp-Name") }, `{"jsonrpc":"2.0","id":"a","method":"tools/list","params":{"cursor":1,` + meta2026 + `}}`, 400, `"a"`, -32602, "params.cursor must be a string"},
		{"an unknown method", func(h http.Header) { h.Set("Mcp-Method", "tools/jump"); h.Del("Mcp-Name") }, `{"jsonrpc":"2.0","id":"a","method":"tools/jump","params":{` + meta2026 + `}}`, 404, `"a"`, -32601, `JSON RPC not handled: "tools/jump" unsupported`},
		{"a method of older revisions", func(h http.Header) { h.Set("Mcp-Method", "ping"); h.Del("Mcp-Name") }, `{"jsonrpc":"2.0","id":"a","method":"ping","params":{` + meta2026 + `}}`, 404, `"a"`, -32601, `method not found: "ping"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			header := callHeader("add")
			if tt.change != nil {
				tt.change(header)
			}
			w := post(h, header, tt.body)
			id := ""
			if tt.id != "" {
				id = `"id":` + tt.id + ","
			}
			want := fmt.Sprintf(`{"jsonrpc":"2.0",%s"error":{"code":%d,"message":%s}}`, id, tt.code, quoted(tt.want))
			if diff := cmp.Diff(want, strings.TrimSpace(w.Body.String())); diff != "" {
				t.Errorf("body (-want +got):\n%s", diff)
			}
			if got := w.Header().Get("Content-Type"); w.Code != tt.status || got != "application/json" {
				t.Errorf("status %d, want %d; Content-Type %q", w.Code, tt.status, got)
			}
		})
	}
}

func quoted(s string) string {
	raw, err := json.Marshal(s)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

// TestNotifications sends what needs no answer.
func TestNotifications(t *testing.T) {
	h := handlerOf(t, directTools(t))
	w := post(h, http.Header{"Content-Type": {"application/json"}, "Accept": {"*/*"}, "Mcp-Protocol-Version": {"2026-07-28"}},
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a"}}`)
	if w.Code == http.StatusAccepted && w.Body.Len() == 0 {
		return
	}
	t.Errorf("status %d, body %s", w.Code, w.Body)
}

// TestDirectList has lists in full, with pages.
func TestDirectList(t *testing.T) {
	tk := toolkit.New("direct", "1", toolkit.WithPageSize(2), toolkit.WithCache(time.Second, ""))
	h := handlerOf(t, tk)
	list := func(cursor string) string {
		w := post(h, listHeader(), `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{`+cursor+meta2026+`}}`)
		if got := w.Header().Get("Content-Length"); got != fmt.Sprint(w.Body.Len()) {
			t.Errorf("Content-Length %s, but there are %d bytes", got, w.Body.Len())
		}
		return strings.TrimSpace(w.Body.String())
	}
	begin := `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete",` + serverInfo
	tool := func(name string) string {
		return `{"annotations":{"idempotentHint":false,"readOnlyHint":true},"description":"<It> does.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"name":"` + name + `"}`
	}
	if diff := cmp.Diff(begin+`,"ttlMs":1000,"cacheScope":"public","tools":[]}}`, list("")); diff != "" {
		t.Errorf("without tools (-want +got):\n%s", diff)
	}
	for _, name := range []string{"c", "a", "b"} {
		toolkit.Register(tk, toolkit.Tool{Name: name, Description: "<It> does.", Hints: toolkit.ReadOnly}, nothing)
	}
	for _, tt := range []struct{ cursor, want string }{
		{``, `,"nextCursor":"MTpi","ttlMs":1000,"cacheScope":"public","tools":[` + tool("a") + "," + tool("b") + `]}}`},
		{`"cursor":"",`, `,"nextCursor":"MTpi","ttlMs":1000,"cacheScope":"public","tools":[` + tool("a") + "," + tool("b") + `]}}`},
		{`"cursor":"MTpi",`, `,"ttlMs":1000,"cacheScope":"public","tools":[` + tool("c") + `]}}`},
		{`"cursor":"MTpj",`, `,"ttlMs":1000,"cacheScope":"public","tools":[]}}`},
		{`"cursor":"MTphYQ",`, `,"ttlMs":1000,"cacheScope":"public","tools":[` + tool("b") + "," + tool("c") + `]}}`}, // of a tool that is gone
	} {
		if diff := cmp.Diff(begin+tt.want, list(tt.cursor)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.cursor, diff)
		}
	}
}

// TestWhoAnswers tells the ways apart by what only the SDK does: it answers with an event
// stream.
func TestWhoAnswers(t *testing.T) {
	foreign := func(srv *mcp.Server) {
		srv.AddTool(&mcp.Tool{Name: "foreign", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "foreign"}}}, nil
		})
	}
	const bySDK, direct = "text/event-stream", "application/json"
	for _, tt := range []struct {
		name                string
		options             []toolkit.Option
		change              func(*mcp.Server)
		list, call, foreign string
		listed              bool // the foreign tool
	}{
		{"by default", nil, nil, direct, direct, direct, false},
		{"with the SDK's server in other hands", nil, foreign, bySDK, bySDK, bySDK, true},
		{"with direct tools", []toolkit.Option{toolkit.WithDirectTools()}, foreign, direct, direct, bySDK, false},
		{"with caching by the SDK", []toolkit.Option{toolkit.WithServerOptions(func(o *mcp.ServerOptions) {
			o.SetCacheable = func(context.Context, mcp.Request, *mcp.Cacheable) {}
		})}, nil, bySDK, direct, direct, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tk := directTools(t, tt.options...)
			h := handlerOf(t, tk)
			if tt.change != nil {
				srv, err := tk.Server()
				if err != nil {
					t.Fatal(err)
				}
				tt.change(srv)
			}
			list := post(h, listHeader(), `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{`+meta2026+`}}`)
			if got := list.Header().Get("Content-Type"); got != tt.list || strings.Contains(list.Body.String(), `"foreign"`) != tt.listed {
				t.Errorf("list: Content-Type %s, body %s", got, list.Body)
			}
			for tool, want := range map[string]string{"add": tt.call, "foreign": tt.foreign} {
				w := post(h, callHeader(tool), callBody(tool, `{"a":1}`, ""))
				if got := w.Header().Get("Content-Type"); got != want || (w.Code == http.StatusOK) != (tool == "add" || tt.change != nil) {
					t.Errorf("%s: status %d, Content-Type %s, want %s; body %s", tool, w.Code, got, want, w.Body)
				}
			}
		})
	}
}

// TestMiddlewareOnDirectCalls has results of middleware that the endpoint must not trust.
func TestMiddlewareOnDirectCalls(t *testing.T) {
	const broken = "add ran, but its result could not be returned because of a fault in the server. Do not call it again to repair this; its work may be done."
	answer := func(text, structured string) string {
		return `{"resultType":"complete",` + serverInfo + `,"content":[{"type":"text","text":"` + text + `"}]` + structured + `}`
	}
	for _, tt := range []struct {
		name   string
		result *mcp.CallToolResult
		err    error
		want   string
	}{
		{"its own text", &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "mine"}}}, nil, answer("mine", "")},
		{"no content", &mcp.CallToolResult{}, nil, `{"resultType":"complete",` + serverInfo + `,"content":[]}`},
		{"a value", &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{}}, StructuredContent: map[string]int{"n": 1}}, nil, answer("", `,"structuredContent":{"n":1}`)},
		{"a value that is no JSON", &mcp.CallToolResult{StructuredContent: json.RawMessage(`{"n":`)}, nil, answer(broken, `,"isError":true`)},
		{"a value that cannot be JSON", &mcp.CallToolResult{StructuredContent: math.NaN()}, nil, answer(broken, `,"isError":true`)},
		{"metadata that cannot be JSON", &mcp.CallToolResult{Meta: mcp.Meta{"x": func() {}}}, nil, answer(broken, `,"isError":true`)},
		{"its own name of the server", &mcp.CallToolResult{Meta: mcp.Meta{mcp.MetaKeyServerInfo: map[string]any{"name": "me", "version": "1"}}}, nil, `{"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"me","version":"1"}},"content":[]}`},
		{"an error", nil, errors.New("no"), answer("no", `,"isError":true`)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tk := directTools(t)
			tk.Use(func(toolkit.CallFunc) toolkit.CallFunc {
				return func(context.Context, string, json.RawMessage) (*mcp.CallToolResult, error) { return tt.result, tt.err }
			})
			w := post(handlerOf(t, tk), callHeader("add"), callBody("add", `{"a":1}`, ""))
			if diff := cmp.Diff(`{"jsonrpc":"2.0","id":"a","result":`+tt.want+"}\n", w.Body.String()); diff != "" {
				t.Errorf("body (-want +got):\n%s", diff)
			}
			if tt.result != nil && tt.result.Meta["x"] != nil && len(tt.result.Meta) != 1 {
				t.Error("the result was changed")
			}
		})
	}
}

// TestNothingAfterTheEnd lets a function report progress after its call has ended.
func TestNothingAfterTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tk := toolkit.New("direct", "1", toolkit.WithLogger(nil))
		toolkit.Register(tk, toolkit.Tool{Name: "late", Timeout: time.Second}, func(ctx context.Context, _ struct{}) (string, error) {
			time.Sleep(2 * time.Second)
			r := toolkit.RequestFrom(ctx)
			return "", errors.Join(r.Progress(context.WithoutCancel(ctx), 1, 0, ""), r.Log(context.WithoutCancel(ctx), "error", "x"))
		})
		w := post(handlerOf(t, tk), callHeader("late"), callBody("late", `{}`, `,"progressToken":1,"io.modelcontextprotocol/logLevel":"debug"`))
		time.Sleep(3 * time.Second)
		want := `{"jsonrpc":"2.0","id":"a","result":{"resultType":"complete",` + serverInfo +
			`,"content":[{"type":"text","text":"late did not finish within 1 second and was stopped. It may have done part of its work. Ask for less, or try again later."}],"isError":true}}`
		if diff := cmp.Diff(want+"\n", w.Body.String()); diff != "" {
			t.Errorf("body (-want +got):\n%s", diff)
		}
	})
}

// TestClientLeaves closes the response while the call runs, which cancels it.
func TestClientLeaves(t *testing.T) {
	for name, meta := range map[string]string{"JSON": "", "an event stream": `,"progressToken":1`} {
		t.Run(name, func(t *testing.T) {
			running, cancelled := make(chan struct{}), make(chan error, 1)
			tk := toolkit.New("direct", "1", toolkit.WithLogger(nil))
			toolkit.Register(tk, toolkit.Tool{Name: "wait"}, func(ctx context.Context, _ struct{}) (string, error) {
				if err := toolkit.RequestFrom(ctx).Progress(ctx, 1, 0, ""); err != nil {
					return "", err
				}
				close(running)
				<-ctx.Done()
				cancelled <- toolkit.RequestFrom(ctx).Progress(ctx, 2, 0, "")
				return "", ctx.Err()
			})
			server := httptest.NewServer(handlerOf(t, tk))
			defer server.Close()
			ctx, cancel := context.WithCancel(t.Context())
			r, err := http.NewRequestWithContext(ctx, http.MethodPost, server.URL, strings.NewReader(callBody("wait", `{}`, meta)))
			if err != nil {
				t.Fatal(err)
			}
			r.Header = callHeader("wait")
			go func() {
				<-running
				cancel()
			}()
			response, err := http.DefaultClient.Do(r)
			if err == nil {
				defer response.Body.Close() //nolint:errcheck // it was cancelled
			}
			select {
			case err := <-cancelled:
				if (err == nil) != (meta == "") {
					t.Errorf("progress after that: %v", err)
				}
			case <-time.After(10 * time.Second):
				t.Error("the call goes on")
			}
		})
	}
}
