// Command shapes is a server whose results are of shapes that older clients cannot take: a
// list, a number, a resource link, audio. It serves stdio, or Streamable HTTP on the address
// that its argument names.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := serve(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "shapes:", err)
		os.Exit(1)
	}
}

func serve(ctx context.Context, args []string) error {
	tk := toolkit.New("shapes", "1.0.0")
	register(tk, "list_colors", func(context.Context, struct{}) ([]string, error) { return []string{"red", "green"}, nil })
	register(tk, "count_colors", func(context.Context, struct{}) (int, error) { return 2, nil })
	register(tk, "link_colors", func(context.Context, struct{}) (*mcp.ResourceLink, error) {
		return &mcp.ResourceLink{URI: "colors://all", Name: "colors"}, nil
	})
	register(tk, "sing_colors", func(context.Context, struct{}) (*mcp.AudioContent, error) {
		return &mcp.AudioContent{MIMEType: "audio/wav", Data: []byte("RIFF")}, nil
	})
	if len(args) > 0 {
		return tk.ListenAndServe(ctx, args[0])
	}
	return tk.Run(ctx)
}

func register[Result any](tk *toolkit.Toolkit, name string, fn func(context.Context, struct{}) (Result, error)) {
	toolkit.Register(tk, toolkit.Tool{Name: name, Description: "Returns a value of one shape.", Hints: toolkit.ReadOnly}, fn)
}
