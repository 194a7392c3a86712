package main

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

// addChangingTools adds the tools that change what is listed, which clients that listen are
// told of.
func addChangingTools(tk *toolkit.Toolkit) {
	add(tk, "test_trigger_tool_change", "Adds a tool and takes it away again.", func(context.Context) (string, error) {
		const passing = "test_passing_tool"
		err := toolkit.Add(tk, toolkit.Tool{Name: passing, Description: "Is there for a moment."},
			func(context.Context, struct{}) (string, error) { return "still there", nil })
		if err != nil {
			return "", toolkit.InvalidState("somebody else is changing the tools at this moment; call it again")
		}
		tk.Remove(passing)
		return "The list of tools has changed, twice.", nil
	})
	add(tk, "test_trigger_prompt_change", "Adds a prompt and takes it away again.", func(context.Context) (string, error) {
		const passing = "test_passing_prompt"
		srv, err := tk.Server()
		if err != nil {
			return "", err
		}
		srv.AddPrompt(&mcp.Prompt{Name: passing, Description: "Is there for a moment."},
			func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
				return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{userPrompt(&mcp.TextContent{Text: "Still there?"})}}, nil
			})
		srv.RemovePrompts(passing)
		return "The list of prompts has changed, twice.", nil
	})
}
