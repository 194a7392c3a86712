package main

import (
	"encoding/json"
	"os"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/internal/render"
)

// listCommand is "toolkit list".
type listCommand struct {
	sourceFlags
	JSON bool `name:"json" help:"Print JSON for programs."`
}

// Help teaches by example.
func (listCommand) Help() string {
	return `For example:

  toolkit list -- ./tracker
  toolkit list --json -- npx -y @modelcontextprotocol/server-everything
  toolkit list --url https://mcp.example.com/mcp --header "Authorization: Bearer $TOKEN"
  toolkit list --file git:main:tools.json`
}

// Run prints the tools.
func (c *listCommand) Run(e *env) error {
	tools, err := c.tools(e)
	if err != nil {
		return err
	}
	if !c.JSON {
		plain := make([]*mcp.Tool, len(tools))
		for i, tool := range tools {
			plain[i] = tool.Tool
		}
		return render.Tools(e.std.out, plain, columns())
	}
	list := make([]json.RawMessage, len(tools))
	for i, tool := range tools {
		list[i] = tool.Raw
	}
	return render.JSON(e.std.out, list)
}

// columns returns how wide a table may be: as wide as the terminal, if the shell says it.
func columns() int {
	if width, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && width > 0 {
		return width
	}
	return 120
}
