package xmcpheader_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	xmcpheader "github.com/typedmcp/toolkit/x-mcp-header"
)

// The tests of this file go through two pages of the specification of 2026-07-28 from top to
// bottom: basic/transports/streamable-http from "Request Metadata" to "Server Validation", and
// server/tools, "x-mcp-header". Each example and each row of a table stands here as it stands
// there; comments name the sections.

// The requests of "Standard Request Headers" and "Custom Headers from Tool Parameters". The tool
// definition is the same on both pages.
const (
	weatherBody = `{
  "jsonrpc": "2.0",
  "id": 1,
  "method": "tools/call",
  "params": {
    "name": "get_weather",
    "arguments": {
      "location": "Seattle, WA"
    },
    "_meta": {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": {
        "name": "ExampleClient",
        "version": "1.0.0"
      },
      "io.modelcontextprotocol/clientCapabilities": {}
    }
  }
}`
	readBody = `{
  "jsonrpc": "2.0",
  "id": 2,
  "method": "resources/read",
  "params": {
    "uri": "file:///projects/myapp/config.json",
    "_meta": {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": {
        "name": "ExampleClient",
        "version": "1.0.0"
      },
      "io.modelcontextprotocol/clientCapabilities": {}
    }
  }
}`
	sqlTool = `{
  "name": "execute_sql",
  "description": "Execute SQL on Google Cloud Spanner",
  "inputSchema": {
    "type": "object",
    "properties": {
      "region": {
        "type": "string",
        "description": "The region to execute the query in",
        "x-mcp-header": "Region"
      },
      "query": {
        "type": "string",
        "description": "The SQL query to execute"
      }
    },
    "required": ["region", "query"]
  }
}`
	sqlBody = `{
  "jsonrpc": "2.0",
  "id": 1,
  "method": "tools/call",
  "params": {
    "_meta": {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": {
        "name": "ExampleClient",
        "version": "1.0.0"
      },
      "io.modelcontextprotocol/clientCapabilities": {}
    },
    "name": "execute_sql",
    "arguments": {
      "region": "us-west1",
      "query": "SELECT * FROM users"
    }
  }
}`
)

// An exchange answers tools/list with one tool, and notes the headers of the last request.
type exchange struct {
	tool string
	got  string
}

// RoundTrip answers.
func (e *exchange) RoundTrip(r *http.Request) (*http.Response, error) {
	var lines bytes.Buffer
	if err := r.Header.Write(&lines); err != nil {
		return nil, err
	}
	e.got = strings.ReplaceAll(strings.TrimSpace(lines.String()), "\r\n", "\n")
	body := `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}}`
	if r.Header.Get("Mcp-Method") == "tools/list" {
		body = `{"jsonrpc":"2.0","id":"x-mcp-header","result":{"tools":[` + e.tool + `]}}`
	}
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body))}, nil
}

// clientHeaders returns the headers with which a client with a Transport sends a body to a server
// with one tool.
func clientHeaders(t *testing.T, tool, body string) string {
	t.Helper()
	e := &exchange{tool: tool}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://example.com/mcp", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	response, err := (&xmcpheader.Transport{Base: e}).RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	return e.got
}

// TestExampleRequests is the examples of whole requests: the client sends these headers, and a
// server takes them.
func TestExampleRequests(t *testing.T) {
	w := newWire(t)
	for _, tt := range []struct {
		name, tool, body, headers string
		everywhere                bool // also by a toolkit, which has this tool
	}{
		{"tools/call request", `{"name":"get_weather","inputSchema":{"type":"object","properties":{"location":{"type":"string"}}}}`, weatherBody,
			"Content-Type: application/json\nMcp-Method: tools/call\nMcp-Name: get_weather\nMcp-Protocol-Version: 2026-07-28", true},
		{"resources/read request", sqlTool, readBody,
			"Content-Type: application/json\nMcp-Method: resources/read\nMcp-Name: file:///projects/myapp/config.json\nMcp-Protocol-Version: 2026-07-28", false},
		{"Resulting HTTP request", sqlTool, sqlBody,
			"Content-Type: application/json\nMcp-Method: tools/call\nMcp-Name: execute_sql\nMcp-Param-Region: us-west1\nMcp-Protocol-Version: 2026-07-28", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.headers, clientHeaders(t, tt.tool, tt.body)); diff != "" {
				t.Errorf("headers of the client (-want +got):\n%s", diff)
			}
			// The page writes MCP in capitals, and leaves Accept out.
			lines := strings.ReplaceAll(tt.headers, "Mcp-Protocol-Version", "MCP-Protocol-Version") + "\nAccept: application/json, text/event-stream"
			if status, body := w.send(middlewarePath, lines, tt.body); status != 200 || body != "passed" {
				t.Errorf("Middleware: status %d, body %s", status, body)
			}
			if status, body := w.send(toolkitPath, lines, tt.body); tt.everywhere && (status != 200 || !strings.Contains(body, `"text":"passed"`)) {
				t.Errorf("toolkit: status %d, body %s", status, body)
			}
		})
	}
}

