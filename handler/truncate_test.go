package handler_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/handler"
)

// truncateWith calls a tool that returns the value, with lists truncated.
func truncateWith[T any](t *testing.T, value T, cfg handler.Config) *mcp.CallToolResult {
	t.Helper()
	type args struct {
		Limit int `json:"limit,omitempty"`
	}
	cfg.Tool, cfg.TruncateLists = "list", true
	h, err := handler.New(func(context.Context, args) (T, error) { return value, nil }, cfg)
	if err != nil {
		t.Fatal(err)
	}
	result, err := h.Call(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

type truncatePage struct {
	Items []int    `json:"items"`
	Tags  []string `json:"tags"`
	Pair  [2]int   `json:"pair"`
	Next  string   `json:"next"`
}

type truncateFixed struct {
	Items []int  `json:"items"`
	Fixed [6]int `json:"fixed"`
}

type toldPage struct {
	Items []int `json:"items"`
}

func (toldPage) ToolText() string { return "A page of numbers." }

func TestTruncateLists(t *testing.T) {
	const how = ". For a whole list, set limit to a smaller number."
	page := truncatePage{Items: []int{1, 2, 3, 4, 5, 6, 7, 8, 9}, Tags: []string{"a", "b"}, Next: "c"}
	for _, tt := range []struct {
		name string
		call func(*testing.T) *mcp.CallToolResult
		want string // structuredContent
		text []string
		meta string
	}{
		{"within the limit", func(t *testing.T) *mcp.CallToolResult {
			return truncateWith(t, []int{1, 2, 3, 4}, handler.Config{MaxResultBytes: 9})
		},
			`[1,2,3,4]`, []string{`[1,2,3,4]`}, `null`},
		{"a list", func(t *testing.T) *mcp.CallToolResult {
			return truncateWith(t, []int{1, 2, 3, 4, 5}, handler.Config{MaxResultBytes: 9})
		},
			`[1,2,3,4]`, []string{`[1,2,3,4]`, "The list: the first 4 of 5 items, to keep the result within 9 bytes. Left out: 1" + how}, `[{"path":"","shown":4,"leftOut":1}]`},
		{"in an object", func(t *testing.T) *mcp.CallToolResult {
			return truncateWith(t, page, handler.Config{MaxResultBytes: 60})
		},
			`{"items":[1,2,3,4],"tags":["a","b"],"pair":[0,0],"next":"c"}`,
			[]string{`{"items":[1,2,3,4],"tags":["a","b"],"pair":[0,0],"next":"c"}`, "items: the first 4 of 9 items, to keep the result within 60 bytes. Left out: 5" + how}, `[{"path":"items","shown":4,"leftOut":5}]`},
		{"several", func(t *testing.T) *mcp.CallToolResult {
			return truncateWith(t, page, handler.Config{MaxResultBytes: 50})
		},
			`{"items":[],"tags":["a"],"pair":[0,0],"next":"c"}`,
			[]string{`{"items":[],"tags":["a"],"pair":[0,0],"next":"c"}`, "items: the first 0 of 9 items, to keep the result within 50 bytes. Left out: 9" + how, "tags: the first 1 of 2 items, to keep the result within 50 bytes. Left out: 1" + how},
			`[{"path":"items","shown":0,"leftOut":9},{"path":"tags","shown":1,"leftOut":1}]`},
		{"beside a longer list of fixed length", func(t *testing.T) *mcp.CallToolResult {
			return truncateWith(t, truncateFixed{Items: []int{1, 2, 3, 4}}, handler.Config{MaxResultBytes: 40})
		},
			`{"items":[1,2,3],"fixed":[0,0,0,0,0,0]}`, []string{`{"items":[1,2,3],"fixed":[0,0,0,0,0,0]}`, "items: the first 3 of 4 items, to keep the result within 40 bytes. Left out: 1" + how}, `[{"path":"items","shown":3,"leftOut":1}]`},
		{"with a text of its own", func(t *testing.T) *mcp.CallToolResult {
			return truncateWith(t, toldPage{Items: []int{1, 2, 3, 4, 5, 6}}, handler.Config{MaxResultBytes: 20})
		},
			`{"items":[1,2,3,4]}`, []string{"A page of numbers.", "items: the first 4 of 6 items, to keep the result within 20 bytes. Left out: 2" + how}, `[{"path":"items","shown":4,"leftOut":2}]`},
		{"nested in objects", func(t *testing.T) *mcp.CallToolResult {
			return truncateWith(t, map[string]map[string][]int{"a": {"b": {1, 2, 3, 4, 5, 6}}}, handler.Config{MaxResultBytes: 20})
		},
			`{"a":{"b":[1,2,3]}}`, []string{`{"a":{"b":[1,2,3]}}`, "a.b: the first 3 of 6 items, to keep the result within 20 bytes. Left out: 3" + how}, `[{"path":"a.b","shown":3,"leftOut":3}]`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			result := tt.call(t)
			if result.IsError {
				t.Fatal(textOf(t, result))
			}
			if diff := cmp.Diff(tt.want, string(result.StructuredContent.(json.RawMessage))); diff != "" {
				t.Errorf("structuredContent (-want +got):\n%s", diff)
			}
			var text []string
			for _, block := range result.Content {
				text = append(text, block.(*mcp.TextContent).Text)
			}
			if diff := cmp.Diff(tt.text, text); diff != "" {
				t.Errorf("content (-want +got):\n%s", diff)
			}
			meta, err := json.Marshal(result.Meta[handler.MetaTruncated])
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.meta, string(meta)); diff != "" {
				t.Errorf("_meta (-want +got):\n%s", diff)
			}
		})
	}
}

