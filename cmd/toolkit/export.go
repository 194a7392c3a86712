package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/export"
	"github.com/typedmcp/toolkit/internal/render"
	"github.com/typedmcp/toolkit/internal/source"
)

// exportCommand is "toolkit export".
type exportCommand struct {
	sourceFlags
	For  string `required:"" enum:"claude,openai,openai-strict,openai-responses,openai-responses-strict,gemini" help:"The interface: claude, openai, openai-strict, openai-responses, openai-responses-strict or gemini."`
	JSON bool   `name:"json" help:"Print the names in MCP and what was not taken as it is too, as one JSON object."`
}

// Help teaches by example.
func (exportCommand) Help() string {
	return `For example:

  toolkit export --for claude -- ./tracker
  toolkit export --for openai-strict --file tools.json > tools.openai.json
  toolkit export --for gemini --json --url http://127.0.0.1:8080/mcp

Stdout has the value for "tools" in a request. What the model cannot learn from it is said on
stderr.`
}

// Run prints the definitions.
func (c *exportCommand) Run(e *env) error {
	tools, err := c.tools(e)
	if err != nil {
		return err
	}
	exported, err := export.New(listed(tools), export.API(c.For))
	if err != nil {
		return err
	}
	if c.JSON {
		raw, err := json.Marshal(struct {
			Tools json.RawMessage   `json:"tools"`
			Names map[string]string `json:"names"`
			Notes []export.Note     `json:"notes"`
		}{exported.Definitions(), exported.Names(), append([]export.Note{}, exported.Notes()...)})
		if err != nil {
			return err
		}
		return render.JSONLine(e.std.out, raw)
	}
	var definitions []json.RawMessage
	if err := json.Unmarshal(exported.Definitions(), &definitions); err != nil {
		return err
	}
	if err := render.JSON(e.std.out, definitions); err != nil {
		return err
	}
	for _, note := range exported.Notes() {
		if note.Carried && note.Path != "/name" {
			continue
		}
		line := fmt.Sprintf("toolkit: %s%s: %s", note.Tool, note.Path, note.Message)
		if _, err := fmt.Fprintln(e.std.err, render.Clean(line)); err != nil {
			return err
		}
	}
	return nil
}

// listed are tools that are only looked at.
type listed []source.Tool

// Tools returns the tools with their schemas as the server wrote them.
func (l listed) Tools() []*mcp.Tool {
	tools := make([]*mcp.Tool, len(l))
	for i, tool := range l {
		one := *tool.Tool
		var raw struct {
			InputSchema json.RawMessage `json:"inputSchema"`
		}
		if json.Unmarshal(tool.Raw, &raw) == nil && raw.InputSchema != nil {
			one.InputSchema = raw.InputSchema
		}
		tools[i] = &one
	}
	return tools
}

// Call is never called.
func (listed) Call(context.Context, string, json.RawMessage) (*mcp.CallToolResult, error) {
	return nil, errors.New("tools that are only listed cannot be called")
}
