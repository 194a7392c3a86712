package toolkit_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

// TestConcurrentUse calls, lists, adds, removes and wraps at the same time, for the race
// detector. Every call gets one answer, and it is its own.
func TestConcurrentUse(t *testing.T) {
	tk := serveTools()
	url := listen(t, tk)
	var group sync.WaitGroup
	for worker := range 6 {
		version := []string{"2026-07-28", "2025-11-25"}[worker%2]
		session := connect(t, &mcp.StreamableClientTransport{Endpoint: url}, version, nil)
		group.Go(func() {
			for i := range 25 {
				text := fmt.Sprintf("%d/%d", worker, i)
				result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "echo", Arguments: map[string]any{"text": text}})
				if err != nil {
					t.Error(err)
					return
				}
				raw, err := json.Marshal(result.StructuredContent)
				var got echoResult
				if err != nil || json.Unmarshal(raw, &got) != nil || got.Text != text {
					t.Errorf("%s was answered with %s", text, raw)
				}
				if _, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "panic"}); err != nil {
					t.Error(err)
				}
				if _, err := session.ListTools(t.Context(), nil); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Go(func() {
		for i := range 50 {
			name := fmt.Sprintf("extra_%d", i)
			if err := toolkit.Add(tk, toolkit.Tool{Name: name}, nothing); err != nil {
				t.Error(err)
			}
			tk.Use(func(next toolkit.CallFunc) toolkit.CallFunc {
				return func(ctx context.Context, tool string, arguments json.RawMessage) (*mcp.CallToolResult, error) {
					return next(ctx, tool, arguments)
				}
			})
			tk.Tools()
			tk.Remove(name)
		}
	})
	group.Wait()
	if n := len(tk.Tools()); n != len(serveTools().Tools()) {
		t.Errorf("%d tools are left", n)
	}
}
