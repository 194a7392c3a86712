package toolkit

import (
	"maps"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/typedmcp/toolkit/errors"
)

// checkInputRequests returns nil if the client can answer everything that a result asks
// for. A server must not ask for more than that (specification, basic/patterns/mrtr). Clients
// before 2026-07-28 are asked by the SDK, which finds out by itself.
func checkInputRequests(r *Request, result *mcp.CallToolResult) error {
	if len(result.InputRequests) == 0 || older(r.ProtocolVersion(), rev20260728) {
		return nil
	}
	missing := map[string]any{}
	for _, request := range result.InputRequests {
		capability := ""
		switch request.(type) {
		case *mcp.ElicitParams:
			capability = "elicitation"
		//lint:ignore SA1019 deprecated in 2026-07-28, but still part of it and of all older revisions
		case *mcp.CreateMessageParams, *mcp.CreateMessageWithToolsParams:
			capability = "sampling"
		//lint:ignore SA1019 deprecated in 2026-07-28, but still part of it and of all older revisions
		case *mcp.ListRootsParams:
			capability = "roots"
		}
		if capability != "" && r.RequireCapability(capability) != nil {
			missing[capability] = map[string]any{}
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return &ProtocolError{
		Code:    toolerrors.CodeMissingRequiredClientCapability,
		Message: "the tool asks for input that needs the client capabilities " + strings.Join(slices.Sorted(maps.Keys(missing)), ", "),
		Data:    map[string]any{"requiredCapabilities": missing},
	}
}
