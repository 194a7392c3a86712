package render

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit/internal/snapshot"
)

// changes compares two definitions of a tool.
func changes(t *testing.T, old, new string) *Changes {
	t.Helper()
	c := &Changes{OldName: "old.json", NewName: "new.json", FailOn: snapshot.Breaking}
	for text, to := range map[string]**snapshot.Snapshot{old: &c.Old, new: &c.New} {
		var err error
		if *to, err = snapshot.New([]json.RawMessage{json.RawMessage(text)}); err != nil {
			t.Fatal(err)
		}
	}
	c.Changes = snapshot.Compare(c.Old, c.New, snapshot.Options{})
	return c
}

// TestChangesInColor paints what fails red, and other changes yellow.
func TestChangesInColor(t *testing.T) {
	c := changes(t, `{"name":"t","inputSchema":{"maxLength":9},"title":"A","icons":[]}`, `{"name":"t","inputSchema":{"maxLength":5},"title":"B"}`)
	c.Color = true
	var out bytes.Buffer
	if err := c.Text(&out); err != nil {
		t.Fatal(err)
	}
	golden(t, "changes-color.txt", out.String())
}

// TestChangesAreClean keeps a server from writing to the terminal, the page or the runner what
// they obey.
func TestChangesAreClean(t *testing.T) {
	c := changes(t, `{"name":"t"}`, `{"name":"t","title":"\u001b[2J\n::error::x","description":"`+"```\\n<script>|"+`"}`)
	for name, write := range map[string]func(*bytes.Buffer) error{
		"changes-clean.txt":  func(b *bytes.Buffer) error { return c.Text(b) },
		"changes-clean.md":   func(b *bytes.Buffer) error { return c.Markdown(b) },
		"changes-clean.json": func(b *bytes.Buffer) error { return c.JSON(b) },
		"changes-clean.github": func(b *bytes.Buffer) error {
			return c.GitHub(b, func(snapshot.Change) (string, int) { return "a,b.json", 0 })
		},
	} {
		var out bytes.Buffer
		if err := write(&out); err != nil {
			t.Fatal(err)
		}
		golden(t, name, out.String())
	}
	if diff := cmp.Diff("`` a`b ``", markdownCode("a`b")); diff != "" {
		t.Error(diff)
	}
}
