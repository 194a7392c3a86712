package main

import (
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/internal/render"
)

// listCommand is "toolkit list".
type listCommand struct {
	serverFlags
	JSON bool `name:"json" help:"Print JSON for programs."`
}

// Run prints the tools.
func (c *listCommand) Run(e *env) error {
	ctx, session, end, err := c.connect(e)
	if err != nil {
		return err
	}
	defer end()
	tools, err := session.Tools(ctx)
	if err != nil {
		return c.explain(ctx, e, err)
	}
	if !c.JSON {
		plain := make([]*mcp.Tool, len(tools))
		for i, tool := range tools {
			plain[i] = tool.Tool
		}
		return render.Tools(e.std.out, plain)
	}
	list := make([]json.RawMessage, len(tools))
	for i, tool := range tools {
		list[i] = tool.Raw
	}
	raw, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(e.std.out, string(raw))
	return err
}
