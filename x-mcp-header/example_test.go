package xmcpheader_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	xmcpheader "github.com/typedmcp/toolkit/x-mcp-header"
)

func ExampleCheck() {
	bindings, err := xmcpheader.Bindings([]byte(`{
		"type": "object",
		"properties": {"region": {"type": "string", "x-mcp-header": "Region"}}
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	header := http.Header{"Mcp-Param-Region": {"us"}}
	fmt.Println(xmcpheader.Check(header, bindings, []byte(`{"region": "eu"}`)))
	// Output:
	// Mcp-Param-Region: the header value does not match the parameter region
}

func ExampleEncode() {
	fmt.Println(xmcpheader.Encode("us-west1"))
	fmt.Println(xmcpheader.Encode("Hello, 世界"))
	// Output:
	// us-west1
	// =?base64?SGVsbG8sIOS4lueVjA==?=
}

func ExampleMiddleware() {
	server := http.NotFoundHandler() // the MCP endpoint of any server
	guarded := xmcpheader.Middleware(func(string) []xmcpheader.Binding {
		return []xmcpheader.Binding{{Name: "Region", Path: []string{"region"}, Type: "string"}}
	}, server)
	http.Handle("/mcp", guarded)
}

// gate puts the checks in front of a server that may be written in any language, such as an
// httputil.ReverseProxy to it.
func gate(definitions []byte, server http.Handler) (http.Handler, error) {
	bindings, err := xmcpheader.ReadTools(definitions) // a tools/list result
	if err != nil {
		return nil, err
	}
	guarded := xmcpheader.Middleware(func(tool string) []xmcpheader.Binding { return bindings[tool] }, server)
	return xmcpheader.RequireRevision(guarded), nil
}

func ExampleReadTools() {
	gateway, err := gate([]byte(`{"tools": [{"name": "search", "inputSchema": {
		"type": "object",
		"properties": {"region": {"type": "string", "x-mcp-header": "Region"}}
	}}]}`), http.NotFoundHandler())
	if err != nil {
		fmt.Println(err)
		return
	}
	r := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(
		`{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search", "arguments": {"region": "eu"}}}`))
	r.Header = http.Header{"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"tools/call"}, "Mcp-Name": {"search"}, "Mcp-Param-Region": {"us"}}
	answer := httptest.NewRecorder()
	gateway.ServeHTTP(answer, r)
	fmt.Print(answer.Code, " ", answer.Body)
	// Output:
	// 400 {"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"Header mismatch: Mcp-Param-Region: the header value does not match the parameter region"}}
}

func ExampleTransport() {
	client := &http.Client{Transport: &xmcpheader.Transport{}}
	_ = &mcp.StreamableClientTransport{Endpoint: "https://mcp.example.com/mcp", HTTPClient: client}
}

func ExampleFilterTools() {
	list := []byte(`{"tools":[
		{"name":"query","inputSchema":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}}}},
		{"name":"broken","inputSchema":{"type":"object","properties":{"ratio":{"type":"number","x-mcp-header":"Ratio"}}}}]}`)
	tools, err := xmcpheader.ReadTools(xmcpheader.FilterTools(context.Background(), nil, list))
	fmt.Println(len(tools), "tool is left", err)
	// Output:
	// 1 tool is left <nil>
}
