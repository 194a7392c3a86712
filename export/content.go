package export

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A part is a piece of a result: a text, or data of a media type that the interface takes.
type part struct {
	text  string
	media string
	data  string // in base64
	name  string // of a file
}

// parts returns what a result holds. takes reports whether data of a media type can be sent; of
// other data a text says that it is left out.
func parts(result *mcp.CallToolResult, takes func(media string) bool) []part {
	var list []part
	binary := func(what, media, name string, data []byte) {
		if takes(media) {
			list = append(list, part{media: media, data: base64.StdEncoding.EncodeToString(data), name: name})
			return
		}
		list = append(list, part{text: fmt.Sprintf("(%s of type %s, %d bytes, is left out: it cannot be shown here)", what, orUnknown(media), len(data))})
	}
	for _, block := range result.Content {
		switch b := block.(type) {
		case *mcp.TextContent:
			list = append(list, part{text: b.Text})
		case *mcp.ImageContent:
			binary("An image", b.MIMEType, "", b.Data)
		case *mcp.AudioContent:
			binary("Audio", b.MIMEType, "", b.Data)
		case *mcp.ResourceLink:
			list = append(list, part{text: link(b)})
		case *mcp.EmbeddedResource:
			switch r := b.Resource; {
			case r == nil:
			case r.Blob != nil:
				binary("The resource "+r.URI, r.MIMEType, r.URI, r.Blob)
			default:
				list = append(list, part{text: r.URI + "\n" + r.Text})
			}
		}
	}
	if len(list) == 0 && result.StructuredContent != nil {
		if raw, err := json.Marshal(result.StructuredContent); err == nil {
			list = append(list, part{text: string(raw)})
		}
	}
	return list
}

func orUnknown(media string) string {
	if media == "" {
		return "unknown"
	}
	return media
}

// link says what a resource link leads to.
func link(l *mcp.ResourceLink) string {
	title := l.Title
	if title == "" {
		title = l.Name
	}
	text := l.URI
	if title != "" {
		text = title + ": " + l.URI
	}
	if l.Description != "" {
		text += "\n" + l.Description
	}
	return text
}

// joined returns the texts of parts as one.
func joined(list []part) string {
	var texts []string
	for _, p := range list {
		if p.data == "" {
			texts = append(texts, p.text)
		}
	}
	return strings.Join(texts, "\n\n")
}

// isImage reports whether a media type is one of the images that all interfaces here show.
func isImage(media string) bool {
	return slices.Contains([]string{"image/png", "image/jpeg", "image/webp", "image/gif"}, media)
}

const pdf = "application/pdf"

// nothing reports whether there is nothing to say.
func nothing(list []part) bool {
	return !slices.ContainsFunc(list, func(p part) bool { return p.data != "" || p.text != "" })
}

// textEmpty stands for a result without anything.
const textEmpty = "(no content)"
