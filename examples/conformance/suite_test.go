package main

import (
	"strings"
	"sync"
	"testing"

	"github.com/typedmcp/toolkit/examples/internal/peers"
)

// The two versions of the suite, as package.json names them.
const (
	alpha  = "conformance-alpha"  // 0.2.0-alpha.12
	latest = "conformance-latest" // 0.1.16
)

// A suiteRun is one run of the suite against a server.
type suiteRun struct {
	name      string // in the page
	version   string // of the suite
	args      []string
	revision  string // whose required scenarios must pass; "" for none
	stateless bool   // the SDK's server has no sessions

	// What this server reaches.
	required, passed, failed int
}

var suiteRuns = []suiteRun{
	{name: "0.2.0-alpha.12, 2026-07-28", version: alpha, args: []string{"--requirements", "2026-07-28"}, revision: "2026-07-28", stateless: true, required: 37, passed: 164, failed: 30},
	{name: "0.2.0-alpha.12, 2025-11-25", version: alpha, args: []string{"--requirements", "2025-11-25"}, revision: "2025-11-25", required: 30, passed: 82},
	{name: "0.2.0-alpha.12, 2025-06-18", version: alpha, args: []string{"--suite", "all", "--spec-version", "2025-06-18"}, passed: 56},
	{name: "0.2.0-alpha.12, 2025-03-26", version: alpha, args: []string{"--suite", "all", "--spec-version", "2025-03-26"}, passed: 3},
	{name: "0.1.16, all scenarios", version: latest, args: []string{"--suite", "all"}, passed: 44},
}

// run lets the suite look at a server.
func (s *suiteRun) run(t *testing.T, url string) *report {
	t.Helper()
	folder := t.TempDir()
	args := append([]string{npm.File(s.version + "/dist/index.js"), "server", "--url", url, "-o", folder}, s.args...)
	out, diagnostics, status := peers.Run(t, "", nil, npm.Node, args...)
	return &report{checks: readReport(t, folder, "server-"), status: status, printed: out + diagnostics}
}

// requiredScenarios returns the scenarios that the suite requires of servers of a revision.
func requiredScenarios(t *testing.T, revision string) []string {
	t.Helper()
	out, diagnostics, status := peers.Run(t, "", nil, npm.Node, npm.File(alpha+"/dist/index.js"), "list", "--server", "--requirements", revision)
	_, list, found := strings.Cut(out, "Server scenarios")
	list, _, _ = strings.Cut(list, "Client scenarios")
	var scenarios []string
	for line := range strings.Lines(list) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "- "); ok {
			scenarios = append(scenarios, name)
		}
	}
	if status != 0 || !found || len(scenarios) == 0 {
		t.Fatalf("no required scenarios: exit status %d, %s%s", status, out, diagnostics)
	}
	return scenarios
}

// TestServer runs the suite against this server, all revisions on one URL, and against the
// official SDK's own at the same time. What does not pass must be known, see known_test.go.
func TestServer(t *testing.T) {
	ours := serveToolkit(t)
	theirs := map[bool]string{true: serveSDK(t, true), false: serveSDK(t, false)}
	results := make([]result, len(suiteRuns))
	for i, s := range suiteRuns {
		t.Run(s.name, func(t *testing.T) {
			r := result{suiteRun: s}
			var wait sync.WaitGroup
			wait.Go(func() { r.sdk = s.run(t, theirs[s.stateless]) })
			r.toolkit = s.run(t, ours)
			wait.Wait()
			results[i] = r

			for _, other := range []*report{r.toolkit, r.sdk} {
				if other.status != 0 {
					t.Errorf("exit status %d:\n%s", other.status, other.printed)
				}
			}
			if s.revision != "" {
				r.requires = requiredScenarios(t, s.revision)
				if passed := r.toolkit.passed(r.requires); len(passed) != s.required || len(r.requires) != s.required {
					t.Errorf("%d of %d required scenarios have passed, want %d of as many: %q of %q", len(passed), len(r.requires), s.required, passed, r.requires)
				}
				results[i] = r
			}
			if passed, failed := r.toolkit.count("SUCCESS"), r.toolkit.count("FAILURE"); passed != s.passed || failed != s.failed {
				t.Errorf("%d checks have passed and %d failed, want %d and %d", passed, failed, s.passed, s.failed)
			}
			checkKnown(t, s, r.toolkit)
		})
	}
	if !t.Failed() {
		checkPage(t, "server", serverTable(results))
	}
}