// TestExampleDefinition is "Example tool definition" of both pages.
func TestExampleDefinition(t *testing.T) {
	got, err := xmcpheader.ReadTools([]byte(sqlTool))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]xmcpheader.Binding{"execute_sql": {{Name: "Region", Path: []string{"region"}, Type: "string"}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("bindings (-want +got):\n%s", diff)
	}
	// "The client adds the header Mcp-Param-Region: us-west1."
	headers, err := xmcpheader.CallHeaders("execute_sql", got["execute_sql"], []byte(`{"region":"us-west1","query":"SELECT 1"}`))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"Mcp-Method": "tools/call", "Mcp-Name": "execute_sql", "Mcp-Param-Region": "us-west1"}, headers); diff != "" {
		t.Errorf("headers (-want +got):\n%s", diff)
	}
}

// TestConstraints is "Constraints on x-mcp-header values" of both pages: a client drops the tool,
// and says which and why.
func TestConstraints(t *testing.T) {
	const token = "is not a token of HTTP; use letters, digits and !#$%&'*+-.^_`|~ only"
	const unreached = "the parameter is not reached through properties alone, so one header cannot carry it; drop the annotation, or move the parameter"
	typed := func(name string) string {
		return `a header carries a string, an integer or a boolean, and the type is ` + name + `; drop the annotation, or change the type`
	}
	for _, tt := range []struct{ constraint, schema, problem string }{
		{"MUST NOT be empty", `{"properties":{"a":{"type":"string","x-mcp-header":""}}}`, `"/properties/a": the name is empty; write the name of a header, such as Region`},
		{"MUST match token syntax: a blank", `{"properties":{"a":{"type":"string","x-mcp-header":"My Region"}}}`, `"/properties/a": "My Region" ` + token},
		{"MUST match token syntax: a colon", `{"properties":{"a":{"type":"string","x-mcp-header":"Region:"}}}`, `"/properties/a": "Region:" ` + token},
		{"MUST match token syntax: a separator", `{"properties":{"a":{"type":"string","x-mcp-header":"a/b"}}}`, `"/properties/a": "a/b" ` + token},
		{"MUST match token syntax: not ASCII", `{"properties":{"a":{"type":"string","x-mcp-header":"Région"}}}`, `"/properties/a": "R\u00e9gion" ` + token},
		{"MUST match token syntax: every character of it", `{"properties":{"a":{"type":"string","x-mcp-header":"!#$%&'*+-.^_` + "`" + `|~09azAZ"}}}`, ""},
		{"MUST NOT contain CR", `{"properties":{"a":{"type":"string","x-mcp-header":"A\r"}}}`, `"/properties/a": "A\r" ` + token},
		{"MUST NOT contain LF", `{"properties":{"a":{"type":"string","x-mcp-header":"A\nB"}}}`, `"/properties/a": "A\nB" ` + token},
		{"MUST NOT contain control characters", `{"properties":{"a":{"type":"string","x-mcp-header":"A\u0000"}}}`, `"/properties/a": "A\x00" ` + token},
		{"MUST be case-insensitively unique", `{"properties":{"a":{"type":"string","x-mcp-header":"Region"},"b":{"type":"string","x-mcp-header":"region"}}}`,
			`"/properties/b": the name "region" stands at "/properties/a" already; case does not count; choose another name`},
		{"MUST be unique among all of the inputSchema", `{"properties":{"a":{"type":"string","x-mcp-header":"Region"},"b":{"type":"object","properties":{"c":{"type":"string","x-mcp-header":"Region"}}}}}`,
			`"/properties/b/properties/c": the name "Region" stands at "/properties/a" already; case does not count; choose another name`},
		{"integer", `{"properties":{"a":{"type":"integer","x-mcp-header":"A"}}}`, ""},
		{"string", `{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}`, ""},
		{"boolean", `{"properties":{"a":{"type":"boolean","x-mcp-header":"A"}}}`, ""},
		{"type number is not permitted", `{"properties":{"a":{"type":"number","x-mcp-header":"A"}}}`, `"/properties/a": ` + typed(`"number"`)},
		{"only primitive types: object", `{"properties":{"a":{"type":"object","x-mcp-header":"A"}}}`, `"/properties/a": ` + typed(`"object"`)},
		{"only primitive types: array", `{"properties":{"a":{"type":"array","x-mcp-header":"A"}}}`, `"/properties/a": ` + typed(`"array"`)},
		{"only primitive types: null", `{"properties":{"a":{"type":"null","x-mcp-header":"A"}}}`, `"/properties/a": ` + typed(`"null"`)},
		{"only primitive types: a list of them", `{"properties":{"a":{"type":["string","null"],"x-mcp-header":"A"}}}`, `"/properties/a": ` + typed("a list")},
		{"nested object properties are permitted", `{"properties":{"a":{"type":"object","properties":{"b":{"type":"object","properties":{"c":{"type":"string","x-mcp-header":"A"}}}}}}}`, ""},
		{"MUST NOT pass through items", `{"properties":{"a":{"items":{"type":"string","x-mcp-header":"A"}}}}`, `"/properties/a/items": ` + unreached},
		{"MUST NOT pass through prefixItems", `{"properties":{"a":{"prefixItems":[{"type":"string","x-mcp-header":"A"}]}}}`, `"/properties/a/prefixItems/0": ` + unreached},
		{"MUST NOT pass through contains", `{"properties":{"a":{"contains":{"type":"string","x-mcp-header":"A"}}}}`, `"/properties/a/contains": ` + unreached},
		{"MUST NOT pass through oneOf", `{"oneOf":[{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}]}`, `"/oneOf/0/properties/a": ` + unreached},
		{"MUST NOT pass through anyOf", `{"properties":{"a":{"anyOf":[{"type":"string","x-mcp-header":"A"}]}}}`, `"/properties/a/anyOf/0": ` + unreached},
		{"MUST NOT pass through allOf", `{"allOf":[{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}]}`, `"/allOf/0/properties/a": ` + unreached},
		{"MUST NOT pass through not", `{"properties":{"a":{"not":{"type":"string","x-mcp-header":"A"}}}}`, `"/properties/a/not": ` + unreached},
		{"MUST NOT pass through if", `{"if":{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}}`, `"/if/properties/a": ` + unreached},
		{"MUST NOT pass through then", `{"then":{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}}`, `"/then/properties/a": ` + unreached},
		{"MUST NOT pass through else", `{"else":{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}}`, `"/else/properties/a": ` + unreached},
		{"MUST NOT pass through $ref", `{"properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"type":"string","x-mcp-header":"A"}}}`, `"/$defs/a": ` + unreached},
		{"anywhere else: patternProperties", `{"patternProperties":{"^a":{"type":"string","x-mcp-header":"A"}}}`, `"/patternProperties/^a": ` + unreached},
		{"anywhere else: additionalProperties", `{"additionalProperties":{"type":"string","x-mcp-header":"A"}}`, `"/additionalProperties": ` + unreached},
		{"anywhere else: dependentSchemas", `{"dependentSchemas":{"a":{"properties":{"b":{"type":"string","x-mcp-header":"A"}}}}}`, `"/dependentSchemas/a/properties/b": ` + unreached},
		{"anywhere else: the root", `{"type":"string","x-mcp-header":"A"}`, `"": ` + unreached},
		{"a parameter of that name is none", `{"properties":{"x-mcp-header":{"type":"string"}},"dependentRequired":{"x-mcp-header":["a"]},"default":{"x-mcp-header":1}}`, ""},
	} {
		t.Run(tt.constraint, func(t *testing.T) {
			_, err := xmcpheader.Bindings([]byte(tt.schema))
			var annotation *xmcpheader.AnnotationError
			switch {
			case tt.problem == "" && err != nil, tt.problem != "" && err == nil:
				t.Fatalf("error %v", err)
			case err != nil && (!errors.As(err, &annotation) || err.Error() != "x-mcp-header at "+tt.problem):
				t.Errorf("error %v", err)
			}
			// "The client MUST exclude the invalid tool from the result of tools/list", and
			// SHOULD log its name and the reason; other tools stay.
			var log bytes.Buffer
			logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
				if a.Key == slog.TimeKey {
					return slog.Attr{}
				}
				return a
			}}))
			tool := `{"name":"tried","inputSchema":` + tt.schema + `}`
			kept, logged := `{"tools":[`+tool+`,`+sqlTool+`]}`, ""
			if tt.problem != "" {
				kept = `{"tools":[` + sqlTool + `]}`
				logged = fmt.Sprintf("level=WARN msg=\"a tool was dropped from the list\" tool=tried reason=%q\n", "x-mcp-header at "+tt.problem)
			}
			if diff := cmp.Diff(kept, string(xmcpheader.FilterTools(t.Context(), logger, []byte(`{"tools":[`+tool+`,`+sqlTool+`]}`)))); diff != "" {
				t.Errorf("list (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(logged, log.String()); diff != "" {
				t.Errorf("log (-want +got):\n%s", diff)
			}
		})
	}
}

// TestSafeIntegers is the last part of that: integer values MUST be within the safe range.
func TestSafeIntegers(t *testing.T) {
	const problem = "the call of t was not sent: the parameter n is mirrored into a header, so it must be an integer from -9007199254740991 to 9007199254740991, which every program on the way reads exactly"
	bindings := []xmcpheader.Binding{{Name: "N", Path: []string{"n"}, Type: "integer"}}
	for value, want := range map[string]string{
		"9007199254740991": "9007199254740991", "-9007199254740991": "-9007199254740991",
		"9007199254740992": problem, "-9007199254740992": problem, "1e400": problem,
	} {
		headers, err := xmcpheader.CallHeaders("t", bindings, []byte(`{"n":`+value+`}`))
		got := headers["Mcp-Param-N"]
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %s", value, got)
		}
	}
}
