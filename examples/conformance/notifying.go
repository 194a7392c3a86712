package main

import (
	"context"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

// pace is the time between two notifications.
const pace = 50 * time.Millisecond

// addNotifyingTools adds the tools that send something while they run.
func addNotifyingTools(tk *toolkit.Toolkit) {
	add(tk, "test_tool_with_progress", "Reports progress three times.", func(ctx context.Context) (string, error) {
		request := toolkit.RequestFrom(ctx)
		for _, progress := range []float64{0, 50, 100} {
			if err := request.Progress(ctx, progress, 100, "on the way"); err != nil {
				return "", err
			}
			if err := pause(ctx, pace); err != nil {
				return "", err
			}
		}
		return "Reported progress three times.", nil
	})
	add(tk, "test_tool_with_logging", "Logs three messages.", func(ctx context.Context) (string, error) {
		for _, text := range []string{"begun", "half done", "done"} {
			if err := log(ctx, text); err != nil {
				return "", err
			}
			if err := pause(ctx, pace); err != nil {
				return "", err
			}
		}
		return "Logged three messages.", nil
	})
	add(tk, "test_logging_tool", "Logs a message to clients that have asked for messages.", func(ctx context.Context) (string, error) {
		return "Logged a message, if it was asked for.", log(ctx, "called")
	})
	add(tk, "test_streaming_elicitation", "Reports progress and asks for nothing.", func(ctx context.Context) (string, error) {
		return "Asked for nothing.", toolkit.RequestFrom(ctx).Progress(ctx, 1, 1, "done")
	})
	add(tk, "test_missing_capability", "Needs a client that can sample.", func(ctx context.Context) (string, error) {
		return "The client can sample.", toolkit.RequestFrom(ctx).RequireCapability("sampling")
	})
}

// log sends a message of level info.
func log(ctx context.Context, text string) error {
	//lint:ignore SA1019 deprecated in 2026-07-28, but still part of it and of all older revisions
	var info mcp.LoggingLevel = "info"
	return toolkit.RequestFrom(ctx).Log(ctx, info, text)
}

// pause waits, but not for longer than the call lasts.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
