package toolkit_test

// The snippets of docs/testing.md.

import (
	"testing"

	"github.com/typedmcp/toolkit/toolkittest"
)

func TestSnapshot(t *testing.T) {
	toolkittest.Snapshot(t, newToolkit(), "testdata/tools.json")
}
