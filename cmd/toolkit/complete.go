package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/typedmcp/toolkit/internal/ordered"
	"github.com/typedmcp/toolkit/internal/render"
	"github.com/typedmcp/toolkit/internal/source"
)

// completeCommand is "toolkit complete", which the scripts of "toolkit completion" run. After --
// stand what there is of the word, up to the cursor, and the words of the line without the first.
type completeCommand struct {
	Index   int `arg:"" help:"Which word is to be completed; the first after toolkit is 1."`
	current string
}

// patience is how long a server may take that is only started to complete a line.
const patience = 5 * time.Second

// Run prints what the word may become, one candidate a line; nothing stands for a name of a file.
func (c *completeCommand) Run(e *env) error {
	if len(e.command) == 0 {
		return errors.New("after -- must stand what there is of the word, and the words of the line")
	}
	c.current, e.command = e.command[0], e.command[1:]
	before := e.command[:min(max(c.Index-1, 0), len(e.command))]
	if slices.Contains(before, "--") {
		return nil
	}
	candidates, err := c.candidates(e, before)
	if err != nil {
		return err
	}
	for _, candidate := range candidates {
		if clean := render.Clean(candidate); strings.HasPrefix(candidate, c.current) && clean == candidate && !strings.ContainsAny(candidate, " \t\n") {
			if _, err := fmt.Fprintln(e.std.out, candidate); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *completeCommand) candidates(e *env, before []string) ([]string, error) {
	parser, err := newParser(new(cli), streams{e.std.in, io.Discard, io.Discard}, func(int) {})
	if err != nil {
		return nil, err
	}
	// What stands before the word is the command, flags with their values, and other words.
	command := parser.Model.Node
	var words []string
	var waiting *kong.Flag
	for _, word := range before {
		switch name, _, valued := strings.Cut(word, "="); {
		case waiting != nil:
			waiting = nil
		case strings.HasPrefix(word, "--"):
			if flag := findFlag(command, name); flag != nil && !flag.IsBool() && !valued {
				waiting = flag
			}
		case command == parser.Model.Node:
			i := slices.IndexFunc(command.Children, func(n *kong.Node) bool { return n.Name == word })
			if i < 0 {
				return nil, nil
			}
			command = command.Children[i]
		default:
			words = append(words, word)
		}
	}
	switch {
	case waiting != nil:
		return waiting.EnumSlice(), nil
	case strings.HasPrefix(c.current, "-"):
		return flagNames(command), nil
	case command == parser.Model.Node:
		var names []string
		for _, child := range command.Children {
			if !child.Hidden {
				names = append(names, child.Name)
			}
		}
		return names, nil
	case command.Name != "call" && command.Name != "explain":
		if n := len(words); n < len(command.Positional) {
			return command.Positional[n].EnumSlice(), nil
		}
		return nil, nil
	case len(words) == 0:
		return toolNames(c.tools(e)), nil
	}
	return c.parameters(e, words[0]), nil
}

func findFlag(command *kong.Node, name string) *kong.Flag {
	for _, group := range command.AllFlags(false) {
		for _, flag := range group {
			if "--"+flag.Name == name {
				return flag
			}
		}
	}
	return nil
}

// flagNames are the flags of a command.
func flagNames(command *kong.Node) []string {
	var names []string
	for _, group := range command.AllFlags(true) {
		for _, flag := range group {
			names = append(names, "--"+flag.Name)
		}
	}
	return names
}

// tools asks the server that the line names. A line that is not complete has no tools.
func (c *completeCommand) tools(e *env) []source.Tool {
	line, server := e.command, []string(nil)
	if i := slices.Index(line, "--"); i >= 0 {
		line, server = line[:i], line[i+1:]
	}
	var from sourceFlags
	for i, word := range line {
		name, value, valued := strings.Cut(word, "=")
		if !valued && i+1 < len(line) {
			value = line[i+1]
		}
		switch value = strings.Trim(value, `'"`); name {
		case "--file":
			from.File = value
		case "--url":
			from.URL = value
		case "--header":
			from.Header = append(from.Header, value)
		}
	}
	from.Timeout = patience
	ctx, cancel := context.WithTimeout(e.ctx, patience)
	defer cancel()
	tools, err := from.tools(&env{ctx: ctx, std: streams{e.std.in, io.Discard, io.Discard}, command: server, wait: newWaiting(io.Discard)})
	if err != nil {
		return nil
	}
	return tools
}

func toolNames(tools []source.Tool) []string {
	names := make([]string, len(tools))
	for i, tool := range tools {
		names[i] = tool.Name
	}
	slices.Sort(names)
	return names
}

// parameters returns name= for each parameter of a tool, and name=value where the schema lists the
// values of the one that is being written.
func (c *completeCommand) parameters(e *env, name string) []string {
	tool, err := findTool(c.tools(e), name)
	if err != nil {
		return nil
	}
	var definition struct {
		InputSchema json.RawMessage `json:"inputSchema"`
	}
	if json.Unmarshal(tool.Raw, &definition) != nil {
		return nil
	}
	value, err := ordered.Decode(definition.InputSchema)
	schema, ok := value.(*ordered.Object)
	if err != nil || !ok {
		return nil
	}
	var all []string
	properties := schema.Object("properties")
	for _, name := range properties.Names() {
		key := name + "="
		if !strings.HasPrefix(c.current, key) {
			all = append(all, key)
			continue
		}
		values := properties.Object(name).List("enum")
		if properties.Object(name).Get("type") == "boolean" {
			values = []any{true, false}
		}
		for _, value := range values {
			if text, ok := value.(string); ok {
				all = append(all, key+text)
			} else {
				all = append(all, key+string(ordered.Encode(value)))
			}
		}
	}
	return all
}
