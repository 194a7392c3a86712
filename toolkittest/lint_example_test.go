package toolkittest_test

import (
	"testing"

	"github.com/typedmcp/toolkit/toolkittest"
)

func ExampleLint() {
	// In a test of the package that has the tools:
	_ = func(t *testing.T) {
		toolkittest.Lint(t, parcelToolkit(),
			toolkittest.LintFailOn("warning"),
			toolkittest.LintAccept("parameter-undocumented", "track_parcel", "/inputSchema/properties/limit", "Everybody knows what a limit is."))
	}
	// Output:
}
