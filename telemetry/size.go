package telemetry

import (
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// sizeOf returns the bytes of the texts, data and structured content of a result.
func sizeOf(result *mcp.CallToolResult) int64 {
	size := 0
	for _, block := range result.Content {
		switch block := block.(type) {
		case *mcp.TextContent:
			if block != nil {
				size += len(block.Text)
			}
		case *mcp.ImageContent:
			if block != nil {
				size += len(block.Data)
			}
		case *mcp.AudioContent:
			if block != nil {
				size += len(block.Data)
			}
		case *mcp.EmbeddedResource:
			if block != nil && block.Resource != nil {
				size += len(block.Resource.Text) + len(block.Resource.Blob)
			}
		}
	}
	switch structured := result.StructuredContent.(type) {
	case nil:
	case json.RawMessage: // what the toolkit makes
		size += len(structured)
	default: // of a middleware
		raw, err := json.Marshal(structured)
		if err != nil {
			return int64(size) // the call will fail for it
		}
		size += len(raw)
	}
	return int64(size)
}
