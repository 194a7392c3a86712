package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"
)

// TestPage holds the reference in docs/command.md against the commands.
func TestPage(t *testing.T) {
	const page, begin, end = "../../docs/command.md", "<!-- commands: begin -->\n", "<!-- commands: end -->"
	old, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(old), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the reference", page)
	}
	parser, err := newParser(new(cli), streams{nil, io.Discard, io.Discard}, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, command := range parser.Model.Children {
		if command.Hidden {
			continue
		}
		fmt.Fprintf(&b, "\n### %s\n\n%s\n\n```text\n%s\n```\n", command.Name, command.Help, strings.ReplaceAll(command.Detail, "\n\n\n", "\n\n"))
		for i, argument := range command.Positional {
			if i == 0 {
				b.WriteString("\n")
			}
			fmt.Fprintf(&b, "- `%s`: %s\n", argument.Summary(), argument.Help)
		}
		var flags []*kong.Flag
		for _, flag := range command.Flags {
			if !slices.Contains([]string{"url", "header", "timeout", "file"}, flag.Name) {
				flags = append(flags, flag)
			}
		}
		for i, flag := range flags {
			if i == 0 && len(command.Positional) == 0 {
				b.WriteString("\n")
			}
			fmt.Fprintf(&b, "- `%s`: %s\n", flag.Summary(), flag.Help)
		}
	}
	want := before + begin + b.String() + "\n" + end + after
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(old) != want {
		t.Errorf("the page is not that of the code; run go test ./cmd/toolkit -update (-want +got):\n%s", cmp.Diff(want, string(old)))
	}
}
