package main

import (
	"testing"

	"github.com/typedmcp/toolkit/toolkittest"
)

// TestTools holds what clients see of the tools against testdata/tools.json.
func TestTools(t *testing.T) { toolkittest.Snapshot(t, newShapes(), "testdata/tools.json") }
