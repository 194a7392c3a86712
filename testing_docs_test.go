package toolkit_test

// The snippets of docs/testing.md.

import (
	_ "embed"
	"testing"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/toolkittest"
)

//go:embed testdata/tools.json
var reviewed []byte

func newGuardedToolkit() *toolkit.Toolkit {
	return toolkit.New("empty", "1.0.0", toolkit.WithSnapshot(reviewed))
}

func TestGuardedSnapshot(t *testing.T) {
	if _, err := newGuardedToolkit().Server(); err != nil {
		t.Error(err)
	}
}

func TestSnapshot(t *testing.T) {
	toolkittest.Snapshot(t, newToolkit(), "testdata/tools.json")
}
