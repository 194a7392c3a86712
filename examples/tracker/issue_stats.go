package main

import (
	"context"

	"github.com/typedmcp/toolkit/examples/tracker/internal/store"
)

// StatsArgs are the parameters of issue_stats.
type StatsArgs struct {
	Project string `json:"project,omitempty" description:"Count this project only. All projects if omitted" enum:"web,mobile,api,billing"`
}

func (t *tracker) issueStats(ctx context.Context, args StatsArgs) (store.Stats, error) {
	stats, err := t.db.Stats(ctx, args.Project)
	return stats, forModel(err)
}
