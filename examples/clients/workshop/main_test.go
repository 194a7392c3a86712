package main

import (
	"testing"

	"github.com/typedmcp/toolkit/toolkittest"
)

// TestTools holds what clients see of the tools against testdata/tools.json.
func TestTools(t *testing.T) {
	tk := newWorkshop()
	toolkittest.Snapshot(t, tk, "testdata/tools.json")
	toolkittest.Lint(t, tk, toolkittest.LintAccept("client-type-list", "ship_later", "/inputSchema/properties/day",
		"It is there to see which clients set headers beside a list of types."))
}
