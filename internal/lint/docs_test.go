package lint_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit/internal/lint"
)

var update = flag.Bool("update", false, "write the table into docs/lint.md and the files in testdata")

// TestDocs holds the table in docs/lint.md against the rules.
func TestDocs(t *testing.T) {
	const page, begin, end = "../../docs/lint.md", "<!-- rules: begin -->\n", "<!-- rules: end -->"
	old, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(old), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the table", page)
	}
	var table strings.Builder
	table.WriteString("| rule | severity | finds | because | what to do |\n| --- | --- | --- | --- | --- |\n")
	cell := strings.NewReplacer("|", `\|`, "<", "&lt;", ">", "&gt;")
	for _, r := range lint.Rules() {
		fmt.Fprintf(&table, "| `%s` | %s | %s | %s [%s](%s) | %s |\n", r.ID, r.Severity, cell.Replace(r.Title), cell.Replace(r.Reason), r.Source.Name, r.Source.URL, cell.Replace(r.Remedy))
	}
	want := before + begin + table.String() + end + after
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(old, []byte(want)) {
		t.Errorf("the page is not that of the code; run go test ./internal/lint -update (-want +got):\n%s", cmp.Diff(want, string(old)))
	}
}
