// Command conformance is the server that the official conformance suite of MCP is run
// against: the tools that its scenarios call, written with toolkit alone, and the prompts and
// resources that they ask for beside them. It serves stdio, or with -http all revisions of
// MCP over Streamable HTTP, at /mcp.
//
//	conformance [-http ADDR]
//
// The names of tools, prompts and resources, and what they answer, are those of the suite. The
// tests run it; see docs/conformance.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		os.Exit(1)
	}
}

// run is main without its process: it returns when the server ends.
func run(ctx context.Context, args []string, output io.Writer) error {
	flags := flag.NewFlagSet("conformance", flag.ContinueOnError)
	flags.SetOutput(output)
	addr := flags.String("http", "", "serve Streamable HTTP on this `ADDR`, such as 127.0.0.1:8080, instead of stdio")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q; see -help", flags.Arg(0))
	}
	tk, err := newToolkit(ctx)
	if err != nil {
		return err
	}
	if *addr != "" {
		return tk.ListenAndServe(ctx, *addr)
	}
	return tk.Run(ctx)
}

// newToolkit returns the server. Its watched resource changes until ctx ends.
func newToolkit(ctx context.Context) (*toolkit.Toolkit, error) {
	tk := toolkit.New("toolkit-conformance", "1.0.0",
		toolkit.WithTitle("Conformance server of toolkit"),
		// Calls and lists of tools are answered as on a server without prompts and resources.
		toolkit.WithDirectTools(),
		toolkit.WithServerOptions(func(o *mcp.ServerOptions) {
			o.CompletionHandler = complete
			o.SubscribeHandler = func(context.Context, *mcp.SubscribeRequest) error { return nil }
			o.UnsubscribeHandler = func(context.Context, *mcp.UnsubscribeRequest) error { return nil }
		}))
	addContentTools(tk)
	addNotifyingTools(tk)
	addSchemaTools(tk)
	addSessionTools(tk)
	addInputTools(tk)
	addChangingTools(tk)
	srv, err := tk.Server()
	if err != nil {
		return nil, err
	}
	srv.AddReceivingMiddleware(keepStreamCloser)
	addPrompts(srv)
	addResources(ctx, srv)
	return tk, nil
}

// add registers a tool without arguments.
func add[Result any](tk *toolkit.Toolkit, name, description string, fn func(context.Context) (Result, error)) {
	toolkit.Register(tk, toolkit.Tool{Name: name, Description: description},
		func(ctx context.Context, _ struct{}) (Result, error) { return fn(ctx) })
}
