package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/typedmcp/toolkit/internal/render"
	"github.com/typedmcp/toolkit/internal/source"
)

// serverFlags say which server is meant.
type serverFlags struct {
	URL     string        `name:"url" placeholder:"URL" help:"The MCP endpoint of a running server, such as http://127.0.0.1:8080/mcp."`
	Header  []string      `sep:"none" placeholder:"'Name: value'" help:"A header for every request to --url. May be given several times."`
	Timeout time.Duration `default:"60s" help:"How long the server may take for everything."`
}

// sourceFlags say where tools come from that are only looked at.
type sourceFlags struct {
	serverFlags
	File string `placeholder:"FILE" help:"Read the tools from a file instead: a snapshot, a tools/list result, or one in a git revision (git:main:tools.json)."`
}

// tools returns the tools of the file or of the server.
func (f *sourceFlags) tools(e *env) ([]source.Tool, error) {
	return f.look(e, func(*source.Session) {})
}

// look returns the tools of the file or of the server, which is shown to met before.
func (f *sourceFlags) look(e *env, met func(*source.Session)) ([]source.Tool, error) {
	if f.File != "" {
		src := f.source(e)
		src.File = f.File
		var err error
		if src.Header, err = headers(f.Header); err != nil {
			return nil, err
		}
		if err := src.Check(); err != nil {
			return nil, err
		}
		return source.ReadFile(e.ctx, f.File)
	}
	if f.URL == "" && len(e.command) == 0 {
		return nil, errors.New("no server is given; name one with --url, or a command after --, or read a file with --file")
	}
	ctx, session, end, err := f.connect(e)
	if err != nil {
		return nil, err
	}
	defer end()
	met(session)
	tools, err := session.Tools(ctx)
	if err != nil {
		return nil, f.explain(e, err)
	}
	return tools, nil
}

// name says where the tools come from.
func (f *sourceFlags) name(e *env) string {
	src := f.source(e)
	src.File = f.File
	return src.String()
}

// connect reaches the server. Whoever calls it calls end.
func (f *serverFlags) connect(e *env) (ctx context.Context, session *source.Session, end func(), err error) {
	src := f.source(e)
	if src.Header, err = headers(f.Header); err != nil {
		return nil, nil, nil, err
	}
	if f.Timeout <= 0 {
		return nil, nil, nil, fmt.Errorf("--timeout is %s; it must be positive", f.Timeout)
	}
	ctx, cancel := context.WithTimeout(e.ctx, f.Timeout)
	session, err = src.Connect(ctx)
	if err != nil {
		cancel()
		e.wait.over()
		if errors.Is(err, context.DeadlineExceeded) {
			return nil, nil, nil, fmt.Errorf("%s did not answer within %s; is it an MCP server? --timeout gives it longer", src, f.Timeout)
		}
		return nil, nil, nil, f.explain(e, err)
	}
	return ctx, session, func() {
		_ = session.Close() // the answer is there; how the server ends is its own affair
		cancel()
		e.wait.over()
	}, nil
}

// source returns where the server is, without headers.
func (f *serverFlags) source(e *env) source.Source {
	src := source.Source{URL: f.URL, Command: e.command, Stderr: render.NewCleaner(e.std.err), Version: version()}
	if e.wait.terminal != nil {
		src.Waiting = e.wait.For
	}
	return src
}

// explain words the errors that package source leaves as they are.
func (f *serverFlags) explain(e *env, err error) error {
	if e.ctx.Err() != nil {
		return errors.New("interrupted")
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%s did not answer within %s; --timeout gives it longer", f.source(e), f.Timeout)
	}
	if wire, ok := errors.AsType[*jsonrpc.Error](err); ok && err == error(wire) { //nolint:errorlint // a wrapped one has its words already
		text := fmt.Sprintf("the server answered with an error: %s (%d)", wire.Message, wire.Code)
		var data bytes.Buffer
		if len(wire.Data) > 0 && json.Indent(&data, wire.Data, "", "  ") == nil {
			text += "\n" + string(render.EscapeJSON(data.Bytes()))
		}
		return errors.New(text)
	}
	return err
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
