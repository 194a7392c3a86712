package clients

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit/examples/internal/peers"
)

// A talk is what a client made of a server.
type talk struct {
	Version string         `json:"version"`
	Tools   []string       `json:"tools"`
	Schemas map[string]any `json:"schemas"` // outputSchemas, by tool
	Calls   []answer       `json:"calls"`
}

type answer struct {
	Result *struct {
		Content []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		} `json:"content"`
		Structured json.RawMessage `json:"structuredContent"`
		IsError    bool            `json:"isError"`
	} `json:"result"`
	Error *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// A client makes these calls of a server, or uses the workshop.
type client struct {
	name   string
	modern bool // speaks 2026-07-28
	talk   func(t *testing.T, s server, calls [][2]any) talk
	work   func(t *testing.T, s server) work
}

var (
	goSDK     = client{"Go SDK", true, talkGo, workGo}
	goHeaders = client{"Go SDK over `xmcpheader.Transport`", true, nil, workGoHeaders} // HTTP only
	tsV1      = client{"TypeScript SDK 1.x", false, script{"scripts/sdk-v1.mjs"}.talk, script{"scripts/sdk-v1.mjs"}.work}
	tsV2      = client{"TypeScript SDK 2.x", false, script{"scripts/sdk-v2.mjs", "default"}.talk, script{"scripts/sdk-v2.mjs", "default"}.work}
	tsV2Auto  = client{"TypeScript SDK 2.x, auto", true, script{"scripts/sdk-v2.mjs", "auto"}.talk, script{"scripts/sdk-v2.mjs", "auto"}.work}
)

var clients = []client{goSDK, tsV1, tsV2, tsV2Auto}

// A script is a client in JavaScript: the file and its first arguments.
type script []string

func (f script) talk(t *testing.T, s server, calls [][2]any) (got talk) {
	raw, err := json.Marshal(calls)
	if err != nil {
		t.Fatal(err)
	}
	f.run(t, s, &got, "talk", "CALLS="+string(raw))
	return got
}

func (f script) work(t *testing.T, s server) (got work) {
	f.run(t, s, &got, "work")
	return got
}

// run lets a client do one of the tasks, and reads what it prints.
func (f script) run(t *testing.T, s server, got any, task string, env ...string) {
	t.Helper()
	args := append(append([]string{}, f...), task)
	if s.url != "" {
		args = append(args, s.url)
	} else {
		args = append(append(args, "stdio"), s.command...)
	}
	out, diagnostics, status := peers.Run(t, "", env, npm.Node, args...)
	if err := json.Unmarshal([]byte(out), got); err != nil || status != 0 {
		t.Fatalf("exit status %d, stdout %q, stderr %q: %v", status, out, diagnostics, err)
	}
}

var trackerTools = []string{"add_comment", "burndown_chart", "create_issue", "export_issues", "get_issue", "issue_stats", "search_issues", "update_issue"}

const badCallText = "The arguments of search_issues have 2 problems. Correct them and call the tool again:\n" +
	"- limit: must be at most 100, got 500.\n" +
	`- status: "opne" is not allowed. Use one of "open", "in_progress", "closed". Did you mean "open"?` + "\n\n" +
	"These arguments would be accepted once what stands in < > is filled in:\n" +
	`{"limit":<must be at most 100>,"query":"login timeout","status":<one of "open", "in_progress", "closed">}`

// goodCallResult is the structuredContent of the good call.
const goodCallResult = `{
	"issues": [{
		"id": "BUG-142", "title": "Login times out", "project": "web", "status": "open", "priority": "high",
		"labels": ["performance", "regression"], "reporter": "lena.schmidt", "assignee": "anna.petrova",
		"created_at": "2026-04-13T12:57:38Z", "updated_at": "2026-06-09T07:14:29Z"
	}],
	"total": 1
}`

// TestTracker lets each client list the tools and make a good call, a bad one, and one of
// a tool that is not there.
func TestTracker(t *testing.T) {
	http := overHTTP(t, tracker, func(addr string) []string {
		return []string{"-db", filepath.Join(t.TempDir(), "tracker.db"), "-http", addr}
	})
	for _, c := range clients {
		for _, s := range []server{overStdio(tracker, "-db", filepath.Join(t.TempDir(), "tracker.db")), http} {
			t.Run(c.name+"/"+s.name, func(t *testing.T) {
				t.Parallel()
				got := c.talk(t, s, [][2]any{
					{"search_issues", map[string]any{"query": "login timeout", "project": "web", "limit": 1}},
					{"search_issues", map[string]any{"query": "login timeout", "status": "opne", "limit": 500}},
					{"search_isues", map[string]any{}},
				})
				checkVersion(t, c, s, got.Version)
				if diff := cmp.Diff(trackerTools, got.Tools); diff != "" {
					t.Errorf("tools (-want +got):\n%s", diff)
				}
				if len(got.Calls) != 3 {
					t.Fatalf("%d calls", len(got.Calls))
				}
				good, bad, unknown := got.Calls[0], got.Calls[1], got.Calls[2]
				checkStructured(t, "the good call", good, goodCallResult)
				if bad.Result == nil || !bad.Result.IsError || len(bad.Result.Content) != 1 {
					t.Fatalf("the bad call: %s", show(bad))
				}
				if diff := cmp.Diff(badCallText, bad.Result.Content[0].Text); diff != "" {
					t.Errorf("the bad call (-want +got):\n%s", diff)
				}
				if unknown.Error == nil || !strings.Contains(unknown.Error.Message, `unknown tool "search_isues"; did you mean "search_issues"?`) {
					t.Fatalf("the unknown tool: %s", show(unknown))
				}
				if code := unknown.Error.Code; code != 0 && code != -32602 {
					t.Errorf("the unknown tool has the code %d", code)
				}
			})
		}
	}
}

// checkVersion makes sure that a client speaks the revision that it is here for.
func checkVersion(t *testing.T, c client, s server, version string) {
	t.Helper()
	want := "2025-11-25"
	if c.modern {
		want = "2026-07-28"
	}
	if version == "" && s.url == "" && c.name == "TypeScript SDK 1.x" {
		return // its stdio transport does not tell
	}
	if version != want {
		t.Errorf("the client speaks %q, want %q", version, want)
	}
}

func show(a answer) string {
	raw, err := json.Marshal(a)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}
