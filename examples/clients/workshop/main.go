// Command workshop is a server for what clients do besides plain calls: follow pages, show
// progress, cancel, notice new tools, check results, mirror arguments into headers. It serves
// stdio, or Streamable HTTP on the address that its argument names.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := serve(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "workshop:", err)
		os.Exit(1)
	}
}

func serve(ctx context.Context, args []string) error {
	tk := newWorkshop()
	if len(args) > 0 {
		return tk.ListenAndServe(ctx, args[0])
	}
	return tk.Run(ctx)
}
