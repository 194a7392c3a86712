package main

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/internal/snapshot"
	"github.com/typedmcp/toolkit/internal/source"
	"github.com/typedmcp/toolkit/internal/violations"
)

// writeErrors calls the tools of a server with arguments that each break one thing of the
// inputSchema, and writes what a model reads then. Tools that may change something are left out
// unless all are asked for: a server that checks nothing would run them.
func (c *snapshotCommand) writeErrors(e *env) error {
	ctx, session, end, err := c.connect(e)
	if err != nil {
		return err
	}
	defer end()
	tools, err := session.Tools(ctx)
	if err != nil {
		return c.explain(e, err)
	}
	shot, err := newSnapshot(tools)
	if err != nil {
		return err
	}
	readOnly := map[string]bool{}
	for _, tool := range tools {
		readOnly[tool.Name] = tool.Annotations != nil && tool.Annotations.ReadOnlyHint
	}
	var report violations.Report
	for _, tool := range shot.Tools {
		if !readOnly[tool.Name] && !c.ErrorsAll {
			continue
		}
		answers, err := answersOf(ctx, session, tool)
		if err != nil {
			return c.explain(e, err)
		}
		report.Tool(tool.Name, answers)
	}
	return writeIfNew(c.Errors, report.Bytes())
}

// answersOf calls one tool with all its violations.
func answersOf(ctx context.Context, session *source.Session, tool snapshot.Tool) ([]violations.Answer, error) {
	schema, _ := tool.Value["inputSchema"].(map[string]any)
	var answers []violations.Answer
	for _, v := range violations.Of(schema) {
		result, _, err := session.Call(ctx, tool.Name, json.RawMessage(v.Arguments))
		answer := violations.Answer{Violation: v}
		switch wire := source.Answer(err); {
		case wire != nil:
			answer.Text = wire.Message
		case err != nil:
			return nil, err
		case result.IsError:
			answer.Text = textOf(result)
		}
		answers = append(answers, answer)
	}
	return answers, nil
}

// textOf returns the texts of a result, a line each.
func textOf(result *mcp.CallToolResult) string {
	var texts []string
	for _, block := range result.Content {
		if text, ok := block.(*mcp.TextContent); ok {
			texts = append(texts, text.Text)
		}
	}
	return strings.Join(texts, "\n")
}
