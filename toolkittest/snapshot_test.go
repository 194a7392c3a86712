package toolkittest_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/toolkittest"
)

type findArgs struct {
	Query string `json:"query" description:"Words to look for" validate:"min=1"`
	Limit int    `json:"limit,omitempty" validate:"min=1,max=50"`
}

type findResult struct {
	Total int `json:"total"`
}

func findToolkit() *toolkit.Toolkit {
	tk := toolkit.New("x", "1")
	toolkit.Register(tk, toolkit.Tool{Name: "find", Description: "Find things."}, func(context.Context, findArgs) (findResult, error) { return findResult{}, nil })
	return tk
}

// before is what find was, and a tool that is no more.
const before = `{"tools":[
  {"name":"find","description":"Find things.","inputSchema":{"type":"object","properties":{
    "query":{"type":"string","description":"Words to look for","minLength":1},"limit":{"type":"integer","minimum":1,"maximum":100}},
    "required":["query"],"additionalProperties":false},
   "outputSchema":{"type":"object","properties":{"total":{"type":"string"}},"required":["total"]}},
  {"name":"gone","inputSchema":{"type":"object"}}]}`

// reported runs what reports to a test, and returns what it reported.
func reported(t *testing.T, run func(testing.TB)) string {
	t.Helper()
	f := &failures{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		run(f)
	}()
	<-done
	return strings.Join(f.texts, "\n")
}

func (f *failures) Fatalf(format string, args ...any) {
	f.Errorf(format, args...)
	endGoroutine()
}

func (f *failures) Fatal(args ...any) {
	f.Error(args...)
	endGoroutine()
}

func TestSnapshot(t *testing.T) {
	folder := t.TempDir()
	put := func(name, text string) string {
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	missing := filepath.Join(folder, "new", "tools.json")
	old, other, broken := put("old.json", before), put("other.json", ""), put("broken.json", "[{}]")
	t.Setenv("TOOLKIT_UPDATE", "true")
	if text := reported(t, func(t testing.TB) { toolkittest.Snapshot(t, findToolkit(), other) }); text != "" {
		t.Fatal(text)
	}
	t.Setenv("TOOLKIT_UPDATE", "")
	written, err := os.ReadFile(other)
	if err != nil {
		t.Fatal(err)
	}
	put("other.json", strings.Join(strings.Fields(string(written)), " "))
	good := put("good.json", string(written))
	command := "  go test github.com/typedmcp/toolkit/toolkittest -run '^TestSnapshot$' -update"
	for _, tt := range []struct{ name, file, want string }{
		{"as it is", good, ""},
		{"missing", missing, "there is no snapshot " + missing + " yet. Write it, and put it under version control:\n" + command},
		{"no tools", broken, broken + ": tool 1 has no name. To write it anew:\n" + command},
		{"other blanks", other, other + " has the tools as they are, but is written in another way.\n\nIf that is meant, write the snapshot anew:\n" + command},
		{"changed", old, `3 changes in 2 tools from ` + old + ` to the code; the worst is breaking.

find, registered at snapshot_test.go:30
  breaking        /inputSchema/properties/limit/maximum: maximum was 100 and is 50, which accepts less
                  toolkittest_test.findArgs.Limit int
  output-breaking /outputSchema/properties/total/type: may be integer now
                  toolkittest_test.findResult.Total int

    @@ -4,7 +4,7 @@
         "additionalProperties": false,
         "properties": {
           "limit": {
    -        "maximum": 100,
    +        "maximum": 50,
             "minimum": 1,
             "type": "integer"
           },
    @@ -23,7 +23,7 @@
       "outputSchema": {
         "properties": {
           "total": {
    -        "type": "string"
    +        "type": "integer"
           }
         },
         "required": [

gone
  breaking        the tool was removed

If that is meant, write the snapshot anew:
` + command},
	} {
		got := reported(t, func(t testing.TB) { toolkittest.Snapshot(t, findToolkit(), tt.file) })
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	if _, err := os.Stat(filepath.Dir(missing)); err == nil {
		t.Error("a missing snapshot was written unasked")
	}
	t.Setenv("TOOLKIT_UPDATE", "perhaps")
	if text := reported(t, func(t testing.TB) { toolkittest.Snapshot(t, findToolkit(), good) }); text != `TOOLKIT_UPDATE is "perhaps"; set it to 1 or 0` {
		t.Errorf("reported %q", text)
	}
}

// TestSnapshotOfBadTools reports what is wrong with the tools.
func TestSnapshotOfBadTools(t *testing.T) {
	tk := toolkit.New("x", "1")
	toolkit.Register(tk, toolkit.Tool{}, func(context.Context, findArgs) (string, error) { return "", nil })
	text := reported(t, func(t testing.TB) { toolkittest.Snapshot(t, tk, "tools.json") })
	if want := `toolkit: tool "": the tool has no name; set Tool.Name`; text != want {
		t.Errorf("reported %q, want %q", text, want)
	}
}

// snapshotFile names the file that TestSnapshotUpdate writes in a process of its own.
const snapshotFile = "TOOLKITTEST_SNAPSHOT"

// TestSnapshotUpdate writes a snapshot as "go test -update" does. This package has no flag of
// that name; package toolkit_test and the examples have one.
func TestSnapshotUpdate(t *testing.T) {
	if file := os.Getenv(snapshotFile); file != "" {
		toolkittest.Snapshot(t, findToolkit(), file)
		return
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "testdata", "tools.json")
	run := func(args ...string) string {
		cmd := exec.CommandContext(t.Context(), self, append([]string{"-test.paniconexit0", "-test.run=^TestSnapshotUpdate$"}, args...)...)
		cmd.Env = append(os.Environ(), snapshotFile+"="+file)
		out, err := cmd.CombinedOutput()
		return fmt.Sprintf("%s%v", out, err)
	}
	if out := run(); !strings.Contains(out, "there is no snapshot") {
		t.Errorf("without a snapshot: %s", out)
	}
	if out := run("-update"); !strings.HasSuffix(out, "<nil>") {
		t.Errorf("with -update: %s", out)
	}
	first, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if out := run(); !strings.HasSuffix(out, "<nil>") {
		t.Errorf("with the snapshot: %s", out)
	}
	if out := run("-update=false"); !strings.HasSuffix(out, "<nil>") {
		t.Errorf("with -update=false: %s", out)
	}
	if out := run("-update"); !strings.HasSuffix(out, "<nil>") {
		t.Errorf("with -update again: %s", out)
	}
	if second, err := os.Stat(file); err != nil || !second.ModTime().Equal(first.ModTime()) {
		t.Errorf("a snapshot that is right was written again (%v)", err)
	}
	if f := flag.Lookup("test.paniconexit0"); f == nil || f.Value.(flag.Getter).Get() != true {
		t.Errorf("the flag that -update waits for is %v", f)
	}
}
