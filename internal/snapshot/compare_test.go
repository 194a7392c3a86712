package snapshot

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestCompare compares the tools in testdata/compare: each file has the comparisons of one
// topic, as the old and the new definition and the changes.
func TestCompare(t *testing.T) {
	files, err := filepath.Glob("testdata/compare/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no comparisons: %v", err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i+2 < len(archive.Files); i += 3 {
			old, new, want := archive.Files[i], archive.Files[i+1], &archive.Files[i+2]
			t.Run(filepath.Base(file)+"/"+old.Name, func(t *testing.T) {
				if new.Name != "new" || want.Name != "changes" {
					t.Fatalf("a comparison has the files NAME, new and changes, not %s and %s", new.Name, want.Name)
				}
				got := lines(Compare(texts2snapshot(t, old.Data), texts2snapshot(t, new.Data), Options{}))
				if *update {
					want.Data = []byte(got)
				}
				if diff := cmp.Diff(string(want.Data), got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		}
		if *update {
			if err := os.WriteFile(file, txtar.Format(archive), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// texts2snapshot reads the definitions in a file, one on each line. A line that has no name
// is the inputSchema of the tool t.
func texts2snapshot(t *testing.T, data []byte) *Snapshot {
	t.Helper()
	var definitions []string
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		var head struct{ Name string }
		if err := json.Unmarshal([]byte(line), &head); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if head.Name == "" {
			line = `{"name":"t","inputSchema":` + line + `}`
		}
		definitions = append(definitions, line)
	}
	return shot(t, definitions...)
}

func lines(changes []Change) string {
	var b strings.Builder
	for _, c := range changes {
		fmt.Fprintf(&b, "%s %s %s: %s\n", c.Class, c.Tool, c.Path, c.Message)
	}
	return b.String()
}

// TestDeclaredOnly makes a new parameter of an open schema less than breaking.
func TestDeclaredOnly(t *testing.T) {
	old := shot(t, `{"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}}`)
	new := shot(t, `{"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}}`)
	want := "model-visible t /inputSchema/properties/b: the property was added\n"
	if got := lines(Compare(old, new, Options{Declared: true})); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestClasses orders the classes.
func TestClasses(t *testing.T) {
	if got := Worst([]Change{{Class: Harmless}, {Class: Security}, {Class: ModelVisible}}); got != Security {
		t.Errorf("the worst is %q", got)
	}
	if got := Worst(nil); got != "" {
		t.Errorf("the worst of none is %q", got)
	}
	for i, class := range Classes() {
		for j, other := range Classes() {
			if class.IsAtLeast(other) != (i <= j) {
				t.Errorf("%s is at least %s: %t", class, other, i > j)
			}
		}
		if parsed, err := ParseClass(string(class)); err != nil || parsed != class {
			t.Errorf("ParseClass(%q): %v", class, err)
		}
	}
	if _, err := ParseClass("bad"); err == nil || err.Error() != `"bad" is not a class of changes; they are breaking, output-breaking, security, model-visible, harmless` {
		t.Errorf("error %v", err)
	}
}
