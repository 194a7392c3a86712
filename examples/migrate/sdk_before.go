package migrate

import (
	"context"
	"errors"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type sdkArgs struct {
	Query string `json:"query" jsonschema:"Words in the title"`
	State string `json:"state,omitempty" jsonschema:"Only alerts in this state: firing or pending"`
	Limit int    `json:"limit,omitempty" jsonschema:"How many, 1 to 100; 20 if left out"`
}

func sdkFind(_ context.Context, _ *mcp.CallToolRequest, args sdkArgs) (*mcp.CallToolResult, Alerts, error) {
	switch {
	case args.Query == "":
		return nil, Alerts{}, errors.New("query must not be empty")
	case args.State != "" && args.State != "firing" && args.State != "pending":
		return nil, Alerts{}, errors.New("state must be firing or pending")
	case args.Limit == 0:
		args.Limit = 20
	case args.Limit < 1 || args.Limit > 100:
		return nil, Alerts{}, errors.New("limit must be between 1 and 100")
	}
	return nil, find(args.Query, args.State, args.Limit), nil
}

// SDKBefore is the server with the official SDK's AddTool.
func SDKBefore() (http.Handler, error) {
	srv := mcp.NewServer(&mcp.Implementation{Name: "alerts", Version: "1.0.0"}, nil)
	mcp.AddTool(srv, &mcp.Tool{
		Name:        "find_alerts",
		Description: "Find alerts by their title.",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
	}, sdkFind)
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil), nil
}
