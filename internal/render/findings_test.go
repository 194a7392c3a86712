package render

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit/internal/lint"
)

// TestFindings makes sure that no format lets a server's text through to a terminal, a page or
// a runner as anything else than text.
func TestFindings(t *testing.T) {
	f := &Findings{
		Report: &lint.Report{
			Findings: []lint.Finding{
				{Rule: "name-style", Severity: lint.Warning, Message: "names; rename"},
				{Rule: "name-characters", Severity: lint.Error, Tool: "a\x1b[2J\n`b`", Path: "/na\u202eme", Message: "*x* <b>\n::error::y; do\x07 z"},
				{Rule: "description-short", Severity: lint.Info, Tool: "c", Message: "50% short; say more"},
			},
			Suppressed: make([]lint.Suppressed, 2), Tools: 2, Bytes: 1, Tokens: 1,
		},
		Name: "srv\x1b", FailOn: lint.Error,
	}
	at := func(f lint.Finding) (string, int) {
		if f.Tool == "" {
			return "", 0
		}
		return "a,b.json", 7
	}
	colored := *f
	colored.Color = true
	for _, tt := range []struct {
		name  string
		write func(*bytes.Buffer) error
		want  string
	}{
		{"text", func(b *bytes.Buffer) error { return f.Text(b) }, "1 error, 1 warning, 1 info (2 suppressed) in 2 tools of srv: 1 byte, about 1 token of a model's context.\n" +
			"\nThe server\n  warning name-style: names; rename\n" +
			"\na[2J\n  error   name-characters: /name: *x* <b> ::error::y; do z\n" +
			"\nc\n  info    description-short: 50% short; say more\n"},
		{"colored", func(b *bytes.Buffer) error { return colored.Text(b) }, "1 error, 1 warning, 1 info (2 suppressed) in 2 tools of srv: 1 byte, about 1 token of a model's context.\n" +
			"\nThe server\n  \x1b[33mwarning\x1b[0m name-style: names; rename\n" +
			"\na[2J\n  \x1b[31merror  \x1b[0m name-characters: /name: *x* <b> ::error::y; do z\n" +
			"\nc\n  \x1b[33minfo   \x1b[0m description-short: 50% short; say more\n"},
		{"markdown", func(b *bytes.Buffer) error { return f.Markdown(b) }, "1 error, 1 warning, 1 info (2 suppressed) in 2 tools of srv: 1 byte, about 1 token of a model's context.\n" +
			"\n### The server\n\n- **warning** `name-style`: names; rename\n" +
			"\n### a\\[2J\n\n- **error** `name-characters`: `/name`: \\*x\\* \\<b\\> ::error::y; do z\n" +
			"\n### c\n\n- **info** `description-short`: 50% short; say more\n"},
		{"github", func(b *bytes.Buffer) error { return f.GitHub(b, at) }, "::warning title=name-style::names; rename\n" +
			"::error file=a%2Cb.json,line=7,title=name-characters%3A a[2J%0A`b`::/name: *x* <b> ::error::y; do z\n" +
			"::notice file=a%2Cb.json,line=7,title=description-short%3A c::50%25 short; say more\n" +
			"1 error, 1 warning, 1 info (2 suppressed) in 2 tools of srv: 1 byte, about 1 token of a model's context.\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			if err := tt.write(&b); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, b.String()); diff != "" {
				t.Errorf("written (-want +got):\n%s", diff)
			}
		})
	}
	var b bytes.Buffer
	if err := f.JSON(&b); err != nil || strings.ContainsAny(b.String(), "\x1b\x07\u202e") || !strings.Contains(b.String(), `\u202e`) {
		t.Errorf("JSON %q, %v", b.String(), err)
	}
}

// TestRuleTexts writes what the help has of the rules.
func TestRuleTexts(t *testing.T) {
	for _, r := range lint.Rules() {
		var b bytes.Buffer
		if err := Rule(&b, &r); err != nil || !strings.Contains(b.String(), r.Reason) || strings.ContainsAny(b.String(), "\u200b\u202e") {
			t.Errorf("%s: %q, %v", r.ID, b.String(), err)
		}
	}
}
