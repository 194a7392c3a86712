package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/typedmcp/toolkit/internal/snapshot"
	"github.com/typedmcp/toolkit/internal/source"
)

// snapshotCommand is "toolkit snapshot".
type snapshotCommand struct {
	sourceFlags
	Out       string `placeholder:"FILE" help:"Where the snapshot is written: a file, or a folder with --split. Stdout if omitted."`
	Split     bool   `help:"Write one file for each tool into the folder --out, and delete those of tools that are gone."`
	Errors    string `placeholder:"FILE" help:"Also call the read-only tools with arguments that break one thing of their schemas each, and write what a model reads then, as Markdown."`
	ErrorsAll bool   `help:"With --errors, call all tools. A server that checks nothing would run them."`
}

// Help teaches by example.
func (snapshotCommand) Help() string {
	return `For example:

  toolkit snapshot --out tools.json -- ./tracker
  toolkit snapshot --out tools.json --errors errors.md -- ./tracker
  toolkit snapshot --out tools --split --url http://127.0.0.1:8080/mcp
  toolkit snapshot --file git:main:tools.json`
}

// Run writes the snapshot.
func (c *snapshotCommand) Run(e *env) error {
	if c.Split && c.Out == "" {
		return errors.New("--split needs a folder; name one with --out")
	}
	if (c.Errors != "" || c.ErrorsAll) && c.File != "" {
		return errors.New("--errors calls tools, and a file has none that could be called; name a server")
	}
	if c.ErrorsAll && c.Errors == "" {
		return errors.New("--errors-all says which tools --errors calls; name its file, too")
	}
	tools, err := c.tools(e)
	if err != nil {
		return err
	}
	shot, err := newSnapshot(tools)
	if err == nil && c.Errors != "" {
		err = c.writeErrors(e)
	}
	switch {
	case err != nil:
		return err
	case c.Split:
		return splitSnapshot(shot, c.Out)
	case c.Out == "":
		_, err := e.std.out.Write(shot.JSON())
		return err
	}
	return writeIfNew(c.Out, shot.JSON())
}

// newSnapshot makes a snapshot of tools as the server wrote them.
func newSnapshot(tools []source.Tool) (*snapshot.Snapshot, error) {
	definitions := make([]json.RawMessage, len(tools))
	for i, tool := range tools {
		definitions[i] = tool.Raw
	}
	return snapshot.New(definitions)
}

// writeIfNew writes a file for everybody to read, unless it has these bytes already.
func writeIfNew(name string, text []byte) error {
	if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, text) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil { //nolint:gosec // it is part of a repository
		return err
	}
	return os.WriteFile(name, text, 0o644) //nolint:gosec // the same
}

// splitSnapshot writes one file for each tool, and deletes the files of tools that are gone.
func splitSnapshot(shot *snapshot.Snapshot, folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil { //nolint:gosec // it is part of a repository
		return err
	}
	taken := map[string]string{} // by the name that a file system may not tell apart
	for _, tool := range shot.Tools {
		name := strings.ToLower(tool.FileName())
		if other, ok := taken[name]; ok {
			return fmt.Errorf("the tools %q and %q cannot have files of their own where names are the same in capitals; leave out --split", other, tool.Name)
		}
		taken[name] = tool.Name
	}
	stale, err := staleFiles(folder, taken)
	if err != nil {
		return err
	}
	for _, tool := range shot.Tools {
		if err := writeIfNew(filepath.Join(folder, tool.FileName()), tool.JSON()); err != nil {
			return err
		}
	}
	for _, name := range stale {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// staleFiles returns the files that an earlier snapshot wrote for tools that are gone. Other
// .json files in the folder would be read as tools, so they are an error.
func staleFiles(folder string, kept map[string]string) ([]string, error) {
	names, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return nil, err
	}
	var stale []string
	for _, name := range names {
		if kept[strings.ToLower(filepath.Base(name))] != "" {
			continue
		}
		raw, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		shot, err := snapshot.New([]json.RawMessage{raw})
		if err != nil || shot.Tools[0].FileName() != filepath.Base(name) {
			return nil, fmt.Errorf("%s is not the snapshot of one tool; name a folder of its own with --out", name)
		}
		stale = append(stale, name)
	}
	return stale, nil
}
