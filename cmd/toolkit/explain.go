package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	toolerrors "github.com/typedmcp/toolkit/errors"
	"github.com/typedmcp/toolkit/handler"
	"github.com/typedmcp/toolkit/internal/render"
	"github.com/typedmcp/toolkit/internal/source"
	xmcpheader "github.com/typedmcp/toolkit/x-mcp-header"
)

// explainCommand is "toolkit explain".
type explainCommand struct {
	sourceFlags
	Format string `default:"text" enum:"text,json" help:"How the steps are written: text or json."`
	Tool   string `arg:"" help:"The name of the tool."`
	argumentFlags
}

// Help teaches by example.
func (explainCommand) Help() string {
	return `For example:

  toolkit explain search_issues '{"query":"login","limit":500}' -- ./tracker
  toolkit explain search_issues query=login limit=500 -- ./tracker
  toolkit explain search_issues '{"query":"login"}' --file tools.json --format json

Nothing is called. Only the advertised schema is known here, so what it does not say is not
told: repairs and rules of the server's own code. toolkittest.Explain tells these in a Go test.
The exit status is 0 if the schema accepts the arguments, 1 if not, and 2 if that could not
be found out.`
}

// Run prints the steps.
func (c *explainCommand) Run(e *env) error {
	explanation, err := c.explain(e)
	if err == nil {
		err = c.print(e, explanation)
	}
	if err != nil {
		return &statusError{statusUnable, err}
	}
	if !explanation.Accepted {
		return errSilent
	}
	return nil
}

func (c *explainCommand) print(e *env, explanation *handler.Explanation) error {
	if c.Format == "json" {
		return render.Document(e.std.out, explanation)
	}
	_, err := io.WriteString(e.std.out, render.Clean("By the schema alone, without the repairs, rules and words of the server:\n\n"+explanation.String()))
	return err
}

func (c *explainCommand) explain(e *env) (*handler.Explanation, error) {
	given, err := c.given(e.std.in)
	if err != nil {
		return nil, err
	}
	tools, err := c.tools(e)
	if err != nil {
		return nil, err
	}
	tool, err := findTool(tools, c.Tool)
	if err != nil {
		return nil, err
	}
	arguments, err := given.typed(tool)
	if err != nil {
		return nil, err
	}
	var definition struct {
		InputSchema json.RawMessage `json:"inputSchema"`
	}
	if err := json.Unmarshal(tool.Raw, &definition); err != nil {
		return nil, err
	}
	h, err := handler.New(func(context.Context, map[string]any) (struct{}, error) { return struct{}{}, nil },
		handler.Config{Tool: c.Tool, InputSchema: definition.InputSchema})
	if err != nil {
		return nil, fmt.Errorf("the tool %q: %w", c.Tool, err)
	}
	explanation := h.Explain(e.ctx, arguments)
	bindings, err := xmcpheader.Bindings(definition.InputSchema)
	if err == nil {
		explanation.Headers, err = xmcpheader.CallHeaders(c.Tool, bindings, arguments)
	}
	if err != nil {
		explanation.HeaderProblem = err.Error()
	}
	return explanation, nil
}

// findTool returns the tool of a name.
func findTool(tools []source.Tool, name string) (*source.Tool, error) {
	var names []string
	for i := range tools {
		if tools[i].Name == name {
			return &tools[i], nil
		}
		names = append(names, tools[i].Name)
	}
	if near := toolerrors.Nearest(name, names); near != "" {
		return nil, fmt.Errorf("there is no tool %q; did you mean %q?", name, near)
	}
	return nil, fmt.Errorf("there is no tool %q; toolkit list shows those that are there", name)
}
