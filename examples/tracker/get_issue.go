package main

import (
	"context"

	"github.com/typedmcp/toolkit/examples/tracker/internal/store"
)

// GetArgs are the parameters of get_issue.
type GetArgs struct {
	ID       string `json:"id" description:"The issue, e.g. BUG-142" validate:"min=1,max=20"`
	Comments int    `json:"comments,omitempty" description:"How many of the newest comments to return" default:"10" validate:"min=0,max=100"`
}

// GetResult is what get_issue returns.
type GetResult struct {
	Issue         store.Issue     `json:"issue"`
	Comments      []store.Comment `json:"comments" description:"The newest ones, oldest of them first"`
	TotalComments int             `json:"total_comments"`
}

func (t *tracker) getIssue(ctx context.Context, args GetArgs) (GetResult, error) {
	issue, comments, total, err := t.db.Issue(ctx, args.ID, args.Comments)
	return GetResult{issue, comments, total}, forModel(err)
}
