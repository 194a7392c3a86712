package main

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	watched = "test://watched-resource"
	// The two ends of the URIs of the template.
	before, after = "test://template/", "/data"
)

// addResources adds the resources. They are the SDK's. The watched one changes until ctx ends.
func addResources(ctx context.Context, srv *mcp.Server) {
	text := func(text string) mcp.ResourceHandler {
		return func(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return contents(&mcp.ResourceContents{URI: req.Params.URI, MIMEType: "text/plain", Text: text}), nil
		}
	}
	srv.AddResource(&mcp.Resource{Name: "static-text", Description: "A text.", MIMEType: "text/plain", URI: "test://static-text"},
		text("This is the content of the static text resource."))
	srv.AddResource(&mcp.Resource{Name: "watched-resource", Description: "A text that changes.", MIMEType: "text/plain", URI: watched},
		text("This is watched."))
	srv.AddResource(&mcp.Resource{Name: "static-binary", Description: "An image.", MIMEType: "image/png", URI: "test://static-binary"},
		func(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return contents(&mcp.ResourceContents{URI: req.Params.URI, MIMEType: "image/png", Blob: pixel}), nil
		})
	srv.AddResourceTemplate(&mcp.ResourceTemplate{Name: "template", Description: "The data of one id.", MIMEType: "application/json", URITemplate: before + "{id}" + after},
		readTemplate)
	go watch(ctx, srv)
}

// readTemplate reads the data of the id in the URI.
func readTemplate(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	id := strings.TrimSuffix(strings.TrimPrefix(req.Params.URI, before), after)
	data, err := json.Marshal(map[string]any{"id": id, "templateTest": true, "data": "The data of " + id})
	if err != nil {
		return nil, err
	}
	return contents(&mcp.ResourceContents{URI: req.Params.URI, MIMEType: "application/json", Text: string(data)}), nil
}

func contents(c *mcp.ResourceContents) *mcp.ReadResourceResult {
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{c}}
}

// watch tells those who have subscribed to the watched resource that it has changed.
func watch(ctx context.Context, srv *mcp.Server) {
	tick := time.NewTicker(3 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			// An error means that a client is gone.
			_ = srv.ResourceUpdated(ctx, &mcp.ResourceUpdatedNotificationParams{URI: watched})
		}
	}
}
