package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the tables of docs/conformance.md")

// page is the page whose tables the tests write.
const page = "../../docs/conformance.md"

// checkPage holds a table of the page against what was found.
func checkPage(t *testing.T, name, want string) {
	t.Helper()
	raw, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := "<!-- "+name+": begin -->\n", "<!-- "+name+": end -->"
	before, rest, found := strings.Cut(string(raw), begin)
	got, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no %s and %s", page, strings.TrimSpace(begin), end)
	}
	if *update {
		if err := os.WriteFile(page, []byte(before+begin+want+end+after), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s, table %s (-found +there), rewrite it with -update:\n%s", page, name, diff)
	}
}

// A result is what the suite has found of both servers in one run.
type result struct {
	suiteRun

	requires     []string // scenarios
	toolkit, sdk *report
}

// serverTable has a line for each run, and below it where the servers differ.
func serverTable(results []result) string {
	var b strings.Builder
	b.WriteString("| suite | toolkit: required scenarios | checks passed, failed, warnings | official SDK: required scenarios | checks passed, failed, warnings |\n| --- | --- | --- | --- | --- |\n")
	for _, r := range results {
		fmt.Fprintf(&b, "| %s |", r.name)
		for _, of := range []*report{r.toolkit, r.sdk} {
			required := "none are named"
			if r.requires != nil {
				required = fmt.Sprintf("%d of %d", len(of.passed(r.requires)), len(r.requires))
			}
			fmt.Fprintf(&b, " %s | %d, %d, %d |", required, of.count("SUCCESS"), of.count("FAILURE"), of.count("WARNING"))
		}
		b.WriteString("\n")
	}
	b.WriteString("\nWhere the two differ:\n\n")
	differ := false
	for _, r := range results {
		ours, theirs := r.toolkit.statuses(), r.sdk.statuses()
		all := maps.Clone(ours)
		maps.Copy(all, theirs)
		for _, name := range slices.Sorted(maps.Keys(all)) {
			if a, b2 := strings.TrimSpace(ours[name]), strings.TrimSpace(theirs[name]); a != b2 {
				differ = true
				fmt.Fprintf(&b, "- %s, %s: %s here, %s there\n", r.name, name, strings.ToLower(orNothing(a)), strings.ToLower(orNothing(b2)))
			}
		}
	}
	if !differ {
		b.WriteString("- nowhere\n")
	}
	return b.String()
}

func orNothing(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}
