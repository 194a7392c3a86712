package clients_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit/internal/clients"
)

var update = flag.Bool("update", false, "write the table into docs/clients.md")

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }

// TestDocs holds the table in docs/clients.md against that of the code.
func TestDocs(t *testing.T) {
	const page, begin, end = "../../docs/clients.md", "<!-- clients: begin -->\n", "<!-- clients: end -->"
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
	table.WriteString("| client | what stands there | what becomes of it | what to do | source |\n| --- | --- | --- | --- | --- |\n")
	for _, e := range clients.Entries() {
		client := e.Client
		if e.When != "" {
			client += ", " + e.When
		}
		fmt.Fprintf(&table, "| %s | %s | %s | %s | [source](%s) |\n", client, e.What, e.Effect, e.Remedy, e.Source)
	}
	want := before + begin + table.String() + end + after
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(old, []byte(want)) {
		t.Errorf("the page is not that of the code; run go test ./internal/clients -update (-want +got):\n%s", cmp.Diff(want, string(old)))
	}
}
