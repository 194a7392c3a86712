package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/typedmcp/toolkit/internal/render"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C does not wait for the server to end
	status := run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr})
	stop()
	os.Exit(status)
}

// streams are where a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// A cli is the command line.
type cli struct {
	List     listCommand      `cmd:"" help:"Print the tools of a server."`
	Call     callCommand      `cmd:"" help:"Call a tool and print its result."`
	Snapshot snapshotCommand  `cmd:"" help:"Write the tools of a server to a file, always in the same form."`
	Check    checkCommand     `cmd:"" help:"Say what has changed since a snapshot, and whom it breaks."`
	Lint     lintCommand      `cmd:"" help:"Say what is wrong with the tools of a server, and what to do."`
	Ledger   ledgerCommand    `cmd:"" help:"Say what the tools cost: bytes, and tokens of a model's context."`
	Explain  explainCommand   `cmd:"" help:"Say what a call would do, by the schema of its tool, without making it."`
	Docs     docsCommand      `cmd:"" help:"Write a page about the tools of a server, for people."`
	Export   exportCommand    `cmd:"" help:"Write the tools as the interface of a model takes them."`
	Headers  headersCommand   `cmd:"" help:"Say which parameters stand in HTTP headers, and configure a gateway by them."`
	Scaffold scaffoldCommand  `cmd:"" help:"Write a Go program with the tools of a server."`
	Version  kong.VersionFlag `help:"Print the version and stop."`

	Completion completionCommand `cmd:"" help:"Print what teaches a shell to complete command lines."`
	Complete   completeCommand   `cmd:"" hidden:"" help:"Print what a word may become."`
}

const description = `Talk to any MCP server and see what a model would see.

Put the command that starts the server after --, or reach a running one with --url.
For example:

  toolkit list -- ./tracker
  toolkit call search_issues query=login -- ./tracker
  toolkit docs --out tools.html -- ./tracker
  toolkit list --url http://127.0.0.1:8080/mcp`

// errSilent ends the command with status 1 when everything has been said already.
var errSilent = errors.New("said already")

// statusUnable is the exit status of the commands that judge, when they could not.
const statusUnable = 2

// A statusError is an error with an exit status of its own.
type statusError struct {
	status int
	err    error
}

func (e *statusError) Error() string { return e.err.Error() }
func (e *statusError) Unwrap() error { return e.err }

// run is main without its process. It returns the exit status.
func run(ctx context.Context, args []string, std streams) int {
	// What follows -- is the server's command line and none of ours.
	var server []string
	if i := slices.Index(args, "--"); i >= 0 {
		args, server = args[:i], args[i+1:]
	}
	var c cli
	done := -1
	parser, err := newParser(&c, std, func(status int) { done = status })
	if err != nil {
		return fail(std, err)
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	command, err := parser.Parse(args)
	switch {
	case done >= 0: // --help and --version have printed what they had to
		return done
	case err != nil:
		err = fmt.Errorf("%w; see toolkit --help", err)
		if judges(args) {
			err = &statusError{statusUnable, err}
		}
		return fail(std, err)
	}
	wait := newWaiting(std.err)
	std.err = wait
	err = command.Run(&env{ctx, std, server, wait})
	wait.over()
	if err != nil {
		return fail(std, err)
	}
	return 0
}

// newParser returns what reads a command line into c.
func newParser(c *cli, std streams, exit func(status int)) (*kong.Kong, error) {
	return kong.New(c,
		kong.Name("toolkit"), kong.Description(description),
		kong.Writers(std.out, std.err), kong.Exit(exit),
		kong.Vars{"version": version()},
	)
}

// env is what the commands work with.
type env struct {
	ctx     context.Context
	std     streams
	command []string
	wait    *waiting
}

// fail says what went wrong, and returns the exit status: 1 also for wrong flags, for which
// kong by itself would say 80.
func fail(std streams, err error) int {
	if !errors.Is(err, errSilent) {
		fmt.Fprintln(std.err, "toolkit:", render.Clean(err.Error()))
	}
	if own, ok := errors.AsType[*statusError](err); ok {
		return own.status
	}
	return 1
}

// judges reports whether a command line is that of a command with a verdict, which tells 1 for a
// bad one from 2 for none.
func judges(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool { return arg == "check" || arg == "lint" || arg == "explain" })
}

// version is the version of the module that the command was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "unknown"
	}
	return info.Main.Version
}

// isTerminal reports whether a writer is one, and colours are wanted.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
