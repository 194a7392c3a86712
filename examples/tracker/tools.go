package main

import (
	"time"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/examples/tracker/internal/store"
)

const instructions = `An issue tracker for the projects web, mobile, api and billing.
Find issues with search_issues, then read one with get_issue before you change it.`

// A tracker is what the tools work on. Each tool is a method in a file of its own.
type tracker struct{ db *store.Store }

// newToolkit returns the tools over a database.
func newToolkit(db *store.Store) (*toolkit.Toolkit, error) {
	t := &tracker{db}
	tk := toolkit.New("issue-tracker", "1.0.0",
		toolkit.WithTitle("Issue tracker"),
		toolkit.WithInstructions(instructions),
		toolkit.WithCache(time.Minute, "public"),
		// An SQL error is of no use to a model, and none of its business.
		toolkit.WithMaskedErrors(),
	)
	toolkit.Register(tk, toolkit.Tool{
		Name:        "search_issues",
		Title:       "Search issues",
		Description: "Search issues by words in title and description, and by status, project, assignee and label. Returns the newest first, without their descriptions.",
		Hints:       toolkit.ReadOnly | toolkit.ClosedWorld,
		Timeout:     5 * time.Second,
		Examples:    map[string]any{"open bugs about the login": SearchArgs{Query: "login timeout", Status: "open", Limit: 20}},
	}, t.searchIssues)
	toolkit.Register(tk, toolkit.Tool{
		Name:        "get_issue",
		Title:       "Read an issue",
		Description: "Read one issue with its description and its newest comments.",
		Hints:       toolkit.ReadOnly | toolkit.ClosedWorld,
		Timeout:     5 * time.Second,
	}, t.getIssue)
	toolkit.Register(tk, toolkit.Tool{
		Name:        "create_issue",
		Title:       "File an issue",
		Description: "File a new issue. Search first, so that nothing is filed twice.",
		Hints:       toolkit.NonDestructive | toolkit.ClosedWorld,
		Timeout:     10 * time.Second,
	}, t.createIssue)
	toolkit.Register(tk, toolkit.Tool{
		Name:        "update_issue",
		Title:       "Change an issue",
		Description: "Change fields of an issue; those that are left out stay as they are. A closed issue can only be reopened (status open); in_progress needs an assignee.",
		Hints:       toolkit.Destructive | toolkit.Idempotent | toolkit.ClosedWorld,
		Timeout:     10 * time.Second,
	}, t.updateIssue)
	toolkit.Register(tk, toolkit.Tool{
		Name:        "add_comment",
		Title:       "Comment on an issue",
		Description: "Add a comment to an issue.",
		Hints:       toolkit.NonDestructive | toolkit.ClosedWorld,
		Timeout:     10 * time.Second,
	}, t.addComment)
	toolkit.Register(tk, toolkit.Tool{
		Name:        "issue_stats",
		Title:       "Count issues",
		Description: "Count issues by status, project, priority, label and assignee.",
		Hints:       toolkit.ReadOnly | toolkit.ClosedWorld,
		Timeout:     5 * time.Second,
	}, t.issueStats)
	toolkit.Register(tk, toolkit.Tool{
		Name:        "export_issues",
		Title:       "Export issues",
		Description: "Export issues as a file. Returns a link to a resource that has them all, without reading it.",
		Hints:       toolkit.ReadOnly | toolkit.ClosedWorld,
	}, t.exportIssues)
	toolkit.Register(tk, toolkit.Tool{
		Name:        "burndown_chart",
		Title:       "Draw a burndown chart",
		Description: "Draw how many issues were not closed on each of the last days, as a PNG.",
		Hints:       toolkit.ReadOnly | toolkit.ClosedWorld,
		Timeout:     10 * time.Second,
		// Drawing takes a whole processor.
		MaxConcurrent: 2,
	}, t.burndownChart)

	srv, err := tk.Server()
	if err != nil {
		return nil, err
	}
	t.addExports(srv)
	return tk, nil
}
