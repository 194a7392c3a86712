package clients

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/examples/internal/peers"
)

// A talk is what a client made of a server.
type talk struct {
	Version string   `json:"version"`
	Tools   []string `json:"tools"`
	Calls   []answer `json:"calls"`
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

// A client talks to a server and makes these calls.
type client struct {
	name   string
	modern bool // speaks 2026-07-28
	talk   func(t *testing.T, s server, calls [][2]any) talk
}

var scripted = []client{
	{"Go SDK", true, talkGo},
	{"TypeScript SDK 1.x", false, script("scripts/sdk-v1.mjs")},
	{"TypeScript SDK 2.x", false, script("scripts/sdk-v2.mjs", "default")},
	{"TypeScript SDK 2.x, auto", true, script("scripts/sdk-v2.mjs", "auto")},
}

// script returns a client in JavaScript.
func script(args ...string) func(*testing.T, server, [][2]any) talk {
	return func(t *testing.T, s server, calls [][2]any) talk {
		raw, err := json.Marshal(calls)
		if err != nil {
			t.Fatal(err)
		}
		all := append([]string{}, args...)
		if s.url != "" {
			all = append(all, s.url)
		} else {
			all = append(append(all, "stdio"), s.command...)
		}
		out, diagnostics, status := peers.Run(t, "", []string{"CALLS=" + string(raw)}, npm.Node, all...)
		var got talk
		if err := json.Unmarshal([]byte(out), &got); err != nil || status != 0 {
			t.Fatalf("exit status %d, stdout %q, stderr %q: %v", status, out, diagnostics, err)
		}
		return got
	}
}

// talkGo is the client of the official Go SDK.
func talkGo(t *testing.T, s server, calls [][2]any) talk {
	var transport mcp.Transport = &mcp.StreamableClientTransport{Endpoint: s.url}
	if s.url == "" {
		transport = &mcp.CommandTransport{Command: exec.CommandContext(t.Context(), s.command[0], s.command[1:]...)}
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "go", Version: "1"}, nil).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	got := talk{Version: session.InitializeResult().ProtocolVersion}
	for _, tool := range list.Tools {
		got.Tools = append(got.Tools, tool.Name)
	}
	for _, call := range calls {
		result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: call[0].(string), Arguments: call[1]})
		var a answer
		if err != nil {
			text, _ := json.Marshal(map[string]any{"error": map[string]any{"message": err.Error()}})
			err = json.Unmarshal(text, &a)
		} else {
			text, _ := json.Marshal(map[string]any{"result": result})
			err = json.Unmarshal(text, &a)
		}
		if err != nil {
			t.Fatal(err)
		}
		got.Calls = append(got.Calls, a)
	}
	return got
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

// checkGoodCall compares the structuredContent of the good call.
func checkGoodCall(t *testing.T, structured []byte) {
	t.Helper()
	var want, got any
	if err := json.Unmarshal([]byte(goodCallResult), &want); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(structured, &got); err != nil {
		t.Fatalf("the good call: structuredContent %q: %v", structured, err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the good call (-want +got):\n%s", diff)
	}
}

// TestTracker lets each client list the tools and make a good call, a bad one, and one of
// a tool that is not there.
func TestTracker(t *testing.T) {
	http := overHTTP(t, tracker, func(addr string) []string {
		return []string{"-db", filepath.Join(t.TempDir(), "tracker.db"), "-http", addr}
	})
	for _, c := range scripted {
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
				if good.Result == nil || good.Result.IsError {
					t.Fatalf("the good call: %s", show(good))
				}
				checkGoodCall(t, good.Result.Structured)
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

// TestShapes has results that older clients cannot take. One outputSchema that is not an
// object would lose them the whole list.
func TestShapes(t *testing.T) {
	http := overHTTP(t, shapes, func(addr string) []string { return []string{addr} })
	for _, c := range scripted {
		for _, s := range []server{overStdio(shapes), http} {
			t.Run(c.name+"/"+s.name, func(t *testing.T) {
				t.Parallel()
				got := c.talk(t, s, [][2]any{
					{"list_colors", map[string]any{}}, {"count_colors", map[string]any{}}, {"link_colors", map[string]any{}}, {"sing_colors", map[string]any{}},
				})
				if diff := cmp.Diff([]string{"count_colors", "link_colors", "list_colors", "sing_colors"}, got.Tools); diff != "" {
					t.Errorf("tools (-want +got):\n%s", diff)
				}
				want := []string{`["red","green"]`, `2`}
				if !c.modern {
					want = []string{`{"result":["red","green"]}`, `{"result":2}`}
				}
				for i, w := range want {
					if a := got.Calls[i]; a.Result == nil || string(a.Result.Structured) != w {
						t.Errorf("call %d: %s, want structuredContent %s", i, show(a), w)
					}
				}
				for i, typ := range []string{"resource_link", "audio"} { // both clients' revisions have them
					if a := got.Calls[i+2]; a.Result == nil || len(a.Result.Content) != 1 || a.Result.Content[0].Type != typ {
						t.Errorf("call %d: %s, want %s", i+2, show(a), typ)
					}
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
