package render

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Printer writes results.
type Printer struct {
	// Out gets the result.
	Out io.Writer
	// Color makes errors red.
	Color bool
	// Folder is where images, audio and other binary content are saved.
	Folder string
	// Name begins the names of saved files.
	Name string
}

const (
	red   = "\x1b[31m"
	reset = "\x1b[0m"
)

// Result writes a result: text as text, structured JSON indented, binary content to
// files whose names are printed. structured is structuredContent as the server wrote it, or
// nil. A text that only repeats it is left out. What cannot be saved is reported in the
// error, after the rest was written.
func (p *Printer) Result(result *mcp.CallToolResult, structured json.RawMessage) error {
	if string(structured) == "null" {
		structured = nil // how some servers say that there is none
	}
	var parts []string
	var failed []error
	for _, block := range result.Content {
		part, err := p.block(block, structured)
		if err != nil {
			failed = append(failed, err)
		}
		if part != "" {
			parts = append(parts, strings.TrimRight(part, "\n"))
		}
	}
	if len(structured) > 0 {
		var b bytes.Buffer
		if err := json.Indent(&b, structured, "", "  "); err != nil {
			return fmt.Errorf("structuredContent is not JSON: %w", err)
		}
		parts = append(parts, string(EscapeJSON(b.Bytes())))
	}
	if len(parts) == 0 && len(failed) == 0 {
		parts = append(parts, "(no content)")
	}
	if len(parts) > 0 {
		text := strings.Join(parts, "\n\n")
		if result.IsError && p.Color {
			text = red + text + reset
		}
		if _, err := fmt.Fprintln(p.Out, text); err != nil {
			return err
		}
	}
	return errors.Join(failed...)
}

// block returns what is printed for one content block.
func (p *Printer) block(block mcp.Content, structured json.RawMessage) (string, error) {
	switch b := block.(type) {
	case *mcp.TextContent:
		if sameJSON(b.Text, structured) {
			return "", nil
		}
		return Clean(b.Text), nil
	case *mcp.ImageContent:
		return p.save("image", b.MIMEType, b.Data)
	case *mcp.AudioContent:
		return p.save("audio", b.MIMEType, b.Data)
	case *mcp.ResourceLink:
		return link(b), nil
	case *mcp.EmbeddedResource:
		return p.resource(b.Resource)
	}
	raw, err := json.Marshal(block)
	return string(EscapeJSON(raw)), err
}

// sameJSON reports whether a text is a JSON value with the same meaning as another.
func sameJSON(text string, structured json.RawMessage) bool {
	if len(structured) == 0 {
		return false
	}
	var a, b any
	if decodeNumbers([]byte(text), &a) != nil || decodeNumbers(structured, &b) != nil {
		return false
	}
	if reflect.DeepEqual(a, b) {
		return true
	}
	// Servers wrap what is not an object for older clients.
	object, ok := b.(map[string]any)
	return ok && len(object) == 1 && reflect.DeepEqual(a, object["result"])
}

// decodeNumbers decodes the one value of a JSON text, with all digits of its numbers.
func decodeNumbers(raw []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := dec.Decode(v); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one value")
	}
	return nil
}

// link returns what is printed for a resource link: the URI, the title, the description.
func link(l *mcp.ResourceLink) string {
	lines := []string{"Resource " + oneLine(l.URI)}
	if name := oneLine(l.Title); name != "" {
		lines = append(lines, "  "+name)
	} else if name := oneLine(l.Name); name != "" {
		lines = append(lines, "  "+name)
	}
	if text := oneLine(l.Description); text != "" {
		lines = append(lines, "  "+text)
	}
	return strings.Join(lines, "\n")
}

// resource returns what is printed for an embedded resource.
func (p *Printer) resource(r *mcp.ResourceContents) (string, error) {
	if r == nil {
		return "", nil
	}
	head := "Resource " + oneLine(r.URI)
	if r.Blob == nil {
		return head + "\n" + Clean(r.Text), nil
	}
	saved, err := p.save("resource", r.MIMEType, r.Blob)
	return strings.TrimRight(head+"\n"+saved, "\n"), err
}
