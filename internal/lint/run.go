package lint

import (
	"encoding/json"
	"slices"
	"strings"
)

// A Finding is one place where a rule found something.
type Finding struct {
	Rule     string   `json:"rule"`
	Severity Severity `json:"severity"`
	// Tool is the name of the tool, "" for the server as a whole.
	Tool string `json:"tool"`
	// Path is a JSON Pointer into the tool, "" for the tool as a whole.
	Path string `json:"path"`
	// Message says what is wrong and what to do.
	Message string `json:"message"`
}

// A Report is what a run has found.
type Report struct {
	// Findings are sorted by tool, path and rule; those about the server come first.
	Findings []Finding
	// Suppressed are findings that a suppression with a reason took away.
	Suppressed []Suppressed
	// Tools, Bytes and Tokens are the size of what was looked at. Tokens are an estimate.
	Tools, Bytes, Tokens int
}

// Suppressed is a finding that does not count, and why.
type Suppressed struct {
	Finding
	Reason string
}

// Worst returns the worst severity of the findings, and "" if there are none.
func (r *Report) Worst() Severity {
	worst := Severity("")
	for _, f := range r.Findings {
		if worst == "" || f.Severity.IsAtLeast(worst) {
			worst = f.Severity
		}
	}
	return worst
}

// Run looks at the tools of a server, as it wrote them. A nil config is the default. The
// error says that something is no tool, not that one is bad.
func Run(definitions []json.RawMessage, config *Config) (*Report, error) {
	if config == nil {
		config = NewConfig()
	}
	tools, err := parse(definitions)
	if err != nil {
		return nil, err
	}
	report := &Report{Tools: len(tools)}
	for _, t := range tools {
		report.Bytes += t.bytes()
		report.Tokens += t.tokens()
	}
	suppressions, found := config.suppressions(tools)
	for _, rule := range Rules() {
		rule.Severity = config.severity(&rule)
		if rule.Severity == Off || rule.check == nil {
			continue
		}
		p := &pass{rule: &rule, tools: tools, limits: config.Limits, clients: config.Clients}
		rule.check(p)
		found = append(found, p.findings...)
	}
	for _, f := range found {
		if reason, ok := suppress(suppressions, f); ok {
			report.Suppressed = append(report.Suppressed, Suppressed{f, reason})
			continue
		}
		report.Findings = append(report.Findings, f)
	}
	report.Findings = append(report.Findings, config.unused(suppressions)...)
	slices.SortStableFunc(report.Findings, compareFindings)
	slices.SortStableFunc(report.Suppressed, func(a, b Suppressed) int { return compareFindings(a.Finding, b.Finding) })
	return report, nil
}

// AtLeast returns the findings that are as bad as a severity, or worse.
func (r *Report) AtLeast(severity Severity) []Finding {
	var list []Finding
	for _, f := range r.Findings {
		if f.Severity.IsAtLeast(severity) {
			list = append(list, f)
		}
	}
	return list
}

func compareFindings(a, b Finding) int {
	for _, pair := range [][2]string{{a.Tool, b.Tool}, {a.Path, b.Path}, {a.Rule, b.Rule}} {
		if c := strings.Compare(pair[0], pair[1]); c != 0 {
			return c
		}
	}
	return strings.Compare(a.Message, b.Message)
}
