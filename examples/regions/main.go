// Command regions is one of several MCP servers with a SQL tool, each with the data of one region.
// A gateway in front of them reads in a header which region a call is for, and never a body.
//
//	regions -region eu [-http ADDR]
//
// start.sh starts one for eu, one for us, and nginx with regions.conf, which was written by
//
//	toolkit headers --for nginx --listen 127.0.0.1:8080 --to eu=127.0.0.1:8081 --to us=127.0.0.1:8082 -- regions -region eu
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
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "regions:", err)
		os.Exit(1)
	}
}

// run is main without its process: it returns when the server ends.
func run(ctx context.Context, args []string, output io.Writer) (err error) {
	flags := flag.NewFlagSet("regions", flag.ContinueOnError)
	flags.SetOutput(output)
	region := flags.String("region", "", "the `REGION` whose data this server has: eu or us")
	addr := flags.String("http", "", "serve Streamable HTTP on this `ADDR`, such as 127.0.0.1:8081, instead of stdio")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q; see -help", flags.Arg(0))
	}
	db, err := open(ctx, *region)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tk, err := newToolkit(*region, db)
	if err != nil {
		return err
	}
	if *addr != "" {
		return tk.ListenAndServe(ctx, *addr)
	}
	return tk.Run(ctx)
}
