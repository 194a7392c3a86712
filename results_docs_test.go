package toolkit_test

// The snippets and tables of docs/results.md.

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

type Order struct {
	Number int `json:"number"`
	Total  int `json:"total" description:"In cents"`
}

func (o Order) ToolText() string {
	return fmt.Sprintf("Order %d is on its way, for %d.%02d €.", o.Number, o.Total/100, o.Total%100)
}

type ReindexArgs struct {
	Shards []string `json:"shards" description:"Which of them, by name"`
}

func reindex(ctx context.Context, args ReindexArgs) (string, error) {
	request := toolkit.RequestFrom(ctx)
	for i, shard := range args.Shards {
		if err := request.Progress(ctx, float64(i), float64(len(args.Shards)), "Shard "+shard); err != nil {
			return "", err
		}
		if err := ctx.Err(); err != nil { // the client has cancelled the call
			return "", err
		}
	}
	return "All shards are done.", nil
}

// TestReindex makes sure that the function of the page works.
func TestReindex(t *testing.T) {
	tk := toolkit.New("search", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{Name: "reindex"}, reindex)
	if got := said(t, tk, "reindex", `{"shards":["a","b"]}`); got != "All shards are done." {
		t.Error(got)
	}
}

// TestResultsPage writes docs/results.md anew and compares.
func TestResultsPage(t *testing.T) {
	comparePage(t, "docs/results.md", map[string]string{
		"returned":  returnedTable(t),
		"large":     "```text\n" + tooLargeText(t, false) + "\n```\n",
		"truncated": "```text\n" + tooLargeText(t, true) + "\n```\n",
	})
}

// returns calls a function that returns a value, and tells what becomes of it.
func returns[Result any](t *testing.T, goType string, value Result) string {
	t.Helper()
	tk := toolkit.New("x", "1", toolkit.WithLogger(nil))
	toolkit.Register(tk, toolkit.Tool{Name: "x"}, func(context.Context, struct{}) (Result, error) { return value, nil })
	if err := tk.Err(); err != nil {
		t.Fatal(err)
	}
	result, err := tk.Call(t.Context(), "x", nil)
	if err != nil {
		t.Fatal(err)
	}
	var content []string
	for _, c := range result.Content {
		text, err := c.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		content = append(content, "`"+string(text)+"`")
	}
	structured, schema := "none", "none"
	if result.StructuredContent != nil {
		text, err := json.Marshal(result.StructuredContent)
		if err != nil {
			t.Fatal(err)
		}
		structured = "`" + string(text) + "`"
	}
	if s, ok := tk.Tools()[0].OutputSchema.(json.RawMessage); ok {
		schema = "`" + string(s) + "`"
	}
	return "| " + goType + " | " + strings.Join(content, ", ") + " | " + structured + " | " + schema + " |\n"
}

func returnedTable(t *testing.T) string {
	t.Helper()
	return "| Go | `content` | `structuredContent` | `outputSchema` |\n| --- | --- | --- | --- |\n" +
		returns(t, "a struct", SearchResult{[]string{"Login"}}) +
		returns(t, "a map", map[string]int{"open": 2}) +
		returns(t, "a slice", []string{"Login"}) +
		returns(t, "a number or boolean", 7) +
		returns(t, "`any`", any(map[string]any{"open": 2})) +
		returns(t, "a `string`", "Deleted.") +
		returns(t, "`struct{}`", struct{}{}) +
		returns(t, "a type with `ToolText`", Order{7, 1250}) +
		returns(t, "`*mcp.ImageContent`, and its like", &mcp.ImageContent{MIMEType: "image/png", Data: []byte("PNG")}) +
		returns(t, "`[]mcp.Content`", []mcp.Content{&mcp.TextContent{Text: "See"}, &mcp.ResourceLink{URI: "file:///a", Name: "a"}}) +
		returns(t, "`*mcp.CallToolResult`", &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "As it is."}}, StructuredContent: []int{1}})
}

// tooLargeText is what a model reads of a result that is too large.
func tooLargeText(t *testing.T, truncate bool) string {
	t.Helper()
	tk := toolkit.New("issue-tracker", "1.0.0", toolkit.WithLogger(nil))
	toolkit.Register(tk, toolkit.Tool{Name: "search_issues", MaxResultBytes: 64, TruncateLists: truncate},
		func(context.Context, SearchArgs) (SearchResult, error) {
			return SearchResult{[]string{"Login fails", "Login is slow", "Login page is blank", "Login twice"}}, nil
		})
	result, err := tk.Call(t.Context(), "search_issues", []byte(`{"query":"login"}`))
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, c := range result.Content {
		texts = append(texts, c.(*mcp.TextContent).Text)
	}
	return strings.Join(texts, "\n")
}
