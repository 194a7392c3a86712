package toolkit_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/auth"

	"github.com/typedmcp/toolkit"
)

var farFuture = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)

const meta2026 = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`

// modernHeader is what a good tools/call of echo has.
func modernHeader() http.Header {
	return http.Header{
		"Content-Type":         {"application/json"},
		"Accept":               {"application/json, text/event-stream"},
		"Mcp-Protocol-Version": {"2026-07-28"},
		"Mcp-Method":           {"tools/call"},
		"Mcp-Name":             {"echo"},
		"Mcp-Param-Region":     {"eu"},
	}
}

const goodCall = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","arguments":{"text":"x","region":"eu"},` + meta2026 + `}}`

// post sends a request to a handler as it would come from a client elsewhere.
func post(h http.Handler, header http.Header, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(body))
	r.Header = header
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func handlerOf(t *testing.T, tk *toolkit.Toolkit) http.Handler {
	t.Helper()
	h, err := tk.HTTPHandler()
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestGoodCall(t *testing.T) {
	w := post(handlerOf(t, serveTools()), modernHeader(), goodCall)
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"structuredContent":{"text":"x","version":"2026-07-28"`) {
		t.Errorf("status %d, body %s", w.Code, w.Body)
	}
}

// TestRefusedRequests has what the front refuses, with status and body.
func TestRefusedRequests(t *testing.T) {
	h := handlerOf(t, serveTools(toolkit.WithLimits(toolkit.Limits{MaxBodyBytes: 1000})))
	for _, tt := range []struct {
		name   string
		change func(http.Header)
		body   string
		status int
		want   string
	}{
		{"no JSON", nil, `{"jsonrpc":`, 400, `{"jsonrpc":"2.0","error":{"code":-32700,"message":"the body is not valid JSON"}}`},
		{"no message", nil, `5`, 400, `{"jsonrpc":"2.0","error":{"code":-32600,"message":"the body is not a JSON-RPC message: it is no object"}}`},
		{"a member twice", nil, strings.Replace(goodCall, `"id":7`, `"id":7,"method":"tools/list"`, 1), 400, `{"jsonrpc":"2.0","id":7,"error":{"code":-32600,"message":"the member \"method\" stands twice in the message"}}`},
		{"too large", nil, goodCall + strings.Repeat(" ", 1000), 413, `{"jsonrpc":"2.0","id":7,"error":{"code":-32600,"message":"the body has more than 1000 bytes"}}`},
		{"too large before its id", nil, `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"` + strings.Repeat("x", 1000) + `"},"id":7}`, 413, `{"jsonrpc":"2.0","error":{"code":-32600,"message":"the body has more than 1000 bytes"}}`},
		{"neither a stream nor JSON", func(h http.Header) { h.Set("Accept", "text/html") }, `{`, 406, `{"jsonrpc":"2.0","error":{"code":-32600,"message":"Accept must have both application/json and text/event-stream"}}`},
		{"another content type", func(h http.Header) { h.Set("Content-Type", "text/plain") }, goodCall, 415, `{"jsonrpc":"2.0","error":{"code":-32600,"message":"Content-Type must be application/json"}}`},
		{"no stream accepted", func(h http.Header) { h.Set("Accept", "application/json") }, goodCall, 406, `{"jsonrpc":"2.0","id":7,"error":{"code":-32600,"message":"Accept must have both application/json and text/event-stream"}}`},
		{"another page", func(h http.Header) { h.Set("Origin", "https://evil.example") }, goodCall, 403, `{"jsonrpc":"2.0","error":{"code":-32600,"message":"pages of this origin may not call the server; its operator can allow them with WithAllowedOrigins"}}`},

		{"no version header", func(h http.Header) { h.Del("Mcp-Protocol-Version") }, goodCall, 400, `{"jsonrpc":"2.0","id":7,"error":{"code":-32020,"message":"Header mismatch: Mcp-Protocol-Version is missing, but _meta says 2026-07-28"}}`},
		{"another version header", func(h http.Header) { h.Set("Mcp-Protocol-Version", "2025-11-25") }, goodCall, 400, `{"jsonrpc":"2.0","id":7,"error":{"code":-32020,"message":"Header mismatch: Mcp-Protocol-Version says 2025-11-25, but _meta says 2026-07-28"}}`},
		{"no _meta", nil, strings.Replace(goodCall, ","+meta2026, "", 1), 400, `{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"params._meta must have io.modelcontextprotocol/protocolVersion, as every request of 2026-07-28"}}`},
		{"an unknown version", func(h http.Header) { h.Set("Mcp-Protocol-Version", "2099-01-01") }, strings.Replace(goodCall, "2026-07-28", "2099-01-01", 1), 400,
			`{"jsonrpc":"2.0","id":7,"error":{"code":-32022,"message":"unsupported protocol version","data":{"requested":"2099-01-01","supported":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"]}}}`},

		{"no method header", func(h http.Header) { h.Del("Mcp-Method") }, goodCall, 400, `{"jsonrpc":"2.0","id":7,"error":{"code":-32020,"message":"Header mismatch: Mcp-Method: the header is missing"}}`},
		{"another method header", func(h http.Header) { h.Set("Mcp-Method", "TOOLS/CALL") }, goodCall, 400, `{"jsonrpc":"2.0","id":7,"error":{"code":-32020,"message":"Header mismatch: Mcp-Method: the header value \"TOOLS/CALL\" does not match the body value \"tools/call\""}}`},
		{"another name header", func(h http.Header) { h.Set("Mcp-Name", "panic") }, goodCall, 400, `{"jsonrpc":"2.0","id":7,"error":{"code":-32020,"message":"Header mismatch: Mcp-Name: the header value \"panic\" does not match the body value \"echo\""}}`},
		{"no parameter header", func(h http.Header) { h.Del("Mcp-Param-Region") }, goodCall, 400, `{"jsonrpc":"2.0","id":7,"error":{"code":-32020,"message":"Header mismatch: Mcp-Param-Region: the header is missing, but the parameter region is given"}}`},
		{"another parameter header", func(h http.Header) { h.Set("Mcp-Param-Region", "us") }, goodCall, 400, `{"jsonrpc":"2.0","id":7,"error":{"code":-32020,"message":"Header mismatch: Mcp-Param-Region: the header value does not match the parameter region"}}`},
		{"a header without its parameter", nil, strings.Replace(goodCall, `,"region":"eu"`, ``, 1), 400, `{"jsonrpc":"2.0","id":7,"error":{"code":-32020,"message":"Header mismatch: Mcp-Param-Region: the header is given, but the parameter region is not"}}`},
		{"a header in bad base64", func(h http.Header) { h.Set("Mcp-Param-Region", "=?base64?ZXU?=") }, goodCall, 400, `{"jsonrpc":"2.0","id":7,"error":{"code":-32020,"message":"Header mismatch: Mcp-Param-Region: the header has the marks of base64, but what is between them is not valid base64 of UTF-8 text"}}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			header := modernHeader()
			if tt.change != nil {
				tt.change(header)
			}
			w := post(h, header, tt.body)
			if w.Code != tt.status {
				t.Errorf("status %d, want %d", w.Code, tt.status)
			}
			if diff := cmp.Diff(tt.want, strings.TrimSpace(w.Body.String())); diff != "" {
				t.Errorf("body (-want +got):\n%s", diff)
			}
			if got := w.Header().Get("Content-Type"); got != "application/json" {
				t.Errorf("Content-Type %q", got)
			}
		})
	}
}

// TestOtherMethods sends what is no POST.
func TestOtherMethods(t *testing.T) {
	h := handlerOf(t, serveTools())
	for _, tt := range []struct {
		method, version, allow, want string
		status                       int
	}{
		{"GET", "2026-07-28", "POST, OPTIONS", "the MCP endpoint takes POST, not GET, since 2026-07-28", 405},
		{"DELETE", "2026-07-28", "POST, OPTIONS", "the MCP endpoint takes POST, not DELETE, since 2026-07-28", 405},
		{"PUT", "", "POST, GET, DELETE, OPTIONS", "the MCP endpoint takes POST, not PUT", 405},
	} {
		r := httptest.NewRequest(tt.method, "/mcp", nil)
		r.Header.Set("Mcp-Protocol-Version", tt.version)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != tt.status || w.Header().Get("Allow") != tt.allow || !strings.Contains(w.Body.String(), `"message":"`+tt.want+`"`) {
			t.Errorf("%s: status %d, Allow %q, body %s", tt.method, w.Code, w.Header().Get("Allow"), w.Body)
		}
	}
}

// TestAcceptedRequests has what must pass although it looks odd.
func TestAcceptedRequests(t *testing.T) {
	h := handlerOf(t, serveTools(toolkit.WithAllowedOrigins("https://app.example")))
	for name, change := range map[string]func(http.Header){
		"names in base64":       func(h http.Header) { h.Set("Mcp-Name", "=?base64?ZWNobw==?=") },
		"a parameter in base64": func(h http.Header) { h.Set("Mcp-Param-Region", "=?base64?ZXU=?=") },
		"an unknown parameter":  func(h http.Header) { h.Set("Mcp-Param-Other", "x") },
		"a page of localhost":   func(h http.Header) { h.Set("Origin", "http://localhost:6274") },
		"a page that may":       func(h http.Header) { h.Set("Origin", "https://app.example") },
		"any media type":        func(h http.Header) { h.Set("Accept", "*/*") },
	} {
		header := modernHeader()
		change(header)
		if w := post(h, header, goodCall); w.Code != http.StatusOK && !(name == "any media type" && w.Code == http.StatusBadRequest) {
			t.Errorf("%s: status %d, body %s", name, w.Code, w.Body)
		}
	}
}

// TestRepairKeepsHeadersHonest sends arguments whose repair would take a value away that a
// header vouches for.
func TestRepairKeepsHeadersHonest(t *testing.T) {
	h := handlerOf(t, serveTools())
	inner := strings.Replace(goodCall, `{"text":"x","region":"eu"}`, `"{\"text\":\"x\",\"region\":\"eu\"}"`, 1)
	header := modernHeader()
	header.Del("Mcp-Param-Region") // the raw arguments are a string and have no region
	w := post(h, header, inner)
	want := `"code":-32020,"message":"Header mismatch: Mcp-Param-Region: the header is missing, but the parameter region is given"`
	if !strings.Contains(w.Body.String(), want) {
		t.Errorf("status %d, body %s", w.Code, w.Body)
	}
}

func TestPreflight(t *testing.T) {
	h := handlerOf(t, serveTools(toolkit.WithAllowedOrigins("https://app.example")))
	r := httptest.NewRequest(http.MethodOptions, "/mcp", nil)
	r.Header.Set("Origin", "https://app.example")
	r.Header.Set("Access-Control-Request-Method", "POST")
	r.Header.Set("Access-Control-Request-Headers", "content-type, mcp-param-region, x-evil")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != http.StatusNoContent {
		t.Errorf("status %d", w.Code)
	}
	for name, want := range map[string]string{
		"Access-Control-Allow-Origin":  "https://app.example",
		"Access-Control-Allow-Methods": "POST, GET, DELETE",
		"Access-Control-Allow-Headers": "Accept, Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id, mcp-param-region",
	} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	r.Header.Set("Origin", "https://evil.example")
	w = httptest.NewRecorder()
	if h.ServeHTTP(w, r); w.Code != http.StatusForbidden || w.Header().Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("another page: status %d, header %v", w.Code, w.Header())
	}
}

// TestHost sends foreign Host headers to a server on localhost.
func TestHost(t *testing.T) {
	for _, tt := range []struct {
		host   string
		option toolkit.Option
		status int
	}{
		{"", nil, 200},
		{"localhost:1234", nil, 200},
		{"evil.example", nil, 403},
		{"mcp.example.com", toolkit.WithAllowedHosts("mcp.example.com"), 200},
		{"mcp.example.com:443", toolkit.WithAllowedHosts("mcp.example.com"), 200},
		{"mcp.example.com", toolkit.WithAllowedOrigins("https://mcp.example.com"), 200},
	} {
		url := listen(t, serveTools(tt.option))
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(goodCall))
		if err != nil {
			t.Fatal(err)
		}
		r.Header, r.Host = modernHeader(), tt.host
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		if err := response.Body.Close(); err != nil {
			t.Fatal(err)
		}
		if response.StatusCode != tt.status {
			t.Errorf("Host %q: status %d, want %d, body %s", tt.host, response.StatusCode, tt.status, body)
		}
	}
}

// scopedTools has one tool for everybody and one that needs scopes. The token is the list of
// its scopes.
func scopedTools(t *testing.T) *toolkit.Toolkit {
	t.Helper()
	verify := func(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
		return &auth.TokenInfo{Scopes: strings.Split(token, "+"), Expiration: farFuture}, nil
	}
	tk := toolkit.New("scoped", "1", toolkit.WithAuth(verify, &auth.RequireBearerTokenOptions{ResourceMetadataURL: "https://mcp.example/meta", Scopes: []string{"use"}}))
	fn := func(context.Context, struct{}) (string, error) { return "called", nil }
	toolkit.Register(tk, toolkit.Tool{Name: "open"}, fn)
	toolkit.Register(tk, toolkit.Tool{Name: "admin", Scopes: []string{"read", "write"}}, fn)
	return tk
}

func TestScopes(t *testing.T) {
	tk := scopedTools(t)
	h := handlerOf(t, tk)
	request := func(token, method, name string) *httptest.ResponseRecorder {
		header := modernHeader()
		header.Del("Mcp-Param-Region")
		header.Set("Mcp-Method", method)
		header.Del("Mcp-Name")
		if name != "" {
			header.Set("Mcp-Name", name)
		}
		if token != "" {
			header.Set("Authorization", "Bearer "+token)
		}
		params := meta2026
		if name != "" {
			params = `"name":"` + name + `",` + params
		}
		return post(h, header, `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{`+params+`}}`)
	}
	if w := request("", "tools/list", ""); w.Code != http.StatusUnauthorized {
		t.Errorf("without a token: status %d", w.Code)
	}
	w := request("use", "tools/list", "")
	if body := w.Body.String(); !strings.Contains(body, `"open"`) || strings.Contains(body, `"admin"`) || !strings.Contains(body, `"cacheScope":"private"`) {
		t.Errorf("the list of one who may use: %s", body)
	}
	if w := request("use+read+write", "tools/list", ""); !strings.Contains(w.Body.String(), `"admin"`) {
		t.Errorf("the list of an administrator: %s", w.Body)
	}
	w = request("use+read", "tools/call", "admin")
	if w.Code != http.StatusForbidden {
		t.Errorf("a call without a scope: status %d", w.Code)
	}
	want := []string{`Bearer error="insufficient_scope", scope="read write use", resource_metadata="https://mcp.example/meta", error_description="the tool admin needs more scopes"`}
	if diff := cmp.Diff(want, w.Header().Values("WWW-Authenticate")); diff != "" {
		t.Errorf("challenge (-want +got):\n%s", diff)
	}
	if w := request("use+read+write", "tools/call", "admin"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "called") {
		t.Errorf("a call with all scopes: status %d, body %s", w.Code, w.Body)
	}
	// Whoever calls in the process is not restricted.
	if result, err := tk.Call(t.Context(), "admin", nil); err != nil || result.IsError {
		t.Errorf("Toolkit.Call: %v, %v", result, err)
	}
}

func TestScopesNeedAuth(t *testing.T) {
	tk := toolkit.New("scoped", "1")
	toolkit.Register(tk, toolkit.Tool{Name: "admin", Scopes: []string{"write"}}, func(context.Context, struct{}) (string, error) { return "", nil })
	_, err := tk.HTTPHandler()
	want := `toolkit: tool "admin": it has Scopes, but nothing checks tokens over HTTP; pass WithAuth to New`
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// TestListenErrors has what keeps a server from listening.
func TestListenErrors(t *testing.T) {
	url := listen(t, serveTools())
	addr := strings.TrimSuffix(strings.TrimPrefix(url, "http://"), toolkit.Path)
	err := serveTools().ListenAndServe(t.Context(), addr)
	if want := "toolkit: the address " + addr + " is in use; choose another port, or stop the program that uses it: "; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("a port in use: %v", err)
	}
	err = serveTools().ListenAndServe(t.Context(), "localhost")
	if want := `toolkit: cannot listen on "localhost"; write it as host:port, such as 127.0.0.1:8080: `; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("no port: %v", err)
	}
}

// TestSessionsOfOlderRevisions makes a session by hand.
func TestSessionsOfOlderRevisions(t *testing.T) {
	h := handlerOf(t, serveTools())
	header := http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	w := post(h, header, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2026-07-28","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"protocolVersion":"2025-11-25"`) {
		t.Fatalf("initialize: status %d, body %s", w.Code, w.Body)
	}
	session := w.Header().Get("Mcp-Session-Id")
	if session == "" {
		t.Fatal("no session")
	}
	header.Set("Mcp-Session-Id", session)
	header.Set("Mcp-Protocol-Version", "2025-11-25")
	w = post(h, header, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"text":"x","region":"eu"}}}`)
	if !strings.Contains(w.Body.String(), `"version":"2025-11-25"`) {
		t.Errorf("call: status %d, body %s", w.Code, w.Body)
	}
	r := httptest.NewRequest(http.MethodDelete, "/mcp", nil)
	r.Header = header
	w = httptest.NewRecorder()
	if h.ServeHTTP(w, r); w.Code != http.StatusNoContent {
		t.Errorf("delete: status %d", w.Code)
	}
	if w := post(h, header, `{"jsonrpc":"2.0","id":3,"method":"ping"}`); w.Code != http.StatusNotFound {
		t.Errorf("after that: status %d", w.Code)
	}
}
