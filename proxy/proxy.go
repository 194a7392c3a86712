package proxy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

// Options change what [Mount] does. The zero value is ready for use.
type Options struct {
	// Scopes are what a caller of the toolkit needs for every one of these tools. The remote server
	// sees the proxy and not the caller, so what it trusts the proxy with is open to all who
	// can call. Nil asks for nothing.
	Scopes []string
	// Timeout is how long a call may take, and a list; 0 means no limit for calls, and a minute
	// for lists.
	Timeout time.Duration
	// MinTTL is how long a list is kept at least, whatever its ttlMs says. Many servers say 0,
	// which would mean to ask for ever. 0 means a minute.
	MinTTL time.Duration
	// SkipInvalid leaves out tools that cannot be offered, and logs them. Otherwise such a tool
	// is an error of Mount.
	SkipInvalid bool
	// Logger is told of lists that could not be read, and of tools that were left out. Nil means
	// slog.Default().
	Logger *slog.Logger
}

// A Proxy keeps the tools of a remote server in a toolkit.
type Proxy struct {
	tk      *toolkit.Toolkit
	prefix  string
	connect func() mcp.Transport
	options Options

	refreshing sync.Mutex
	known      map[string]string // what was offered, as JSON, by its name in the toolkit

	mu       sync.Mutex
	session  *mcp.ClientSession // nil while there is none
	progress map[string]func(*mcp.ProgressNotificationParams)
	calls    int

	changed chan struct{}
	stop    context.CancelFunc
	done    chan struct{}
}

const (
	defaultMinTTL      = time.Minute
	defaultListTimeout = time.Minute
)

// Mount connects to a remote server, and adds its tools to tk, each under prefix and its name. connect
// makes a transport, and is called again when the connection was lost. ctx bounds the first
// connection and list only; the tools are kept up to date until [Proxy.Close]. opts may be nil.
//
// The error says why the server could not be reached, or names every tool that cannot be
// offered: one whose name exists already, or whose schema is not one. Nothing was added then.
func Mount(ctx context.Context, tk *toolkit.Toolkit, prefix string, connect func() mcp.Transport, opts *Options) (*Proxy, error) {
	if tk == nil || connect == nil {
		return nil, errors.New("proxy: Mount needs a toolkit and a function that makes a transport")
	}
	p := &Proxy{
		tk: tk, prefix: prefix, connect: connect,
		known: map[string]string{}, progress: map[string]func(*mcp.ProgressNotificationParams){},
		changed: make(chan struct{}, 1), done: make(chan struct{}),
	}
	if opts != nil {
		p.options = *opts
	}
	if p.options.Logger == nil {
		p.options.Logger = slog.Default()
	}
	if p.options.MinTTL <= 0 {
		p.options.MinTTL = defaultMinTTL
	}
	ttl, err := p.refresh(ctx)
	if err != nil {
		tk.Remove(slices.Collect(maps.Keys(p.known))...)
		p.dropSession(p.session)
		return nil, fmt.Errorf("proxy: %w", err)
	}
	lasting, stop := context.WithCancel(context.WithoutCancel(ctx))
	p.stop = stop
	go p.keep(lasting, ttl)
	return p, nil
}

// Close takes the tools away and ends the connection. Calls that are running fail.
func (p *Proxy) Close() error {
	p.stop()
	<-p.done
	p.refreshing.Lock()
	defer p.refreshing.Unlock()
	p.tk.Remove(slices.Collect(maps.Keys(p.known))...)
	clear(p.known)
	p.mu.Lock()
	session := p.session
	p.session = nil
	p.mu.Unlock()
	if session == nil {
		return nil
	}
	return session.Close()
}

// keep reads the list again when its time is over or the server says so.
func (p *Proxy) keep(ctx context.Context, ttl time.Duration) {
	defer close(p.done)
	timer := time.NewTimer(ttl)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		case <-p.changed:
		}
		next, err := p.refresh(ctx)
		if err != nil {
			if ctx.Err() != nil {
				return
			}
			p.options.Logger.ErrorContext(ctx, "the tools of a remote server could not be read", slog.String("prefix", p.prefix), slog.Any("error", err))
			next = p.options.MinTTL
		}
		timer.Reset(next)
	}
}

