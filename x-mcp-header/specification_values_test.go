package xmcpheader_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	xmcpheader "github.com/typedmcp/toolkit/x-mcp-header"
)

// TestStandardRequestHeaders is the table "Standard Request Headers". The rows have Source Field
// and Required For; a method of no row has no Mcp-Name.
func TestStandardRequestHeaders(t *testing.T) {
	w := newWire(t)
	for _, tt := range []struct{ method, params, headers, missing string }{
		{"tools/call", `"name":"place"`, "Mcp-Method: tools/call\nMcp-Name: place", "Mcp-Name: the header is missing"},
		{"resources/read", `"uri":"file:///a%20b"`, "Mcp-Method: resources/read\nMcp-Name: file:///a%20b", "Mcp-Name: the header is missing"},
		{"prompts/get", `"name":"greet"`, "Mcp-Method: prompts/get\nMcp-Name: greet", "Mcp-Name: the header is missing"},
		{"tools/list", `"cursor":"a"`, "Mcp-Method: tools/list", ""},
		{"server/discover", `"name":"ignored"`, "Mcp-Method: server/discover", ""},
		// "If the Mcp-Name source value cannot be safely represented as a plain ASCII header value".
		{"prompts/get", `"name":"grüßen"`, "Mcp-Method: prompts/get\nMcp-Name: =?base64?Z3LDvMOfZW4=?=", "Mcp-Name: the header is missing"},
		{"resources/read", `"uri":" file:///a"`, "Mcp-Method: resources/read\nMcp-Name: =?base64?IGZpbGU6Ly8vYQ==?=", "Mcp-Name: the header is missing"},
	} {
		body := `{"jsonrpc":"2.0","id":1,"method":"` + tt.method + `","params":{` + meta2026 + `,` + tt.params + `}}`
		want := "Content-Type: application/json\n" + tt.headers + "\nMcp-Protocol-Version: 2026-07-28"
		if got := clientHeaders(t, `{"name":"place","inputSchema":{}}`, body); got != want {
			t.Errorf("%s: the client sends\n%s", tt.method, got)
		}
		if status, answer := w.send(middlewarePath, modern+tt.headers, body); status != 200 || answer != "passed" {
			t.Errorf("%s: status %d, body %s", tt.method, status, answer)
		}
		if status, answer := w.send(toolkitPath, modern+tt.headers, body); strings.Contains(answer, "-32020") {
			t.Errorf("%s: status %d, body %s", tt.method, status, answer)
		}
		method, name, _ := strings.Cut(tt.headers, "\n")
		for _, path := range []string{middlewarePath, toolkitPath} {
			if status, answer := w.send(path, modern+name, body); status != 400 || strings.TrimSpace(answer) != refusal("Mcp-Method: the header is missing") {
				t.Errorf("%s, %s without Mcp-Method: status %d, body %s", path, tt.method, status, answer)
			}
			if tt.missing == "" {
				continue
			}
			if status, answer := w.send(path, modern+method, body); status != 400 || strings.TrimSpace(answer) != refusal(tt.missing) {
				t.Errorf("%s, %s without Mcp-Name: status %d, body %s", path, tt.method, status, answer)
			}
		}
	}
}

// TestValueEncoding is "Value Encoding": the list of type conversions, and the table of encoding
// examples, row by row. What a client writes, each server takes.
func TestValueEncoding(t *testing.T) {
	w := newWire(t)
	for _, tt := range []struct{ value, typ, header, reason string }{
		{`"a, b;c"`, "string", `a, b;c`, "string: use the value as-is"},
		{`42`, "integer", `42`, "integer: convert to decimal string representation"},
		{`-7`, "integer", `-7`, "integer: convert to decimal string representation"},
		{`4.2e1`, "integer", `42`, "integer: decimal, however it is written"},
		{`true`, "boolean", `true`, `boolean: convert to lowercase "true" or "false"`},
		{`false`, "boolean", `false`, `boolean: convert to lowercase "true" or "false"`},

		{`"us-west1"`, "string", `us-west1`, "Plain ASCII"},
		{`"Hello, 世界"`, "string", `=?base64?SGVsbG8sIOS4lueVjA==?=`, "Contains non-ASCII"},
		{`" padded "`, "string", `=?base64?IHBhZGRlZCA=?=`, "Leading/trailing spaces"},
		{`"line1\nline2"`, "string", `=?base64?bGluZTEKbGluZTI=?=`, "Contains newline"},
		{`"=?base64?literal?="`, "string", `=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=`, "Matches sentinel pattern"},
	} {
		path, lines, arguments := []string{"region"}, "Mcp-Param-Region: ", `{"region":`+tt.value+`}`
		switch tt.typ {
		case "integer":
			path, lines, arguments = []string{"filter", "page"}, "Mcp-Param-Page: ", `{"filter":{"page":`+tt.value+`}}`
		case "boolean":
			path, lines, arguments = []string{"deep"}, "Mcp-Param-Deep: ", `{"deep":`+tt.value+`}`
		}
		headers, err := xmcpheader.CallHeaders("place", []xmcpheader.Binding{{Name: "Text", Path: path, Type: tt.typ}}, []byte(arguments))
		if err != nil || headers["Mcp-Param-Text"] != tt.header {
			t.Errorf("%s (%s): %q, %v", tt.value, tt.reason, headers["Mcp-Param-Text"], err)
		}
		w.everywhere(t, lines+tt.header, arguments, "")
	}
}

