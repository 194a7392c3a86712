package lint_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit/internal/lint"
)

const (
	drawn       = 50
	drawSeed    = 20260728 // never changed: another one would be a choice
	falseAtMost = 10       // percent
)

// A judged finding is one in the tools of a real server, and whether it is right.
type judged struct {
	Server  string `json:"server"`
	Rule    string `json:"rule"`
	Tool    string `json:"tool"`
	Path    string `json:"path"`
	Message string `json:"message"`
	Verdict string `json:"verdict"` // true, false, or ? if nobody has said it
	Why     string `json:"why"`
}

// finding returns what was found, without what was thought of it.
func (j judged) finding() judged {
	j.Verdict, j.Why = "", ""
	return j
}

// lot returns the place of a finding in the draw. It depends on nothing but the seed and what the
// finding is about, so that a rule that comes or goes leaves the draw of the others as it was.
func (j judged) lot() uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%q", []string{j.Server, j.Rule, j.Tool, j.Path})
	return rand.New(rand.NewPCG(drawSeed, h.Sum64())).Uint64() //nolint:gosec // it need not be secret
}

// findInCorpus runs every rule on the tools of each server of testdata/corpus, also those that are
// off by default.
func findInCorpus(t *testing.T) []judged {
	t.Helper()
	config := lint.NewConfig()
	config.Severities = map[string]lint.Severity{}
	for _, rule := range lint.Rules() {
		if rule.Severity == lint.Off {
			config.Severities[rule.ID] = lint.Info
		}
	}
	files, err := filepath.Glob("testdata/corpus/*.json")
	if err != nil || len(files) != 15 {
		t.Fatalf("testdata/corpus has %d servers, want 15 (%v)", len(files), err)
	}
	var list []judged
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var result struct {
			Tools []json.RawMessage `json:"tools"`
		}
		if err := json.Unmarshal(raw, &result); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		report, err := lint.Run(result.Tools, config)
		if err != nil || report.Tools == 0 {
			t.Fatalf("%s has %d tools: %v", file, report.Tools, err)
		}
		server := strings.TrimSuffix(filepath.Base(file), ".json")
		for _, f := range report.Findings {
			list = append(list, judged{Server: server, Rule: f.Rule, Tool: f.Tool, Path: f.Path, Message: f.Message})
		}
	}
	return list
}

// TestCorpus holds how often each rule finds something in the tools of real servers, so that one
// that has become noisy, or dead, is seen.
func TestCorpus(t *testing.T) {
	findings := findInCorpus(t)
	var table strings.Builder
	for _, rule := range lint.Rules() {
		n, servers := 0, map[string]bool{}
		for _, f := range findings {
			if f.Rule == rule.ID {
				n++
				servers[f.Server] = true
			}
		}
		fmt.Fprintf(&table, "%-28s %-8s %4d in %2d servers\n", rule.ID, rule.Severity, n, len(servers))
	}
	golden(t, "testdata/corpus.txt", []byte(table.String()))
}

// TestVerdicts draws 50 findings and wants each to have been judged, and nine of ten to be right.
func TestVerdicts(t *testing.T) {
	const file = "testdata/verdicts.json"
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var verdicts []judged
	if err := json.Unmarshal(raw, &verdicts); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	known := map[judged]judged{}
	for _, v := range verdicts {
		known[v.finding()] = v
	}

	off := map[string]bool{}
	for _, rule := range lint.Rules() {
		off[rule.ID] = rule.Severity == lint.Off
	}
	draw := slices.DeleteFunc(findInCorpus(t), func(f judged) bool { return off[f.Rule] })
	if len(draw) < drawn {
		t.Fatalf("there are %d findings to draw from", len(draw))
	}
	slices.SortStableFunc(draw, func(a, b judged) int { return cmp.Compare(a.lot(), b.lot()) })
	draw = draw[:drawn]
	slices.SortFunc(draw, func(a, b judged) int {
		return slices.Compare([]string{a.Server, a.Tool, a.Path, a.Rule, a.Message}, []string{b.Server, b.Tool, b.Path, b.Rule, b.Message})
	})
	wrong := 0
	for i, f := range draw {
		v, ok := known[f]
		if !ok {
			v = f
			v.Verdict = "?"
		}
		draw[i] = v
		switch {
		case v.Verdict == "true" && v.Why != "":
		case v.Verdict == "false" && v.Why != "":
			wrong++
		case !ok && !*update:
			t.Errorf("%s has no verdict on what %s finds in %s of %s, at %q: %s", file, f.Rule, f.Tool, f.Server, f.Path, f.Message)
		default:
			t.Errorf("%s: the verdict on what %s finds in %s of %s, at %q, is %q because %q; write true or false, and why", file, v.Rule, v.Tool, v.Server, v.Path, v.Verdict, v.Why)
		}
	}
	if wrong*100 > drawn*falseAtMost {
		t.Errorf("%d of %d findings are false, more than %d %%; make the rules better", wrong, drawn, falseAtMost)
	}
	var want bytes.Buffer
	enc := json.NewEncoder(&want)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(draw); err != nil {
		t.Fatal(err)
	}
	if !t.Failed() || *update {
		golden(t, file, want.Bytes())
	}
}

// golden holds a file against what it should have, or writes it with -update.
func golden(t *testing.T, file string, want []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, want, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(string(have), string(want)); diff != "" {
		t.Errorf("%s is not what the code says; run go test ./internal/lint -update and read the difference (-file +code):\n%s", file, diff)
	}
}
