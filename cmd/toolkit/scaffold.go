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

	"github.com/typedmcp/toolkit/internal/render"
	"github.com/typedmcp/toolkit/internal/scaffold"
)

// scaffoldCommand is "toolkit scaffold".
type scaffoldCommand struct {
	sourceFlags
	Out  string `default:"." placeholder:"FOLDER" help:"Where the program is written."`
	Name string `default:"server" help:"The name of the server."`
	JSON bool   `name:"json" help:"Print the files and what the program does not say as one JSON object."`
}

// Help teaches by example.
func (scaffoldCommand) Help() string {
	return `For example:

  toolkit scaffold --out tracker --name issue-tracker -- ./tracker
  toolkit scaffold --out tracker --file tools.json

Files that are there are not overwritten. What the program does not say of the definitions is
printed on stderr.`
}

// Run writes the program.
func (c *scaffoldCommand) Run(e *env) error {
	tools, err := c.definitions(e)
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
	}
	return c.print(e, names, program.Misses)
}

// print says what was written, and what the program lacks.
func (c *scaffoldCommand) print(e *env, names []string, misses []scaffold.Miss) error {
	files := make([]string, len(names))
	for i, name := range names {
		files[i] = filepath.Join(c.Out, name)
	}
	if c.JSON {
		return render.Document(e.std.out, struct {
			Files  []string        `json:"files"`
			Misses []scaffold.Miss `json:"misses"`
		}{files, append([]scaffold.Miss{}, misses...)})
	}
	for _, file := range files {
		if _, err := fmt.Fprintln(e.std.out, file); err != nil {
			return err
		}
	}
	for _, miss := range misses {
		line := fmt.Sprintf("toolkit: %s, %s: %s", miss.Tool, miss.Path, miss.Reason)
		if _, err := fmt.Fprintln(e.std.err, render.Clean(line)); err != nil {
			return err
		}
	}
	return nil
}

// definitions reads what scaffold needs of the tools.
func (c *scaffoldCommand) definitions(e *env) ([]scaffold.Tool, error) {
	listed, err := c.tools(e)
	if err != nil {
		return nil, err
	}
	tools := make([]scaffold.Tool, len(listed))
	for i, tool := range listed {
		if err := json.Unmarshal(tool.Raw, &tools[i]); err != nil {
			return nil, fmt.Errorf("tool %d: %w", i+1, err)
		}
	}
	return tools, nil
}
