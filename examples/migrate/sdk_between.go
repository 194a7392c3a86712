package migrate

import (
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

// SDKBetween is a server that moves one tool after the other: the tools of a toolkit stand
// beside those of AddTool.
func SDKBetween() (http.Handler, error) {
	srv := mcp.NewServer(&mcp.Implementation{Name: "alerts", Version: "1.0.0"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "old_find_alerts", Description: "Find alerts by their title."}, sdkFind)

	tk := toolkit.New("alerts", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{Name: "find_alerts", Description: "Find alerts by their title.", Hints: toolkit.ReadOnly}, findAlerts)
	if err := tk.Install(srv); err != nil {
		return nil, err
	}
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil), nil
}
