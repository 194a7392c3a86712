package toolkittest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"strings"
	"testing"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/internal/lint"
	"github.com/typedmcp/toolkit/internal/render"
)

// Lint fails the test for what makes the tools hard to use, expensive or unsafe, as "toolkit lint"
// does: tool by tool, with the rule, what to do, and the Go declaration that it comes from.
// docs/lint.md has the rules. A finding of severity info does not fail the test; see
// [LintFailOn].
//
// The configuration is .toolkit-lint.json in the folder of the test, if it is there; see
// [LintConfig]. A finding is accepted with a reason: there, in the _meta of the tool, or by
// [LintAccept].
func Lint(t testing.TB, tk *toolkit.Toolkit, options ...LintOption) {
	t.Helper()
	if err := tk.Err(); err != nil {
		t.Fatalf("toolkit: %v", err)
	}
	settings := &lintSettings{failOn: lint.Warning}
	for _, option := range options {
		option(settings)
	}
	config, err := settings.config()
	if err != nil {
		t.Fatal(err)
	}
	var definitions []json.RawMessage
	for _, tool := range tk.Tools() {
		raw, err := json.Marshal(tool)
		if err != nil {
			t.Fatalf("the tool %q: %v", tool.Name, err)
		}
		definitions = append(definitions, raw)
	}
	report, err := lint.Run(definitions, config)
	if err != nil {
		t.Fatal(err)
	}
	if report.Findings = report.AtLeast(settings.failOn); len(report.Findings) > 0 {
		t.Error(findingsText(tk, report, settings.failOn))
	}
}

// A LintOption says what [Lint] looks for.
type LintOption func(*lintSettings)

// LintFailOn names the severity that fails the test, with all that are worse: "error",
// "warning" or "info". It is "warning" by default.
func LintFailOn(severity string) LintOption {
	return func(s *lintSettings) {
		failOn, err := lint.ParseSeverity(severity)
		if err != nil {
			s.errs = append(s.errs, fmt.Errorf("LintFailOn: %w", err))
			return
		}
		s.failOn = failOn
	}
}

// LintConfig names the configuration, in the form that docs/lint.md has. It must be there. ""
// stands for none, also where the folder of the test has one.
func LintConfig(file string) LintOption {
	return func(s *lintSettings) { s.file, s.named = file, true }
}

// LintAccept accepts what a rule finds, for a reason. tool is the name of a tool or a pattern
// such as "delete_*", "" for all. path is a JSON Pointer into the tool, such as
// /inputSchema/properties/limit, and stands for all that is in it; "" is for everything. If
// nothing is found there, that fails the test too.
func LintAccept(rule, tool, path, reason string) LintOption {
	place := "LintAccept"
	if _, file, line, ok := runtime.Caller(1); ok {
		place = fmt.Sprintf("%s:%d", near(file), line)
	}
	return func(s *lintSettings) {
		s.accepted = append(s.accepted, accepted{lint.Suppression{Rule: rule, Tool: tool, Path: path, Reason: reason}, place})
	}
}

// lintSettings are what the options say.
type lintSettings struct {
	failOn   lint.Severity
	file     string
	named    bool
	accepted []accepted
	errs     []error
}

// An accepted is a finding that a test accepts, and where it says so.
type accepted struct {
	suppression lint.Suppression
	place       string
}

// wrappedResults is the rule about results that are no objects. The toolkit wraps them for the
// clients that mind.
const wrappedResults = "client-output-root"

func (s *lintSettings) config() (*lint.Config, error) {
	config := lint.NewConfig()
	if file := s.file; file != "" || !s.named {
		if !s.named {
			file = lint.ConfigFile
		}
		read, err := lint.ReadConfig(file)
		switch {
		case err == nil:
			config = read
		case s.named || !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	if _, chosen := config.Severities[wrappedResults]; !chosen {
		if config.Severities == nil {
			config.Severities = map[string]lint.Severity{}
		}
		config.Severities[wrappedResults] = lint.Off
	}
	errs := s.errs
	for _, a := range s.accepted {
		if err := config.Accept(a.suppression, a.place); err != nil {
			errs = append(errs, fmt.Errorf("%s: LintAccept: %w", a.place, err))
		}
	}
	return config, errors.Join(errs...)
}

// findingsText tells what was found, and where it comes from.
func findingsText(tk *toolkit.Toolkit, report *lint.Report, failOn lint.Severity) string {
	findings := &render.Findings{
		Report: report, Name: "the code", FailOn: failOn,
		AboutTool: func(tool string) string {
			if d, ok := tk.Declaration(tool, ""); ok {
				return fmt.Sprintf("registered at %s:%d", near(d.File), d.Line)
			}
			return ""
		},
		AboutFinding: func(f lint.Finding) string {
			d, _ := tk.Declaration(f.Tool, f.Path)
			return strings.TrimSpace(d.Field + " " + d.Type)
		},
	}
	var b strings.Builder
	_ = findings.Text(&b) // a builder takes everything
	return strings.TrimSuffix(b.String(), "\n")
}