// TestTruncatedListGoesOn has a tool that can begin its list anywhere.
func TestTruncatedListGoesOn(t *testing.T) {
	type args struct {
		Limit  int `json:"limit,omitempty"`
		Offset int `json:"offset,omitempty"`
	}
	h, err := handler.New(func(context.Context, args) ([]int, error) { return []int{1, 2, 3, 4, 5}, nil },
		handler.Config{Tool: "list", MaxResultBytes: 9, TruncateLists: true})
	if err != nil {
		t.Fatal(err)
	}
	result, err := h.Call(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	const want = "The list: the first 4 of 5 items, to keep the result within 9 bytes. For the other 1, set offset to begin after those."
	if got := result.Content[1].(*mcp.TextContent).Text; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestTruncateListsInVain has results that stay too large, or would not be valid.
func TestTruncateListsInVain(t *testing.T) {
	const tooLarge = "list ran, but its result of "
	for _, tt := range []struct {
		name string
		call func(*testing.T) *mcp.CallToolResult
	}{
		{"no list", func(t *testing.T) *mcp.CallToolResult {
			return truncateWith(t, map[string]string{"a": strings.Repeat("x", 30)}, handler.Config{MaxResultBytes: 20})
		}},
		{"lists in lists", func(t *testing.T) *mcp.CallToolResult {
			return truncateWith(t, map[string]any{"a": strings.Repeat("x", 30), "b": [][]int{{1, 2}, {3, 4}}}, handler.Config{MaxResultBytes: 20})
		}},
		{"a list of fixed length", func(t *testing.T) *mcp.CallToolResult {
			return truncateWith(t, [9]int{}, handler.Config{MaxResultBytes: 9})
		}},
		{"a schema that wants them", func(t *testing.T) *mcp.CallToolResult {
			return truncateWith[any](t, []int{1, 2, 3, 4, 5, 6}, handler.Config{MaxResultBytes: 9, OutputSchema: `{"type":"array","minItems":5}`})
		}},
		{"a long text", func(t *testing.T) *mcp.CallToolResult {
			return truncateWith(t, toldPage{Items: []int{1}}, handler.Config{MaxResultBytes: 14})
		}},
		{"content of the function's own", func(t *testing.T) *mcp.CallToolResult {
			return truncateWith(t, &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: strings.Repeat("x", 30)}}}, handler.Config{MaxResultBytes: 20})
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			result := tt.call(t)
			if got := textOf(t, result); !result.IsError || !strings.HasPrefix(got, tooLarge) {
				t.Errorf("text %q, isError %v, want %s…", got, result.IsError, tooLarge)
			}
		})
	}
}
