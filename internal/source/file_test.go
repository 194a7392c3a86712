package source

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// names reads a file and returns the names of its tools, or the error.
func names(t *testing.T, file string) string {
	t.Helper()
	tools, err := ReadFile(t.Context(), file)
	if err != nil {
		return err.Error()
	}
	var all []string
	for _, tool := range tools {
		all = append(all, tool.Name)
	}
	return strings.Join(all, " ")
}

// TestReadFile reads every form that a file may have.
func TestReadFile(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"tools/list result", `{"tools":[{"name":"a"},{"name":"b"}],"nextCursor":"x"}`, "a b"},
		{"a response", `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"}]}}`, "a"},
		{"a list", `[{"name":"a"}]`, "a"},
		{"one tool", `{"name":"a","inputSchema":{"type":"object"}}`, "a"},
		{"with a byte order mark", "\ufeff" + `[{"name":"a"}]`, "a"},
		{"no tools", `{"tools":[]}`, ""},
		{"something else", `{"prompts":[]}`, `FILE: not a tools/list result: there is no "tools" in it`},
		{"null", `{"tools":[null]}`, `FILE: not a tools/list result: its tool 1 is null`},
		{"a slip", `{"tools":[{"name":"a"},{"name":5}]}`, `FILE: not a tools/list result: its tool 2: name cannot be a number`},
		{"no JSON", `tools`, `FILE: not a tools/list result: invalid character 'o' in literal true (expecting 'r')`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "tools.json")
			if err := os.WriteFile(file, []byte(tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, strings.ReplaceAll(names(t, file), file, "FILE")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestReadGit reads a file and a folder as they were in a revision.
func TestReadGit(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(arguments ...string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com"}, arguments...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	write("sub/tools.json", `[{"name":"old"}]`)
	write("sub/all/a.json", `{"name":"a"}`)
	write("sub/all/b.json", `{"name":"b"}`)
	write("sub/all/README.md", ``)
	run("init", "-q", "-b", "main")
	run("add", ".")
	run("commit", "-q", "-m", "first")
	write("sub/tools.json", `[{"name":"new"}]`)
	t.Chdir("sub")
	for _, tt := range []struct{ file, want string }{
		{"tools.json", "new"},
		{"git:main:sub/tools.json", "old"},
		{"git:main:./tools.json", "old"},
		{"git:HEAD:sub/all", "a b"},
		{"git:HEAD:sub/all/", "a b"},
		{"all", "a b"},
		{"git:main:tools.json", "git says: path 'tools.json' does not exist in 'main'"},
		{"git:other:tools.json", "git says: invalid object name 'other'."},
		{"git:--help:x", `"git:--help:x" does not name a file in a revision, such as git:main:tools.json`},
		{"git:main", `"git:main" does not name a file in a revision, such as git:main:tools.json`},
		{"git:main:sub/all/README.md", "git:main:sub/all/README.md: not a tools/list result: unexpected end of JSON input"},
		{"missing.json", "stat missing.json: no such file or directory"},
	} {
		if diff := cmp.Diff(tt.want, names(t, tt.file)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.file, diff)
		}
	}
}
