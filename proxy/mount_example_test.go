package proxy_test

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/proxy"
)

func ExampleMount() {
	remote := mcp.NewServer(&mcp.Implementation{Name: "wiki", Version: "1.0.0"}, nil)
	mcp.AddTool(remote, &mcp.Tool{Name: "search", Description: "Search the wiki."}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "Two pages."}}}, nil, nil
	})

	ctx := context.Background()
	tk := toolkit.New("everything", "1.0.0")
	wiki, err := proxy.Mount(ctx, tk, "wiki_", func() mcp.Transport { // as a rule an mcp.StreamableClientTransport
		server, client := mcp.NewInMemoryTransports()
		_, _ = remote.Connect(ctx, server, nil)
		return client
	}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer wiki.Close()
	result, err := tk.Call(ctx, "wiki_search", nil)
	fmt.Println(result.Content[0].(*mcp.TextContent).Text, err)
	// Output:
	// Two pages. <nil>
}
