package xmcpheader_test

import (
	"fmt"
	"net/http"

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
