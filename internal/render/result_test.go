package render

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestErrorsAreRed(t *testing.T) {
	var out bytes.Buffer
	p := &Printer{Out: &out, Color: true}
	result := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "No."}}, IsError: true}
	if err := p.Result(result, nil); err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), "\x1b[31mNo.\x1b[0m\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSameJSON(t *testing.T) {
	for _, tt := range []struct {
		text, structured string
		want             bool
	}{
		{`{"a":1,"b":2}`, `{"b":2,"a":1}`, true},
		{`[1]`, `{"result":[1]}`, true},
		{`9007199254740993`, `9007199254740992`, false},
		{`{"a":1}`, ``, false},
		{`a`, `"a"`, false},
		{`1 2`, `1`, false},
	} {
		if got := sameJSON(tt.text, json.RawMessage(tt.structured)); got != tt.want {
			t.Errorf("sameJSON(%s, %s) = %v", tt.text, tt.structured, got)
		}
	}
}

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"a\tb\r\nc\n":       "a\tb\nc\n",
		"\x1b]0;title\x07x": "]0;titlex",
		"a\u202eb\u2066c":   "abc",
		"\u009b2Jx":         "2Jx",
		"Grüße, 世界":         "Grüße, 世界",
	} {
		if diff := cmp.Diff(want, Clean(in)); diff != "" {
			t.Errorf("Clean(%q) (-want +got):\n%s", in, diff)
		}
	}
}

func TestNoTools(t *testing.T) {
	var out bytes.Buffer
	if err := Tools(&out, nil); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != "The server has no tools.\n" {
		t.Errorf("got %q", got)
	}
}
