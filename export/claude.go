package export

import (
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// claudeDefinitions writes tools for the Messages API
// (https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools).
func claudeDefinitions(tools []*tool) any {
	list := make([]any, len(tools))
	for i, t := range tools {
		list[i] = object("name", t.exported, "description", orNil(t.description), "input_schema", t.parameters)
	}
	return list
}

// orNil leaves an empty text out.
func orNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func readClaude(call json.RawMessage) (request, error) {
	var block struct {
		Type, ID, Name string
		Input          json.RawMessage
	}
	if err := read(call, &block, "tool_use block"); err != nil {
		return request{}, err
	}
	if block.Type != "tool_use" || block.ID == "" || block.Name == "" {
		return request{}, errors.New(`this is no tool_use block, which has "type": "tool_use", an "id", a "name" and an "input"`)
	}
	return request{block.ID, block.Name, block.Input}, nil
}

// writeClaude writes a tool_result block
// (https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls).
func writeClaude(r request, result *mcp.CallToolResult) any {
	list := parts(result, func(media string) bool { return isImage(media) || media == pdf })
	content := []any{}
	for _, p := range list {
		switch {
		case p.data != "":
			kind := "image"
			if p.media == pdf {
				kind = "document"
			}
			content = append(content, object("type", kind, "source", object("type", "base64", "media_type", p.media, "data", p.data)))
		case p.text != "": // an empty one is refused
			content = append(content, object("type", "text", "text", p.text))
		}
	}
	if len(content) == 0 {
		content = append(content, object("type", "text", "text", textEmpty))
	}
	out := object("type", "tool_result", "tool_use_id", r.id, "content", content)
	if result.IsError {
		out.Set("is_error", true)
	}
	return out
}
