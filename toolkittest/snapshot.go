package toolkittest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/internal/render"
	"github.com/typedmcp/toolkit/internal/snapshot"
	"github.com/typedmcp/toolkit/internal/source"
)

// Snapshot compares the tools with a file that is under version control, such as
// testdata/tools.json, so that no change for callers and models goes unseen. A difference fails
// the test and is told tool by tool, each change in a class (breaking, output-breaking,
// security, model-visible, harmless) and with the Go declaration that it comes from. A
// missing file fails too.
//
// "go test -update" writes the file; so does the environment variable TOOLKIT_UPDATE=1. A flag
// -update that the test package has already is used. The file is the one that "toolkit
// snapshot" writes, so "toolkit check" can compare it with a revision or with a running
// server.
func Snapshot(t testing.TB, tk *toolkit.Toolkit, file string, options ...SnapshotOption) {
	t.Helper()
	if err := tk.Err(); err != nil {
		t.Fatalf("toolkit: %v", err)
	}
	update, err := updating()
	if err != nil {
		t.Fatal(err)
	}
	now, err := snapshotOf(tk)
	if err != nil {
		t.Fatal(err)
	}
	if update {
		if err := write(file, now.JSON()); err != nil {
			t.Fatal(err)
		}
		for _, option := range options {
			option(t, tk, "")
		}
		return
	}
	command := updateCommand(t, 1)
	for _, option := range options {
		option(t, tk, command)
	}
	text, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		t.Fatalf("there is no snapshot %s yet. Write it, and put it under version control:\n  %s", file, command)
	case err != nil:
		t.Fatal(err)
	case bytes.Equal(text, now.JSON()):
		return
	}
	before, err := readSnapshot(file)
	if err != nil {
		t.Fatalf("%v. To write it anew:\n  %s", err, command)
	}
	t.Error(differences(tk, before, now, file) + "\n\nIf that is meant, write the snapshot anew:\n  " + command)
}

// snapshotOf returns what the tools look like now.
func snapshotOf(tk *toolkit.Toolkit) (*snapshot.Snapshot, error) {
	var definitions []json.RawMessage
	for _, tool := range tk.Tools() {
		raw, err := json.Marshal(tool)
		if err != nil {
			return nil, fmt.Errorf("the tool %q: %w", tool.Name, err)
		}
		definitions = append(definitions, raw)
	}
	return snapshot.New(definitions)
}

// readSnapshot reads a snapshot in any form that the command reads.
func readSnapshot(file string) (*snapshot.Snapshot, error) {
	tools, err := source.ReadFile(context.Background(), file)
	if err != nil {
		return nil, err
	}
	var definitions []json.RawMessage
	for _, tool := range tools {
		definitions = append(definitions, tool.Raw)
	}
	shot, err := snapshot.New(definitions)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return shot, nil
}

// differences tells what has changed.
func differences(tk *toolkit.Toolkit, before, now *snapshot.Snapshot, file string) string {
	changes := &render.Changes{
		Old: before, New: now, Changes: snapshot.Compare(before, now, snapshot.Options{}),
		OldName: file, NewName: "the code", FailOn: snapshot.Harmless,
		AboutTool: func(tool string) string {
			if d, ok := tk.Declaration(tool, ""); ok {
				return fmt.Sprintf("registered at %s:%d", near(d.File), d.Line)
			}
			return ""
		},
		AboutChange: func(change snapshot.Change) string {
			d, _ := tk.Declaration(change.Tool, change.Path)
			return strings.TrimSpace(d.Field + " " + d.Type)
		},
	}
	if len(changes.Changes) == 0 {
		return file + " has the tools as they are, but is written in another way."
	}
	var b strings.Builder
	_ = changes.Text(&b) // a builder takes everything
	return strings.TrimSuffix(b.String(), "\n")
}

// near returns the path of a file from the folder of the test, if it is not far.
func near(file string) string {
	folder, err := os.Getwd()
	if err != nil {
		return file
	}
	relative, err := filepath.Rel(folder, file)
	if err != nil || strings.HasPrefix(relative, filepath.Join("..", "..", "..")) {
		return file
	}
	return relative
}

// write writes a file for everybody to read, unless it has these bytes already.
func write(file string, text []byte) error {
	if old, err := os.ReadFile(file); err == nil && bytes.Equal(old, text) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil { //nolint:gosec // it is part of a repository
		return err
	}
	return os.WriteFile(file, text, 0o644) //nolint:gosec // the same
}
