package toolkit

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The revisions of MCP that tools differ in.
const (
	rev20250326 = "2025-03-26" // audio, annotations
	rev20250618 = "2025-06-18" // structuredContent, title, resource links
	rev20251125 = "2025-11-25" // the last one with initialize
	rev20260728 = "2026-07-28" // structured values that are not objects, no sessions
)

// older reports whether a client speaks a revision before that one. A call without a
// revision, as of Toolkit.Call, is of the newest.
func older(version, than string) bool { return version != "" && version < than }

// negotiated returns the revision that the SDK answers initialize with. The SDK itself
// notes what the client has asked for and takes a client that asks for 2026-07-28 for one
// that has it, although initialize cannot lead there.
func negotiated(asked string, supported []string) string {
	if len(supported) == 0 {
		supported = mcp.SupportedProtocolVersions()
	}
	newest := ""
	for _, v := range supported {
		if v < rev20260728 {
			newest = max(newest, v)
		}
	}
	switch {
	case asked < rev20260728 && slices.Contains(supported, asked):
		return asked
	case newest == "":
		return rev20251125
	}
	return newest
}

// downgradeTool returns a tool as clients of an older revision take it. The tool itself is
// not changed.
func downgradeTool(t *mcp.Tool, version string) *mcp.Tool {
	wrap := older(version, rev20260728) && t.OutputSchema != nil && !isObjectSchema(t.OutputSchema.(json.RawMessage))
	title := older(version, rev20250618) && t.Title != ""
	if !wrap && !title {
		return t
	}
	c := *t
	if wrap {
		c.OutputSchema = wrapSchema(t.OutputSchema.(json.RawMessage))
	}
	if title {
		a := mcp.ToolAnnotations{}
		if t.Annotations != nil {
			a = *t.Annotations
		}
		a.Title = t.Title
		c.Annotations = &a
	}
	return &c
}

// isObjectSchema reports whether the root of a schema has the type object and nothing
// else.
func isObjectSchema(schema json.RawMessage) bool {
	var root struct {
		Type any `json:"type"`
	}
	return json.Unmarshal(schema, &root) == nil && root.Type == "object"
}

// wrapSchema returns the schema of {"result": value}. Definitions move to the new root, so
// that references to them go on to work; other references are led into the member.
func wrapSchema(schema json.RawMessage) json.RawMessage {
	inner, definitions := splitDefinitions(schema)
	out := json.RawMessage(`{"type":"object","properties":{"result":`)
	out = append(out, inner...)
	out = append(out, `},"required":["result"]`...)
	if definitions != nil {
		out = append(append(out, `,"$defs":`...), definitions...)
	}
	return append(out, '}')
}

// splitDefinitions takes $defs out of a schema and corrects its references.
func splitDefinitions(schema json.RawMessage) (inner, definitions []byte) {
	schema = moveReferences(schema)
	dec := jsontext.NewDecoder(bytes.NewReader(schema))
	if tok, err := dec.ReadToken(); err != nil || tok.Kind() != jsontext.KindBeginObject {
		return schema, nil
	}
	inner = []byte{'{'}
	for dec.PeekKind() == jsontext.KindString {
		name, err := dec.ReadValue()
		if err != nil {
			return schema, nil
		}
		name = bytes.Clone(name)
		value, err := dec.ReadValue()
		if err != nil {
			return schema, nil
		}
		if string(name) == `"$defs"` {
			definitions = bytes.Clone(value)
			continue
		}
		if len(inner) > 1 {
			inner = append(inner, ',')
		}
		inner = append(append(append(inner, name...), ':'), value...)
	}
	return append(inner, '}'), definitions
}

// moveReferences leads references to the old root, or into it, to where it will be:
// #/properties/result. Those into $defs stay, since $defs moves along.
func moveReferences(schema json.RawMessage) json.RawMessage {
	if !bytes.Contains(schema, []byte(`"$ref"`)) {
		return schema
	}
	dec := jsontext.NewDecoder(bytes.NewReader(schema))
	var out bytes.Buffer
	enc := jsontext.NewEncoder(&out)
	reference := false // the last token was the name $ref
	for {
		tok, err := dec.ReadToken()
		if err != nil {
			break
		}
		if tok.Kind() == jsontext.KindString {
			text := tok.String()
			if reference && strings.HasPrefix(text, "#") && !strings.HasPrefix(text, "#/$defs/") {
				tok = jsontext.String("#/properties/result" + strings.TrimPrefix(text, "#"))
			}
			kind, n := dec.StackIndex(dec.StackDepth())
			reference = kind == jsontext.KindBeginObject && n%2 == 1 && text == "$ref"
		} else {
			reference = false
		}
		if enc.WriteToken(tok) != nil {
			return schema
		}
	}
	return bytes.TrimSpace(out.Bytes())
}

// downgradeResult turns a result into what clients of an older revision take. The result
// is the caller's to change, what it refers to is not.
func downgradeResult(result *mcp.CallToolResult, version string) *mcp.CallToolResult {
	if !older(version, rev20260728) {
		return result
	}
	if raw, ok := result.StructuredContent.(json.RawMessage); ok && !bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) {
		result.StructuredContent = json.RawMessage(`{"result":` + string(raw) + `}`)
	}
	if older(version, rev20250618) {
		result.Content = downgradeContent(result.Content, version)
	}
	return result
}

// downgradeContent replaces the content blocks that a revision does not have by text.
func downgradeContent(content []mcp.Content, version string) []mcp.Content {
	out := slices.Clone(content)
	for i, block := range out {
		switch b := block.(type) {
		case *mcp.ResourceLink:
			out[i] = &mcp.TextContent{Text: linkText(b), Annotations: b.Annotations}
		case *mcp.AudioContent:
			if older(version, rev20250326) {
				out[i] = &mcp.TextContent{Text: audioText(b), Annotations: b.Annotations}
			}
		}
	}
	return out
}

// linkText says what a resource link says.
func linkText(l *mcp.ResourceLink) string {
	text := "Resource: " + l.URI
	name := l.Title
	if name == "" {
		name = l.Name
	}
	if name != "" {
		text = name + ": " + l.URI
	}
	if l.Description != "" {
		text += "\n" + l.Description
	}
	return text
}

// audioText says that there was audio which cannot be shown.
func audioText(a *mcp.AudioContent) string {
	kind := "audio"
	if a.MIMEType != "" {
		kind += " (" + a.MIMEType + ")"
	}
	return "The tool returned " + kind + ", which this client's revision of MCP has no content type for."
}
