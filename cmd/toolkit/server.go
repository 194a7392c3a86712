package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/typedmcp/toolkit/internal/source"
)

// serverFlags say which server is meant.
type serverFlags struct {
	URL     string        `name:"url" placeholder:"URL" help:"The MCP endpoint of a running server, such as http://127.0.0.1:8080/mcp."`
	Header  []string      `sep:"none" placeholder:"'Name: value'" help:"A header for every request to --url. May be given several times."`
	Timeout time.Duration `default:"60s" help:"How long the server may take for everything."`
}

// connect reaches the server. Whoever calls it calls close.
func (f *serverFlags) connect(e *env) (ctx context.Context, session *source.Session, end func(), err error) {
	header, err := headers(f.Header)
	if err != nil {
		return nil, nil, nil, err
	}
	if f.Timeout <= 0 {
		return nil, nil, nil, fmt.Errorf("--timeout is %s; it must be positive", f.Timeout)
	}
	src := source.Source{URL: f.URL, Header: header, Command: e.command, Stderr: e.std.err, Version: version()}
	ctx, cancel := context.WithTimeout(e.ctx, f.Timeout)
	session, err = src.Connect(ctx)
	if err != nil {
		cancel()
		return nil, nil, nil, interrupted(e, err)
	}
	return ctx, session, func() {
		_ = session.Close() // the answer is there; how the server ends is its own affair
		cancel()
	}, nil
}

// headers reads "Name: value" lines.
func headers(lines []string) (http.Header, error) {
	if len(lines) == 0 {
		return nil, nil
	}
	header := http.Header{}
	for _, line := range lines {
		name, value, ok := strings.Cut(line, ":")
		if name = strings.TrimSpace(name); !ok || name == "" || strings.ContainsAny(name, " \t\r\n") || strings.ContainsAny(value, "\r\n") {
			return nil, errors.New("--header must have the form 'Name: value'")
		}
		header.Add(name, strings.TrimSpace(value))
	}
	return header, nil
}

// explain turns the error of a request into one for a person.
func (f *serverFlags) explain(ctx context.Context, e *env, err error) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fmt.Errorf("the server did not answer within %s; --timeout gives it longer", f.Timeout)
	}
	if wire, ok := errors.AsType[*jsonrpc.Error](err); ok {
		return fmt.Errorf("the server answered with an error: %s (%d)", wire.Message, wire.Code)
	}
	return interrupted(e, fmt.Errorf("the connection to the server broke: %w", err))
}

// interrupted replaces an error by what caused it, if that was the user.
func interrupted(e *env, err error) error {
	if e.ctx.Err() != nil {
		return errors.New("interrupted")
	}
	return err
}
