package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A check is one thing that the suite has looked at in a scenario.
type check struct {
	ID     string `json:"id"`
	Status string `json:"status"` // SUCCESS, FAILURE, WARNING, SKIPPED or INFO
	Error  string `json:"errorMessage"`

	scenario string
}

// A report is what the suite has found in one run.
type report struct {
	checks  []check
	status  int // the exit status
	printed string
}

// folderName is that of a scenario with the time of its run behind it. Scenarios of servers
// have a prefix there.
var folderName = regexp.MustCompile(`^(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$`)

// readReport reads what the suite has written into a folder.
func readReport(t *testing.T, folder, prefix string) []check {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*", "checks.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all []check
	for _, file := range files {
		m := folderName.FindStringSubmatch(filepath.Base(filepath.Dir(file)))
		if m == nil {
			t.Fatalf("%s has no name of a scenario", file)
		}
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var checks []check
		if err := json.Unmarshal(raw, &checks); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, c := range checks {
			c.scenario = strings.TrimPrefix(m[1], prefix)
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b check) int { return strings.Compare(a.scenario, b.scenario) })
	return all
}

// count returns how many checks have a status.
func (r *report) count(status string) int {
	n := 0
	for _, c := range r.checks {
		if c.Status == status {
			n++
		}
	}
	return n
}

// passed returns the scenarios of which no check has failed.
func (r *report) passed(scenarios []string) []string {
	var passed []string
	for _, s := range scenarios {
		ran, failed := false, false
		for _, c := range r.checks {
			ran = ran || c.scenario == s
			failed = failed || c.scenario == s && c.Status == "FAILURE"
		}
		if ran && !failed {
			passed = append(passed, s)
		}
	}
	return passed
}

// statuses returns how each check of each scenario has ended, without what was passed.
func (r *report) statuses() map[string]string {
	all := map[string]string{}
	for _, c := range r.checks {
		all[c.scenario+" / "+c.ID] += " " + c.Status
	}
	return all
}
