package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	xmcpheader "github.com/typedmcp/toolkit/x-mcp-header"
)

// connect connects the official client, over a RoundTripper.
func connect(t *testing.T, endpoint string, transport http.RoundTripper) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: &http.Client{Transport: transport}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// sum asks for the total of a region, and returns who answered it.
func sum(ctx context.Context, session *mcp.ClientSession, region string) (string, error) {
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "execute_sql", Arguments: map[string]any{"region": region, "query": "SELECT sum(total) FROM orders"}})
	if err != nil {
		return "", err
	}
	return result.Content[0].(*mcp.TextContent).Text, nil
}

const (
	sumOfEU = `{"served_by":"eu","columns":["sum(total)"],"rows":[[375]]}`
	sumOfUS = `{"served_by":"us","columns":["sum(total)"],"rows":[[195]]}`
)

// post sends a message with headers, and returns the status and the body of the answer.
func post(t *testing.T, endpoint string, header http.Header, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, endpoint, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = header.Clone()
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, strings.TrimSpace(string(answer))
}

// TestGateway calls through nginx.
func TestGateway(t *testing.T) {
	s := start(t)

	t.Run("official client", func(t *testing.T) {
		session := connect(t, s.endpoint, http.DefaultTransport)
		if list, err := session.ListTools(t.Context(), nil); err != nil || len(list.Tools) != 1 {
			t.Fatalf("tools %v, %v", list, err)
		}
		for region, want := range map[string]string{"eu": sumOfEU, "us": sumOfUS} {
			if got, err := sum(t.Context(), session, region); got != want || err != nil {
				t.Errorf("%s: %s, %v", region, got, err)
			}
		}
	})

	// Our RoundTripper sets the headers for a client that knows nothing of them.
	t.Run("RoundTripper", func(t *testing.T) {
		client := &http.Client{Transport: &xmcpheader.Transport{}}
		for region, want := range map[string]string{"eu": sumOfEU, "us": sumOfUS} {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.endpoint, strings.NewReader(callOf(region)))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Accept", "application/json, text/event-stream")
			response, err := client.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			var answer struct {
				Result struct {
					Structured json.RawMessage `json:"structuredContent"`
				} `json:"result"`
			}
			if err := json.NewDecoder(response.Body).Decode(&answer); err != nil || string(answer.Result.Structured) != want {
				t.Errorf("%s: %s, %v", region, answer.Result.Structured, err)
			}
		}
	})

	// What nginx logs is what the headers mirror, and who got the call.
	for region, address := range s.address {
		s.awaitLog(t, fmt.Sprintf("200 tools/call %s %s\n", region, address), 2)
	}

	call := http.Header{"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"tools/call"}, "Mcp-Name": {"execute_sql"}, "Mcp-Param-Region": {"us"}}
	with := func(name, value string) http.Header {
		header := call.Clone()
		header.Set(name, value)
		return header
	}
	for _, tt := range []struct {
		name   string
		header http.Header
		body   string
		status int
		want   string
	}{
		{"a header that says something else than the body", call, callOf("eu"), 400, otherValue},
		{"a revision that does not check headers", with("Mcp-Protocol-Version", "2025-11-25"), strings.ReplaceAll(callOf("eu"), "2026-07-28", "2025-11-25"), 400,
			`{"jsonrpc":"2.0","error":{"code":-32022,"message":"unsupported protocol version","data":{"supported":["2026-07-28"],"requested":"2025-11-25"}}}`},
		{"no revision", http.Header{"Mcp-Param-Region": {"us"}}, `{"jsonrpc":"2.0","id":1,"method":"initialize"}`, 400,
			`{"jsonrpc":"2.0","error":{"code":-32022,"message":"unsupported protocol version","data":{"supported":["2026-07-28"],"requested":""}}}`},
		{"the header twice", http.Header{"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"tools/call"}, "Mcp-Name": {"execute_sql"}, "Mcp-Param-Region": {"us", "eu"}}, callOf("us"), 400,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"Header mismatch: Mcp-Param-Region: the header is given more than once"}}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if status, body := post(t, s.endpoint, tt.header, tt.body); status != tt.status || body != tt.want {
				t.Errorf("status %d, body %s", status, body)
			}
		})
	}
}

// awaitLog waits for a line to stand in the log of nginx as often as it should. nginx writes it once
// the answer is sent.
func (s *system) awaitLog(t *testing.T, line string, times int) {
	t.Helper()
	var log []byte
	for range 1000 {
		var err error
		if log, err = os.ReadFile(s.log); err != nil {
			t.Fatal(err)
		}
		if strings.Count(string(log), line) == times {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("not %d times %q in the log:\n%s", times, line, log)
}

// otherValue is what the caller gets whose header says something else than the body.
const otherValue = `{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"Header mismatch: Mcp-Param-Region: the header value does not match the parameter region"}}`

// callOf is a call as a client writes it.
func callOf(region string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}},"name":"execute_sql","arguments":{"region":"` + region + `","query":"SELECT sum(total) FROM orders"}}}`
}
