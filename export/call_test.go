package export_test

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/export"
)

// TestCall calls through each interface: what the tool gets, and what the model gets.
func TestCall(t *testing.T) {
	tools := readTools(t, "testdata/tools.json")
	for _, tt := range []struct {
		api        export.API
		call, want string
	}{
		{export.Claude, `{"type":"tool_use","id":"c1","name":"admin_set","input":{"filter_name_":"x","level":1}}`,
			`{"type":"tool_result","tool_use_id":"c1","content":[{"type":"text","text":"admin.set{\"filter[name]\":\"x\",\"level\":1}"}]}`},
		{export.Claude, `{"type":"tool_use","id":"c1","name":"admin_st","input":{}}`,
			`{"type":"tool_result","tool_use_id":"c1","content":[{"type":"text","text":"There is no tool \"admin_st\". Did you mean \"admin_set\"?"}],"is_error":true}`},
		{export.OpenAI, `{"id":"c1","type":"function","function":{"name":"ping","arguments":""}}`, `{"role":"tool","tool_call_id":"c1","content":"ping{}"}`},
		{export.OpenAI, `{"id":"c1","type":"function","function":{"name":"find","arguments":"{\"id\":9007199254740993}"}}`, `{"role":"tool","tool_call_id":"c1","content":"find{\"id\":9007199254740993}"}`},
		{export.OpenAI, `{"id":"c1","type":"function","function":{"name":"find","arguments":"{\"id\":"}}`,
			`{"role":"tool","tool_call_id":"c1","content":"Error: The arguments of find are not valid JSON: unexpected EOF. Correct them and call the tool again."}`},
		{export.OpenAIStrict, `{"id":"c1","type":"function","function":{"name":"search_issues","arguments":"{\"query\":\"x\",\"status\":null,\"limit\":5,\"page\":{\"size\":1,\"after\":null},\"region\":\"eu\"}"}}`,
			`{"role":"tool","tool_call_id":"c1","content":"search_issues{\"query\":\"x\",\"limit\":5,\"page\":{\"size\":1},\"region\":\"eu\"}"}`},
		{export.OpenAIStrict, `{"id":"c1","type":"function","function":{"name":"draw","arguments":"{\"shape\":{\"kind\":\"square\",\"side\":2,\"tags\":\"{\\\"a\\\":1}\"},\"color\":null,\"size\":null,\"base\":null}"}}`,
			`{"role":"tool","tool_call_id":"c1","content":"draw{\"shape\":{\"kind\":\"square\",\"side\":2,\"tags\":{\"a\":1}}}"}`},
		{export.OpenAIStrict, `{"id":"c1","type":"function","function":{"name":"tree","arguments":"{\"top\":{\"value\":\"a\",\"children\":[{\"value\":\"b\",\"children\":null,\"next\":null}],\"next\":null}}"}}`,
			`{"role":"tool","tool_call_id":"c1","content":"tree{\"top\":{\"value\":\"a\",\"children\":[{\"value\":\"b\"}]}}"}`},
		{export.OpenAIResponsesStrict, `{"type":"function_call","call_id":"c1","name":"free","arguments":"{\"arguments\":\"{\\\"a\\\":1}\"}"}`,
			`{"type":"function_call_output","call_id":"c1","output":"free{\"a\":1}"}`},
		{export.OpenAIResponses, `{"type":"function_call","call_id":"c1","name":"ping","arguments":"{}"}`, `{"type":"function_call_output","call_id":"c1","output":"ping{}"}`},
		{export.Gemini, `{"functionCall":{"id":"c1","name":"admin.set","args":{"filter_name_":"x","values":"{\"a\":1}"}}}`,
			`{"functionResponse":{"id":"c1","name":"admin.set","response":{"output":"admin.set{\"filter[name]\":\"x\",\"values\":{\"a\":1}}"}}}`},
		{export.Gemini, `{"name":"pong"}`, `{"functionResponse":{"name":"pong","response":{"error":"There is no tool \"pong\". Did you mean \"ping\"?"}}}`},
	} {
		exported, err := export.New(tools, tt.api)
		if err != nil {
			t.Fatal(err)
		}
		got, err := exported.Call(t.Context(), json.RawMessage(tt.call))
		if err != nil {
			t.Errorf("%s %s: %v", tt.api, tt.call, err)
			continue
		}
		if diff := cmp.Diff(tt.want, string(got)); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", tt.api, tt.call, diff)
		}
	}
}

