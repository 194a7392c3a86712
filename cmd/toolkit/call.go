package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

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
	arguments, err := readArguments(c.Arguments, e.std.in)
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

// readArguments reads the arguments of a command line and checks them before a server is
// bothered.
func readArguments(given string, stdin io.Reader) (json.RawMessage, error) {
	text, from := []byte(given), "the arguments"
	var err error
	switch {
	case given == "":
		return json.RawMessage("{}"), nil
	case given == "-":
		from = "stdin"
		if text, err = io.ReadAll(stdin); err != nil {
			return nil, fmt.Errorf("reading stdin: %w", err)
		}
	case strings.HasPrefix(given, "@"):
		from = given[1:]
		if text, err = os.ReadFile(from); err != nil {
			return nil, err
		}
	}
	value := jsontext.Value(bytes.TrimSpace(text))
	if len(value) == 0 {
		return nil, fmt.Errorf("%s: there is nothing; no arguments are written {}", from)
	}
	if err := value.Compact(jsontext.AllowDuplicateNames(true)); err != nil {
		if syntactic, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
			offset := int64(len(text)-len(bytes.TrimLeft(text, " \t\r\n"))) + syntactic.ByteOffset
			return nil, fmt.Errorf("%s: not valid JSON at %s: %w", from, position(text, offset), syntactic.Err)
		}
		return nil, fmt.Errorf("%s: not valid JSON: %w", from, err)
	}
	if value.Kind() != jsontext.KindBeginObject {
		return nil, fmt.Errorf(`%s: not a JSON object, such as {"query":"login"}`, from)
	}
	return json.RawMessage(value), nil
}

// position names a place in a text: the line, if there are several, and the character.
func position(text []byte, offset int64) string {
	before := text[:min(max(offset, 0), int64(len(text)))]
	line := bytes.LastIndexByte(before, '\n') + 1
	column := utf8.RuneCount(before[line:]) + 1
	if !bytes.Contains(bytes.TrimSpace(text), []byte("\n")) {
		return fmt.Sprintf("character %d", column)
	}
	return fmt.Sprintf("line %d, character %d", bytes.Count(before, []byte("\n"))+1, column)
}
