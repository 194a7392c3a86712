package bench

import (
	"context"
	"log/slog"
	"net/http"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	mcpgoserver "github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

// A Peer is one way to serve the tool.
type Peer struct {
	// Name is how the tables call it.
	Name string
	// Handler makes a server with a tool of each name, all of them the same.
	Handler func(names []string) (http.Handler, error)
}

// Peers are those that serve calls and lists, the toolkit first.
var Peers = []Peer{
	{"toolkit", Toolkit},
	{"plain", Plain},
	{"go-sdk", SDK},
	{"mcp-go", MCPGo},
}

// libraries are the peers that make schemas from Go types.
var libraries = []Peer{Peers[0], Peers[2], Peers[3]}

// Toolkit serves the tool with this module's own library.
func Toolkit(names []string) (http.Handler, error) {
	tk := toolkit.New("bench", "1.0.0", toolkit.WithLogger(nil))
	for _, name := range names {
		if err := toolkit.Add(tk, toolkit.Tool{Name: name, Description: toolDescription, Hints: toolkit.ReadOnly}, Search); err != nil {
			return nil, err
		}
	}
	return tk.HTTPHandler()
}

// SDK serves the tool with the typed layer of the official SDK, stateless, answering in
// JSON. The schema of a type is made once, for all tools that have it.
func SDK(names []string) (http.Handler, error) {
	srv := mcp.NewServer(&mcp.Implementation{Name: "bench", Version: "1.0.0"}, &mcp.ServerOptions{SchemaCache: mcp.NewSchemaCache()})
	for _, name := range names {
		mcp.AddTool(srv, &mcp.Tool{Name: name, Description: toolDescription, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}},
			func(ctx context.Context, _ *mcp.CallToolRequest, args describedArgs) (*mcp.CallToolResult, SearchResult, error) {
				result, err := Search(ctx, SearchArgs(args))
				return nil, result, err
			})
	}
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv },
		&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true, Logger: slog.New(slog.DiscardHandler)}), nil
}

// MCPGo serves the tool with mcp-go's structured handler, stateless, with validation of the
// arguments against their schema.
func MCPGo(names []string) (http.Handler, error) {
	srv := mcpgoserver.NewMCPServer("bench", "1.0.0", mcpgoserver.WithToolCapabilities(true), mcpgoserver.WithInputSchemaValidation())
	for _, name := range names {
		tool := mcpgo.NewTool(name, mcpgo.WithDescription(toolDescription), mcpgo.WithReadOnlyHintAnnotation(true),
			mcpgo.WithInputSchema[describedArgs](), mcpgo.WithOutputSchema[SearchResult]())
		srv.AddTool(tool, mcpgo.NewStructuredToolHandler(func(ctx context.Context, _ mcpgo.CallToolRequest, args describedArgs) (SearchResult, error) {
			return Search(ctx, SearchArgs(args))
		}))
	}
	return mcpgoserver.NewStreamableHTTPServer(srv, mcpgoserver.WithStateLess(true), mcpgoserver.WithDisableStreaming(true)), nil
}