// TestNoCall gives each interface what is no call of it.
func TestNoCall(t *testing.T) {
	for _, api := range apis {
		exported, err := export.New(definitions{}, api)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range []string{``, `5`, `{}`, `{"type":"text"}`} {
			if got, err := exported.Call(t.Context(), json.RawMessage(call)); err == nil || !strings.HasPrefix(err.Error(), "export: this is no ") {
				t.Errorf("%s: %q gives %s and %v", api, call, got, err)
			}
		}
	}
}

// TestNewErrors gives New what it refuses.
func TestNewErrors(t *testing.T) {
	for _, tt := range []struct {
		tools definitions
		api   export.API
		want  string
	}{
		{nil, "mistral", `export: there is no interface "mistral"; there are [claude gemini openai openai-responses openai-responses-strict openai-strict]`},
		{append(one(`{}`), one(`{}`)...), export.Claude, `export: two tools are called "t", and a call could mean either`},
		{one(`5`), export.Claude, `export: tool "t": the inputSchema is no object`},
		{one(`{"type":"array"}`), export.Gemini, `export: tool "t": the inputSchema is of type array; arguments are an object`},
	} {
		if _, err := export.New(tt.tools, tt.api); err == nil || err.Error() != tt.want {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
}

// TestToolkit calls a toolkit's tool through an interface, once wrong.
func TestToolkit(t *testing.T) {
	tk := toolkit.New("numbers", "1.0.0")
	type args struct {
		N int `json:"n" description:"What to double" validate:"min=1"`
	}
	toolkit.Register(tk, toolkit.Tool{Name: "double"}, func(_ context.Context, a args) (map[string]int, error) { return map[string]int{"twice": 2 * a.N}, nil })
	exported, err := export.New(tk, export.Gemini)
	if err != nil {
		t.Fatal(err)
	}
	for call, want := range map[string]string{
		`{"name":"double","args":{"n":4}}`: `{"functionResponse":{"name":"double","response":{"output":{"twice":8}}}}`,
		`{"name":"double","args":{"n":0}}`: `must be at least 1`,
	} {
		got, err := exported.Call(t.Context(), json.RawMessage(call))
		if err != nil || !strings.Contains(string(got), want) {
			t.Errorf("%s: %s, %v", call, got, err)
		}
	}
}

// TestMedia sends what is no text to each interface.
func TestMedia(t *testing.T) {
	tk := toolkit.New("media", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{Name: "m"}, func(context.Context, struct{}) ([]mcp.Content, error) {
		return []mcp.Content{&mcp.ImageContent{MIMEType: "image/png", Data: []byte("p")}, &mcp.AudioContent{MIMEType: "audio/wav", Data: []byte("s")}}, nil
	})
	const left = `(Audio of type audio/wav, 1 bytes, is left out: it cannot be shown here)`
	for api, tt := range map[export.API]struct{ call, want string }{
		export.Claude: {`{"type":"tool_use","id":"c","name":"m","input":{}}`,
			`{"type":"tool_result","tool_use_id":"c","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"cA=="}},{"type":"text","text":"` + left + `"}]}`},
		export.OpenAI: {`{"id":"c","function":{"name":"m","arguments":"{}"}}`,
			`{"role":"tool","tool_call_id":"c","content":"(An image of type image/png, 1 bytes, is left out: it cannot be shown here)\n\n` + left + `"}`},
		export.OpenAIResponses: {`{"type":"function_call","call_id":"c","name":"m","arguments":"{}"}`,
			`{"type":"function_call_output","call_id":"c","output":[{"type":"input_text","text":"` + left + `"},{"type":"input_image","image_url":"data:image/png;base64,cA=="}]}`},
		export.Gemini: {`{"name":"m"}`,
			`{"functionResponse":{"name":"m","response":{"output":"` + left + `"},"parts":[{"inlineData":{"mimeType":"image/png","data":"cA=="}}]}}`},
	} {
		exported, err := export.New(tk, api)
		if err != nil {
			t.Fatal(err)
		}
		got, err := exported.Call(t.Context(), json.RawMessage(tt.call))
		if diff := cmp.Diff(tt.want, string(got)); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", api, err, diff)
		}
	}
}

// TestRealServers exports the tools of real servers, if their definitions are there.
func TestRealServers(t *testing.T) {
	files, err := filepath.Glob("../../shared/corpus/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, "testdata/tools.json") {
		for _, api := range apis {
			exported, err := export.New(readTools(t, file), api)
			if err != nil {
				t.Errorf("%s for %s: %v", file, api, err)
				continue
			}
			for _, problem := range problems(t, api, exported.Definitions()) {
				t.Errorf("%s: %s", file, problem)
			}
		}
	}
}
