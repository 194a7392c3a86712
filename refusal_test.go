package toolkit_test

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/typedmcp/toolkit"
)

// TestRefusalsAreMessages holds what refuses a request before its id is known against the
// schemas of the revisions that have an error without an id.
func TestRefusalsAreMessages(t *testing.T) {
	h := handlerOf(t, serveTools(toolkit.WithLimits(toolkit.Limits{MaxBodyBytes: 1000})))
	bodies := map[string]string{}
	for name, send := range map[string]func(http.Header) string{
		"no JSON":              func(http.Header) string { return `{"jsonrpc":` },
		"a null id":            func(http.Header) string { return strings.Replace(goodCall, `"id":7`, `"id":null`, 1) },
		"too large":            func(http.Header) string { return strings.Repeat(" ", 2000) },
		"another content type": func(h http.Header) string { h.Set("Content-Type", "text/plain"); return goodCall },
		"another page":         func(h http.Header) string { h.Set("Origin", "https://evil.example"); return goodCall },
		"no stream accepted":   func(h http.Header) string { h.Set("Accept", "application/json"); return goodCall },
	} {
		header := modernHeader()
		bodies[name] = post(h, header, send(header)).Body.String()
	}
	for _, revision := range []string{"2025-11-25", "2026-07-28"} {
		schema, err := jsonschema.NewCompiler().Compile("testdata/schema/" + revision + ".json#/$defs/JSONRPCErrorResponse")
		if err != nil {
			t.Fatal(err)
		}
		for name, body := range bodies {
			message, err := jsonschema.UnmarshalJSON(strings.NewReader(body))
			if err == nil {
				err = schema.Validate(message)
			}
			if err != nil {
				t.Errorf("%s, %s: %s: %v", revision, name, body, err)
			}
		}
	}
}

// spoiling changes requests that have a word in their body.
type spoiling struct {
	word  string
	spoil func(http.Header)
}

func (s spoiling) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body == nil {
		return http.DefaultTransport.RoundTrip(r)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.Body = io.NopCloser(bytes.NewReader(body))
	if bytes.Contains(body, []byte(s.word)) {
		s.spoil(r.Header)
	}
	return http.DefaultTransport.RoundTrip(r)
}

// TestRefusalsLeaveSessions makes sure that one refused call does not cost a client of the
// official SDK its session, which it gives up when an error has no id.
func TestRefusalsLeaveSessions(t *testing.T) {
	endpoint := listen(t, serveTools(toolkit.WithLimits(toolkit.Limits{MaxBodyBytes: 2000})))
	for _, tt := range []struct {
		name, text, want string
		spoil            func(http.Header)
	}{
		{"too large", strings.Repeat("x", 100_000), "the body has more than 2000 bytes", func(http.Header) {}},
		{"no stream accepted", "spoil", "Accept must have both application/json and text/event-stream", func(h http.Header) { h.Set("Accept", "application/json") }},
		{"a wrong header", "spoil", "Mcp-Param-Region: the header is missing", func(h http.Header) { h.Del("Mcp-Param-Region") }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
			session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{
				Endpoint: endpoint, HTTPClient: &http.Client{Transport: spoiling{`"spoil"`, tt.spoil}},
			}, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer session.Close()
			if _, err := session.ListTools(t.Context(), nil); err != nil { // which says what to mirror
				t.Fatal(err)
			}
			call := func(text string) error {
				_, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "echo", Arguments: map[string]any{"text": text, "region": "eu"}})
				return err
			}
			if err := call(tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("the refused call: %v, want %q", err, tt.want)
			}
			if err := call("x"); err != nil {
				t.Errorf("the next call: %v", err)
			}
		})
	}
}