// TestParameterScenarios is the table of "Server Behavior for Custom Headers": what the client
// sends, and what the server makes of it, of the opposite too.
func TestParameterScenarios(t *testing.T) {
	w := newWire(t)
	const tool = `{"name":"place","inputSchema":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}}}}`
	for _, tt := range []struct{ scenario, arguments, client, server, problem string }{
		{"Parameter value provided: header matches", `{"region":"eu"}`, "Mcp-Param-Region: eu\n", "Mcp-Param-Region: eu", ""},
		{"Parameter value provided: header does not match", `{"region":"eu"}`, "Mcp-Param-Region: eu\n", "Mcp-Param-Region: us",
			"Mcp-Param-Region: the header value does not match the parameter region"},
		{"Parameter value is null", `{"region":null}`, "", "", ""},
		{"Parameter value is null: header all the same", `{"region":null}`, "", "Mcp-Param-Region: eu",
			"Mcp-Param-Region: the header is given, but the parameter region is not"},
		{"Parameter not in arguments", `{}`, "", "", ""},
		{"Parameter not in arguments: header all the same", `{}`, "", "Mcp-Param-Region: eu",
			"Mcp-Param-Region: the header is given, but the parameter region is not"},
		{"Client omits header but value is in body", `{"region":"eu"}`, "Mcp-Param-Region: eu\n", "",
			"Mcp-Param-Region: the header is missing, but the parameter region is given"},
	} {
		t.Run(tt.scenario, func(t *testing.T) {
			want := "Content-Type: application/json\nMcp-Method: tools/call\nMcp-Name: place\n" + tt.client + "Mcp-Protocol-Version: 2026-07-28"
			if got := clientHeaders(t, tool, placeCall(tt.arguments)); got != want {
				t.Errorf("the client sends\n%s", got)
			}
			w.everywhere(t, tt.server, tt.arguments, tt.problem)
		})
	}
}

// TestCaseSensitivity is "Case Sensitivity": names of headers have none, values have.
func TestCaseSensitivity(t *testing.T) {
	w := newWire(t)
	body := placeCall(`{"region":"eu"}`)
	lower := strings.ToLower(modern) + "mcp-method: tools/call\nmcp-name: place\nmcp-param-region: eu"
	upper := strings.NewReplacer("mcp-", "MCP-", "method", "METHOD", "name", "NAME", "param-region", "PARAM-REGION", "protocol-version", "PROTOCOL-VERSION").Replace(lower)
	for _, path := range []string{middlewarePath, toolkitPath} {
		for _, lines := range []string{lower, upper} {
			if status, answer := w.send(path, lines, body); status != 200 || !strings.Contains(answer, "passed") {
				t.Errorf("%s: status %d, body %s", path, status, answer)
			}
		}
		for _, tt := range []struct{ lines, problem string }{
			{modern + "Mcp-Method: Tools/Call\nMcp-Name: place\nMcp-Param-Region: eu", `Mcp-Method: the header value "Tools/Call" does not match the body value "tools/call"`},
			{modern + "Mcp-Method: tools/call\nMcp-Name: Place\nMcp-Param-Region: eu", `Mcp-Name: the header value "Place" does not match the body value "place"`},
			{modern + "Mcp-Method: tools/call\nMcp-Name: place\nMcp-Param-Region: EU", `Mcp-Param-Region: the header value does not match the parameter region`},
		} {
			if status, answer := w.send(path, tt.lines, body); status != 400 || strings.TrimSpace(answer) != refusal(tt.problem) {
				t.Errorf("%s: status %d, body %s", path, status, answer)
			}
		}
	}
}

