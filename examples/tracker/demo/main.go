// Command demo starts the tracker over a new database and calls a tool through a real
// client: once with wrong arguments, to show what a model reads then, and once with good
// ones.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const trackerPackage = "github.com/typedmcp/toolkit/examples/tracker"

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer) (err error) {
	folder, err := os.MkdirTemp("", "tracker-demo")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	session, err := start(ctx, folder)
	if err != nil {
		return err
	}
	defer session.Close()

	list, err := session.ListTools(ctx, nil)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "The tools of the tracker:")
	for _, tool := range list.Tools {
		fmt.Fprintf(out, "  %-15s %s\n", tool.Name, tool.Title)
	}
	for _, call := range []struct{ what, arguments string }{
		{"A call with three mistakes", `{"query":"login timeout","status":"opne","limit":500,"projekt":"web"}`},
		{"The call as it should be", `{"query":"login timeout","status":"open","limit":2}`},
	} {
		fmt.Fprintf(out, "\n%s:\n  search_issues %s\n\n", call.what, call.arguments)
		result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "search_issues", Arguments: json.RawMessage(call.arguments)})
		if err != nil {
			return err
		}
		if err := show(out, result); err != nil {
			return err
		}
	}
	return nil
}

// start builds the tracker, runs it over stdio and connects to it.
func start(ctx context.Context, folder string) (*mcp.ClientSession, error) {
	binary := filepath.Join(folder, "tracker")
	build := exec.CommandContext(ctx, "go", "build", "-o", binary, trackerPackage)
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return nil, fmt.Errorf("building the tracker: %w", err)
	}
	server := exec.CommandContext(ctx, binary, "-db", filepath.Join(folder, "tracker.db"))
	server.Stderr = os.Stderr
	client := mcp.NewClient(&mcp.Implementation{Name: "demo", Version: "1.0.0"}, nil)
	return client.Connect(ctx, &mcp.CommandTransport{Command: server}, nil)
}

// show prints a result: an error as the model reads it, a value as indented JSON.
func show(out io.Writer, result *mcp.CallToolResult) error {
	if !result.IsError {
		raw, err := json.Marshal(result.StructuredContent)
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := json.Indent(&b, raw, "", "  "); err != nil {
			return err
		}
		_, err = fmt.Fprintln(out, b.String())
		return err
	}
	for _, block := range result.Content {
		if text, ok := block.(*mcp.TextContent); ok {
			if _, err := fmt.Fprintln(out, text.Text); err != nil {
				return err
			}
		}
	}
	return nil
}
