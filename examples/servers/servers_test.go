package servers

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/typedmcp/toolkit/examples/internal/peers"
)

// What TestMain makes: the packages of npm, and the command.
var (
	npm     *peers.NPM
	toolkit string
)

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "servers")
	if err == nil {
		toolkit = filepath.Join(folder, "toolkit")
		npm, err = peers.Prepare(folder, "github.com/typedmcp/toolkit/cmd/toolkit")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := m.Run()
	if err := os.RemoveAll(folder); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(status)
}

// TestServers starts each server as its package is, and lets every verb that only looks at tools
// look at it.
func TestServers(t *testing.T) {
	for _, server := range []struct {
		name, tool string
		tools      int
		args       []string
	}{
		{"everything", "get-sum", 14, nil},
		{"filesystem", "read_text_file", 14, []string{"."}},
		{"memory", "create_entities", 9, nil},
		{"sequential-thinking", "sequentialthinking", 1, nil},
		{"github", "search_repositories", 26, nil},
	} {
		t.Run(server.name, func(t *testing.T) {
			t.Parallel()
			u := user{t, t.TempDir(), append([]string{"--", npm.Node, npm.File("@modelcontextprotocol/server-" + server.name + "/dist/index.js")}, server.args...)}

			u.run(0, "snapshot", "--out", "tools.json", "--server")
			var shot struct {
				Tools []struct{ Name string }
			}
			u.read("tools.json", &shot)
			if len(shot.Tools) != server.tools {
				t.Errorf("the snapshot has %d tools, want %d", len(shot.Tools), server.tools)
			}
			u.run(0, "check", "tools.json", "--server")
			u.write("none.json", `{"tools":[]}`)
			if out := u.run(1, "check", "none.json", "--format", "json", "--file", "tools.json"); strings.Count(out, `"class":`) != server.tools {
				t.Errorf("check against an empty snapshot does not name %d new tools:\n%s", server.tools, out)
			}
			u.run(1, "check", "tools.json", "--file", "none.json", "--fail-on", "breaking")

			page := u.run(0, "docs", "--server")
			if !strings.Contains(page, "\n## `"+server.tool+"`\n") || strings.Count(page, "\n### Parameters\n") != server.tools {
				t.Errorf("the page does not have all tools:\n%.2000s", page)
			}
			if n := strings.Count(page, "\nA call:\n"); n != server.tools {
				t.Errorf("the page has %d calls for %d tools", n, server.tools)
			}
			u.run(0, "docs", "--file", "tools.json", "--out", "page.html")
			if html := u.text("page.html"); strings.Count(html, "<article ") != server.tools {
				t.Errorf("the page in HTML does not have all tools:\n%.2000s", html)
			}

			for _, api := range []string{"claude", "openai", "openai-strict", "openai-responses", "openai-responses-strict", "gemini"} {
				var definitions []json.RawMessage
				if err := json.Unmarshal([]byte(u.run(0, "export", "--for", api, "--file", "tools.json")), &definitions); err != nil || len(definitions) == 0 {
					t.Errorf("export for %s: %d definitions, %v", api, len(definitions), err)
				}
			}
			if out := u.run(0, "export", "--for", "claude", "--server"); strings.Count(out, `"input_schema":`) != server.tools {
				t.Errorf("export for claude does not have all tools:\n%.2000s", out)
			}

			var report struct {
				Findings []struct{ Rule, Severity, Message string }
			}
			out, diagnostics, status := u.try("lint", "--format", "json", "--server")
			if err := json.Unmarshal([]byte(out), &report); err != nil || status > 1 {
				t.Errorf("lint ended with %d: %v\n%s%s", status, err, out, diagnostics)
			}
		})
	}
}

// A user runs the command in a folder.
type user struct {
	t      *testing.T
	folder string
	server []string
}

// try runs the command; --server stands for the command line of the server.
func (u user) try(args ...string) (stdout, stderr string, status int) {
	u.t.Helper()
	if last := len(args) - 1; args[last] == "--server" {
		args = append(args[:last:last], u.server...)
	}
	env := []string{"HOME=" + u.folder, "MEMORY_FILE_PATH=" + filepath.Join(u.folder, "memory.json"), "GORACE=atexit_sleep_ms=0"}
	return peers.Run(u.t, u.folder, env, toolkit, args...)
}

// run runs the command, which must end with a status.
func (u user) run(want int, args ...string) string {
	u.t.Helper()
	out, diagnostics, status := u.try(args...)
	if status != want {
		u.t.Fatalf("toolkit %s ended with %d, want %d\n%s%s", strings.Join(args, " "), status, want, out, diagnostics)
	}
	return out
}

func (u user) text(name string) string {
	u.t.Helper()
	text, err := os.ReadFile(filepath.Join(u.folder, name))
	if err != nil {
		u.t.Fatal(err)
	}
	return string(text)
}

func (u user) read(name string, v any) {
	u.t.Helper()
	if err := json.Unmarshal([]byte(u.text(name)), v); err != nil {
		u.t.Fatalf("%s: %v", name, err)
	}
}

func (u user) write(name, text string) {
	u.t.Helper()
	if err := os.WriteFile(filepath.Join(u.folder, name), []byte(text), 0o600); err != nil {
		u.t.Fatal(err)
	}
}
