package gateway

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/internal/source"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// read returns the headers of tools, given as their names and inputSchemas.
func read(t *testing.T, schemas ...string) *Headers {
	t.Helper()
	var tools []source.Tool
	for i := 0; i < len(schemas); i += 2 {
		raw, err := json.Marshal(map[string]any{"name": schemas[i], "inputSchema": json.RawMessage(schemas[i+1])})
		if err != nil {
			t.Fatal(err)
		}
		tools = append(tools, source.Tool{Tool: &mcp.Tool{Name: schemas[i]}, Raw: raw})
	}
	found, err := Read(tools)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

const (
	orders = `{"type":"object","properties":{
		"region":{"type":"string","enum":["eu","us"],"x-mcp-header":"Region"},
		"query":{"type":"string"}},"required":["region"]}`
	refund = `{"type":"object","properties":{
		"region":{"type":"string","enum":["eu","us","São Paulo","a\"b\\c ${d}"],"x-mcp-header":"region"},
		"tenant":{"type":"string","pattern":"^T[0-9]+$","examples":["T1"],"x-mcp-header":"Tenant"}}}`
)

func TestRead(t *testing.T) {
	text := func(s string) *string { return &s }
	for _, tt := range []struct {
		name, schema string
		want         []Header
	}{
		{"listed values", `{"properties":{"region":{"type":"string","enum":["eu","us",5],"x-mcp-header":"Region"}},"required":["region"]}`, []Header{{
			Header: "Mcp-Param-Region", Parameter: "region", Path: []string{"region"}, Type: "string", Required: true,
			Values: []string{"eu", "us"}, Sample: text("eu"), Readers: readersPlain,
		}}},
		{"a nested parameter", `{"properties":{"f":{"type":"object","properties":{"n":{"type":"integer","minimum":5,"x-mcp-header":"N"}},"required":["n"]}}}`, []Header{{
			Header: "Mcp-Param-N", Parameter: "f.n", Path: []string{"f", "n"}, Type: "integer", Sample: text("5"), Readers: readersPlain,
		}}},
		{"a boolean", `{"properties":{"dry":{"type":"boolean","x-mcp-header":"Dry"}}}`, []Header{{
			Header: "Mcp-Param-Dry", Parameter: "dry", Path: []string{"dry"}, Type: "boolean", Values: []string{"false", "true"}, Sample: text("true"), Readers: readersPlain,
		}}},
		{"a constant", `{"properties":{"v":{"type":"integer","const":3,"x-mcp-header":"V"}}}`, []Header{{
			Header: "Mcp-Param-V", Parameter: "v", Path: []string{"v"}, Type: "integer", Values: []string{"3"}, Sample: text("3"), Readers: readersPlain,
		}}},
		{"a value that is encoded", `{"properties":{"c":{"type":"string","examples":["Zürich"],"x-mcp-header":"City"}}}`, []Header{{
			Header: "Mcp-Param-City", Parameter: "c", Path: []string{"c"}, Type: "string", Sample: text("=?base64?WsO8cmljaA==?="), Readers: readersBase64,
		}}},
		{"an example that is wrong", `{"properties":{"c":{"type":"string","pattern":"^[a-z]+$","examples":["A"],"x-mcp-header":"C"}}}`, []Header{{
			Header: "Mcp-Param-C", Parameter: "c", Path: []string{"c"}, Type: "string", Sample: text("text"), Readers: readersBase64,
		}}},
		{"a length", `{"properties":{"c":{"type":"string","minLength":40,"x-mcp-header":"C"}}}`, []Header{{
			Header: "Mcp-Param-C", Parameter: "c", Path: []string{"c"}, Type: "string", Sample: text("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"), Readers: readersBase64,
		}}},
		{"no sample", `{"properties":{"c":{"type":"string","pattern":"^zebra[0-9]$","x-mcp-header":"C"}}}`, []Header{{
			Header: "Mcp-Param-C", Parameter: "c", Path: []string{"c"}, Type: "string", Readers: readersBase64,
		}}},
		{"a name that gets lost, and speaks", `{"properties":{"api_key":{"type":"integer","x-mcp-header":"Api_Key"}}}`, []Header{{
			Header: "Mcp-Param-Api_Key", Parameter: "api_key", Path: []string{"api_key"}, Type: "integer", Sample: text("1"), Readers: readersPlain,
			Notes: []string{
				"nginx and others drop a header whose name has more than letters, digits and hyphens",
				"the name speaks of a secret, and servers should not have secrets mirrored",
			},
		}}},
		{"none", `{"type":"object"}`, []Header{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for i := range tt.want {
				tt.want[i].Tool = "t"
			}
			if diff := cmp.Diff(&Headers{Headers: tt.want}, read(t, "t", tt.schema)); diff != "" {
				t.Errorf("headers (-want +got):\n%s", diff)
			}
		})
	}
	want := &Headers{Headers: []Header{}, Dropped: []Dropped{{"t", `x-mcp-header at "/properties/n": the name is empty; write the name of a header, such as Region`}}}
	if diff := cmp.Diff(want, read(t, "t", `{"properties":{"n":{"type":"string","x-mcp-header":""}}}`)); diff != "" {
		t.Errorf("a tool that is dropped (-want +got):\n%s", diff)
	}
}

// writers are the configurations, by the values of --for.
func writers(h *Headers) map[string]func(Options) (string, error) {
	return map[string]func(Options) (string, error){"nginx": h.Nginx, "envoy": h.Envoy, "gateway-api": h.GatewayAPI}
}

// TestConfigurations compares whole configurations with golden files. Module gatewaytest has
// nginx, and the Go types of the others, read such ones.
func TestConfigurations(t *testing.T) {
	two := Options{To: []Target{{"eu", []string{"orders-eu:8080"}}, {"us", []string{"orders-us:8080", "orders-us-2:8080"}}}}
	for _, tt := range []struct {
		name    string
		headers *Headers
		options Options
	}{
		{"examples", read(t, "search_orders", orders), Options{}},
		{"addresses", read(t, "search_orders", orders), two},
		{"values", read(t, "search_orders", orders, "refund order", refund), Options{By: "Region", Rest: []string{"[::1]:9000"}, Listen: "127.0.0.1:81", Path: "/v1/mcp"}},
		{"free", read(t, "search_orders", orders, "refund", refund), Options{By: "mcp-param-tenant", To: []Target{{"T1", []string{"tenant-1:80"}}}, Rest: []string{"others:80"}}},
	} {
		for kind, write := range writers(tt.headers) {
			options := tt.options
			if kind == "gateway-api" && options.Listen != "" {
				options.Listen, options.Rest = "", []string{"rest:9000"}
			}
			got, err := write(options)
			if err != nil {
				t.Errorf("%s for %s: %v", tt.name, kind, err)
				continue
			}
			file := filepath.Join("testdata", tt.name+"."+map[string]string{"nginx": "conf", "envoy": "envoy.yaml", "gateway-api": "httproute.yaml"}[kind])
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", file, diff)
			}
		}
	}
}

