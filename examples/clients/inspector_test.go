package clients

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// An inspector is the command line of one version of the MCP Inspector.
type inspector struct {
	name  string
	args  []string // before the server
	extra []string // at the end
	// The exit statuses of a result that is an error, and of an unknown tool.
	isError, unknown int
}

var inspectors = []inspector{
	{name: "Inspector 1.0.3", args: []string{"node_modules/inspector-v1/cli/build/cli.js", "--cli"}, isError: 0, unknown: 1},
	{name: "Inspector 2.12.0", args: []string{"node_modules/inspector-v2/clients/launcher/build/index.js", "--cli"}, extra: []string{"--format", "json", "-q"}, isError: 5, unknown: 5},
	{name: "Inspector 2.12.0, modern", args: []string{"node_modules/inspector-v2/clients/launcher/build/index.js", "--cli"}, extra: []string{"--format", "json", "-q", "--protocol-era", "modern"}, isError: 5, unknown: 5},
}

// inspect runs one method and returns what the inspector prints. The inspectors take the
// flags of a server for their own, so the tracker gets none; its database is in HOME.
func (i inspector) inspect(t *testing.T, s server, args ...string) (string, int) {
	t.Helper()
	all := append([]string{}, i.args...)
	if s.url != "" {
		all = append(all, s.url, "--transport", "http")
	} else {
		all = append(all, s.command...)
	}
	all = append(append(all, args...), i.extra...)
	return run(t, []string{"HOME=" + t.TempDir()}, "node", all...)
}

func TestInspector(t *testing.T) {
	http := overHTTP(t, tracker, func(addr string) []string {
		return []string{"-db", filepath.Join(t.TempDir(), "tracker.db"), "-http", addr}
	})
	for _, i := range inspectors {
		for _, s := range []server{overStdio(tracker), http} {
			t.Run(i.name+"/"+s.name, func(t *testing.T) {
				out, status := i.inspect(t, s, "--method", "tools/list")
				// 1.0.3 prints the result, 2.12.0 a message around it.
				type toolList struct {
					Tools []struct {
						Name string `json:"name"`
					} `json:"tools"`
				}
				var list struct {
					toolList
					Result *toolList `json:"result"`
				}
				if err := json.Unmarshal([]byte(out), &list); err != nil || status != 0 {
					t.Fatalf("tools/list: exit status %d, stdout %q: %v", status, out, err)
				}
				if list.Result != nil {
					list.toolList = *list.Result
				}
				var names []string
				for _, tool := range list.Tools {
					names = append(names, tool.Name)
				}
				if diff := cmp.Diff(trackerTools, names); diff != "" {
					t.Errorf("tools (-want +got):\n%s", diff)
				}
				good, status := i.inspect(t, s, "--method", "tools/call", "--tool-name", "search_issues", "--tool-arg", "query=login timeout", "--tool-arg", "project=web")
				if status != 0 || !strings.Contains(good, `BUG-142`) {
					t.Errorf("the good call: exit status %d, stdout %q", status, good)
				}
				bad, status := i.inspect(t, s, "--method", "tools/call", "--tool-name", "search_issues", "--tool-arg", "query=login timeout", "--tool-arg", "limit=500")
				if status != i.isError || !strings.Contains(bad, "- limit: must be at most 100, got 500.") {
					t.Errorf("the bad call: exit status %d, stdout %q", status, bad)
				}
				if _, status := i.inspect(t, s, "--method", "tools/call", "--tool-name", "search_isues"); status != i.unknown {
					t.Errorf("the unknown tool: exit status %d, want %d", status, i.unknown)
				}
			})
		}
	}
}
