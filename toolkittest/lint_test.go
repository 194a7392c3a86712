package toolkittest_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/toolkittest"
)

type parcelArgs struct {
	Number string `json:"number" description:"Number on the label, e.g. P-12"`
	Limit  int    `json:"limit,omitempty" validate:"min=1,max=50"`
}

func parcelToolkit() *toolkit.Toolkit {
	tk := toolkit.New("parcels", "1")
	toolkit.Register(tk, toolkit.Tool{
		Name: "track_parcel", Description: "Look up where a parcel was seen.", Hints: toolkit.ReadOnly,
	}, func(context.Context, parcelArgs) ([]string, error) { return nil, nil })
	return tk
}

func TestLint(t *testing.T) {
	const limit = "/inputSchema/properties/limit"
	for _, tt := range []struct {
		name, config string
		options      []toolkittest.LintOption
		want         string
	}{
		{"as it is", "", nil, `1 warning in 1 tool of the code: ` + size + `

track_parcel, registered at lint_test.go:22
  warning parameter-undocumented: /inputSchema/properties/limit: "limit" has no description; say what it means, with an example of its form
          toolkittest_test.parcelArgs.Limit int`},
		{"errors only", "", []toolkittest.LintOption{toolkittest.LintFailOn("error")}, ""},
		{"everything", "", []toolkittest.LintOption{toolkittest.LintFailOn("info"), toolkittest.LintAccept("parameter-undocumented", "track_*", limit, "Everybody knows it.")},
			`1 info (1 suppressed) in 1 tool of the code: ` + size + `

track_parcel, registered at lint_test.go:22
  info    description-short: /description: the description has one sentence; say when to use it and what it does not do or return`},
		{"accepted", "", []toolkittest.LintOption{toolkittest.LintAccept("parameter-undocumented", "track_parcel", limit, "Everybody knows it.")}, ""},
		{"accepted in vain", "", []toolkittest.LintOption{toolkittest.LintAccept("parameter-undocumented", "", limit, "Everybody knows it."), toolkittest.LintAccept("name-style", "", "", "It is old.")},
			`1 warning (1 suppressed) in 1 tool of the code: ` + size + `

The server
  warning suppression-unused: lint_test.go:47: name-style finds nothing; delete it`},
		{"configured", `{"rules":{"parameter-undocumented":"info"}}`, nil, ""},
		{"configured, and not wanted", `{"rules":{"parameter-undocumented":"info"}}`, []toolkittest.LintOption{toolkittest.LintConfig("")}, `1 warning in 1 tool of the code: ` + size + `

track_parcel, registered at lint_test.go:22
  warning parameter-undocumented: /inputSchema/properties/limit: "limit" has no description; say what it means, with an example of its form
          toolkittest_test.parcelArgs.Limit int`},
		{"results that are no objects", `{"rules":{"parameter-undocumented":"off","client-output-root":"error"}}`, []toolkittest.LintOption{toolkittest.LintFailOn("error")}, `1 error in 1 tool of the code: ` + size + `

track_parcel, registered at lint_test.go:22
  error   client-output-root: /outputSchema: an outputSchema whose root is no object: with TypeScript SDK 1.x it makes the list of tools fail, unless the server wraps the value for revisions before 2026-07-28, as this toolkit does; return a struct`},
		{"a wrong configuration", `{"rulez":{}}`, nil, `.toolkit-lint.json:1: /rulez is not known; did you mean "rules"?`},
		{"no configuration", "", []toolkittest.LintOption{toolkittest.LintConfig("missing.json")}, "open missing.json: no such file or directory"},
		{"wrong options", "", []toolkittest.LintOption{toolkittest.LintFailOn("fatal"), toolkittest.LintAccept("name-sytle", "", "", "It is old.")},
			`LintFailOn: "fatal" is not a severity; they are error, warning and info` + "\n" + `lint_test.go:64: LintAccept: there is no rule "name-sytle"; did you mean "name-style"?`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if tt.config != "" {
				if err := os.WriteFile(".toolkit-lint.json", []byte(tt.config), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			got := reported(t, func(t testing.TB) { toolkittest.Lint(t, parcelToolkit(), tt.options...) })
			// The folder of the test is another one here, and paths are long.
			lines := strings.Split(got, "\n")
			for i, line := range lines {
				if start := strings.LastIndex(line, "toolkittest/lint_test.go"); start >= 0 {
					before := strings.TrimRight(line[:start], "./")
					lines[i] = before[:strings.LastIndexAny(" "+before, " ")] + line[start+len("toolkittest/"):]
				}
			}
			if diff := cmp.Diff(tt.want, strings.Join(lines, "\n")); diff != "" {
				t.Errorf("reported (-want +got):\n%s", diff)
			}
		})
	}
}

// size is how large parcelToolkit is.
const size = "413 bytes, about 79 tokens of a model's context."

func TestLintOfBadTools(t *testing.T) {
	tk := toolkit.New("bad", "1")
	toolkit.Register(tk, toolkit.Tool{Name: "bad name"}, func(context.Context, struct{}) (string, error) { return "", nil })
	if text := reported(t, func(t testing.TB) { toolkittest.Lint(t, tk) }); !strings.HasPrefix(text, `toolkit: `) {
		t.Errorf("reported %q", text)
	}
}
