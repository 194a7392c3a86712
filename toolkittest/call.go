package toolkittest

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// Call calls a tool as a client over HTTP would, and returns its result. A call that fails, in
// whichever way, ends the test with what the model would have read.
//
// arguments are anything that marshals to a JSON object, or the object itself as a string,
// []byte or [json.RawMessage]; nil means {}. Result is what the answer is decoded into: a struct
// like the one that the tool returns, or one with the members that the test looks at; string for
// the text; [mcp.Content], a slice of it, or *[mcp.CallToolResult] for the answer as it came.
//
// The client speaks MCP 2026-07-28, has no token, and cannot ask its user, unless options say
// otherwise. Each call is a client of its own. It works in a bubble of package synctest.
func Call[Result any](t testing.TB, tk *toolkit.Toolkit, tool string, arguments any, options ...CallOption) Result {
	t.Helper()
	c := newClient(t, tk, options)
	answer, err := c.call(tool, arguments)
	if err != nil {
		t.Fatalf("%s was not called: %v", tool, err)
	}
	if answer.IsError {
		t.Fatalf("%s failed:\n%s", tool, textOf(answer))
	}
	result, err := decode[Result](answer, c.wraps(tool))
	if err != nil {
		t.Fatalf("the result of %s: %v", tool, err)
	}
	return result
}

// decode turns an answer into a Go value. wrapped says that a structured value stands in an
// object, for an old client.
func decode[Result any](answer *mcp.CallToolResult, wrapped bool) (Result, error) {
	var result Result
	switch p := any(&result).(type) {
	case **mcp.CallToolResult:
		*p = answer
		return result, nil
	case *[]mcp.Content:
		*p = answer.Content
		return result, nil
	case *mcp.Content:
		if len(answer.Content) != 1 {
			return result, errors.New("it has not one content block; use []mcp.Content")
		}
		*p = answer.Content[0]
		return result, nil
	case *string:
		*p = textOf(answer)
		return result, nil
	case *struct{}:
		return result, nil
	}
	raw, err := valueOf(answer, wrapped)
	if err != nil {
		return result, err
	}
	err = jsonv2.Unmarshal(raw, &result, toolreflect.ArgumentOptions(), jsonv2.RejectUnknownMembers(false))
	return result, err
}

// valueOf returns the structured value of an answer as JSON.
func valueOf(answer *mcp.CallToolResult, wrapped bool) (json.RawMessage, error) {
	text := json.RawMessage(textOf(answer))
	if answer.StructuredContent == nil {
		if !json.Valid(text) {
			return nil, errors.New("it is no structured value, but the text " + string(text))
		}
		return text, nil
	}
	structured := answer.StructuredContent
	if object, ok := structured.(map[string]any); ok && wrapped {
		structured = object["result"]
	}
	// The client has turned numbers into float64; the text has them as they were sent.
	var said any
	if json.Unmarshal(text, &said) == nil && cmp.Equal(said, structured) {
		return text, nil
	}
	return json.Marshal(structured)
}

// textOf returns the texts of an answer, a line each.
func textOf(answer *mcp.CallToolResult) string {
	var texts []string
	for _, block := range answer.Content {
		if text, ok := block.(*mcp.TextContent); ok {
			texts = append(texts, text.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// argumentsOf returns arguments as JSON.
func argumentsOf(arguments any) (json.RawMessage, error) {
	switch a := arguments.(type) {
	case nil:
		return json.RawMessage("{}"), nil
	case string:
		return json.RawMessage(a), nil
	case []byte:
		return a, nil
	case json.RawMessage:
		return a, nil
	}
	if reflect.TypeOf(arguments).Kind() == reflect.Pointer && reflect.ValueOf(arguments).IsNil() {
		return nil, errors.New("the arguments are a nil pointer")
	}
	raw, err := jsonv2.Marshal(arguments, toolreflect.ResultOptions())
	return bytes.TrimSpace(raw), err
}

// isObject reports whether a schema is that of an object, or there is none.
func isObject(schema any) bool {
	raw, _ := schema.(json.RawMessage)
	var keywords struct {
		Type string `json:"type"`
	}
	return len(raw) == 0 || json.Unmarshal(raw, &keywords) == nil && keywords.Type == "object"
}
