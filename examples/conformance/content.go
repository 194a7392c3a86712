package main

import (
	"context"
	_ "embed"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

// An image of one pixel, and a sound of one silent sample.
var (
	//go:embed testdata/pixel.png
	pixel []byte
	//go:embed testdata/silence.wav
	silence []byte
)

func image() *mcp.ImageContent { return &mcp.ImageContent{MIMEType: "image/png", Data: pixel} }

func embedded(uri, text string) *mcp.EmbeddedResource {
	return &mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: uri, MIMEType: "text/plain", Text: text}}
}

// addContentTools adds a tool for each kind of content.
func addContentTools(tk *toolkit.Toolkit) {
	add(tk, "test_simple_text", "Returns a text.", func(context.Context) (string, error) {
		return "This is a simple text response for testing.", nil
	})
	add(tk, "test_image_content", "Returns an image.", func(context.Context) (*mcp.ImageContent, error) {
		return image(), nil
	})
	add(tk, "test_audio_content", "Returns a sound.", func(context.Context) (*mcp.AudioContent, error) {
		return &mcp.AudioContent{MIMEType: "audio/wav", Data: silence}, nil
	})
	add(tk, "test_embedded_resource", "Returns a resource.", func(context.Context) (*mcp.EmbeddedResource, error) {
		return embedded("test://embedded-resource", "This is an embedded resource."), nil
	})
	add(tk, "test_multiple_content_types", "Returns a text, an image and a resource.", func(context.Context) ([]mcp.Content, error) {
		return []mcp.Content{
			&mcp.TextContent{Text: "This is the first of several blocks."},
			image(),
			embedded("test://mixed-content-resource", "This is a resource among other blocks."),
		}, nil
	})
	add(tk, "test_error_handling", "Always fails.", func(context.Context) (string, error) {
		return "", toolkit.Errorf("this tool always fails, so that errors can be tested")
	})
}
