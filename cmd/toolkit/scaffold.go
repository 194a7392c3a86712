package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/typedmcp/toolkit/internal/scaffold"
)

// scaffoldCommand is "toolkit scaffold".
type scaffoldCommand struct {
	serverFlags
	File string `placeholder:"FILE" help:"Read the tools from a file with a tools/list result instead."`
	Out  string `default:"." placeholder:"FOLDER" help:"Where the program is written."`
	Name string `default:"server" help:"The name of the server."`
}

// Run writes the program.
func (c *scaffoldCommand) Run(e *env) error {
	tools, err := c.tools(e)
	if err != nil {
		return err
	}
	program, err := scaffold.Generate(c.Name, tools)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Out, 0o755); err != nil { //nolint:gosec // source code is for everybody
		return err
	}
	names := slices.Sorted(maps.Keys(program.Files))
	for _, name := range names {
		if _, err := os.Lstat(filepath.Join(c.Out, name)); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s is there already; name an empty folder with --out", filepath.Join(c.Out, name))
		}
	}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(c.Out, name), program.Files[name], 0o644); err != nil { //nolint:gosec // the same
			return err
		}
		if _, err := fmt.Fprintln(e.std.out, filepath.Join(c.Out, name)); err != nil {
			return err
		}
	}
	for _, miss := range program.Misses {
		if _, err := fmt.Fprintf(e.std.err, "toolkit: %s, %s: %s\n", miss.Tool, miss.Path, miss.Reason); err != nil {
			return err
		}
	}
	return nil
}

// tools reads the definitions from the file or from the server.
func (c *scaffoldCommand) tools(e *env) ([]scaffold.Tool, error) {
	var raws []json.RawMessage
	if c.File != "" {
		if c.URL != "" || len(e.command) > 0 {
			return nil, errors.New("both --file and a server are given; give one of them")
		}
		raw, err := os.ReadFile(c.File)
		if err != nil {
			return nil, err
		}
		var list struct {
			Tools []json.RawMessage `json:"tools"`
		}
		if json.Unmarshal(raw, &raws) != nil { // not a bare list, as "toolkit list --json" prints it
			if err := json.Unmarshal(raw, &list); err != nil {
				return nil, fmt.Errorf("%s: not a tools/list result: %w", c.File, err)
			}
			raws = list.Tools
		}
	} else {
		ctx, session, end, err := c.connect(e)
		if err != nil {
			return nil, err
		}
		defer end()
		listed, err := session.Tools(ctx)
		if err != nil {
			return nil, c.explain(e, err)
		}
		for _, tool := range listed {
			raws = append(raws, tool.Raw)
		}
	}
	tools := make([]scaffold.Tool, len(raws))
	for i, raw := range raws {
		if err := json.Unmarshal(raw, &tools[i]); err != nil {
			return nil, fmt.Errorf("tool %d: %w", i+1, err)
		}
	}
	return tools, nil
}
