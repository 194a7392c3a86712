package export_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/export"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// apis are all interfaces.
var apis = []export.API{export.Claude, export.OpenAI, export.OpenAIStrict, export.OpenAIResponses, export.OpenAIResponsesStrict, export.Gemini}

// A definitions is a source whose tools answer with their arguments.
type definitions []*mcp.Tool

func (d definitions) Tools() []*mcp.Tool { return d }

func (d definitions) Call(_ context.Context, tool string, arguments json.RawMessage) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: tool + string(arguments)}}}, nil
}

// readTools reads a tools/list result.
func readTools(t *testing.T, file string) definitions {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Tools []struct {
			mcp.Tool
			InputSchema json.RawMessage `json:"inputSchema"`
		} `json:"tools"`
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	var tools definitions
	for i := range list.Tools {
		tool := list.Tools[i].Tool
		tool.InputSchema = list.Tools[i].InputSchema
		tools = append(tools, &tool)
	}
	return tools
}

// one is a source with one tool.
func one(schema string) definitions {
	return definitions{{Name: "t", InputSchema: json.RawMessage(schema)}}
}

// TestGolden holds what each interface gets of one list, and the notes, against files.
func TestGolden(t *testing.T) {
	tools := readTools(t, "testdata/tools.json")
	for _, api := range apis {
		t.Run(string(api), func(t *testing.T) {
			exported, err := export.New(tools, api)
			if err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			enc := json.NewEncoder(&got)
			enc.SetEscapeHTML(false)
			enc.SetIndent("", "  ")
			if err := enc.Encode(map[string]any{"tools": exported.Definitions(), "notes": exported.Notes()}); err != nil {
				t.Fatal(err)
			}
			golden(t, string(api)+".json", got.Bytes())
			for _, problem := range problems(t, api, exported.Definitions()) {
				t.Error(problem)
			}
		})
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}
