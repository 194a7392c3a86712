package main

import (
	"context"

	"github.com/typedmcp/toolkit/examples/tracker/internal/store"
)

// SearchArgs are the parameters of search_issues.
type SearchArgs struct {
	Query    string `json:"query" description:"Words that all occur in title or description, e.g. login timeout. A word that ends with * stands for every word that begins like it" validate:"min=1,max=200"`
	Status   string `json:"status,omitempty" description:"Only issues with this status. All statuses if omitted" enum:"open,in_progress,closed"`
	Project  string `json:"project,omitempty" description:"Only issues of this project. All projects if omitted" enum:"web,mobile,api,billing" x-mcp-header:"Project"`
	Assignee string `json:"assignee,omitempty" description:"Only issues of this user, e.g. anna.petrova" validate:"max=60"`
	Label    string `json:"label,omitempty" description:"Only issues with this label" enum:"accessibility,crash,data-loss,documentation,localization,performance,regression,security,ui"`
	Limit    int    `json:"limit,omitempty" description:"How many issues to return" default:"20" validate:"min=1,max=100"`
	Cursor   string `json:"cursor,omitempty" description:"next_cursor of the page before" validate:"max=40"`
}

// SearchResult is what search_issues returns.
type SearchResult struct {
	Issues     []store.Issue `json:"issues" description:"Newest first"`
	Total      int           `json:"total" description:"How many issues match, on all pages"`
	NextCursor string        `json:"next_cursor,omitempty" description:"Pass it as cursor to get the next page. Left out on the last one"`
}

func (t *tracker) searchIssues(ctx context.Context, args SearchArgs) (SearchResult, error) {
	page, err := t.db.Search(ctx, store.Filter{
		Text: args.Query, Status: args.Status, Project: args.Project, Assignee: args.Assignee, Label: args.Label,
	}, args.Cursor, args.Limit)
	if err != nil {
		return SearchResult{}, forModel(err)
	}
	for i := range page.Issues {
		page.Issues[i].Description = "" // get_issue has it
	}
	return SearchResult{Issues: page.Issues, Total: page.Total, NextCursor: page.Next}, nil
}
