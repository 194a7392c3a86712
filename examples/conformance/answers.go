package main

import (
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// form asks the user to fill in a form.
func form(message, schema string) *mcp.ElicitParams {
	return &mcp.ElicitParams{Message: message, RequestedSchema: json.RawMessage(schema)}
}

// accepted returns one text of a form that the user has sent.
func accepted(response mcp.InputResponse, field string) (string, bool) {
	form, ok := response.(*mcp.ElicitResult)
	if !ok || form.Action != "accept" {
		return "", false
	}
	text, ok := form.Content[field].(string)
	return text, ok && text != ""
}

// samplingOf asks the client's model. It is deprecated in 2026-07-28, but still part of it and
// of all older revisions, as are roots.
//
//lint:ignore SA1019 see above
func samplingOf(prompt string) *mcp.CreateMessageParams {
	//lint:ignore SA1019 see above
	return &mcp.CreateMessageParams{Messages: []*mcp.SamplingMessage{userMessage(prompt)}, MaxTokens: 100}
}

//lint:ignore SA1019 see samplingOf
func userMessage(text string) *mcp.SamplingMessage {
	//lint:ignore SA1019 see samplingOf
	return &mcp.SamplingMessage{Role: "user", Content: &mcp.TextContent{Text: text}}
}

// listRoots asks for the client's roots.
//
//lint:ignore SA1019 see samplingOf
func listRoots() *mcp.ListRootsParams { return &mcp.ListRootsParams{} }

// sampled returns what the client's model has said.
func sampled(response mcp.InputResponse) (string, bool) {
	var parts []string
	switch r := response.(type) {
	//lint:ignore SA1019 see samplingOf
	case *mcp.CreateMessageResult:
		parts = append(parts, textOf(r.Content))
	//lint:ignore SA1019 see samplingOf
	case *mcp.CreateMessageWithToolsResult:
		for _, content := range r.Content {
			parts = append(parts, textOf(content))
		}
	default:
		return "", false
	}
	return strings.Join(parts, "\n"), true
}

// countRoots returns how many roots the client has.
func countRoots(response mcp.InputResponse) (int, bool) {
	//lint:ignore SA1019 see samplingOf
	result, ok := response.(*mcp.ListRootsResult)
	if !ok {
		return 0, false
	}
	return len(result.Roots), true
}
