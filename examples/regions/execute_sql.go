package main

import (
	"context"
	"database/sql"
	"time"

	"github.com/typedmcp/toolkit"
)

// ExecuteSQLArgs are what a model gives. The client copies the region into the header
// Mcp-Param-Region, and the server refuses a call in which the two differ.
type ExecuteSQLArgs struct {
	Region string `json:"region" description:"Where the data lives" enum:"eu,us" x-mcp-header:"Region"`
	Query  string `json:"query" description:"A SELECT of SQLite on the table orders (id, customer, total), e.g. SELECT sum(total) FROM orders" validate:"min=1,max=2000"`
}

// ExecuteSQLResult is what it gets.
type ExecuteSQLResult struct {
	ServedBy string   `json:"served_by" description:"The region whose server answered"`
	Columns  []string `json:"columns"`
	Rows     [][]any  `json:"rows" description:"At most 100"`
}

// newToolkit returns the server of one region.
func newToolkit(region string, db *sql.DB) (*toolkit.Toolkit, error) {
	tk := toolkit.New("regions", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{
		Name:        "execute_sql",
		Title:       "Query orders",
		Description: "Run one SELECT on the orders of a region. Use it when a question is about orders, customers or totals; it changes nothing, and no query sees two regions.",
		Hints:       toolkit.ReadOnly | toolkit.ClosedWorld,
		Timeout:     2 * time.Second,
	}, func(ctx context.Context, args ExecuteSQLArgs) (ExecuteSQLResult, error) {
		if args.Region != region {
			return ExecuteSQLResult{}, toolkit.Errorf("This server has the orders of %s only, not those of %s.", region, args.Region)
		}
		columns, rows, err := query(ctx, db, args.Query, 100)
		if err != nil {
			return ExecuteSQLResult{}, toolkit.Errorf("The query does not work: %v", err)
		}
		return ExecuteSQLResult{region, columns, rows}, nil
	})
	return tk, tk.Err()
}
