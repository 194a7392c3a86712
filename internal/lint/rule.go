package lint

import (
	"fmt"
	"slices"
	"strings"

	toolerrors "github.com/typedmcp/toolkit/errors"
)

// A Severity says how bad a finding is.
type Severity string

// The severities, the worst first.
const (
	// Error: some clients refuse the tool, or it is unsafe.
	Error Severity = "error"
	// Warning: models are likely to use the tool wrongly, or it costs more than it should.
	Warning Severity = "warning"
	// Info: the tool could be better.
	Info Severity = "info"
	// Off: the rule does not run.
	Off Severity = "off"
)

// Severities returns those that a finding can have, the worst first.
func Severities() []Severity { return []Severity{Error, Warning, Info} }

// IsAtLeast reports whether a severity is as bad as another one, or worse.
func (s Severity) IsAtLeast(other Severity) bool { return s.rank() <= other.rank() }

func (s Severity) rank() int { return slices.Index([]Severity{Error, Warning, Info, Off}, s) }

// ParseSeverity reads the name of a severity that a finding can have.
func ParseSeverity(name string) (Severity, error) {
	if slices.Contains(Severities(), Severity(name)) {
		return Severity(name), nil
	}
	return "", fmt.Errorf("%q is not a severity; they are error, warning and info", name)
}

// A Rule is one thing that can be wrong with tools.
type Rule struct {
	ID string
	// Title says in a line of at most 60 characters what is wrong.
	Title string
	// Severity is that of its findings, unless a [Config] says otherwise. Off is for rules that
	// are of use to few.
	Severity Severity
	// Reason says what it leads to.
	Reason string
	// Source says where that is written.
	Source Source
	// Remedy says what to do, as a clause: "write …".
	Remedy string
	// Bad and Good are a definition, or a list of them: the rule finds something in Bad and
	// nothing in Good.
	Bad, Good string

	check func(*pass)
}

// A Source is a document that a rule follows.
type Source struct{ Name, URL string }

// The documents that most rules follow.
var (
	toolNames     = Source{"MCP 2026-07-28, Tool Names", "https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-names"}
	outputSchemas = Source{"MCP 2026-07-28, Output Schema", "https://modelcontextprotocol.io/specification/2026-07-28/server/tools#output-schema"}
	annotations   = Source{"MCP 2026-07-28, ToolAnnotations", "https://modelcontextprotocol.io/specification/2026-07-28/schema#toolannotations"}
	headers       = Source{"MCP 2026-07-28, x-mcp-header", "https://modelcontextprotocol.io/specification/2026-07-28/server/tools#x-mcp-header"}
	claudeGuide   = Source{"Claude, Define tools", "https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools"}
	openaiGuide   = Source{"OpenAI, Function calling", "https://platform.openai.com/docs/guides/function-calling"}
	article       = Source{"Writing effective tools for agents", "https://www.anthropic.com/engineering/writing-tools-for-agents"}
	poisonings    = Source{"Tool poisoning attacks", "https://invariantlabs.ai/blog/mcp-security-notification-tool-poisoning-attacks"}
)

// Rules returns all rules, by family.
func Rules() []Rule {
	return slices.Concat(nameRules, descriptionRules, parameterRules, hintRules, resultRules, vocabularyRules, budgetRules, headerRules, poisoningRules, clientRules, suppressionRules)
}

// FindRule returns the rule of an id. The error names the nearest one.
func FindRule(id string) (*Rule, error) {
	rules := Rules()
	ids := make([]string, len(rules))
	for i := range rules {
		if rules[i].ID == id {
			return &rules[i], nil
		}
		ids[i] = rules[i].ID
	}
	if near := toolerrors.Nearest(id, ids); near != "" {
		return nil, fmt.Errorf("there is no rule %q; did you mean %q?", id, near)
	}
	return nil, fmt.Errorf("there is no rule %q; toolkit lint --rules lists them", id)
}

// A pass is one rule on its way over the tools of a server.
type pass struct {
	rule     *Rule
	tools    []*tool
	limits   Limits
	clients  []string // those that matter; none for all
	findings []Finding
}

// report adds a finding with the remedy of the rule. A nil tool stands for the whole server.
func (p *pass) report(t *tool, path, format string, args ...any) {
	p.reportRemedy(t, path, p.rule.Remedy, format, args...)
}

// reportRemedy adds a finding with a remedy of its own.
func (p *pass) reportRemedy(t *tool, path, remedy, format string, args ...any) {
	name := ""
	if t != nil {
		name = t.name
	}
	p.findings = append(p.findings, Finding{
		Rule: p.rule.ID, Severity: p.rule.Severity, Tool: name, Path: path,
		Message: fmt.Sprintf(format, args...) + "; " + remedy,
	})
}

// eachTool makes a check of one that looks at a tool by itself.
func eachTool(check func(*pass, *tool)) func(*pass) {
	return func(p *pass) {
		for _, t := range p.tools {
			check(p, t)
		}
	}
}

// eachParameter makes a check of one that looks at a parameter by itself.
func eachParameter(check func(*pass, *tool, *parameter)) func(*pass) {
	return eachTool(func(p *pass, t *tool) {
		for _, param := range t.parameters {
			check(p, t, param)
		}
	})
}

// short cuts a text for a message.
func short(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > 60 {
		return strings.TrimSpace(string(runes[:60])) + "…"
	}
	return text
}
