package export

import (
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// openAIDefinitions writes functions for the Chat Completions API, or for the Responses API,
// where "strict" is on unless it is said otherwise
// (https://platform.openai.com/docs/guides/function-calling).
func openAIDefinitions(tools []*tool, strict, nested bool) any {
	list := make([]any, len(tools))
	for i, t := range tools {
		function := object("name", t.exported, "description", orNil(t.description), "parameters", t.parameters, "strict", strict)
		if nested {
			list[i] = object("type", "function", "function", function)
			continue
		}
		flat := object("type", "function")
		for _, name := range function.Names() {
			flat.Set(name, function.Get(name))
		}
		list[i] = flat
	}
	return list
}

func readChat(call json.RawMessage) (request, error) {
	var c struct {
		Type, ID string
		Function struct {
			Name      string
			Arguments written
		}
	}
	if err := read(call, &c, "tool call"); err != nil {
		return request{}, err
	}
	if c.Type != "function" && c.Type != "" || c.ID == "" || c.Function.Name == "" {
		return request{}, errors.New(`this is no tool call of a function, which has "type": "function", an "id" and a "function" with "name" and "arguments"`)
	}
	return request{c.ID, c.Function.Name, json.RawMessage(c.Function.Arguments)}, nil
}

// written are arguments as JSON in a string. Servers that speak as OpenAI does may send them as
// an object.
type written json.RawMessage

func (w *written) UnmarshalJSON(raw []byte) error {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		raw = []byte(text)
	}
	*w = append(written(nil), raw...)
	return nil
}

// writeChat writes the message of a tool, which can hold text only.
func writeChat(r request, result *mcp.CallToolResult) any {
	list := parts(result, func(string) bool { return false })
	return object("role", "tool", "tool_call_id", r.id, "content", answer(list, result.IsError))
}

// answer returns the text of a result. The interface has no mark for errors.
func answer(list []part, isError bool) string {
	text := joined(list)
	if text == "" {
		text = textEmpty
	}
	if isError {
		text = "Error: " + text
	}
	return text
}

func readResponses(call json.RawMessage) (request, error) {
	var item struct {
		Type      string
		CallID    string `json:"call_id"`
		Name      string
		Arguments written
	}
	if err := read(call, &item, "function_call item"); err != nil {
		return request{}, err
	}
	if item.Type != "function_call" || item.CallID == "" || item.Name == "" {
		return request{}, errors.New(`this is no function_call item, which has "type": "function_call", a "call_id", a "name" and "arguments"`)
	}
	return request{item.CallID, item.Name, json.RawMessage(item.Arguments)}, nil
}

// writeResponses writes a function_call_output item: a text, or a list if there are images or
// documents.
func writeResponses(r request, result *mcp.CallToolResult) any {
	list := parts(result, func(media string) bool { return isImage(media) || media == pdf })
	var content []any
	for _, p := range list {
		switch {
		case p.data == "":
		case p.media == pdf:
			content = append(content, object("type", "input_file", "filename", fileName(p.name), "file_data", dataURL(p)))
		default:
			content = append(content, object("type", "input_image", "image_url", dataURL(p)))
		}
	}
	var output any = answer(list, result.IsError)
	if len(content) > 0 {
		if text := joined(list); text != "" || result.IsError {
			content = append([]any{object("type", "input_text", "text", output)}, content...)
		}
		output = content
	}
	return object("type", "function_call_output", "call_id", r.id, "output", output)
}

func dataURL(p part) string { return "data:" + p.media + ";base64," + p.data }

// fileName returns the last part of a URI, for a file that needs a name.
func fileName(uri string) string {
	for i := len(uri) - 1; i >= 0; i-- {
		if uri[i] == '/' {
			uri = uri[i+1:]
			break
		}
	}
	if uri == "" {
		return "file.pdf"
	}
	return uri
}
