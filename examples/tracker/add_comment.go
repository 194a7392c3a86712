package main

import (
	"context"

	"github.com/typedmcp/toolkit/examples/tracker/internal/store"
)

// CommentArgs are the parameters of add_comment.
type CommentArgs struct {
	ID     string `json:"id" description:"The issue, e.g. BUG-142" validate:"min=1,max=20"`
	Author string `json:"author" description:"User who says it, e.g. anna.petrova" validate:"min=1,max=60"`
	Body   string `json:"body" description:"What to say" validate:"min=1,max=5000"`
}

// CommentResult is what add_comment returns.
type CommentResult struct {
	Comment       store.Comment `json:"comment"`
	TotalComments int           `json:"total_comments" description:"How many the issue has now"`
}

func (t *tracker) addComment(ctx context.Context, args CommentArgs) (CommentResult, error) {
	comment, total, err := t.db.AddComment(ctx, args.ID, args.Author, args.Body)
	return CommentResult{comment, total}, forModel(err)
}
