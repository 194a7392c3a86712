package tagcheck_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/typedmcp/toolkit/tagcheck"
)

func TestAnalyzer(t *testing.T) {
	if err := tagcheck.Analyzer.Flags.Set("rules", "prime"); err != nil {
		t.Fatal(err)
	}
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), tagcheck.Analyzer, "a")
}