// TestServerValidation is "Server Validation": its table has one error code, and each of its
// failure conditions leads to it, with status 400.
func TestServerValidation(t *testing.T) {
	w := newWire(t)
	body := placeCall(`{"region":"eu"}`)
	const (
		version = "Content-Type: application/json\nAccept: application/json, text/event-stream\nMCP-Protocol-Version: "
		rest    = "\nMcp-Method: tools/call\nMcp-Name: place\nMcp-Param-Region: eu"
	)
	for _, tt := range []struct{ condition, lines, middleware, toolkit string }{
		{"a required standard header is missing: MCP-Protocol-Version", strings.TrimSuffix(version, "MCP-Protocol-Version: ") + strings.TrimPrefix(rest, "\n"),
			`Mcp-Protocol-Version: the header value "" does not match the body value "2026-07-28"`, `Mcp-Protocol-Version is missing, but _meta says 2026-07-28`},
		{"a required standard header is missing: Mcp-Method", modern + "Mcp-Name: place\nMcp-Param-Region: eu", "Mcp-Method: the header is missing", ""},
		{"a required standard header is missing: Mcp-Name", modern + "Mcp-Method: tools/call\nMcp-Param-Region: eu", "Mcp-Name: the header is missing", ""},
		{"a header value does not match: MCP-Protocol-Version", version + "2025-11-25" + rest,
			`Mcp-Protocol-Version: the header value "2025-11-25" does not match the body value "2026-07-28"`, `Mcp-Protocol-Version says 2025-11-25, but _meta says 2026-07-28`},
		{"a header value does not match: Mcp-Method", modern + "Mcp-Method: tools/list\nMcp-Name: place", `Mcp-Method: the header value "tools/list" does not match the body value "tools/call"`, ""},
		{"a header value does not match: Mcp-Name", modern + "Mcp-Method: tools/call\nMcp-Name: foo", `Mcp-Name: the header value "foo" does not match the body value "place"`, ""},
		{"a header value does not match: Mcp-Param-Region", placeLines + "Mcp-Param-Region: us", "Mcp-Param-Region: the header value does not match the parameter region", ""},
		{"servers MUST decode: Mcp-Name of another tool", modern + "Mcp-Method: tools/call\nMcp-Name: =?base64?Zm9v?=", `Mcp-Name: the header value "foo" does not match the body value "place"`, ""},
		{"a header value contains invalid characters: Mcp-Name", modern + "Mcp-Method: tools/call\nMcp-Name: plac\xc3\xa9", "Mcp-Name: the header has a character that is not visible ASCII, a blank or a tab", ""},
		{"a header value contains invalid characters: Mcp-Param-Region", placeLines + "Mcp-Param-Region: \xc3\xa9u", "Mcp-Param-Region: the header has a character that is not visible ASCII, a blank or a tab", ""},
	} {
		if tt.toolkit == "" {
			tt.toolkit = tt.middleware
		}
		for path, problem := range map[string]string{middlewarePath: tt.middleware, toolkitPath: tt.toolkit} {
			if status, answer := w.send(path, tt.lines, body); status != 400 || strings.TrimSpace(answer) != refusal(problem) {
				t.Errorf("%s: %s: status %d, body %s", path, tt.condition, status, answer)
			}
		}
	}
	// "Servers MUST decode an encoded Mcp-Name or Mcp-Param-{Name} value before comparing it."
	for _, path := range []string{middlewarePath, toolkitPath} {
		if status, answer := w.send(path, modern+"Mcp-Method: tools/call\nMcp-Name: =?base64?cGxhY2U=?=\nMcp-Param-Region: =?base64?ZXU=?=", body); status != 200 || !strings.Contains(answer, "passed") {
			t.Errorf("%s: status %d, body %s", path, status, answer)
		}
	}
	// "42.0 and 42 are considered equal."
	w.everywhere(t, "Mcp-Param-Page: 42.0", `{"filter":{"page":42}}`, "")
	w.everywhere(t, "Mcp-Param-Page: 42", `{"filter":{"page":42.0}}`, "")
}

// TestExampleErrorResponse is "Example error response", with the words of this library.
func TestExampleErrorResponse(t *testing.T) {
	w := newWire(t)
	body := strings.Replace(placeCall(`{}`), `"place"`, `"bar"`, 1)
	const want = `{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"Header mismatch: Mcp-Name: the header value \"foo\" does not match the body value \"bar\""}}`
	for _, path := range []string{middlewarePath, toolkitPath} {
		status, answer := w.send(path, modern+"Mcp-Method: tools/call\nMcp-Name: foo", body)
		if status != 400 || strings.TrimSpace(answer) != want {
			t.Errorf("%s: status %d, body %s", path, status, answer)
		}
		var members map[string]json.RawMessage
		if err := json.Unmarshal([]byte(answer), &members); err != nil || len(members) != 3 {
			t.Errorf("%s: %d members, %v", path, len(members), err)
		}
	}
}

// TestIntermediaries is the last note of "Server Validation": who routes by mirrored headers
// refuses requests of revisions that need not validate them.
func TestIntermediaries(t *testing.T) {
	passed := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusAccepted) })
	gateway := xmcpheader.RequireRevision(passed)
	for _, tt := range []struct {
		versions []string
		status   int
	}{
		{[]string{"2026-07-28"}, 202},
		{[]string{"2027-01-01"}, 202},
		{[]string{"2025-11-25"}, 400},
		{[]string{""}, 400},
		{nil, 400},
		{[]string{"2026-07-28", "2026-07-28"}, 400},
		{[]string{"2026-07-28", "2025-11-25"}, 400},
		{[]string{"2026-07-28, 2025-11-25"}, 400},
		{[]string{"latest"}, 400},
	} {
		r := httptest.NewRequest(http.MethodPost, "/mcp", nil)
		r.Header["Mcp-Protocol-Version"] = tt.versions
		answer := httptest.NewRecorder()
		if gateway.ServeHTTP(answer, r); answer.Code != tt.status {
			t.Errorf("%q: status %d", tt.versions, answer.Code)
		}
	}
}
