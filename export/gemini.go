package export

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/internal/ordered"
)

// geminiDefinitions writes function declarations, whose parameters are a Schema and no JSON
// Schema (https://ai.google.dev/api/caching#Schema). Those of a function without any are left
// out, since an object without properties is refused.
func geminiDefinitions(tools []*tool) any {
	list := make([]any, len(tools))
	for i, t := range tools {
		declaration := object("name", t.exported, "description", orNil(t.description))
		if len(t.parameters.Object("properties").Names()) > 0 {
			declaration.Set("parameters", capitals(t.parameters))
		}
		list[i] = declaration
	}
	return []any{object("functionDeclarations", list)}
}

// capitals returns a schema with its types as the interface documents them.
func capitals(s *ordered.Object) *ordered.Object {
	out := ordered.New()
	for _, name := range s.Names() {
		value := s.Get(name)
		switch name {
		case "type":
			value = strings.ToUpper(s.Text(name))
		case "items":
			value = capitals(s.Object(name))
		case "properties":
			all := ordered.New()
			for _, property := range s.Object(name).Names() {
				all.Set(property, capitals(s.Object(name).Object(property)))
			}
			value = all
		case "anyOf":
			var list []any
			for _, one := range s.List(name) {
				if o, ok := one.(*ordered.Object); ok {
					list = append(list, capitals(o))
				}
			}
			value = list
		}
		out.Set(name, value)
	}
	return out
}

func readGemini(call json.RawMessage) (request, error) {
	type functionCall struct {
		ID, Name string
		Args     json.RawMessage
	}
	var p struct {
		functionCall
		FunctionCall *functionCall
	}
	if err := read(call, &p, "part with a functionCall"); err != nil {
		return request{}, err
	}
	c := &p.functionCall
	if p.FunctionCall != nil {
		c = p.FunctionCall
	}
	if c.Name == "" {
		return request{}, errors.New(`this is no part with a "functionCall", which has a "name" and "args"`)
	}
	return request{c.ID, c.Name, c.Args}, nil
}

// writeGemini writes a part with a functionResponse: "output", or "error". A structured value
// stands there as it is.
func writeGemini(r request, result *mcp.CallToolResult) any {
	list := parts(result, func(media string) bool { return isImage(media) || media == pdf })
	var media []any
	for _, p := range list {
		if p.data != "" {
			media = append(media, object("inlineData", object("mimeType", p.media, "data", p.data)))
		}
	}
	response := object("output", output(list, result))
	if result.IsError {
		response = object("error", joined(list))
	}
	out := object("id", orNil(r.id), "name", r.name, "response", response)
	if media != nil {
		out.Set("parts", media)
	}
	return object("functionResponse", out)
}

// output is the structured value of a result, or its text.
func output(list []part, result *mcp.CallToolResult) any {
	if result.StructuredContent != nil {
		if raw, err := json.Marshal(result.StructuredContent); err == nil {
			if value, err := ordered.Decode(raw); err == nil && value != nil {
				return value
			}
		}
	}
	if nothing(list) {
		return textEmpty
	}
	return joined(list)
}
