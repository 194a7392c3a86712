package proxy_test

import (
	"context"
	"net/http"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/proxy"
	xmcpheader "github.com/typedmcp/toolkit/x-mcp-header"
)

// serveWithRemotes stands in docs/composition.md.
func serveWithRemotes(ctx context.Context, tk *toolkit.Toolkit) error {
	transport := new(xmcpheader.Transport)
	wiki, err := proxy.Mount(ctx, tk, "wiki_", func() mcp.Transport {
		return &mcp.StreamableClientTransport{Endpoint: "https://wiki.example/mcp", HTTPClient: &http.Client{Transport: transport}}
	}, nil)
	if err != nil {
		return err
	}
	defer wiki.Close()

	memory, err := proxy.Mount(ctx, tk, "memory_", func() mcp.Transport {
		return &mcp.CommandTransport{Command: exec.Command("npx", "-y", "@modelcontextprotocol/server-memory")}
	}, &proxy.Options{Scopes: []string{"memory"}})
	if err != nil {
		return err
	}
	defer memory.Close()
	return tk.ListenAndServe(ctx, "127.0.0.1:8080")
}

var _ = serveWithRemotes
