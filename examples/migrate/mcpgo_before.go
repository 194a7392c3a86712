package migrate

import (
	"context"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func builderFind(_ context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	query, err := request.RequireString("query")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	limit := request.GetInt("limit", 20)
	if limit < 1 || limit > 100 {
		return mcp.NewToolResultError("limit must be between 1 and 100"), nil
	}
	found := find(query, request.GetString("state", ""), limit)
	return mcp.NewToolResultStructuredOnly(found), nil
}

// MCPGoBuilderBefore is the server with the builder of mcp-go.
func MCPGoBuilderBefore() (http.Handler, error) {
	srv := server.NewMCPServer("alerts", "1.0.0", server.WithToolCapabilities(true))
	srv.AddTool(mcp.NewTool("find_alerts",
		mcp.WithDescription("Find alerts by their title."),
		mcp.WithReadOnlyHintAnnotation(true),
		mcp.WithString("query", mcp.Required(), mcp.MinLength(1), mcp.Description("Words in the title")),
		mcp.WithString("state", mcp.Enum("firing", "pending"), mcp.Description("Only alerts in this state")),
		mcp.WithNumber("limit", mcp.DefaultNumber(20), mcp.Min(1), mcp.Max(100), mcp.Description("How many")),
	), builderFind)
	return server.NewStreamableHTTPServer(srv), nil
}

type typedArgs struct {
	Query string `json:"query" jsonschema:"Words in the title"`
	State string `json:"state,omitempty" jsonschema:"Only alerts in this state: firing or pending"`
	Limit int    `json:"limit,omitempty" jsonschema:"How many, 1 to 100; 20 if left out"`
}

// MCPGoTypedBefore is the server with the typed handlers of mcp-go.
func MCPGoTypedBefore() (http.Handler, error) {
	srv := server.NewMCPServer("alerts", "1.0.0", server.WithToolCapabilities(true))
	srv.AddTool(mcp.NewTool("find_alerts",
		mcp.WithDescription("Find alerts by their title."),
		mcp.WithReadOnlyHintAnnotation(true),
		mcp.WithInputSchema[typedArgs](),
		mcp.WithOutputSchema[Alerts](),
	), mcp.NewStructuredToolHandler(func(_ context.Context, _ mcp.CallToolRequest, args typedArgs) (Alerts, error) {
		if args.Limit == 0 {
			args.Limit = 20
		}
		return find(args.Query, args.State, args.Limit), nil
	}))
	return server.NewStreamableHTTPServer(srv), nil
}
