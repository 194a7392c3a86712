package source

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestWaiting holds what is said while a server is waited for. Only then is it asked for the
// progress of a call.
func TestWaiting(t *testing.T) {
	var mu sync.Mutex
	var said []string
	heard := make(chan struct{})
	srv := mcp.NewServer(&mcp.Implementation{Name: "slow", Version: "1"}, &mcp.ServerOptions{PageSize: 1})
	object := json.RawMessage(`{"type":"object"}`)
	srv.AddTool(&mcp.Tool{Name: "build", InputSchema: object}, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		token := req.Params.GetProgressToken()
		if token == nil {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "nobody asks"}}}, nil
		}
		for _, p := range []mcp.ProgressNotificationParams{
			{ProgressToken: token, Progress: 1},
			{ProgressToken: token, Progress: 2, Total: 3, Message: "linking"},
		} {
			if err := req.Session.NotifyProgress(ctx, &p); err != nil {
				return nil, err
			}
		}
		<-heard
		return &mcp.CallToolResult{Content: []mcp.Content{}}, nil
	})
	srv.AddTool(&mcp.Tool{Name: "test", InputSchema: object}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{}}, nil
	})
	web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
	defer web.Close()

	use := func(s Source) *mcp.CallToolResult {
		t.Helper()
		session, err := s.Connect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer session.Close()
		if _, err := session.Tools(t.Context()); err != nil {
			t.Fatal(err)
		}
		result, _, err := session.Call(t.Context(), "build", nil)
		if err != nil {
			t.Fatal(err)
		}
		return result
	}
	use(Source{URL: web.URL, Waiting: func(what string) {
		mu.Lock()
		defer mu.Unlock()
		said = append(said, strings.ReplaceAll(what, web.URL, "URL"))
		if strings.HasSuffix(what, "linking") {
			close(heard)
		}
	}})
	mu.Lock()
	defer mu.Unlock()
	want := []string{
		"connecting to URL", "reading the tools of URL", "reading the tools of URL, page 2",
		"calling build", "calling build: 1", "calling build: 2 of 3, linking",
	}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Errorf("said (-want +got):\n%s", diff)
	}
	if result := use(Source{URL: web.URL}); len(result.Content) != 1 {
		t.Error("progress is asked for, and nobody waits for it")
	}
}
