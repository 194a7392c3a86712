package render

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/typedmcp/toolkit/internal/lint"
)

// Rules writes all rules as a table: id, severity and title.
func Rules(w io.Writer) error {
	var b strings.Builder
	rules := lint.Rules()
	width := 0
	for _, r := range rules {
		width = max(width, len(r.ID))
	}
	for _, r := range rules {
		fmt.Fprintf(&b, "%s  %s  %s\n", pad(r.ID, width), pad(string(r.Severity), len(lint.Warning)), r.Title)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// A rule is one as programs read it.
type rule struct {
	ID       string          `json:"rule"`
	Severity lint.Severity   `json:"severity"`
	Title    string          `json:"title"`
	Reason   string          `json:"reason"`
	Remedy   string          `json:"remedy"`
	Source   string          `json:"source"`
	Bad      json.RawMessage `json:"bad,omitempty"`
	Good     json.RawMessage `json:"good,omitempty"`
}

func ruleOf(r *lint.Rule) rule {
	return rule{ID: r.ID, Severity: r.Severity, Title: r.Title, Reason: r.Reason, Remedy: r.Remedy, Source: r.Source.URL}
}

// RulesJSON writes all rules for programs.
func RulesJSON(w io.Writer) error {
	rules := lint.Rules()
	list := make([]rule, len(rules))
	for i := range rules {
		list[i] = ruleOf(&rules[i])
	}
	return Document(w, map[string]any{"rules": list})
}

// RuleJSON writes one rule for programs, with its examples.
func RuleJSON(w io.Writer, r *lint.Rule) error {
	one := ruleOf(r)
	one.Bad, one.Good = json.RawMessage(r.Bad), json.RawMessage(r.Good)
	return Document(w, one)
}

// Rule explains one rule, with its examples.
func Rule(w io.Writer, r *lint.Rule) error {
	severity := string(r.Severity)
	if r.Severity == lint.Off {
		severity = "off by default"
	}
	_, err := fmt.Fprintf(w, "%s (%s): %s\n\n%s\nWhat to do: %s.\nSource: %s, %s\n\nIt finds something in\n\n  %s\n\nand nothing in\n\n  %s\n",
		r.ID, severity, r.Title, r.Reason, r.Remedy, r.Source.Name, r.Source.URL, shown(r.Bad), shown(r.Good))
	return err
}

// shown is an example as a terminal can show it, and not too much of it.
func shown(example string) string {
	text := string(EscapeJSON([]byte(example)))
	if runes := []rune(text); len(runes) > 1000 {
		text = string(runes[:300]) + " … " + string(runes[len(runes)-100:])
	}
	return text
}
