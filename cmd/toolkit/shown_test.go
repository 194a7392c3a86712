package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

var ourCommand = regexp.MustCompile(`^(?:\s*run: |\$ )?(?:go tool )?toolkit (.+)$`)

// shellEnd begins what is not ours: the command of a server, and where a shell sends the output.
var shellEnd = regexp.MustCompile(` (?:--|[<>|]) |   #`)

// TestDocs reads every command of ours that the guides and the help texts show.
func TestDocs(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("no guides: %v", err)
	}
	read := 0
	for _, page := range append(pages, "../../README.md", "doc.go", "main.go", "snapshot.go", "check.go", "explain.go", "headers.go") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			m := ourCommand.FindStringSubmatch(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "//")))
			if m == nil || strings.Contains(m[1], "[flags]") || !strings.Contains("list call snapshot check ledger explain scaffold lint docs export headers completion", strings.Fields(m[1])[0]) {
				continue
			}
			arguments := shellEnd.Split(m[1], 2)[0]
			read++
			if err := parse(arguments); err != nil {
				t.Errorf("%s: toolkit %s: %v", page, m[1], err)
			}
		}
	}
	if read < 5 {
		t.Errorf("only %d commands were found", read)
	}
}

// parse reads a command line as a shell would, as far as the guides need one.
func parse(line string) error {
	var args []string
	for _, word := range regexp.MustCompile(`'[^']*'|"[^"]*"|\S+`).FindAllString(line, -1) {
		args = append(args, strings.Trim(word, `'"`))
	}
	var c cli
	parser, err := kong.New(&c, kong.Writers(io.Discard, io.Discard), kong.Exit(func(int) {}), kong.Vars{"version": ""}, kong.Bind(context.Background()))
	if err != nil {
		return err
	}
	_, err = parser.Parse(args)
	return err
}
