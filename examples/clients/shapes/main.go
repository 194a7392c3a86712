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
	tk := newShapes()
	if len(args) > 0 {
		return tk.ListenAndServe(ctx, args[0])
	}
	return tk.Run(ctx)
}

// A Paint has a list within a list of objects.
type Paint struct {
	Name string `json:"name"`
	RGB  []int  `json:"rgb" description:"0 to 255 each"`
}

// A Mix reaches itself, so that its schema has definitions.
type Mix struct {
	Name string `json:"name"`
	Of   []Mix  `json:"of"`
}

func newShapes() *toolkit.Toolkit {
	tk := toolkit.New("shapes", "1.0.0")
	register(tk, "count_colors", 2)
	register(tk, "count_nothing", 0)
	register(tk, "has_nothing", false)
	register(tk, "link_colors", &mcp.ResourceLink{URI: "colors://all", Name: "colors"})
	register(tk, "list_colors", []string{"red", "green"})
	register(tk, "list_mixes", []Mix{{"orange", []Mix{{Name: "red"}, {Name: "yellow"}}}})
	register(tk, "list_nothing", []string(nil))
	register(tk, "list_paints", []Paint{{"red", []int{255, 0, 0}}})
	register(tk, "sing_colors", &mcp.AudioContent{MIMEType: "audio/wav", Data: []byte("RIFF")})
	return tk
}

// register adds a tool that returns a value.
func register[Result any](tk *toolkit.Toolkit, name string, value Result) {
	toolkit.Register(tk, toolkit.Tool{Name: name, Description: "Returns a value of one shape.", Hints: toolkit.ReadOnly | toolkit.ClosedWorld},
		func(context.Context, struct{}) (Result, error) { return value, nil })
}
