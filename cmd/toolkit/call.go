package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/typedmcp/toolkit/internal/render"
	"github.com/typedmcp/toolkit/internal/source"
)

// callCommand is "toolkit call".
type callCommand struct {
	serverFlags
	JSON bool   `name:"json" help:"Print JSON for programs."`
	Out  string `default:"." placeholder:"FOLDER" help:"Where images and other binary content are saved."`
	Tool string `arg:"" help:"The name of the tool."`
	argumentFlags
}

// Help teaches by example.
func (callCommand) Help() string {
	return `For example:

  toolkit call search_issues query=login limit=5 -- ./tracker
  toolkit call search_issues tags=ui tags=urgent where.region=eu -- ./tracker
  toolkit call search_issues '{"query":"login"}' -- ./tracker
  toolkit call search_issues @arguments.json --url http://127.0.0.1:8080/mcp
  toolkit call search_issues --stdin limit=5 -- ./tracker < arguments.json

The value of key=value has the type that the tool's inputSchema says. The exit status is 1 if
the result is an error.`
}

// Run calls the tool and prints its result.
func (c *callCommand) Run(e *env) error {
	given, err := c.given(e.std.in)
	if err != nil {
		return err
	}
	if info, err := os.Stat(c.Out); err != nil || !info.IsDir() {
		return fmt.Errorf("--out %q is not a folder", c.Out)
	}
	ctx, session, end, err := c.connect(e)
	if err != nil {
		return err
	}
	defer end()
	arguments := given.object
	if len(given.words) > 0 {
		if arguments, err = c.typed(ctx, e, session, given); err != nil {
			return err
		}
	}
	result, raw, err := session.Call(ctx, c.Tool, arguments)
	e.wait.over()
	if err != nil {
		return c.unread(e, raw, err)
	}
	if c.JSON {
		if err := render.JSONLine(e.std.out, raw); err != nil {
			return err
		}
	} else {
		var parts struct {
			Structured json.RawMessage `json:"structuredContent"`
		}
		if err := json.Unmarshal(raw, &parts); err != nil {
			return err
		}
		printer := &render.Printer{Out: e.std.out, Color: isTerminal(e.std.out), Folder: c.Out, Name: c.Tool}
		if err := printer.Result(result, parts.Structured); err != nil {
			return err
		}
	}
	if result.IsError {
		return errSilent
	}
	return nil
}

// typed gives words the types of the tool's schema, which the server is asked for.
func (c *callCommand) typed(ctx context.Context, e *env, session *source.Session, given givenArguments) (json.RawMessage, error) {
	tools, err := session.Tools(ctx)
	if err != nil {
		return nil, c.explain(e, err)
	}
	tool, err := findTool(tools, c.Tool)
	if err != nil {
		return nil, err
	}
	return given.typed(tool)
}

// unread words the error of a call. A result that cannot be read is printed all the same, if
// JSON is wanted.
func (c *callCommand) unread(e *env, raw json.RawMessage, err error) error {
	if raw == nil {
		return c.explain(e, err)
	}
	if !c.JSON {
		return fmt.Errorf("%w; --json prints it as it is", err)
	}
	return errors.Join(render.JSONLine(e.std.out, raw), err)
}
