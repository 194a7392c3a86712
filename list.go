package toolkit

import (
	"context"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/typedmcp/toolkit/errors"
	"github.com/typedmcp/toolkit/internal/stateless"
)

// maxPageSize makes the SDK hand over all tools at once; the pages are made here, after
// the tools that a caller may not see have been taken out.
const maxPageSize = 1 << 30

// listTools answers tools/list: the tools of the server that the caller may call, by
// name, as its revision takes them (server/tools, "Listing Tools").
func (tk *Toolkit) listTools(ctx context.Context, req *mcp.ListToolsRequest, next mcp.MethodHandler) (mcp.Result, error) {
	after, refused := "", (*ProtocolError)(nil)
	if req.Params != nil {
		after, refused = stateless.ReadCursor(req.Params.Cursor)
	}
	if refused != nil {
		return nil, wireError(refused)
	}
	all, first, err := allTools(ctx, req, next)
	if err != nil {
		return nil, err
	}
	set := tk.tools.Load()
	version := req.ProtocolVersion()
	visible := make([]*mcp.Tool, 0, len(all))
	for _, t := range all {
		e := set.find(t.Name)
		switch {
		case e == nil || e.tool != t: // of the server itself, not of ours
			visible = append(visible, t)
		case len(missingScopes(e, req.Extra)) == 0:
			visible = append(visible, downgradeTool(t, version))
		}
	}
	slices.SortFunc(visible, func(a, b *mcp.Tool) int { return strings.Compare(a.Name, b.Name) })

	result := *first
	result.Tools, result.NextCursor = page(visible, after, tk.pageSize)
	result.Meta = tk.listMeta(first.Meta)
	if tk.cache != nil {
		result.Cacheable = *tk.cache
	}
	result.TTLMs = max(result.TTLMs, 0)
	if set.scoped {
		result.CacheScope = "private"
	}
	return &result, nil
}

// allTools collects the pages of the server below. The first page is returned for its
// other members.
func allTools(ctx context.Context, req *mcp.ListToolsRequest, next mcp.MethodHandler) (tools []*mcp.Tool, first *mcp.ListToolsResult, err error) {
	cursor := ""
	for {
		params := &mcp.ListToolsParams{Cursor: cursor}
		if req.Params != nil {
			params.Meta = req.Params.Meta
		}
		res, err := next(ctx, "tools/list", &mcp.ListToolsRequest{Session: req.Session, Params: params, Extra: req.Extra})
		if err != nil {
			return nil, nil, err
		}
		list, ok := res.(*mcp.ListToolsResult)
		if !ok || list == nil {
			return nil, nil, wireError(&ProtocolError{Code: toolerrors.CodeInternalError, Message: "a middleware answered tools/list with something else"})
		}
		if first == nil {
			first = list
		}
		tools = append(tools, list.Tools...)
		if list.NextCursor == "" || list.NextCursor == cursor {
			return tools, first, nil
		}
		cursor = list.NextCursor
	}
}

// page returns the tools after a name, at most size of them, and the cursor of the rest.
func page(tools []*mcp.Tool, after string, size int) ([]*mcp.Tool, string) {
	start := 0
	for start < len(tools) && after != "" && tools[start].Name <= after {
		start++
	}
	rest := tools[start:]
	if len(rest) <= size {
		return rest, ""
	}
	return rest[:size], stateless.WriteCursor(rest[size-1].Name)
}
