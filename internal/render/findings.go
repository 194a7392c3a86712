package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/typedmcp/toolkit/internal/lint"
)

// Findings are what is wrong with the tools of a server, to be written in one format or
// another.
type Findings struct {
	*lint.Report
	// Name says where the tools come from.
	Name string
	// FailOn is the severity from which on a finding is a failure.
	FailOn lint.Severity
	// Color makes severities coloured.
	Color bool
	// AboutTool and AboutFinding say more about a tool and a finding in a text, such as where it
	// is declared; nil says nothing.
	AboutTool    func(tool string) string
	AboutFinding func(lint.Finding) string
}

// Text writes the findings for a person at a terminal, tool by tool.
func (f *Findings) Text(w io.Writer) error {
	var b strings.Builder
	b.WriteString(f.summary() + "\n")
	for i, finding := range f.Report.Findings {
		if i == 0 || finding.Tool != f.Report.Findings[i-1].Tool {
			b.WriteString("\n" + f.heading(finding))
			if f.AboutTool != nil {
				b.WriteString(after(", ", f.AboutTool(finding.Tool)))
			}
			b.WriteByte('\n')
		}
		severity := pad(string(finding.Severity), len(lint.Warning))
		if f.Color {
			severity = f.paint(finding.Severity) + severity + reset
		}
		fmt.Fprintf(&b, "  %s %s: %s\n", severity, finding.Rule, findingSentence(finding))
		if f.AboutFinding != nil {
			b.WriteString(after(strings.Repeat(" ", len(lint.Warning)+3), f.AboutFinding(finding), "\n"))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Markdown writes the findings for a comment on a pull request.
func (f *Findings) Markdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString(markdownText(f.summary()) + "\n")
	for i, finding := range f.Report.Findings {
		if i == 0 || finding.Tool != f.Report.Findings[i-1].Tool {
			fmt.Fprintf(&b, "\n### %s\n\n", markdownText(f.heading(finding)))
		}
		path := ""
		if finding.Path != "" {
			path = markdownCode(finding.Path) + ": "
		}
		fmt.Fprintf(&b, "- **%s** %s: %s%s\n", finding.Severity, markdownCode(finding.Rule), path, markdownText(wholeLine(finding.Message)))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// JSON writes the findings for programs.
func (f *Findings) JSON(w io.Writer) error {
	findings := f.Report.Findings
	if findings == nil {
		findings = []lint.Finding{}
	}
	return Document(w, map[string]any{"findings": findings})
}

// GitHub writes the findings as commands that a GitHub Actions runner turns into annotations
// of the pull request. locate says where a finding stands in a file; "" if in none.
func (f *Findings) GitHub(w io.Writer, locate func(lint.Finding) (file string, line int)) error {
	var b strings.Builder
	for _, finding := range f.Report.Findings {
		level := "notice"
		switch {
		case finding.Severity == lint.Error:
			level = "error"
		case finding.Severity == lint.Warning || finding.Severity.IsAtLeast(f.FailOn):
			level = "warning"
		}
		file, line := locate(finding)
		title := finding.Rule
		if finding.Tool != "" {
			title += ": " + finding.Tool
		}
		Annotation(&b, level, file, line, title, findingSentence(finding))
	}
	b.WriteString(f.summary() + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// summary says in a line what was found, and what the tools cost.
func (f *Findings) summary() string {
	count := map[lint.Severity]int{}
	for _, finding := range f.Report.Findings {
		count[finding.Severity]++
	}
	var parts []string
	for _, s := range lint.Severities() {
		if n := count[s]; n > 0 && s == lint.Info {
			parts = append(parts, fmt.Sprintf("%d info", n))
		} else if n > 0 {
			parts = append(parts, counted(n, string(s)))
		}
	}
	found := "No findings"
	if len(parts) > 0 {
		found = strings.Join(parts, ", ")
	}
	suppressed := ""
	if n := len(f.Suppressed); n > 0 {
		suppressed = fmt.Sprintf(" (%d suppressed)", n)
	}
	return fmt.Sprintf("%s%s in %s of %s: %s, about %s of a model's context.", found, suppressed, counted(f.Tools, "tool"), oneLine(f.Name),
		counted(f.Bytes, "byte"), counted(f.Tokens, "token"))
}

func (f *Findings) heading(finding lint.Finding) string {
	if finding.Tool == "" {
		return "The server"
	}
	return oneLine(finding.Tool)
}

func (f *Findings) paint(s lint.Severity) string {
	if s.IsAtLeast(f.FailOn) {
		return red
	}
	return yellow
}

// findingSentence is a finding on one line, without its severity and rule.
func findingSentence(finding lint.Finding) string {
	text := wholeLine(finding.Message)
	if finding.Path == "" {
		return text
	}
	return oneLine(finding.Path) + ": " + text
}

// wholeLine is a text on one line, cleaned.
func wholeLine(text string) string { return strings.Join(strings.Fields(Clean(text)), " ") }
