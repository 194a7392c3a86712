package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/examples/tracker/internal/store"
)

// asTracker makes the test binary behave as the tracker itself.
const asTracker = "TRACKER_TEST_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(asTracker) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// command returns the tracker as a process.
func command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Env = append(os.Environ(), asTracker+"=1")
	return cmd
}

func connect(t *testing.T, transport mcp.Transport) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	return session
}

func TestStdio(t *testing.T) {
	session := connect(t, &mcp.CommandTransport{Command: command(t, "-db", filepath.Join(t.TempDir(), "tracker.db"))})
	talk(t, session)
	if err := session.Close(); err != nil {
		t.Errorf("the tracker did not end well: %v", err)
	}
}

func TestHTTP(t *testing.T) {
	addr := freeAddr(t)
	cmd := command(t, "-db", filepath.Join(t.TempDir(), "tracker.db"), "-http", addr)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, addr)
	session := connect(t, &mcp.StreamableClientTransport{Endpoint: "http://" + addr + "/mcp"})
	talk(t, session)
	if err := session.Close(); err != nil {
		t.Error(err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("the tracker did not end well: %v", err)
	}
}

// talk is what a client does: it lists the tools, makes a good call, a bad one and one of
// an unknown tool, and reads an export.
func talk(t *testing.T, session *mcp.ClientSession) {
	ctx := t.Context()
	list, err := session.ListTools(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	want := []string{"add_comment", "burndown_chart", "create_issue", "export_issues", "get_issue", "issue_stats", "search_issues", "update_issue"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
	call := func(tool, arguments string) (*mcp.CallToolResult, error) {
		return session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	}
	good, err := call("search_issues", `{"query":"login timeout","project":"web"}`)
	if err != nil || good.IsError {
		t.Fatalf("a good call: %v, %v", good, err)
	}
	bad, err := call("search_issues", `{"query":"login timeout","status":"opne"}`)
	if err != nil {
		t.Fatal(err)
	}
	wantText := "The arguments of search_issues have a problem. Correct it and call the tool again:\n" +
		`- status: "opne" is not allowed. Use one of "open", "in_progress", "closed". Did you mean "open"?`
	if diff := cmp.Diff(wantText, bad.Content[0].(*mcp.TextContent).Text); diff != "" || !bad.IsError {
		t.Errorf("a bad call (-want +got):\n%s", diff)
	}
	if _, err := call("search_isues", `{}`); err == nil || !strings.Contains(err.Error(), `unknown tool "search_isues"; did you mean "search_issues"?`) {
		t.Errorf("an unknown tool: %v", err)
	}
	exported, err := call("export_issues", `{"project":"web","status":"open"}`)
	if err != nil {
		t.Fatal(err)
	}
	link, ok := exported.Content[0].(*mcp.ResourceLink)
	if !ok || link.URI != "tracker://exports/web/open/issues.csv" {
		t.Fatalf("export %#v", exported.Content[0])
	}
	resource, err := session.ReadResource(ctx, &mcp.ReadResourceParams{URI: link.URI})
	if err != nil {
		t.Fatal(err)
	}
	if text := resource.Contents[0].Text; !strings.HasPrefix(text, "id,title,project,") || !strings.Contains(text, "BUG-142,Login times out,web,open,high") {
		t.Errorf("the export begins %.200q", text)
	}
	if _, err := session.ReadResource(ctx, &mcp.ReadResourceParams{URI: "tracker://exports/web/open/issues.exe"}); err == nil {
		t.Error("an export of another format was read")
	}
}

// TestRefusesToStart has what makes the tracker end at once, with status 1.
func TestRefusesToStart(t *testing.T) {
	folder := t.TempDir()
	notes := filepath.Join(folder, "notes.txt")
	if err := os.WriteFile(notes, bytes.Repeat([]byte("These are my notes.\n"), 100), 0o600); err != nil {
		t.Fatal(err)
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	db := filepath.Join(folder, "tracker.db")
	for _, tt := range []struct {
		name string
		args []string
		want string
	}{
		{"an unknown flag", []string{"-datbase", db}, "tracker: flag provided but not defined: -datbase"},
		{"a word too many", []string{"-db", db, "serve"}, `tracker: unexpected argument "serve"; see -help`},
		{"a file that is no database", []string{"-db", notes}, "tracker: cannot open the database " + notes + ": "},
		{"a folder", []string{"-db", folder}, "tracker: cannot open the database " + folder + ": " + folder + " is not a file"},
		{"a folder that is missing", []string{"-db", filepath.Join(folder, "no", "tracker.db")}, "tracker: cannot open the database "},
		{"a port in use", []string{"-db", db, "-http", taken.Addr().String()},
			"tracker: toolkit: the address " + taken.Addr().String() + " is in use; choose another port, or stop the program that uses it: "},
		{"no address", []string{"-db", db, "-http", "nowhere"}, `tracker: toolkit: cannot listen on "nowhere"; write it as host:port, such as 127.0.0.1:8080: `},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cmd := command(t, tt.args...)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			_ = cmd.Run()
			if code := cmd.ProcessState.ExitCode(); code != 1 {
				t.Errorf("exit status %d, want 1", code)
			}
			if !strings.Contains(stderr.String(), tt.want) {
				t.Errorf("stderr\n got %s\nwant %s", stderr.String(), tt.want)
			}
		})
	}
}

// TestClientHangsUp closes stdin while calls are on their way. What was written is whole,
// and the tracker ends by itself.
func TestClientHangsUp(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tracker.db")
	cmd := command(t, "-db", file)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	send := func(format string, args ...any) {
		if _, err := fmt.Fprintf(stdin, format+"\n", args...); err != nil {
			t.Fatal(err)
		}
	}
	send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
	if _, err := bufio.NewReader(stdout).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	const calls = 20
	for i := range calls {
		send(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"create_issue","arguments":{"title":"Hang up %d","description":"d","project":"web","reporter":"anna.petrova","labels":["ui","crash"]}}}`, i+2, i)
	}
	if err := stdin.Close(); err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, stdout)
	if err := cmd.Wait(); err != nil {
		t.Errorf("the tracker did not end well: %v", err)
	}
	db, err := store.Open(context.Background(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	issues, err := db.All(context.Background(), store.Filter{Text: "hang up"})
	if err != nil {
		t.Fatal(err)
	}
	for _, issue := range issues {
		if strings.Join(issue.Labels, " ") != "crash ui" || issue.Status != "open" {
			t.Errorf("%s was written in part: %+v", issue.ID, issue)
		}
	}
	t.Logf("%d of %d issues were filed before the end", len(issues), calls)
}

// freeAddr returns an address that nobody listens on.
func freeAddr(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// waitFor returns once somebody listens on an address.
func waitFor(t *testing.T, addr string) {
	t.Helper()
	for range 200 {
		if conn, err := net.DialTimeout("tcp", addr, time.Second); err == nil {
			_ = conn.Close()
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("nobody listens on %s", addr)
}
