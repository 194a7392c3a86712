package render

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"os"
	"path/filepath"
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
// nil. A text that only repeats it is left out.
func (p *Printer) Result(result *mcp.CallToolResult, structured json.RawMessage) error {
	var parts []string
	for _, block := range result.Content {
		part, err := p.block(block, structured)
		if err != nil {
			return err
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
		parts = append(parts, Clean(b.String()))
	}
	if len(parts) == 0 {
		parts = append(parts, "(no content)")
	}
	text := strings.Join(parts, "\n\n")
	if result.IsError && p.Color {
		text = red + text + reset
	}
	_, err := fmt.Fprintln(p.Out, text)
	return err
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
	return Clean(string(raw)), err
}

// sameJSON reports whether a text is a JSON value with the same meaning.
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

func (p *Printer) resource(r *mcp.ResourceContents) (string, error) {
	if r == nil {
		return "", nil
	}
	head := "Resource " + oneLine(r.URI)
	if r.Blob == nil {
		return head + "\n" + Clean(r.Text), nil
	}
	saved, err := p.save("resource", r.MIMEType, r.Blob)
	return head + "\n" + saved, err
}

// extensions of media types that the system may not know, or knows several for.
var extensions = map[string]string{
	"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp", "image/svg+xml": ".svg",
	"audio/wav": ".wav", "audio/x-wav": ".wav", "audio/mpeg": ".mp3", "audio/ogg": ".ogg",
	"text/plain": ".txt", "text/csv": ".csv", "application/json": ".json", "application/pdf": ".pdf",
}

// save writes data to a new file and returns a line that names it. A file that is there is
// never overwritten.
func (p *Printer) save(what, mediaType string, data []byte) (string, error) {
	base, _, err := mime.ParseMediaType(mediaType)
	if err != nil {
		base = ""
	}
	extension := extensions[base]
	if extension == "" {
		if known, err := mime.ExtensionsByType(base); err == nil && len(known) > 0 {
			extension = known[0]
		} else {
			extension = ".bin"
		}
	}
	name := strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '_'
	}, p.Name)
	for i := 1; i < 10000; i++ {
		path := filepath.Join(p.Folder, fmt.Sprintf("%s-%d%s", name, i, extension))
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", fmt.Errorf("cannot save the %s: %w", what, err)
		}
		_, err = file.Write(data)
		if err := errors.Join(err, file.Close()); err != nil {
			return "", fmt.Errorf("cannot save the %s: %w", what, err)
		}
		kind := oneLine(mediaType)
		if kind == "" {
			kind = "no media type"
		}
		return fmt.Sprintf("Saved the %s (%s, %d bytes) as %s", what, kind, len(data), path), nil
	}
	return "", fmt.Errorf("cannot save the %s: the folder %s is full of such files; name another one with --out", what, p.Folder)
}
