package robot_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/bench/robot"
	"github.com/typedmcp/toolkit/bench/robot/mistakes"
)

var update = flag.Bool("update", false, "rewrite the page about errors")

// The corpus: the same on every run.
const (
	seed     = 1
	combined = 300 // how many calls have more than one mistake
)

// schemasOf returns the inputSchema of each tool.
func schemasOf(tk *toolkit.Toolkit) map[string]json.RawMessage {
	schemas := map[string]json.RawMessage{}
	for _, tool := range tk.Tools() {
		schemas[tool.Name], _ = tool.InputSchema.(json.RawMessage)
	}
	return schemas
}

// robots returns a robot for each tool.
func robots(t *testing.T, schemas map[string]json.RawMessage) map[string]*robot.Robot {
	t.Helper()
	list := map[string]*robot.Robot{}
	for name, schema := range schemas {
		r, err := robot.New(schema)
		if err != nil {
			t.Fatal(err)
		}
		list[name] = r
	}
	return list
}

// TestCorpus shows that the corpus is what it says: the calls that it starts from are right
// for every server, there are enough wrong ones of every sort, and none of them is accepted.
func TestCorpus(t *testing.T) {
	tk, us := ours(t)
	servers := append([]server{us}, theirs(schemasOf(tk))...)
	for _, tool := range mistakes.Tools() {
		for _, good := range tool.Good {
			for _, s := range servers {
				if text, refused := s.call(t, tool.Name, json.RawMessage(good)); refused {
					t.Errorf("%s refuses a right call of %s: %s", s.name, tool.Name, text)
				}
			}
		}
	}
	calls := mistakes.Calls(seed, combined)
	rules, sizes := map[string]int{}, map[int]int{}
	for _, c := range calls {
		sizes[len(c.Mistakes)]++
		for _, m := range c.Mistakes {
			rules[m.Rule]++
		}
		if _, refused := us.call(t, c.Tool, c.Arguments); !refused {
			t.Errorf("%s is accepted with its mistake at %s: %s", c.Tool, c.Mistakes[0].Names, c.Arguments)
		}
	}
	if len(calls) < 300 {
		t.Errorf("%d wrong calls", len(calls))
	}
	for n := 1; n <= 8; n++ {
		if sizes[n] == 0 {
			t.Errorf("no call has %d mistakes", n)
		}
	}
	for _, rule := range []string{"missing", "misspelt name", "unknown name", "duplicate", "type", "null", "enum", "bound", "length", "unique",
		"pattern", "format", "name", "cross-field", "presence"} {
		if rules[rule] < 3 {
			t.Errorf("%d mistakes of the sort %q", rules[rule], rule)
		}
	}
}

// TestEveryMistakeIsNamed holds each mistake that was made against the text: it must stand
// there with its path, however many others there are.
func TestEveryMistakeIsNamed(t *testing.T) {
	_, us := ours(t)
	for _, c := range mistakes.Calls(seed, combined) {
		text, _ := us.call(t, c.Tool, c.Arguments)
		for _, m := range c.Mistakes {
			if !c.Tangled && !strings.Contains(text, "\n- "+m.Names+": ") {
				t.Errorf("%s: the mistake at %s is not named\n%s\n%s", c.Tool, m.Names, c.Arguments, text)
			}
		}
	}
}

// A score counts what became of the wrong calls.
type score struct{ calls, accepted, right, unnoticed, fixable int }

// share writes how many of the calls n are.
func (s score) share(n int) string {
	return fmt.Sprintf("%d (%.0f %%)", n, 100*float64(n)/float64(s.calls))
}

