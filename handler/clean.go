package handler

import (
	"slices"
	"strings"
	"unicode"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// clean takes out of a text what nobody sees and a model reads all the same, or what turns
// around what people see: control characters but for line ends and tabs, characters that set
// the direction of writing, and the tags of Unicode, which spell words that are invisible.
func (h *Handler) clean(text string) string {
	if h.cfg.RawText || strings.IndexFunc(text, isHidden) < 0 {
		return text
	}
	return strings.Map(func(r rune) rune {
		if isHidden(r) {
			return -1
		}
		return r
	}, text)
}

// isHidden reports whether a character is taken out.
func isHidden(r rune) bool {
	switch {
	case r == '\n' || r == '\t' || r == '\r':
		return false
	case r < 0x7f:
		return r < ' '
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r >= 0xE0000 && r <= 0xE007F
}

// cleanBlocks cleans the texts of content blocks, which may belong to the function: what
// changes is copied.
func (h *Handler) cleanBlocks(content []mcp.Content) []mcp.Content {
	copied := false
	for i, block := range content {
		text, ok := block.(*mcp.TextContent)
		if !ok || text == nil {
			continue
		}
		cleaned := h.clean(text.Text)
		if cleaned == text.Text {
			continue
		}
		if !copied {
			content, copied = slices.Clone(content), true
		}
		block := *text
		block.Text = cleaned
		content[i] = &block
	}
	return content
}

// sizeOfContent is about how many bytes content blocks have as JSON.
func sizeOfContent(content []mcp.Content) int {
	size := 0
	for _, block := range content {
		const around = 40 // of JSON
		size += around
		switch block := block.(type) {
		case *mcp.TextContent:
			size += len(block.Text)
		case *mcp.ImageContent:
			size += base64Size(block.Data)
		case *mcp.AudioContent:
			size += base64Size(block.Data)
		case *mcp.EmbeddedResource:
			if block.Resource != nil {
				size += len(block.Resource.URI) + len(block.Resource.Text) + base64Size(block.Resource.Blob)
			}
		case *mcp.ResourceLink:
			size += len(block.URI) + len(block.Name) + len(block.Title) + len(block.Description)
		}
	}
	return size
}

func base64Size(data []byte) int { return (len(data) + 2) / 3 * 4 }
