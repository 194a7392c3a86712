package main

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/toolkittest"
)

// TestREADME holds the program and the text in the README against this program, and its tool
// against the snapshot.
func TestREADME(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	_, program, _ := strings.Cut(string(source), "package main")
	if !strings.Contains(string(readme), "```go\npackage main"+program+"```") {
		t.Error("the program in README.md is not examples/hello/main.go")
	}
	tk := toolkit.New("weather", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{Name: "forecast", Description: "Forecast the weather.", Hints: toolkit.ReadOnly}, forecast)
	toolkittest.Snapshot(t, tk, "testdata/tools.json")
	toolkittest.Lint(t, tk)
	call := func(arguments string) string {
		result, err := tk.Call(context.Background(), "forecast", json.RawMessage(arguments))
		if err != nil {
			t.Fatal(err)
		}
		return result.Content[0].(*mcp.TextContent).Text
	}
	if diff := cmp.Diff(`{"city":"Oslo","highs":[0,0,0]}`, call(`{"city":"Oslo"}`)); diff != "" {
		t.Errorf("a good call (-want +got):\n%s", diff)
	}
	bad := `{"cty":"Oslo","days":30,"unit":"celcius"}`
	if text := call(bad); !strings.Contains(string(readme), "`"+bad+"`") || !strings.Contains(string(readme), "```text\n"+text+"\n```") {
		t.Errorf("README.md does not show what %s is answered with:\n%s", bad, text)
	}
}
