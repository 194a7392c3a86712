package clients

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit/examples/internal/peers"
)

// An inspector is the command line of one version of the MCP Inspector.
type inspector struct {
	name    string
	program string
	extra   []string // arguments at the end
	// The exit statuses of a result that is an error, and of an unknown tool, and what is
	// said of the latter. 2.12.0 looks the tool up in the list and does not call it.
	isError, unknown int
	unknownText      string
}

var inspectors = []inspector{
	{name: "Inspector 1.0.3", program: "inspector-v1/cli/build/cli.js", isError: 0, unknown: 1, unknownText: `Failed to call tool search_isues: MCP error -32602: unknown tool "search_isues"; did you mean "search_issues"?`},
	{name: "Inspector 2.12.0", program: "inspector-v2/clients/launcher/build/index.js", extra: []string{"--format", "json", "-q"}, isError: 5, unknown: 5, unknownText: `{"error":{"code":"tool_not_found","message":"Tool 'search_isues' not found on server."}}`},
	{name: "Inspector 2.12.0, modern", program: "inspector-v2/clients/launcher/build/index.js", extra: []string{"--format", "json", "-q", "--protocol-era", "modern"}, isError: 5, unknown: 5, unknownText: `{"error":{"code":"tool_not_found","message":"Tool 'search_isues' not found on server."}}`},
}

// inspect runs one method and returns what the inspector prints. 2.12.0 leaves files in HOME,
// 1.0.3 goes astray if there is a package.json above the folder that it is started in.
func (i inspector) inspect(t *testing.T, s server, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	all := []string{npm.File(i.program), "--cli"}
	if s.url != "" {
		all = append(all, s.url, "--transport", "http")
	} else {
		all = append(all, s.command...)
	}
	all = append(append(all, args...), i.extra...)
	folder := t.TempDir()
	return peers.Run(t, folder, []string{"HOME=" + folder}, npm.Node, all...)
}

func TestInspector(t *testing.T) {
	http := overHTTP(t, tracker, func(addr string) []string {
		return []string{"-db", filepath.Join(t.TempDir(), "tracker.db"), "-http", addr}
	})
	for _, i := range inspectors {
		for _, s := range []server{overStdio(tracker, "-db", filepath.Join(t.TempDir(), "tracker.db")), http} {
			t.Run(i.name+"/"+s.name, func(t *testing.T) {
				t.Parallel()
				out, _, status := i.inspect(t, s, "--method", "tools/list")
				var list struct {
					Tools []struct {
						Name string `json:"name"`
					} `json:"tools"`
				}
				if err := json.Unmarshal(resultIn(t, out), &list); err != nil || status != 0 {
					t.Fatalf("tools/list: exit status %d, stdout %q: %v", status, out, err)
				}
				var names []string
				for _, tool := range list.Tools {
					names = append(names, tool.Name)
				}
				if diff := cmp.Diff(trackerTools, names); diff != "" {
					t.Errorf("tools (-want +got):\n%s", diff)
				}
				good, _, status := i.inspect(t, s, "--method", "tools/call", "--tool-name", "search_issues", "--tool-arg", "query=login timeout", "--tool-arg", "project=web")
				var result struct {
					Structured json.RawMessage `json:"structuredContent"`
				}
				if err := json.Unmarshal(resultIn(t, good), &result); err != nil || status != 0 {
					t.Fatalf("the good call: exit status %d, stdout %q: %v", status, good, err)
				}
				if diff := cmp.Diff(decode(t, []byte(goodCallResult)), decode(t, result.Structured)); diff != "" {
					t.Errorf("the good call (-want +got):\n%s", diff)
				}
				bad, _, status := i.inspect(t, s, "--method", "tools/call", "--tool-name", "search_issues", "--tool-arg", "query=login timeout", "--tool-arg", "limit=500")
				if status != i.isError || !strings.Contains(bad, "- limit: must be at most 100, got 500.") {
					t.Errorf("the bad call: exit status %d, stdout %q", status, bad)
				}
				_, unknown, status := i.inspect(t, s, "--method", "tools/call", "--tool-name", "search_isues")
				if status != i.unknown || !strings.Contains(unknown, i.unknownText) {
					t.Errorf("the unknown tool: exit status %d, want %d, stderr %q", status, i.unknown, unknown)
				}
			})
		}
	}
}

// resultIn returns the result in what an inspector prints: 1.0.3 prints it as it is, 2.12.0
// with a message around it.
func resultIn(t *testing.T, out string) json.RawMessage {
	t.Helper()
	var message struct {
		Result json.RawMessage `json:"result"`
	}
	if err := json.Unmarshal([]byte(out), &message); err != nil {
		t.Fatalf("stdout %q: %v", out, err)
	}
	if message.Result != nil {
		return message.Result
	}
	return json.RawMessage(out)
}
