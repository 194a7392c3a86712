package lint

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

// definitions reads an example of a rule: a definition or a list of them.
func definitions(t *testing.T, example string) []json.RawMessage {
	t.Helper()
	if !strings.HasPrefix(example, "[") {
		return []json.RawMessage{json.RawMessage(example)}
	}
	var list []json.RawMessage
	if err := json.Unmarshal([]byte(example), &list); err != nil {
		t.Fatalf("%v in %s", err, example)
	}
	return list
}

// found returns what one rule finds, whatever its severity is. Others do not run, but for those
// that suppressions are about.
func found(t *testing.T, rule, example string) []Finding {
	t.Helper()
	config := NewConfig()
	config.Severities = map[string]Severity{}
	for _, r := range Rules() {
		switch {
		case r.ID == rule && r.Severity == Off:
			config.Severities[r.ID] = Warning
		case r.ID != rule && !strings.HasPrefix(rule, "suppression-"):
			config.Severities[r.ID] = Off
		}
	}
	report, err := Run(definitions(t, example), config)
	if err != nil {
		t.Fatalf("%v in %s", err, example)
	}
	var findings []Finding
	for _, f := range report.Findings {
		if f.Rule == rule {
			findings = append(findings, f)
		}
	}
	return findings
}

// TestExamples runs every rule on its bad and its good example.
func TestExamples(t *testing.T) {
	for _, rule := range Rules() {
		t.Run(rule.ID, func(t *testing.T) {
			bad := found(t, rule.ID, rule.Bad)
			if len(bad) == 0 {
				t.Errorf("finds nothing in its bad example %s", rule.Bad)
			}
			for _, f := range bad {
				if f.Message == "" || !strings.HasPrefix(f.Path+"/", "/") || f.Severity.rank() < 0 {
					t.Errorf("finding %+v", f)
				}
			}
			for _, f := range found(t, rule.ID, rule.Good) {
				t.Errorf("finds %q in its good example %s", f.Message, rule.Good)
			}
		})
	}
}

// TestRules holds every rule to the form that the help and the docs rely on.
func TestRules(t *testing.T) {
	id := regexp.MustCompile(`^[a-z]+(-[a-z]+)+$`)
	seen := map[string]bool{}
	for _, r := range Rules() {
		if !id.MatchString(r.ID) || seen[r.ID] {
			t.Errorf("the id %q is ill-formed or not the only one", r.ID)
		}
		seen[r.ID] = true
		if n := len(r.Title); n == 0 || n > 60 || strings.HasSuffix(r.Title, ".") {
			t.Errorf("%s: the title %q has %d characters, or is a sentence", r.ID, r.Title, n)
		}
		if !strings.HasSuffix(r.Reason, ".") || r.Remedy == "" || strings.HasSuffix(r.Remedy, ".") || r.Severity.rank() < 0 {
			t.Errorf("%s: the reason %q is no sentence, the remedy %q no clause, or the severity %q none", r.ID, r.Reason, r.Remedy, r.Severity)
		}
		if r.Source.Name == "" || !strings.HasPrefix(r.Source.URL, "https://") {
			t.Errorf("%s: the source is %+v", r.ID, r.Source)
		}
	}
}
