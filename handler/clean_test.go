package handler_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/typedmcp/toolkit/errors"
	"github.com/typedmcp/toolkit/handler"
)

type hiddenPage struct {
	Text string `json:"text"`
}

func (p hiddenPage) ToolText() string { return p.Text }

// TestCleanTexts takes hidden characters out of every text that a tool can return.
func TestCleanTexts(t *testing.T) {
	const dirty = "a\x00\x1b[31mb\u202ec\u2066d\u200fe\u0085f\U000E0041g\tä\r\n👩\u200d💻"
	const clean = "a[31mbcdefg\tä\r\n👩\u200d💻"
	own := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: dirty, Meta: mcp.Meta{"a": 1}}}}
	for _, tt := range []struct {
		name string
		call func(*testing.T, handler.Config) *mcp.CallToolResult
	}{
		{"a string", func(t *testing.T, cfg handler.Config) *mcp.CallToolResult { return give(t, dirty, cfg) }},
		{"a block", func(t *testing.T, cfg handler.Config) *mcp.CallToolResult {
			return give[mcp.Content](t, &mcp.TextContent{Text: dirty}, cfg)
		}},
		{"blocks", func(t *testing.T, cfg handler.Config) *mcp.CallToolResult {
			return give(t, []mcp.Content{&mcp.TextContent{Text: dirty}}, cfg)
		}},
		{"a result", func(t *testing.T, cfg handler.Config) *mcp.CallToolResult { return give(t, own, cfg) }},
		{"a text beside a value", func(t *testing.T, cfg handler.Config) *mcp.CallToolResult {
			return give(t, hiddenPage{dirty}, cfg)
		}},
		{"an error", func(t *testing.T, cfg handler.Config) *mcp.CallToolResult { return fail(t, errors.New(dirty), cfg) }},
		{"a tool error", func(t *testing.T, cfg handler.Config) *mcp.CallToolResult {
			return fail(t, toolerrors.Errorf("%s", dirty), cfg)
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(clean, textOf(t, tt.call(t, handler.Config{}))); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(dirty, textOf(t, tt.call(t, handler.Config{RawText: true}))); diff != "" {
				t.Errorf("raw text (-want +got):\n%s", diff)
			}
		})
	}
	if own.Content[0].(*mcp.TextContent).Text != dirty {
		t.Error("the function's own result was changed")
	}
}

// give calls a tool that returns a value.
func give[Result any](t *testing.T, value Result, cfg handler.Config) *mcp.CallToolResult {
	t.Helper()
	cfg.Tool = "t"
	h, err := handler.New(func(context.Context, struct{}) (Result, error) { return value, nil }, cfg)
	if err != nil {
		t.Fatal(err)
	}
	result, err := h.Call(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// fail calls a tool that ends with an error.
func fail(t *testing.T, err error, cfg handler.Config) *mcp.CallToolResult {
	t.Helper()
	cfg.Tool = "t"
	h, buildErr := handler.New(func(context.Context, struct{}) (string, error) { return "", err }, cfg)
	if buildErr != nil {
		t.Fatal(buildErr)
	}
	result, callErr := h.Call(t.Context(), nil)
	if callErr != nil {
		t.Fatal(callErr)
	}
	return result
}
