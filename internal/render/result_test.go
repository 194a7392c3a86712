package render

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestErrorsAreRed makes sure that the colour ends where the error does.
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

// TestSameJSON holds texts against the structured values that they may repeat.
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
		{` {"a": [1, {"b": null}]} `, `{"a":[1,{"b":null}]}`, true},
		{`[1]`, `{"result":[1],"more":true}`, false},
		{``, `""`, false},
	} {
		if got := sameJSON(tt.text, json.RawMessage(tt.structured)); got != tt.want {
			t.Errorf("sameJSON(%s, %s) = %v", tt.text, tt.structured, got)
		}
	}
}

var update = flag.Bool("update", false, "write the golden files")

// golden holds a text against a file in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

// TestResult prints results of every kind.
func TestResult(t *testing.T) {
	text := func(s string) mcp.Content { return &mcp.TextContent{Text: s} }
	for _, tt := range []struct {
		name       string
		content    []mcp.Content
		structured string
		isError    bool
	}{
		{name: "nothing"},
		{name: "text", content: []mcp.Content{text("One.\n\nTwo.\n"), text("Another block")}},
		{name: "structured", content: []mcp.Content{text(`{"b":1,"a":"<&>"}`)}, structured: `{"b":1,"a":"<&>"}`},
		{name: "structured-array", content: []mcp.Content{text(`[{"id":1},{"id":2}]`)}, structured: `[{"id":1},{"id":2}]`},
		{name: "structured-wrapped", content: []mcp.Content{text(`[1,2]`)}, structured: `{"result":[1,2]}`},
		{name: "structured-null", content: []mcp.Content{text("A text")}, structured: `null`},
		{name: "text-and-structured", content: []mcp.Content{text("Two issues")}, structured: `{"total":2}`},
		{name: "error", content: []mcp.Content{text("It did not work.")}, isError: true},
		{name: "escapes", content: []mcp.Content{text("a\x1b[2J\u009b1mb\xff")}, structured: "{\"a\":\"\u009b2J\u202ex\\u001b\"}"},
		{name: "links", content: []mcp.Content{
			&mcp.ResourceLink{URI: "file:///a.txt", Name: "a.txt", Title: "The \x1b[31mfile", Description: "What it is.\nMore."},
			&mcp.ResourceLink{URI: "file:///b\x1b.txt", Name: "b.txt"},
			&mcp.ResourceLink{URI: "file:///c.txt"},
		}},
		{name: "resources", content: []mcp.Content{
			&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "file:///b.txt", Text: "inside\x07\n"}},
			&mcp.EmbeddedResource{},
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			p := &Printer{Out: &out, Folder: t.TempDir(), Name: "tool"}
			if err := p.Result(&mcp.CallToolResult{Content: tt.content, IsError: tt.isError}, json.RawMessage(tt.structured)); err != nil {
				t.Fatal(err)
			}
			golden(t, tt.name+".txt", out.String())
		})
	}
}

// TestBinaryContent saves blocks, and looks at the files.
func TestBinaryContent(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a_b-1.png"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	p := &Printer{Out: &out, Folder: folder, Name: "a/b"}
	result := &mcp.CallToolResult{Content: []mcp.Content{
		&mcp.ImageContent{MIMEType: "image/png", Data: []byte("one")},
		&mcp.ImageContent{MIMEType: "image/png; quality=1", Data: []byte("two")},
		&mcp.AudioContent{MIMEType: "audio/mpeg", Data: []byte("three")},
		&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "file:///x", MIMEType: "../x\x1b", Blob: []byte("four")}},
		&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "file:///y", Blob: []byte{}}},
	}}
	if err := p.Result(result, nil); err != nil {
		t.Fatal(err)
	}
	golden(t, "binary.txt", strings.ReplaceAll(out.String(), folder+string(filepath.Separator), ""))
	for name, want := range map[string]string{
		"a_b-1.png": "mine", "a_b-2.png": "one", "a_b-3.png": "two", "a_b-1.mp3": "three", "a_b-1.bin": "four", "a_b-2.bin": "",
	} {
		got, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Error(err)
		} else if string(got) != want {
			t.Errorf("%s has %q, want %q", name, got, want)
		}
	}
}

// TestUnsaved makes sure that the rest of a result is printed if a block cannot be saved.
func TestUnsaved(t *testing.T) {
	var out bytes.Buffer
	p := &Printer{Out: &out, Folder: filepath.Join(t.TempDir(), "missing"), Name: "tool"}
	result := &mcp.CallToolResult{Content: []mcp.Content{&mcp.ImageContent{Data: []byte("x")}, &mcp.TextContent{Text: "Done."}}}
	err := p.Result(result, nil)
	if err == nil || !strings.HasPrefix(err.Error(), "cannot save the image: ") {
		t.Errorf("error %v", err)
	}
	if got := out.String(); got != "Done.\n" {
		t.Errorf("got %q", got)
	}
}

// TestUnstructured refuses what is not JSON.
func TestUnstructured(t *testing.T) {
	p := &Printer{Out: new(bytes.Buffer)}
	err := p.Result(&mcp.CallToolResult{}, json.RawMessage(`{`))
	if err == nil || err.Error() != "structuredContent is not JSON: unexpected end of JSON input" {
		t.Errorf("error %v", err)
	}
}
