package main

import (
	"context"

	"github.com/typedmcp/toolkit/examples/tracker/internal/store"
)

// UpdateArgs are the parameters of update_issue. Pointers tell a field that was left out
// from one that is to be empty.
type UpdateArgs struct {
	ID          string    `json:"id" description:"The issue, e.g. BUG-142" validate:"min=1,max=20"`
	Title       *string   `json:"title" description:"One line that says what is wrong" validate:"omitempty,min=5,max=120"`
	Description *string   `json:"description" description:"What happens, what was expected, how to see it" validate:"omitempty,min=1,max=10000"`
	Status      *string   `json:"status" enum:"open,in_progress,closed"`
	Priority    *string   `json:"priority" enum:"low,medium,high,critical"`
	Assignee    *string   `json:"assignee" description:"The user who works on it. An empty text takes the assignee away" validate:"omitempty,max=60"`
	Labels      *[]string `json:"labels" description:"Replaces all labels" enum:"accessibility,crash,data-loss,documentation,localization,performance,regression,security,ui" validate:"omitempty,max=5,unique"`
}

func (t *tracker) updateIssue(ctx context.Context, args UpdateArgs) (IssueResult, error) {
	issue, changed, err := t.db.Update(ctx, args.ID, store.Changes{
		Title: args.Title, Description: args.Description, Status: args.Status, Priority: args.Priority,
		Assignee: args.Assignee, Labels: args.Labels,
	})
	return IssueResult{issue, changed}, forModel(err)
}
