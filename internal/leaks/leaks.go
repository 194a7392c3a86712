// Package leaks finds what a model must not read in the error texts of the test suite: it
// is for tests alone.
package leaks

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Secret is the value that tests give to parameters that are secret.
const Secret = "Xyzzy-7319-Secret"

// signs are what gives the inside of a server away.
var signs = []struct {
	what    string
	pattern *regexp.Regexp
}{
	{"a secret value", regexp.MustCompile(`(?i)xyzzy`)},
	{"a Go file", regexp.MustCompile(`\w+\.go\b`)},
	{"a stack frame", regexp.MustCompile(`goroutine \d+|\bruntime\.\w+|\+0x[0-9a-f]+`)},
	{"an address", regexp.MustCompile(`\b0x[0-9a-f]{6,}`)},
	{"a Go value", regexp.MustCompile(`<nil>|<invalid|%!|&\{|map\[\w+[:\]]|\{\{`)},
	{"a Go type", regexp.MustCompile(`\b(interface \{\}|struct \{|func\(|(reflect|handler|handler_test|toolkit|toolkit_test|errors|json|jsontext|time|big|netip|mcp|main)\.[A-Z]\w+|u?int(8|16|32|64)\b|float(32|64)\b)`)},
	{"a Go identifier", regexp.MustCompile(`\b[a-z]+Args\b|\b[A-Z][a-z]+[A-Z][a-z]+\b`)},
	{"the wording of a library", regexp.MustCompile(`failed on the|Field validation|cannot unmarshal|json: |jsontext: |jsonschema|validator|invopop|go-playground`)},
	{"a folder", regexp.MustCompile(`(^|[\s"'(])/(home|root|tmp|usr|var|work|go)/`)},
}

// Find says what of the inside of a server stands in a text; nil for nothing.
func Find(text string) []string {
	var found []string
	for _, sign := range signs {
		if match := sign.pattern.FindString(text); match != "" {
			found = append(found, fmt.Sprintf("%s: %q", sign.what, match))
		}
	}
	return found
}

// A Recorder collects the error texts of a test suite. The zero value is empty.
type Recorder struct {
	mu    sync.Mutex
	texts []string
}

// Note adds a text and returns it.
func (r *Recorder) Note(text string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.texts = append(r.texts, text)
	return text
}

// Report says which texts have what they must not have, and how many there were. allowed are
// what tests put into their own arguments and errors.
func (r *Recorder) Report(allowed ...string) (problems []string, texts int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, text := range r.texts {
		if found := Find(strings.NewReplacer(pairs(allowed)...).Replace(text)); found != nil {
			problems = append(problems, fmt.Sprintf("%s\nstands in: %s", strings.Join(found, "\n"), text))
		}
	}
	slices.Sort(problems)
	return slices.Compact(problems), len(r.texts)
}

// pairs replaces each text by nothing.
func pairs(texts []string) []string {
	var list []string
	for _, text := range texts {
		list = append(list, text, "")
	}
	return list
}
