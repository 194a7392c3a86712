// Command tracker is an MCP server for an issue tracker: an example to copy from. It
// serves stdio, or Streamable HTTP with -http.
//
//	tracker [-db FILE] [-http ADDR]
//
// The issues are in an embedded SQLite database, which is made and filled with sample
// issues if the file does not exist.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/typedmcp/toolkit/examples/tracker/internal/store"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "tracker:", err)
		os.Exit(1)
	}
}

// run is main without its process: it returns when the server ends.
func run(ctx context.Context, args []string, output io.Writer) (err error) {
	flags := flag.NewFlagSet("tracker", flag.ContinueOnError)
	flags.SetOutput(output)
	file := flags.String("db", "", "the database `FILE`; made and filled if it does not exist (default in the user's cache folder)")
	addr := flags.String("http", "", "serve Streamable HTTP on this `ADDR`, such as 127.0.0.1:8080, instead of stdio")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q; see -help", flags.Arg(0))
	}
	if *file == "" {
		if *file, err = defaultFile(); err != nil {
			return err
		}
	}
	db, err := store.Open(ctx, *file)
	if err != nil {
		return fmt.Errorf("cannot open the database %s: %w", *file, err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()

	tk, err := newToolkit(db)
	if err != nil {
		return err
	}
	if *addr != "" {
		return tk.ListenAndServe(ctx, *addr)
	}
	return tk.Run(ctx)
}

// defaultFile returns where the database is without -db, and makes its folder.
func defaultFile() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no folder for the database, give one with -db: %w", err)
	}
	folder := filepath.Join(cache, "toolkit-tracker")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", fmt.Errorf("no folder for the database, give one with -db: %w", err)
	}
	return filepath.Join(folder, "tracker.db"), nil
}
