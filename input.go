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
	if len(result.InputRequests) == 0 || older(r.ProtocolVersion(), rev20260728) || !r.came() {
		return nil
	}
	missing := map[string]any{}
	modes := map[string]any{}
	for _, request := range result.InputRequests {
		switch p := request.(type) {
		case *mcp.ElicitParams:
			mode := p.Mode
			switch {
			case mode != "":
			case p.URL != "":
				mode = "url"
			default:
				mode = "form"
			}
			if !r.elicits(mode) {
				modes[mode] = map[string]any{}
				missing["elicitation"] = modes
			}
		//lint:ignore SA1019 deprecated in 2026-07-28, but still part of it and of all older revisions
		case *mcp.CreateMessageParams, *mcp.CreateMessageWithToolsParams:
			if r.RequireCapability("sampling") != nil {
				missing["sampling"] = map[string]any{}
			}
		//lint:ignore SA1019 deprecated in 2026-07-28, but still part of it and of all older revisions
		case *mcp.ListRootsParams:
			if r.RequireCapability("roots") != nil {
				missing["roots"] = map[string]any{}
			}
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return missingCapabilities("the tool asks for input that needs the client capabilities ", missing)
}

// elicits reports whether the client can ask its user in a mode: with a form, or by a page.
// One that names no mode knows forms (specification, client/elicitation, "Capabilities").
func (r *Request) elicits(mode string) bool {
	have := r.ClientCapabilities()
	if have == nil || have.Elicitation == nil {
		return false
	}
	switch mode {
	case "url":
		return have.Elicitation.URL != nil
	case "form":
		return have.Elicitation.Form != nil || have.Elicitation.URL == nil
	}
	return true
}

// requireElicitation returns nil if the client can ask its user in a mode.
func (r *Request) requireElicitation(mode string) error {
	if r.elicits(mode) {
		return nil
	}
	return missingCapabilities("the tool asks the user, which needs the client capability ",
		map[string]any{"elicitation": map[string]any{mode: map[string]any{}}})
}

// missingCapabilities is the error for a client that cannot do what is needed
// (specification, basic/index, "Capabilities").
func missingCapabilities(why string, missing map[string]any) *ProtocolError {
	return &ProtocolError{
		Code:    toolerrors.CodeMissingRequiredClientCapability,
		Message: why + strings.Join(slices.Sorted(maps.Keys(missing)), ", "),
		Data:    map[string]any{"requiredCapabilities": missing},
	}
}
