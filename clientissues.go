package toolkit

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/internal/clients"
)

// A ClientIssue is one part of a tool that a known client does not take as it stands.
type ClientIssue struct {
	// Client is the client, or the model interface behind several of them.
	Client string
	// Refused says that the client refuses the tool, and many of them all tools of the
	// request; otherwise it changes what the model sees.
	Refused bool
	// When says where it happens, if not always: "for strict tools", which constrain what a
	// model can write, or "for GPT-4 models".
	When string
	// Path is a JSON Pointer into the tool: /inputSchema/properties/limit.
	Path string
	// Message says what stands there, and what becomes of it.
	Message string
	// Remedy says what to do about it.
	Remedy string
	// Source is an address where this was reported or is documented.
	Source string
}

// ClientIssues tells which known clients would refuse a tool or change what models see of it,
// and why; docs/clients.md has the whole table. It works for tools of any server. What is
// derived from Go types causes few of them, since the default leaves out what clients
// refuse; see docs/clients.md for those. The error says that a schema is no JSON.
func ClientIssues(tool *mcp.Tool) ([]ClientIssue, error) {
	found, err := clients.Issues(tool)
	if err != nil {
		return nil, err
	}
	issues := make([]ClientIssue, len(found))
	for i, f := range found {
		issues[i] = ClientIssue{
			Client: f.Client, Refused: f.Refuses, When: f.When, Path: f.Path,
			Message: f.What + " " + f.Effect, Remedy: f.Remedy, Source: f.Source,
		}
	}
	return issues, nil
}
