package main

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/toolkittest"
)

// TestLint makes sure that models can use the tool well.
func TestLint(t *testing.T) {
	tk, err := newToolkit("eu", nil)
	if err != nil {
		t.Fatal(err)
	}
	toolkittest.Lint(t, tk)
}

// TestExecuteSQL has what a query may do, and what not.
func TestExecuteSQL(t *testing.T) {
	db, err := open(t.Context(), "eu")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tk, err := newToolkit("eu", db)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ region, query, want string }{
		{"eu", "SELECT customer, total FROM orders WHERE total > 30 ORDER BY id", `{"served_by":"eu","columns":["customer","total"],"rows":[["Ana",40],["Chiara",310]]}`},
		{"eu", "SELECT id FROM orders WHERE id > 9", `{"served_by":"eu","columns":["id"],"rows":[]}`},
		{"us", "SELECT 1", "This server has the orders of eu only, not those of us."},
		{"eu", "SELECT colour FROM orders", "The query does not work: SQL logic error: no such column: colour (1)"},
		{"eu", "DELETE FROM orders", "The query does not work: attempt to write a readonly database (8)"},
		{"eu", "ATTACH 'other.db' AS other", "The query does not work: SQL logic error: too many attached databases - max 0 (1)"},
		{"eu", "SELECT zeroblob(10000000)", "The query does not work: string or blob too big (18)"},
		{"eu", "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT count(*) FROM n", ""},
		{"eu", "SELECT count(*) FROM orders", `{"served_by":"eu","columns":["count(*)"],"rows":[[3]]}`},
	} {
		arguments, err := json.Marshal(ExecuteSQLArgs{tt.region, tt.query})
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		result, err := tk.Call(t.Context(), "execute_sql", arguments)
		if err != nil {
			t.Fatal(err)
		}
		text := result.Content[0].(*mcp.TextContent).Text
		if tt.want == "" {
			if !result.IsError || time.Since(began) > 20*time.Second {
				t.Errorf("%s: %s", tt.query, text)
			}
			continue
		}
		if !strings.HasPrefix(text, tt.want) || result.IsError == strings.HasPrefix(tt.want, "{") {
			t.Errorf("%s: %s", tt.query, text)
		}
	}
}
