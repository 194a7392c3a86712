package main

import (
	"github.com/typedmcp/toolkit/internal/render"
	"github.com/typedmcp/toolkit/internal/snapshot"
	"github.com/typedmcp/toolkit/internal/source"
)

// checkCommand is "toolkit check".
type checkCommand struct {
	sourceFlags
	Snapshot string `arg:"" help:"The snapshot: a file, a folder with one file for each tool, or one in a git revision (git:main:tools.json)."`
	FailOn   string `default:"model-visible" enum:"breaking,output-breaking,security,model-visible,harmless" help:"The class of changes that is a failure, with all that are worse: breaking, output-breaking, security, model-visible or harmless."`
	Format   string `default:"text" enum:"text,json,markdown,github" help:"How the changes are written: text, json, markdown, or github for annotations of GitHub Actions."`
	Declared bool   `help:"Suppose that callers give no arguments that the old schema does not list, so that a new optional parameter of an open schema is not breaking."`
	Diff     bool   `default:"true" negatable:"" help:"Print the differences of the definitions too, in text and markdown."`
}

// Help teaches by example.
func (checkCommand) Help() string {
	return `For example:

  toolkit check tools.json -- ./tracker
  toolkit check git:main:tools.json --file tools.json
  toolkit check tools.json --fail-on breaking --format github -- ./tracker

The exit status is 0 if nothing changed that --fail-on names, 1 if something did, and 2 if
the two could not be compared.`
}

// Run prints what has changed.
func (c *checkCommand) Run(e *env) error {
	changes, err := c.compare(e)
	if err == nil {
		err = c.print(e, changes)
	}
	if err != nil {
		return &statusError{statusUnable, err}
	}
	if worst := snapshot.Worst(changes.Changes); worst != "" && worst.IsAtLeast(changes.FailOn) {
		return errSilent
	}
	return nil
}

func (c *checkCommand) compare(e *env) (*render.Changes, error) {
	failOn, err := snapshot.ParseClass(c.FailOn)
	if err != nil {
		return nil, err
	}
	before, err := source.ReadFile(e.ctx, c.Snapshot)
	if err != nil {
		return nil, err
	}
	old, err := newSnapshot(before)
	if err != nil {
		return nil, err
	}
	after, err := c.tools(e)
	if err != nil {
		return nil, err
	}
	shot, err := newSnapshot(after)
	if err != nil {
		return nil, err
	}
	return &render.Changes{
		Old: old, New: shot, Changes: snapshot.Compare(old, shot, snapshot.Options{Declared: c.Declared}),
		OldName: c.Snapshot, NewName: c.name(e), FailOn: failOn, Color: isTerminal(e.std.out), NoDiff: !c.Diff,
	}, nil
}

func (c *checkCommand) print(e *env, changes *render.Changes) error {
	switch c.Format {
	case "json":
		return changes.JSON(e.std.out)
	case "markdown":
		return changes.Markdown(e.std.out)
	case "github":
		return changes.GitHub(e.std.out, func(change snapshot.Change) (string, int) {
			return source.Locate(c.Snapshot, change.Tool, change.Path)
		})
	}
	return changes.Text(e.std.out)
}
