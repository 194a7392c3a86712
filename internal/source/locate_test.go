package source

import (
	"os"
	"path/filepath"
	"testing"
)

func TestLocate(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("split", 0o700); err != nil {
		t.Fatal(err)
	}
	const tools = `{
  "tools": [
    {"name": "a"},
    {
      "inputSchema": {
        "properties": {
          "x/y": {
            "maximum": 5
          }
        }
      },
      "name": "b"
    }
  ]
}`
	for name, text := range map[string]string{
		"tools.json": tools, "list.json": "[\n{\"name\":\"a\"},\n{\"name\":\"b\"}]",
		"response.json": "{\"result\":{\"tools\":[\n{\"name\":\"b\"}]}}", filepath.Join("split", "b.json"): "{\n\"name\":\"b\",\n\"title\":\"B\"}",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name, tool, pointer, file string
		line                      int
	}{
		{"tools.json", "a", "", "tools.json", 3},
		{"tools.json", "b", "", "tools.json", 4},
		{"tools.json", "b", "/inputSchema/properties/x~1y/maximum", "tools.json", 8},
		{"tools.json", "b", "/inputSchema/properties/x~1y/minimum", "tools.json", 7},
		{"tools.json", "b", "/inputSchema/properties/x", "tools.json", 6},
		{"tools.json", "c", "", "tools.json", 1},
		{"list.json", "b", "/title", "list.json", 3},
		{"response.json", "b", "", "response.json", 2},
		{"split", "b", "/title", "split/b.json", 3},
		{"split", "c", "", "split", 0},
		{"git:main:./tools.json", "a", "", "tools.json", 0},
		{"missing.json", "a", "", "missing.json", 0},
	} {
		if file, line := Locate(tt.name, tt.tool, tt.pointer); file != tt.file || line != tt.line {
			t.Errorf("%s, %s%s: %s:%d, want %s:%d", tt.name, tt.tool, tt.pointer, file, line, tt.file, tt.line)
		}
	}
}
