package xmcpheader_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
	xmcpheader "github.com/typedmcp/toolkit/x-mcp-header"
)

// queryArgs has what makes the official client lose the annotation: types whose schemas it
// cannot decode.
type queryArgs struct {
	Region string         `json:"region" description:"Where the data lives" x-mcp-header:"Region"`
	Since  *string        `json:"since" description:"null for everything" nullable:"true"`
	Tags   []string       `json:"tags,omitempty" description:"Only with these"`
	More   map[string]any `json:"more,omitempty" description:"More conditions"`
	Any    any            `json:"any,omitempty" description:"Anything"`
}

// TestOfficialClient lets the client of the official SDK call a server of the toolkit, with
// and without a Transport.
func TestOfficialClient(t *testing.T) {
	tk := toolkit.New("query", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{Name: "query"}, func(_ context.Context, args queryArgs) (string, error) { return "asked " + args.Region, nil })
	endpoint, err := tk.HTTPHandler()
	if err != nil {
		t.Fatal(err)
	}
	var calls []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Mcp-Method") == "tools/call" {
			calls = append(calls, r.Header.Get("Mcp-Name")+" "+strings.Join(r.Header.Values("Mcp-Param-Region"), ","))
		}
		endpoint.ServeHTTP(w, r)
	}))
	defer server.Close()

	call := func(transport http.RoundTripper) (string, error) {
		client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
		session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: server.URL, HTTPClient: &http.Client{Transport: transport}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer session.Close()
		if list, err := session.ListTools(t.Context(), &mcp.ListToolsParams{}); err != nil || len(list.Tools) != 1 {
			t.Fatalf("tools %v, %v", list, err)
		}
		result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "query", Arguments: map[string]any{"region": "Zürich", "since": nil, "any": []int{1}}})
		if err != nil {
			return "", err
		}
		return result.Content[0].(*mcp.TextContent).Text, nil
	}
	if text, err := call(http.DefaultTransport); err == nil || !strings.Contains(err.Error(), "Mcp-Param-Region: the header is missing") {
		t.Errorf("without a Transport: %q, %v; is the example still one of what goes wrong?", text, err)
	}
	text, err := call(&xmcpheader.Transport{})
	if text != "asked Zürich" || err != nil {
		t.Errorf("with a Transport: %q, %v", text, err)
	}
	if diff := cmp.Diff([]string{"query ", "query =?base64?WsO8cmljaA==?="}, calls); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
}