// TestOneWrongCallIsEnough corrects every wrong call once, by the text of the error. With
// the toolkit the second call must succeed wherever an edit of what the text names can
// succeed at all, and that must be almost always. The page about errors has the numbers.
func TestOneWrongCallIsEnough(t *testing.T) {
	tk, us := ours(t)
	schemas := schemasOf(tk)
	workers := robots(t, schemas)
	var table strings.Builder
	var sentence string
	table.WriteString("| server | not noticed | second call accepted | and right |\n| --- | --- | --- | --- |\n")
	for _, s := range append([]server{us}, theirs(schemas)...) {
		var n score
		for _, c := range mistakes.Calls(seed, combined) {
			n.calls++
			text, refused := s.call(t, c.Tool, c.Arguments)
			if !refused {
				n.unnoticed++
				continue
			}
			corrected, err := workers[c.Tool].Correct(text, c.Arguments)
			if err != nil {
				t.Fatal(err)
			}
			again, refused := s.call(t, c.Tool, corrected)
			if !refused {
				n.accepted++
			}
			if _, wrong := us.call(t, c.Tool, corrected); !wrong {
				n.right++
			}
			if s.name != us.name {
				continue
			}
			if changes := elsewhere(c.Arguments, corrected, text); changes != "" {
				t.Errorf("%s: the robot has changed %s, which the text does not name\n%s\n%s\n%s", c.Tool, changes, c.Arguments, text, corrected)
			}
			if !refused {
				n.fixable++
				continue
			}
			if edited := fixable(t, tk, schemas[c.Tool], c.Tool, corrected, text); edited != "" {
				n.fixable++
				t.Errorf("%s: the second call fails\n%s\n%s\n=> %s\n%s\nand this would have passed: %s", c.Tool, c.Arguments, text, corrected, again, edited)
			}
		}
		t.Logf("%s: of %d wrong calls %d were not noticed, %d were accepted after one correction, %d were right", s.name, n.calls, n.unnoticed, n.accepted, n.right)
		if s.name == us.name && float64(n.fixable) < 0.95*float64(n.calls) {
			t.Errorf("only %d of %d calls can be corrected by what the text says", n.fixable, n.calls)
		}
		fmt.Fprintf(&table, "| %s | %s | %s | %s |\n", title(t, s.name), n.share(n.unnoticed), n.share(n.accepted), n.share(n.right))
		if s.name == us.name {
			sentence = fmt.Sprintf("Of %d wrong calls, %d can be corrected by changing what the text names, and %d of these succeed after one error.\n\n", n.calls, n.fixable, n.accepted)
		}
	}
	holdPage(t, sentence+table.String())
}

// holdPage holds what was measured against the page about errors.
func holdPage(t *testing.T, text string) {
	t.Helper()
	file := filepath.Join("..", "..", "docs", "errors.md")
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- robot: begin -->\n", "<!-- robot: end -->"
	before, rest, found := strings.Cut(string(raw), begin)
	_, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatal("the page has no place for the numbers")
	}
	page := before + begin + text + end + after
	if *update {
		if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(raw), page); diff != "" {
		t.Errorf("docs/errors.md is out of date, run go test ./robot -update in bench (-page +measured):\n%s", diff)
	}
}

// title is how the page calls a server, with its version.
func title(t *testing.T, name string) string {
	t.Helper()
	mod, err := os.ReadFile(filepath.Join("..", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	version := func(module string) string {
		_, rest, found := strings.Cut(string(mod), module+" v")
		if !found {
			t.Fatalf("go.mod does not have %s", module)
		}
		return strings.Fields(rest)[0]
	}
	switch name {
	case "go-sdk":
		return "official Go SDK " + version("github.com/modelcontextprotocol/go-sdk") + ", `mcp.AddTool`"
	case "mcp-go":
		return "mcp-go " + version("github.com/mark3labs/mcp-go") + ", structured handler with validation"
	}
	return name
}

// TestApart shows that the mistakes and the robot share nothing with what finds and tells
// mistakes.
func TestApart(t *testing.T) {
	for _, folder := range []string{".", "mistakes"} {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil || len(files) < 3 {
			t.Fatal(files, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			syntax, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range syntax.Imports {
				if strings.Contains(i.Path.Value, "typedmcp") {
					t.Errorf("%s imports %s", file, i.Path.Value)
				}
			}
		}
	}
}
