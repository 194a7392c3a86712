package handler_test

import (
	"context"
	"encoding/json"
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/handler"
)

// call makes a tool that returns one value and calls it once. It returns the result as
// it is written, and the outputSchema.
func call[Result any](t *testing.T, value Result, cfg handler.Config) (written, schema string) {
	t.Helper()
	cfg.Tool = "produce"
	h, err := handler.New(func(context.Context, struct{}) (Result, error) { return value, nil }, cfg)
	if err != nil {
		t.Fatal(err)
	}
	result, err := h.Call(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(result)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw), string(h.OutputSchema())
}

type report struct {
	Title string   `json:"title"`
	Lines []string `json:"lines"`
	Next  *int     `json:"next"`
	Note  *string  `json:"note,omitempty"`
}

// spokenReport brings its own text.
type spokenReport struct {
	Count int `json:"count"`
}

func (r spokenReport) ToolText() string { return "There is one thing." }

type named string

type level int

func (level) Enum() []level { return []level{1, 2} }

func TestResults(t *testing.T) {
	const reportSchema = `{"type":"object","properties":{"title":{"type":"string"},"lines":{"type":"array","items":{"type":"string"}},"next":{"type":["integer","null"]},"note":{"type":"string"}},"required":["title","lines","next"]}`
	image := &mcp.ImageContent{MIMEType: "image/png", Data: []byte{1, 2}}
	for _, tt := range []struct {
		name            string
		run             func(t *testing.T) (written, schema string)
		written, schema string
	}{
		{"a struct", func(t *testing.T) (string, string) { return call(t, report{Title: "ab"}, handler.Config{}) },
			`{"content":[{"type":"text","text":"{\"title\":\"ab\",\"lines\":[],\"next\":null}"}],"structuredContent":{"title":"ab","lines":[],"next":null}}`, reportSchema},
		{"a pointer to a struct", func(t *testing.T) (string, string) { return call(t, &report{Title: "x"}, handler.Config{}) },
			`{"content":[{"type":"text","text":"{\"title\":\"x\",\"lines\":[],\"next\":null}"}],"structuredContent":{"title":"x","lines":[],"next":null}}`, reportSchema},
		{"a nil pointer", func(t *testing.T) (string, string) { return call[*report](t, nil, handler.Config{}) },
			`{"content":[{"type":"text","text":"{\"title\":\"\",\"lines\":[],\"next\":null}"}],"structuredContent":{"title":"","lines":[],"next":null}}`, reportSchema},
		{"a map", func(t *testing.T) (string, string) { return call(t, map[string]int{"b": 2, "a": 1}, handler.Config{}) },
			`{"content":[{"type":"text","text":"{\"a\":1,\"b\":2}"}],"structuredContent":{"a":1,"b":2}}`,
			`{"type":"object","properties":{},"additionalProperties":{"type":"integer"}}`},
		{"a nil map", func(t *testing.T) (string, string) { return call[map[string]int](t, nil, handler.Config{}) },
			`{"content":[{"type":"text","text":"{}"}],"structuredContent":{}}`,
			`{"type":"object","properties":{},"additionalProperties":{"type":"integer"}}`},
		{"a slice", func(t *testing.T) (string, string) { return call(t, []int{1, 2}, handler.Config{}) },
			`{"content":[{"type":"text","text":"[1,2]"}],"structuredContent":[1,2]}`, `{"type":"array","items":{"type":"integer"}}`},
		{"a nil slice", func(t *testing.T) (string, string) { return call[[]int](t, nil, handler.Config{}) },
			`{"content":[{"type":"text","text":"[]"}],"structuredContent":[]}`, `{"type":"array","items":{"type":"integer"}}`},
		{"a number", func(t *testing.T) (string, string) { return call(t, int64(9007199254740993), handler.Config{}) },
			`{"content":[{"type":"text","text":"9007199254740993"}],"structuredContent":9007199254740993}`, `{"type":"integer"}`},
		{"a boolean", func(t *testing.T) (string, string) { return call(t, true, handler.Config{}) },
			`{"content":[{"type":"text","text":"true"}],"structuredContent":true}`, `{"type":"boolean"}`},
		{"a string", func(t *testing.T) (string, string) { return call(t, "plain", handler.Config{}) },
			`{"content":[{"type":"text","text":"plain"}]}`, ``},
		{"a named string", func(t *testing.T) (string, string) { return call(t, named("x"), handler.Config{}) },
			`{"content":[{"type":"text","text":"\"x\""}],"structuredContent":"x"}`, `{"type":"string"}`},
		{"any", func(t *testing.T) (string, string) { return call[any](t, []any{1, "x"}, handler.Config{}) },
			`{"content":[{"type":"text","text":"[1,\"x\"]"}],"structuredContent":[1,"x"]}`, ``},
		{"raw JSON", func(t *testing.T) (string, string) {
			return call(t, json.RawMessage(`{"b":1,"a":2}`), handler.Config{})
		},
			`{"content":[{"type":"text","text":"{\"b\":1,\"a\":2}"}],"structuredContent":{"b":1,"a":2}}`, ``},
		{"a time", func(t *testing.T) (string, string) {
			return call(t, time.Date(2026, 7, 28, 9, 0, 0, 0, time.UTC), handler.Config{})
		}, `{"content":[{"type":"text","text":"\"2026-07-28T09:00:00Z\""}],"structuredContent":"2026-07-28T09:00:00Z"}`, `{"type":"string","format":"date-time"}`},
		{"a duration", func(t *testing.T) (string, string) { return call(t, 90*time.Minute, handler.Config{}) },
			`{"content":[{"type":"text","text":"\"1h30m\""}],"structuredContent":"1h30m"}`, `{"type":"string","description":"A duration such as 1h30m or 90s."}`},
		{"bytes", func(t *testing.T) (string, string) { return call(t, []byte("hi"), handler.Config{}) },
			`{"content":[{"type":"text","text":"\"aGk=\""}],"structuredContent":"aGk="}`, `{"type":"string","contentEncoding":"base64"}`},
		{"a large integer", func(t *testing.T) (string, string) {
			return call(t, new(big.Int).Lsh(big.NewInt(1), 70), handler.Config{})
		},
			`{"content":[{"type":"text","text":"1180591620717411303424"}],"structuredContent":1180591620717411303424}`, `{"type":"integer"}`},
		{"a struct with its own text", func(t *testing.T) (string, string) { return call(t, spokenReport{1}, handler.Config{}) },
			`{"content":[{"type":"text","text":"There is one thing."}],"structuredContent":{"count":1}}`,
			`{"type":"object","properties":{"count":{"type":"integer"}},"required":["count"]}`},
		{"nothing", func(t *testing.T) (string, string) { return call(t, struct{}{}, handler.Config{}) },
			`{"content":[{"type":"text","text":"Done."}]}`, ``},
		{"broken text", func(t *testing.T) (string, string) { return call(t, "a\xffb", handler.Config{}) },
			`{"content":[{"type":"text","text":"a` + "\uFFFD" + `b"}]}`, ``},
		{"broken text in a struct", func(t *testing.T) (string, string) { return call(t, []string{"a\xffb"}, handler.Config{}) },
			`{"content":[{"type":"text","text":"[\"a` + "\uFFFD" + `b\"]"}],"structuredContent":["a` + "\uFFFD" + `b"]}`, `{"type":"array","items":{"type":"string"}}`},

		{"one content block", func(t *testing.T) (string, string) { return call[mcp.Content](t, image, handler.Config{}) },
			`{"content":[{"type":"image","mimeType":"image/png","data":"AQI="}]}`, ``},
		{"a block of one type", func(t *testing.T) (string, string) { return call(t, image, handler.Config{}) },
			`{"content":[{"type":"image","mimeType":"image/png","data":"AQI="}]}`, ``},
		{"no content block", func(t *testing.T) (string, string) { return call[*mcp.ImageContent](t, nil, handler.Config{}) },
			`{"content":[{"type":"text","text":"Done."}]}`, ``},
		{"content blocks", func(t *testing.T) (string, string) {
			return call(t, []mcp.Content{
				&mcp.TextContent{Text: "x", Annotations: &mcp.Annotations{Audience: []mcp.Role{"user"}, Priority: 0.5}},
				nil,
				&mcp.AudioContent{MIMEType: "audio/wav", Data: []byte{1}},
				&mcp.ResourceLink{URI: "file:///a", Name: "a"},
				&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "file:///b", Text: "b"}, Annotations: &mcp.Annotations{Priority: 1}},
			}, handler.Config{})
		}, `{"content":[{"type":"text","text":"x","annotations":{"audience":["user"],"priority":0.5}},{"type":"audio","mimeType":"audio/wav","data":"AQ=="},` +
			`{"type":"resource_link","uri":"file:///a","name":"a"},{"type":"resource","resource":{"uri":"file:///b","text":"b"},"annotations":{"priority":1}}]}`, ``},
		{"no content blocks", func(t *testing.T) (string, string) { return call[[]mcp.Content](t, nil, handler.Config{}) },
			`{"content":[]}`, ``},
		{"a ready result", func(t *testing.T) (string, string) {
			return call(t, &mcp.CallToolResult{Meta: mcp.Meta{"a": 1}, Content: []mcp.Content{&mcp.TextContent{Text: "no"}}, IsError: true}, handler.Config{})
		}, `{"_meta":{"a":1},"content":[{"type":"text","text":"no"}],"isError":true}`, ``},
		{"a ready result with a value only", func(t *testing.T) (string, string) {
			return call(t, &mcp.CallToolResult{StructuredContent: map[string]any{"a": 1}}, handler.Config{})
		}, `{"content":[{"type":"text","text":"{\"a\":1}"}],"structuredContent":{"a":1}}`, ``},
		{"no ready result", func(t *testing.T) (string, string) { return call[*mcp.CallToolResult](t, nil, handler.Config{}) },
			`{"content":[{"type":"text","text":"Done."}]}`, ``},

		{"over the limit", func(t *testing.T) (string, string) {
			return call(t, strings.Repeat("x", 11), handler.Config{MaxResultBytes: 10})
		}, `{"content":[{"type":"text","text":"produce ran, but its result of 11 bytes is over the limit of 10 bytes, so it is not returned. To get less, ask for a smaller part."}],"isError":true}`, ``},
		{"a structured value over the limit", func(t *testing.T) (string, string) {
			return call(t, []int{1, 2, 3, 4, 5}, handler.Config{MaxResultBytes: 10})
		}, `{"content":[{"type":"text","text":"produce ran, but its result of 11 bytes is over the limit of 10 bytes, so it is not returned. To get less, ask for a smaller part."}],"isError":true}`,
			`{"type":"array","items":{"type":"integer"}}`},
		{"a value without JSON", func(t *testing.T) (string, string) { return call(t, math.NaN(), handler.Config{}) },
			`{"content":[{"type":"text","text":"` + broken + `"}],"isError":true}`, `{"type":"number"}`},
		{"a value outside its enumeration", func(t *testing.T) (string, string) { return call(t, level(3), handler.Config{}) },
			`{"content":[{"type":"text","text":"` + broken + `"}],"isError":true}`, `{"type":"integer","enum":[1,2]}`},
		{"a value inside its enumeration", func(t *testing.T) (string, string) { return call(t, level(2), handler.Config{}) },
			`{"content":[{"type":"text","text":"2"}],"structuredContent":2}`, `{"type":"integer","enum":[1,2]}`},
		{"a value that breaks the tool's own schema", func(t *testing.T) (string, string) {
			return call[any](t, map[string]any{"n": "x"}, handler.Config{OutputSchema: json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer"}}}`)})
		}, `{"content":[{"type":"text","text":"` + broken + `"}],"isError":true}`, `{"type":"object","properties":{"n":{"type":"integer"}}}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			written, schema := tt.run(t)
			if diff := cmp.Diff(tt.written, written); diff != "" {
				t.Errorf("result (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.schema, schema); diff != "" {
				t.Errorf("outputSchema (-want +got):\n%s", diff)
			}
		})
	}
}

const broken = "produce ran, but its result could not be returned because of a fault in the server. Do not call it again to repair this; its work may be done."

// TestTooLargeNamesTheWayOut looks for the parameter that makes a result smaller.
func TestTooLargeNamesTheWayOut(t *testing.T) {
	type args struct {
		Limit int `json:"limit,omitempty"`
	}
	h, err := handler.New(func(context.Context, args) ([]int, error) { return make([]int, 100), nil }, handler.Config{Tool: "list", MaxResultBytes: 50})
	if err != nil {
		t.Fatal(err)
	}
	result, err := h.Call(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := "list ran, but its result of 201 bytes is over the limit of 50 bytes, so it is not returned. To get less, set limit to a smaller number."
	if diff := cmp.Diff(want, textOf(t, result)); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
}
