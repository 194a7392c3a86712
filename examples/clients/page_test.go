package clients

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the table of abilities into docs/clients.md")

// TestPage holds the table of the page against abilities, which TestWorkshop tries.
func TestPage(t *testing.T) {
	const page, begin, end = "../../docs/clients.md", "<!-- tried: begin -->\n", "<!-- tried: end -->"
	old, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(old), begin)
	_, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no place for the table", page)
	}
	var table strings.Builder
	table.WriteString("| client | follows pages | hears of new tools by | checks results against `outputSchema` | sets `Mcp-Param-*` headers |\n| --- | --- | --- | --- | --- |\n")
	for _, a := range abilities {
		fmt.Fprintf(&table, "| %s | %s | %s | %s | %s |\n", a.client.name, a.pages, a.told, a.checks, a.sets)
	}
	want := before + begin + table.String() + end + after
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, string(old)); diff != "" {
		t.Errorf("%s is not what the tests try (-want +got), rewrite it with -update:\n%s", page, diff)
	}
}
