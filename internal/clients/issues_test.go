package clients_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/internal/clients"
)

// lines says an issue in short.
func lines(t *testing.T, tool *mcp.Tool) []string {
	t.Helper()
	issues, err := clients.Issues(tool)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, i := range issues {
		when := ""
		if i.When != "" {
			when = " " + i.When
		}
		list = append(list, i.Path+" "+i.Client+when+": "+i.What)
	}
	return list
}

func TestIssues(t *testing.T) {
	const empty = `{"type":"object","properties":{},"additionalProperties":false}`
	// of wraps the schema of one required property.
	of := func(schema string) string {
		return `{"type":"object","properties":{"a":` + schema + `},"required":["a"],"additionalProperties":false}`
	}
	seen := map[string]bool{}
	for _, tt := range []struct {
		tool, input, output string
		want                []string
	}{
		{"search_issues", empty, "", nil},
		{"admin.search", empty, "", []string{"/name Claude API: the name"}},
		{"7zip", empty, "", []string{"/name Gemini API: the name", "/name Moonshot API: the name"}},
		{strings.Repeat("a", 65), empty, "", []string{"/name Gemini API: the name"}},
		{strings.Repeat("a", 64), empty, "", nil},
		{"t", `{"type":"object","additionalProperties":false}`, "", []string{"/inputSchema OpenAI API: an object without properties"}},
		{"t", `{"type":"object","properties":{},"required":null,"additionalProperties":false}`, "", []string{
			"/inputSchema OpenAI API: a keyword that is null", "/inputSchema Claude API: a schema that is none of 2020-12",
			"/inputSchema Claude Code: a keyword that is null", "/inputSchema VS Code Copilot: a schema that is none of draft-07"}},
		{"t", `{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`, "", []string{"/inputSchema OpenAI API for strict tools: an optional property"}},
		{"t", `{"type":"object","properties":{}}`, "", []string{"/inputSchema OpenAI API for strict tools: an object that takes other properties"}},
		{"t", `{"type":"object","properties":{},"required":["b"],"additionalProperties":false}`, "", []string{"/inputSchema VS Code Copilot: a required property that is not among the properties"}},
		{"t", of(`{"type":"string","not":{"type":"string","minLength":3}}`), "", []string{
			"/inputSchema/properties/a OpenAI API for strict tools: allOf, not, if or a dependent keyword",
			"/inputSchema/properties/a/not Claude API for strict tools: a bound of a number or a length",
			"/inputSchema/properties/a/not VS Code Copilot for GPT-4 models: a bound, a length, a pattern, a format or a default"}},
		{"t", of(`{"type":["string","null"]}`), "", []string{"/inputSchema/properties/a Gemini API: a list of types", "/inputSchema/properties/a Cursor: a list of types"}},
		{"t", of(`true`), "", []string{"/inputSchema/properties/a Gemini API: a boolean schema"}},
		{"t", of(`{}`), "", nil},
		{"t", of(`{"const":"x"}`), "", []string{"/inputSchema/properties/a Gemini API: a const"}},
		{"t", of(`{"type":"object","properties":{},"propertyNames":{"type":"string"},"additionalProperties":false}`), "", []string{
			"/inputSchema/properties/a Gemini API: patternProperties or propertyNames", "/inputSchema/properties/a VS Code Copilot for GPT-4 models: a bound, a length, a pattern, a format or a default"}},
		{"t", of(`{"type":"number","exclusiveMinimum":0}`), "", []string{
			"/inputSchema/properties/a Gemini API: exclusiveMinimum or exclusiveMaximum", "/inputSchema/properties/a Claude API for strict tools: a bound of a number or a length"}},
		{"t", of(`{"type":"string","format":"date-time"}`), "", []string{"/inputSchema/properties/a VS Code Copilot for GPT-4 models: a bound, a length, a pattern, a format or a default"}},
		{"t", of(`{"type":"string","format":"uri"}`), "", []string{
			"/inputSchema/properties/a Gemini API: a format other than date-time", "/inputSchema/properties/a VS Code Copilot for GPT-4 models: a bound, a length, a pattern, a format or a default"}},
		{"t", of(`{"type":"string","enum":["","x"]}`), "", []string{"/inputSchema/properties/a Gemini API: an empty string in an enum"}},
		{"t", of(`{"type":"integer","enum":[1,2]}`), "", []string{"/inputSchema/properties/a Gemini API: an enum of values that are no strings"}},
		{"t", of(`{"type":"array"}`), "", []string{"/inputSchema/properties/a Gemini API: an array without items", "/inputSchema/properties/a VS Code Copilot: an array without items"}},
		{"t", of(`{"type":"array","items":[{"type":"string"}]}`), "", []string{
			"/inputSchema/properties/a Moonshot API: a list of schemas as items", "/inputSchema Claude API: a schema that is none of 2020-12"}},
		{"t", of(`{"type":"string","anyOf":[{"minLength":1}]}`), "", []string{
			"/inputSchema/properties/a Gemini API: a type beside anyOf", "/inputSchema/properties/a Cursor: oneOf, anyOf or allOf", "/inputSchema/properties/a Moonshot API: a type beside anyOf",
			"/inputSchema/properties/a/anyOf/0 Claude API for strict tools: a bound of a number or a length",
			"/inputSchema/properties/a/anyOf/0 VS Code Copilot for GPT-4 models: a bound, a length, a pattern, a format or a default"}},
		{"t", `{"type":"object","properties":{},"additionalProperties":false,"oneOf":[{}]}`, "", []string{
			"/inputSchema Claude API: oneOf, anyOf or allOf at the root", "/inputSchema Cursor: oneOf, anyOf or allOf", "/inputSchema VS Code Copilot: oneOf, anyOf, allOf, not or if at the root"}},
		{"t", `{"type":"object","properties":{"a[]":{}},"required":["a[]"],"additionalProperties":false}`, "", []string{"/inputSchema Claude API: a property name"}},
		{"t", `{}`, "", []string{"/inputSchema Claude Code: a root that is no object"}},
		{"t", `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{},"additionalProperties":false}`, "", []string{
			"/inputSchema Gemini API: a $schema", "/inputSchema VS Code Copilot: a $schema of 2020-12"}},
		{"t", of(`{"type":"string","description":"` + strings.Repeat("ä", 1025) + `"}`), "", []string{"/inputSchema/properties/a VS Code Copilot for GPT-4 models: a description of more than 1,024 characters"}},
		{"t", of(`{"type":"string","description":"` + strings.Repeat("ä", 1024) + `"}`), "", nil},
		{"t", `{"type":"object","properties":{"a":{"$ref":"#/$defs/n"}},"required":["a"],"additionalProperties":false,"$defs":{"n":{"type":"array","items":{"$ref":"#/$defs/n"}}}}`, "", []string{
			"/inputSchema/properties/a Claude API for strict tools: a schema that refers to itself", "/inputSchema/properties/a Copilot CLI: a $ref", "/inputSchema/properties/a LM Studio: a $ref",
			"/inputSchema/$defs/n/items Claude API for strict tools: a schema that refers to itself", "/inputSchema/$defs/n/items Copilot CLI: a $ref", "/inputSchema/$defs/n/items LM Studio: a $ref"}},
		{"t", `{"type":"object","properties":{"a":{"$ref":"#/definitions/n","description":"x"}},"required":["a"],"additionalProperties":false,"definitions":{"n":{"type":"string","description":"y"}}}`, "", []string{
			"/inputSchema/properties/a Copilot CLI: a $ref", "/inputSchema/properties/a LM Studio: a $ref",
			"/inputSchema/properties/a Moonshot API: a $ref to elsewhere than #/$defs/", "/inputSchema/properties/a Moonshot API: a keyword beside $ref that the definition has too"}},
		{"t", empty, `{"type":"object","properties":{"a":{"$ref":"#/$defs/n"}}}`, []string{
			"/outputSchema/properties/a Claude Code: a $ref to nothing", "/outputSchema/properties/a Kiro: a $ref to nothing"}},
		{"t", empty, `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object"}`, []string{"/outputSchema Claude Code: an outputSchema that declares draft-07"}},
		{"t", empty, `{"type":"array"}`, []string{"/outputSchema TypeScript SDK 1.x: an outputSchema whose root is no object"}},
	} {
		tool := &mcp.Tool{Name: tt.tool, InputSchema: json.RawMessage(tt.input)}
		if tt.output != "" {
			tool.OutputSchema = json.RawMessage(tt.output)
		}
		got := lines(t, tool)
		for _, line := range got {
			_, line, _ = strings.Cut(line, " ")
			seen[line] = true
		}
		if diff := cmp.Diff(sorted(tt.want), sorted(got)); diff != "" {
			t.Errorf("%s %s %s (-want +got):\n%s", tt.tool, tt.input, tt.output, diff)
		}
	}
	for _, e := range clients.Entries() {
		line := e.Client + ": " + e.What
		if e.When != "" {
			line = e.Client + " " + e.When + ": " + e.What
		}
		if !seen[line] {
			t.Errorf("no case shows %s", line)
		}
	}
}

func TestIssuesErrors(t *testing.T) {
	for _, tt := range []struct {
		schema any
		want   string
	}{
		{json.RawMessage(`{"type":`), `the inputSchema of "t" cannot be written as JSON: `},
		{make(chan int), `the inputSchema of "t" cannot be written as JSON: json: unsupported type: chan int`},
		{json.RawMessage(`{"maximum":1e999}`), `the inputSchema of "t" cannot be read: `},
	} {
		if _, err := clients.Issues(&mcp.Tool{Name: "t", InputSchema: tt.schema}); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("error %v, want %s", err, tt.want)
		}
	}
}

// TestIssuesOfPublicServers looks at the tools of servers.
func TestIssuesOfPublicServers(t *testing.T) {
	files, err := filepath.Glob("../lint/testdata/corpus/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no definitions: %v", err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var list struct {
			Tools []*mcp.Tool `json:"tools"`
		}
		if err := json.Unmarshal(raw, &list); err != nil || len(list.Tools) == 0 {
			t.Fatalf("%s: %d tools, %v", file, len(list.Tools), err)
		}
		for _, tool := range list.Tools {
			if _, err := clients.Issues(tool); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
}