// TestRefused has options with which no configuration can be written.
func TestRefused(t *testing.T) {
	both := read(t, "search_orders", orders, "refund", refund)
	eu := []Target{{"eu", []string{"a:1"}}}
	for _, tt := range []struct {
		name    string
		headers *Headers
		options Options
		want    string
	}{
		{"no headers", read(t, "t", `{}`), Options{}, "no tool has a parameter with x-mcp-header, so there is no header to route by"},
		{"several", read(t, "t", `{"properties":{"a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"B"}}}`), Options{},
			"several headers could decide: Mcp-Param-A, Mcp-Param-B; choose one with --by"},
		{"unknown", both, Options{By: "Zone"}, `no tool has a parameter in the header "Zone"; there are Mcp-Param-Region, Mcp-Param-Tenant`},
		{"a name that gets lost", read(t, "t", `{"properties":{"a":{"type":"string","enum":["x"],"x-mcp-header":"A_b"}}}`), Options{},
			"Mcp-Param-A_b cannot be routed by: nginx and others drop a header whose name has more than letters, digits and hyphens"},
		{"no values", both, Options{By: "Tenant"}, "the schemas do not list the values of Mcp-Param-Tenant; say where some lead with --to VALUE=HOST:PORT"},
		{"a value that no tool takes", read(t, "search_orders", orders), Options{To: []Target{{"EU", []string{"a:1"}}}}, `no tool takes "EU" in Mcp-Param-Region; there are "eu", "us"`},
		{"a value twice", both, Options{To: append(eu, eu...)}, `the value "eu" of Mcp-Param-Region is sent to two places; give all its servers at once, as eu=HOST:PORT,HOST:PORT`},
		{"an empty value", both, Options{By: "Tenant", To: []Target{{"", []string{"a:1"}}}}, "the empty value of Mcp-Param-Tenant cannot be routed: gateways do not tell it from no header"},
		{"a path", both, Options{To: eu, Path: "/mcp; return 200"}, `the path "/mcp; return 200" must begin with / and have letters, digits and ._~/- only`},
		{"an address", both, Options{To: eu, Listen: "localhost:80"}, `"localhost:80" is not an address to listen on, such as 127.0.0.1:8080 or :8080`},
		{"a port", both, Options{To: eu, Listen: ":0"}, `":0" is not an address to listen on, such as 127.0.0.1:8080 or :8080`},
	} {
		for kind, write := range writers(tt.headers) {
			text, err := write(tt.options)
			if err == nil || err.Error() != tt.want {
				t.Errorf("%s for %s: error %v, text %.40q", tt.name, kind, err, text)
			}
		}
	}
	if _, err := both.GatewayAPI(Options{To: []Target{{"eu", []string{"eu.example.com:80"}}}}); err == nil || err.Error() != `"eu.example.com:80" is not SERVICE:PORT, with the name of a Service of Kubernetes` {
		t.Errorf("no Service: %v", err)
	}
}

func TestParseTarget(t *testing.T) {
	for _, tt := range []struct {
		text string
		want Target
		err  string
	}{
		{"eu=127.0.0.1:80", Target{"eu", []string{"127.0.0.1:80"}}, ""},
		{"a=b, c=h:80,[::1]:81", Target{"a=b, c", []string{"h:80", "[::1]:81"}}, ""},
		{"=h:80", Target{"", []string{"h:80"}}, ""},
		{"eu", Target{}, `"eu" is not VALUE=HOST:PORT`},
		{"eu=", Target{"eu", nil}, `"" is not HOST:PORT`},
		{"eu=h", Target{"eu", nil}, `"h" is not HOST:PORT`},
		{"eu=h:80,", Target{"eu", nil}, `"" is not HOST:PORT`},
		{"eu=h:70000", Target{"eu", nil}, `"h:70000" is not HOST:PORT`},
		{"eu=:80", Target{"eu", nil}, `":80" is not HOST:PORT`},
		{"eu=h; deny all:80", Target{"eu", nil}, `"h; deny all:80" is not HOST:PORT`},
	} {
		got, err := ParseTarget(tt.text)
		text := ""
		if err != nil {
			text = err.Error()
		}
		if diff := cmp.Diff(tt.want, got); diff != "" || text != tt.err {
			t.Errorf("%q: error %q (-want +got):\n%s", tt.text, text, diff)
		}
	}
}
