package main

import (
	"context"

	"github.com/typedmcp/toolkit/examples/tracker/internal/store"
)

// CreateArgs are the parameters of create_issue.
type CreateArgs struct {
	Title       string   `json:"title" description:"One line that says what is wrong" validate:"min=5,max=120"`
	Description string   `json:"description" description:"What happens, what was expected, how to see it" validate:"min=1,max=10000"`
	Project     string   `json:"project" enum:"web,mobile,api,billing"`
	Reporter    string   `json:"reporter" description:"User who reports it, e.g. anna.petrova" validate:"min=1,max=60"`
	Priority    string   `json:"priority,omitempty" enum:"low,medium,high,critical" default:"medium"`
	Assignee    string   `json:"assignee,omitempty" description:"User who works on it. Nobody if omitted" validate:"max=60"`
	Labels      []string `json:"labels,omitempty" enum:"accessibility,crash,data-loss,documentation,localization,performance,regression,security,ui" validate:"max=5,unique"`
}

// IssueResult is an issue after it was filed or changed.
type IssueResult struct {
	Issue   store.Issue `json:"issue"`
	Changed []string    `json:"changed,omitempty" description:"The fields that have another value than before"`
}

func (t *tracker) createIssue(ctx context.Context, args CreateArgs) (IssueResult, error) {
	issue, err := t.db.Create(ctx, store.NewIssue{
		Title: args.Title, Description: args.Description, Project: args.Project, Priority: args.Priority,
		Reporter: args.Reporter, Assignee: args.Assignee, Labels: args.Labels,
	})
	return IssueResult{Issue: issue}, forModel(err)
}
