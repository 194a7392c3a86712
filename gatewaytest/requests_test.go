package gatewaytest

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/internal/gateway"
	"github.com/typedmcp/toolkit/internal/source"
)

// The tools whose calls are routed: values of all kinds, some of which mean something to a
// configuration or a regular expression.
const definitions = `[
	{"name": "search_orders", "inputSchema": {"type": "object", "properties": {
		"region": {"type": "string", "enum": ["eu", "us", "a.b*", "quote\"back\\slash", "$http_host", "São Paulo", "=?base64?ZXU=?="], "x-mcp-header": "Region"}}}},
	{"name": "refund order", "inputSchema": {"type": "object", "properties": {
		"where": {"type": "object", "properties": {"region": {"type": "string", "enum": ["eu", "us west"], "x-mcp-header": "region"}}}}}},
	{"name": "count", "inputSchema": {"type": "object"}}
]`

// headersOf reads definitions of tools.
func headersOf(t *testing.T, definitions string) *gateway.Headers {
	t.Helper()
	var raw []json.RawMessage
	if err := json.Unmarshal([]byte(definitions), &raw); err != nil {
		t.Fatal(err)
	}
	var tools []source.Tool
	for _, one := range raw {
		tool := new(mcp.Tool)
		if err := json.Unmarshal(one, tool); err != nil {
			t.Fatal(err)
		}
		tools = append(tools, source.Tool{Tool: tool, Raw: one})
	}
	found, err := gateway.Read(tools)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// values are those that are routed, each to the group of this name.
var values = map[string]string{
	"eu": "mcp_region_eu", "us": "mcp_region_us", "a.b*": "mcp_region_a_b", `quote"back\slash`: "mcp_region_quote_back_slash",
	"$http_host": "mcp_region_http_host", "São Paulo": "mcp_region_s_o_paulo", "=?base64?ZXU=?=": "mcp_region_base64_zxu", "us west": "mcp_region_us_west",
}

// refused is where requests go that no server gets to see.
const refused = "refused"

// requests are what a gateway sees, and where it sends that.
var requests = []struct {
	name    string
	headers http.Header
	want    string
}{
	{"a value", call("search_orders", "eu"), "mcp_region_eu"},
	{"another value", call("search_orders", "us"), "mcp_region_us"},
	{"a value of another tool", call("refund order", "us west"), "mcp_region_us_west"},
	{"a value with characters of patterns", call("search_orders", "a.b*"), "mcp_region_a_b"},
	{"what the pattern could mean", call("search_orders", "axbb"), "mcp_rest"},
	{"a value with a quote and a backslash", call("search_orders", `quote"back\slash`), "mcp_region_quote_back_slash"},
	{"a value that looks like a variable", call("search_orders", "$http_host"), "mcp_region_http_host"},
	{"a value that must be encoded", call("search_orders", "=?base64?U8OjbyBQYXVsbw==?="), "mcp_region_s_o_paulo"},
	{"a value that looks encoded", call("search_orders", "=?base64?PT9iYXNlNjQ/WlhVPT89?="), "mcp_region_base64_zxu"},
	{"a value that need not be encoded", call("search_orders", "=?base64?ZXU=?="), "mcp_region_eu"},
	{"a name that need not be encoded", call("=?base64?c2VhcmNoX29yZGVycw==?=", "eu"), "mcp_region_eu"},
	{"an encoded value in another case", call("search_orders", "=?base64?zxu=?="), "mcp_rest"},
	{"a value in another case", call("search_orders", "EU"), "mcp_rest"},
	{"a name in another case", call("Search_Orders", "eu"), "mcp_rest"},
	{"a longer value", call("search_orders", "eu1"), "mcp_rest"},
	{"two values in a line", call("search_orders", "eu, us"), "mcp_rest"},
	{"a value that only another tool takes", call("search_orders", "us west"), "mcp_rest"},
	{"a tool without the header", call("count", "eu"), "mcp_rest"},
	{"no value", call("search_orders"), "mcp_rest"},
	{"another method", http.Header{"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"tools/list"}, "Mcp-Param-Region": {"eu"}}, "mcp_rest"},
	{"no method", http.Header{"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Name": {"search_orders"}, "Mcp-Param-Region": {"eu"}}, "mcp_rest"},
	{"an older revision", http.Header{"Mcp-Protocol-Version": {"2025-11-25"}, "Mcp-Method": {"tools/call"}, "Mcp-Name": {"search_orders"}, "Mcp-Param-Region": {"eu"}}, refused},
	{"no revision", http.Header{"Mcp-Method": {"tools/call"}, "Mcp-Name": {"search_orders"}, "Mcp-Param-Region": {"eu"}}, refused},
	{"two revisions in a line", http.Header{"Mcp-Protocol-Version": {"2026-07-28, 2025-11-25"}, "Mcp-Method": {"tools/list"}}, refused},
}

// call has the headers of a call of a tool, with a value or without.
func call(tool string, region ...string) http.Header {
	header := http.Header{"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"tools/call"}, "Mcp-Name": {tool}}
	if region != nil {
		header["Mcp-Param-Region"] = region
	}
	return header
}