// refresh makes the tools those that the server has now, and returns how long the list is fresh. What
// cannot be offered is an error the first time, and is logged afterwards.
func (p *Proxy) refresh(ctx context.Context) (ttl time.Duration, err error) {
	p.refreshing.Lock()
	defer p.refreshing.Unlock()
	timeout := p.options.Timeout
	if timeout <= 0 {
		timeout = defaultListTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	tools, ttl, err := p.list(ctx)
	if err != nil {
		return 0, err
	}
	first := len(p.known) == 0
	var errs []error
	now := map[string]bool{}
	for _, tool := range tools {
		name := p.prefix + tool.Name
		now[name] = true
		raw, err := json.Marshal(tool)
		if err == nil && p.known[name] == string(raw) {
			continue
		}
		if _, ok := p.known[name]; ok {
			p.tk.Remove(name)
			delete(p.known, name)
		}
		if err == nil {
			err = p.add(name, tool)
		}
		switch {
		case err == nil:
			p.known[name] = string(raw)
		case first && !p.options.SkipInvalid:
			errs = append(errs, err)
		default:
			p.options.Logger.ErrorContext(ctx, "a tool of a remote server cannot be offered", slog.String("prefix", p.prefix), slog.Any("error", err))
		}
	}
	for name := range p.known {
		if !now[name] {
			p.tk.Remove(name)
			delete(p.known, name)
		}
	}
	return max(ttl, p.options.MinTTL), errors.Join(errs...)
}

// list reads all pages of the list.
func (p *Proxy) list(ctx context.Context) (tools []*mcp.Tool, ttl time.Duration, err error) {
	session, err := p.connected(ctx)
	if err != nil {
		return nil, 0, err
	}
	params := &mcp.ListToolsParams{}
	for {
		page, err := session.ListTools(ctx, params)
		if err != nil {
			p.dropSession(session)
			return nil, 0, fmt.Errorf("the list of tools of the remote server: %w", err)
		}
		tools = append(tools, page.Tools...)
		if fresh := time.Duration(page.TTLMs) * time.Millisecond; ttl == 0 || fresh < ttl {
			ttl = fresh
		}
		if page.NextCursor == "" || page.NextCursor == params.Cursor {
			return tools, ttl, nil
		}
		params.Cursor = page.NextCursor
	}
}

// add offers one tool.
func (p *Proxy) add(name string, tool *mcp.Tool) error {
	remote := tool.Name
	declared := toolkit.Tool{
		Name: name, Title: tool.Title, Description: tool.Description, Icons: tool.Icons, Meta: tool.Meta,
		Hints: hintsOf(tool.Annotations), InputSchema: tool.InputSchema, OutputSchema: tool.OutputSchema,
		Scopes: p.options.Scopes, Timeout: p.options.Timeout,
	}
	if declared.Title == "" && tool.Annotations != nil {
		declared.Title = tool.Annotations.Title
	}
	return toolkit.Add(p.tk, declared, func(ctx context.Context, arguments json.RawMessage) (*mcp.CallToolResult, error) {
		return p.call(ctx, remote, arguments)
	})
}

// hintsOf returns annotations as hints. Of two that contradict each other the careful one counts.
func hintsOf(a *mcp.ToolAnnotations) toolkit.Hints {
	if a == nil {
		return 0
	}
	var h toolkit.Hints
	destructive := a.DestructiveHint != nil && *a.DestructiveHint
	switch {
	case destructive:
		h |= toolkit.Destructive
	case a.ReadOnlyHint:
		h |= toolkit.ReadOnly
	}
	if a.DestructiveHint != nil && !destructive {
		h |= toolkit.NonDestructive
	}
	if a.IdempotentHint {
		h |= toolkit.Idempotent
	}
	if a.OpenWorldHint != nil {
		if *a.OpenWorldHint {
			h |= toolkit.OpenWorld
		} else {
			h |= toolkit.ClosedWorld
		}
	}
	return h
}
