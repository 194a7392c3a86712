package main

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/toolkittest"
)

func TestSnapshot(t *testing.T) {
	tk, err := newToolkit()
	if err != nil {
		t.Fatal(err)
	}
	toolkittest.Snapshot(t, tk, "testdata/tools.json")
	toolkittest.Lint(t, tk)
}

// TestView goes the way of a host: it sees the extension, the tool, its view, and the result.
func TestView(t *testing.T) {
	for _, revision := range []string{"2026-07-28", "2025-11-25"} {
		t.Run(revision, func(t *testing.T) {
			tk, err := newToolkit()
			if err != nil {
				t.Fatal(err)
			}
			handler, err := tk.HTTPHandler()
			if err != nil {
				t.Fatal(err)
			}
			server := httptest.NewServer(handler)
			defer server.Close()
			capabilities := &mcp.ClientCapabilities{}
			capabilities.AddExtension(extension, map[string]any{"mimeTypes": []string{viewType}})
			session, err := mcp.NewClient(&mcp.Implementation{Name: "host", Version: "1"}, &mcp.ClientOptions{Capabilities: capabilities}).
				Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: server.URL, DisableStandaloneSSE: true}, &mcp.ClientSessionOptions{ProtocolVersion: revision})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = session.Close() }()
			if _, ok := session.InitializeResult().Capabilities.Extensions[extension]; !ok {
				t.Errorf("the server does not declare %s", extension)
			}
			list, err := session.ListTools(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(map[string]any{"resourceUri": viewURI}, list.Tools[0].Meta["ui"]); diff != "" {
				t.Errorf("_meta.ui of the tool (-want +got):\n%s", diff)
			}
			view, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: viewURI})
			if err != nil {
				t.Fatal(err)
			}
			if got := view.Contents[0]; got.MIMEType != viewType || !strings.Contains(got.Text, "ui/initialize") {
				t.Errorf("the view is %+v", got)
			}
			result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "forecast", Arguments: map[string]any{"city": "Oslo", "days": 2}})
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]any{"city": "Oslo", "highs": []any{18.0, 12.0}}
			if diff := cmp.Diff(want, result.StructuredContent); diff != "" {
				t.Errorf("the view gets (-want +got):\n%s", diff)
			}
			if got := result.Content[0].(*mcp.TextContent).Text; got != `{"city":"Oslo","highs":[18,12]}` {
				t.Errorf("other hosts show %s", got)
			}
		})
	}
}
