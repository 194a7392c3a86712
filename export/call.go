package export

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/typedmcp/toolkit/errors"
	"github.com/typedmcp/toolkit/internal/ordered"
)

// A request is a call as the model wrote it.
type request struct {
	id        string
	name      string
	arguments json.RawMessage // JSON, if the model wrote it well
}

// Call answers a call of the model: call is the tool_use block, tool call, function_call item or
// part with a functionCall as it stands in the model's answer, and the result is what the next
// request must have for it. What is wrong with the arguments, an unknown tool and the errors of
// tools are results too, since the interfaces want one for each call. The error says that call is
// no call of this interface, or that ctx has ended.
func (t *Tools) Call(ctx context.Context, call json.RawMessage) (json.RawMessage, error) {
	r, err := t.api.read(call)
	if err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	result := t.call(ctx, r)
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	return ordered.Encode(t.api.write(r, result)), nil
}

// call runs the tool.
func (t *Tools) call(ctx context.Context, r request) *mcp.CallToolResult {
	one := t.tools[r.name]
	if one == nil {
		text := fmt.Sprintf("There is no tool %q.", shorten(r.name))
		var names []string
		for name := range t.tools {
			names = append(names, name)
		}
		slices.Sort(names)
		if near := toolerrors.Nearest(r.name, names); near != "" {
			text += fmt.Sprintf(" Did you mean %q?", near)
		}
		return refusal(text)
	}
	arguments, err := one.arguments(r.arguments)
	if err != nil {
		return refusal(fmt.Sprintf("The arguments of %s are not valid JSON: %v. Correct them and call the tool again.", r.name, err))
	}
	result, err := t.source.Call(ctx, one.name, arguments)
	switch {
	case err != nil:
		return refusal(err.Error())
	case result == nil:
		return refusal(r.name + " returned no result.")
	}
	return result
}

// arguments returns the arguments for the tool. null and nothing are no arguments.
func (t *tool) arguments(raw json.RawMessage) (json.RawMessage, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || string(raw) == "null" {
		return json.RawMessage("{}"), nil
	}
	value, err := ordered.Decode(raw)
	if err != nil {
		return nil, plain(err)
	}
	if t.plan == nil {
		return raw, nil
	}
	return ordered.Encode(t.plan.apply(value, t.parameters.Object("$defs"))), nil
}

// plain returns an error without the names of packages in it.
func plain(err error) error {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err
		}
		err = inner
	}
}

func refusal(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// shorten bounds a name that a model made up.
func shorten(name string) string {
	if runes := []rune(name); len(runes) > 64 {
		return string(runes[:64]) + "…"
	}
	return name
}

// read decodes a call, whatever else stands in it.
func read(call json.RawMessage, into any, what string) error {
	if err := json.Unmarshal(call, into); err != nil {
		return fmt.Errorf("this is no %s: %w", what, err)
	}
	return nil
}
