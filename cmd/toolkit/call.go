package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/typedmcp/toolkit/internal/render"
)

// callCommand is "toolkit call".
type callCommand struct {
	serverFlags
	JSON      bool   `name:"json" help:"Print JSON for programs."`
	Out       string `default:"." placeholder:"FOLDER" help:"Where images and other binary content are saved."`
	Tool      string `arg:"" help:"The name of the tool."`
	Arguments string `arg:"" optional:"" name:"json" help:"The arguments, a JSON object. - reads stdin, @FILE reads a file."`
}

// Run calls the tool and prints its result.
func (c *callCommand) Run(e *env) error {
	arguments, err := c.arguments(e.std.in)
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
	result, raw, err := session.Call(ctx, c.Tool, arguments)
	if err != nil {
		return c.explain(ctx, e, err)
	}
	if c.JSON {
		var line bytes.Buffer
		if err := json.Compact(&line, raw); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(e.std.out, line.String()); err != nil {
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

// arguments reads the arguments and checks them before a server is bothered.
func (c *callCommand) arguments(stdin io.Reader) (json.RawMessage, error) {
	text, from := []byte(c.Arguments), "the arguments"
	var err error
	switch {
	case c.Arguments == "":
		return json.RawMessage("{}"), nil
	case c.Arguments == "-":
		from = "stdin"
		if text, err = io.ReadAll(stdin); err != nil {
			return nil, fmt.Errorf("reading stdin: %w", err)
		}
	case strings.HasPrefix(c.Arguments, "@"):
		from = c.Arguments[1:]
		if text, err = os.ReadFile(from); err != nil {
			return nil, err
		}
	}
	value := jsontext.Value(bytes.TrimSpace(text))
	if err := value.Compact(jsontext.AllowDuplicateNames(true)); err != nil {
		var syntactic *jsontext.SyntacticError
		if errors.As(err, &syntactic) {
			return nil, fmt.Errorf("%s: not valid JSON at byte %d: %w", from, syntactic.ByteOffset, syntactic.Err)
		}
		return nil, fmt.Errorf("%s: not valid JSON: %w", from, err)
	}
	if value.Kind() != jsontext.KindBeginObject {
		return nil, fmt.Errorf(`%s: the arguments must be a JSON object, such as {"query":"login"}`, from)
	}
	return json.RawMessage(value), nil
}
