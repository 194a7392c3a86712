package migrate

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	"github.com/invopop/jsonschema"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type convertArgs struct {
	Query string `json:"query" jsonschema:"required,description=Words in the title"`
	State string `json:"state,omitempty" jsonschema:"description=Only alerts in this state,enum=firing,enum=pending"`
	Limit int    `json:"limit,omitempty" jsonschema:"description=How many,default=20"`
}

func convertFind(_ context.Context, args convertArgs) (*Alerts, error) {
	if args.Limit == 0 {
		args.Limit = 20
	}
	found := find(args.Query, args.State, args.Limit)
	return &found, nil
}

// convertTool is a layer as large servers have written it for themselves: a schema by
// reflection, a handler that decodes into the struct, and the result as JSON text.
func convertTool[Args, Result any](name, description string, handle func(context.Context, Args) (Result, error), options ...mcp.ToolOption) (mcp.Tool, server.ToolHandlerFunc, error) {
	reflector := jsonschema.Reflector{DoNotReference: true, Anonymous: true, RequiredFromJSONSchemaTags: true}
	schema, err := json.Marshal(reflector.Reflect(new(Args)))
	if err != nil {
		return mcp.Tool{}, nil, err
	}
	tool := mcp.NewToolWithRawSchema(name, description, schema)
	for _, option := range options {
		option(&tool)
	}
	return tool, func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		raw, err := json.Marshal(request.GetRawArguments())
		if err != nil {
			return nil, err
		}
		var args Args
		if err := json.NewDecoder(bytes.NewReader(raw)).Decode(&args); err != nil {
			return mcp.NewToolResultErrorFromErr("invalid arguments", err), nil
		}
		result, err := handle(ctx, args)
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		text, err := json.Marshal(result)
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(string(text)), nil
	}, nil
}

// ConvertBefore is the server with a layer of its own over mcp-go.
func ConvertBefore() (http.Handler, error) {
	srv := server.NewMCPServer("alerts", "1.0.0", server.WithToolCapabilities(true))
	tool, handle, err := convertTool("find_alerts", "Find alerts by their title.", convertFind, mcp.WithReadOnlyHintAnnotation(true))
	if err != nil {
		return nil, err
	}
	srv.AddTool(tool, handle)
	return server.NewStreamableHTTPServer(srv), nil
}
