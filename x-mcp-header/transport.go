package xmcpheader

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"mime"
	"net/http"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	maxRequest  = 64 << 20 // bytes of a request are kept, to be sent again
	maxPage     = 16 << 20 // of one page of a list of tools
	maxRejected = 64 << 10 // of an answer with status 400, where the error is looked for
	maxWatched  = 1 << 20  // of an event on a stream of notifications
)

// A Transport is the client's side of the headers, for any client of MCP over Streamable HTTP
// that lets its http.Client be set. In every request of 2026-07-28 and later it sets
// Mcp-Method and, where there is one, Mcp-Name, and in a tools/call a Mcp-Param-* header for
// each annotated argument. Requests of older revisions pass unchanged.
//
// It learns the annotations from the answers to tools/list that pass through it, JSON or
// server-sent events, page by page, and keeps them for each endpoint and authorization for as
// long as their ttlMs says. For a tool of which it knows nothing, or nothing that is still
// fresh, it asks for the list itself before the call; if that fails, it goes by what it knew.
// If the server refuses a call because of its headers (status 400, error -32020), it asks for
// the list again and, if other headers follow from it, sends the call once more.
//
// It drops tools with annotations that the specification does not allow from the lists that
// pass, see [FilterTools].
//
// A call that the server would have to refuse is not sent; the error is a [*ParameterError].
//
// The zero value is ready for use. A Transport is safe for concurrent use and should be used
// for many requests. It must see who calls: a RoundTripper that adds Authorization wraps it,
// and not the other way round, unless all its requests are those of one caller.
type Transport struct {
	// Base sends the requests. Nil means http.DefaultTransport.
	Base http.RoundTripper
	// Logger is told of tools that are dropped, and of lists that could not be had. Nil says
	// nothing.
	Logger *slog.Logger
	// MinTTL is how long a list is relied on at least, whatever its ttlMs says. Many servers
	// say 0, and then every call is preceded by a list. An annotation that has changed
	// meanwhile is noticed by the server, which refuses the call, and the list is asked for
	// again; only gateways on the way may decide by headers that are no longer right.
	MinTTL time.Duration
	// CallerHeaders names headers that tell callers apart, such as X-Api-Key, besides
	// Authorization and Cookie. What a server lists may depend on the caller.
	CallerHeaders []string

	callers callers
}

// RoundTrip sends one request.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if !isMessage(r) {
		return t.base().RoundTrip(r)
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxRequest+1))
	closeErr := r.Body.Close()
	switch {
	case err != nil:
		return nil, err
	case closeErr != nil:
		return nil, closeErr
	case len(body) > maxRequest:
		return nil, fmt.Errorf("the request has more than %d bytes, too many to look for arguments that are mirrored into headers", maxRequest)
	}
	c := &call{transport: t, request: r, body: body, message: readMessage(body)}
	version := r.Header.Get(ProtocolVersion)
	if version == "" {
		version = c.message.version
	}
	if !c.message.valid || version < firstRevision || c.message.method == "" {
		return c.send(func(http.Header) {})
	}
	c.version = version
	c.known = t.callers.of(callerOf(r, t.CallerHeaders), time.Now())
	return c.roundTrip()
}

// CloseIdleConnections closes those of Base.
func (t *Transport) CloseIdleConnections() {
	if base, ok := t.base().(interface{ CloseIdleConnections() }); ok {
		base.CloseIdleConnections()
	}
}

func (t *Transport) base() http.RoundTripper {
	if t.Base == nil {
		return http.DefaultTransport
	}
	return t.Base
}

func (t *Transport) warn(ctx context.Context, text string, attributes ...slog.Attr) {
	if t.Logger != nil {
		t.Logger.LogAttrs(ctx, slog.LevelWarn, text, attributes...)
	}
}

// isMessage reports whether a request may have a JSON-RPC message.
func isMessage(r *http.Request) bool {
	if r.Method != http.MethodPost || r.Body == nil || r.Body == http.NoBody || r.Header.Get("Content-Encoding") != "" {
		return false
	}
	return mediaType(r.Header) == "application/json"
}

func mediaType(header http.Header) string {
	name, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return name
}

// A call is one message on its way.
type call struct {
	transport *Transport
	request   *http.Request
	body      []byte
	message   message
	version   string
	known     *knownTools
}

// send sends the message with changed headers.
func (c *call) send(change func(http.Header)) (*http.Response, error) {
	r := c.request.Clone(c.request.Context())
	r.Body = io.NopCloser(bytes.NewReader(c.body))
	r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(c.body)), nil }
	r.ContentLength = int64(len(c.body))
	change(r.Header)
	return c.transport.base().RoundTrip(r)
}

// sendMirrored sends the message with its headers. A nil params leaves those of parameters as
// they are.
func (c *call) sendMirrored(params map[string]string) (*http.Response, error) {
	return c.send(func(header http.Header) {
		header.Set(ProtocolVersion, c.version)
		setMirrors(header, &c.message, params)
	})
}

func (c *call) roundTrip() (*http.Response, error) {
	switch c.message.method {
	case methodCall:
		return c.callTool()
	case methodList:
		response, err := c.sendMirrored(nil)
		if err != nil {
			return nil, err
		}
		return c.learn(response)
	case methodListen:
		response, err := c.sendMirrored(nil)
		if err == nil && mediaType(response.Header) == "text/event-stream" {
			response.Body = &eventReader{from: response.Body, limit: maxWatched, event: c.watch}
		}
		return response, err
	}
	return c.sendMirrored(nil)
}

// watch looks for the notification that the list has changed.
func (c *call) watch(data []byte) []byte {
	if m := readMessage(data); m.valid && m.method == "notifications/tools/list_changed" {
		c.known.expire()
	}
	return data
}

// callTool sends a tools/call, and once more if the server refuses its headers and a new list
// gives others.
func (c *call) callTool() (*http.Response, error) {
	if c.message.twice != "" {
		return nil, &ParameterError{c.message.name, c.message.twice, "stands more than once in the message"}
	}
	bindings, found, listed, err := c.bindings()
	if err != nil {
		return nil, err
	}
	params, err := c.params(bindings, found)
	if err != nil {
		return nil, err
	}
	response, err := c.sendMirrored(params)
	if err != nil || listed || !rejected(response) {
		return response, err
	}
	if err := c.list(); err != nil {
		c.transport.warn(c.request.Context(), "the server refused the headers of a call, and the list of tools could not be had", slog.String("tool", c.message.name), slog.Any("reason", err))
		return response, nil
	}
	bindings, found, _ = c.known.find(c.message.name, time.Now())
	again, err := c.params(bindings, found)
	if err != nil {
		closeBody(response)
		return nil, err
	}
	if !found || maps.Equal(params, again) {
		return response, nil
	}
	closeBody(response)
	return c.sendMirrored(again)
}

// params returns the headers of the parameters, or nil if nothing is known of the tool.
func (c *call) params(bindings []Binding, found bool) (map[string]string, error) {
	if !found {
		return nil, nil
	}
	return mirrored(c.message.name, bindings, c.message.arguments)
}

// bindings returns those of the tool that is called, and whether the list was asked for to
// know them. The error is that of the context.
func (c *call) bindings() (bindings []Binding, found, listed bool, err error) {
	bindings, found, fresh := c.known.find(c.message.name, time.Now())
	if fresh {
		return bindings, found, false, nil
	}
	if err := c.list(); err != nil {
		ctx := c.request.Context()
		if ctx.Err() != nil {
			return nil, false, false, err
		}
		c.transport.warn(ctx, "the list of tools could not be had before a call", slog.String("tool", c.message.name), slog.Any("reason", err))
		return bindings, found, false, nil
	}
	bindings, found, _ = c.known.find(c.message.name, time.Now())
	return bindings, found, true, nil
}

// learn takes in a page that the client asked for, and drops tools from it.
func (c *call) learn(response *http.Response) (*http.Response, error) {
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Encoding") != "" {
		return response, nil
	}
	switch mediaType(response.Header) {
	case "application/json":
		body, err := readPage(response.Body)
		if err != nil {
			return nil, err
		}
		body = c.page(body)
		response.Body = io.NopCloser(bytes.NewReader(body))
		response.ContentLength = int64(len(body))
		response.Header.Set("Content-Length", strconv.Itoa(len(body)))
	case "text/event-stream":
		response.Body = &eventReader{from: response.Body, limit: maxPage, strict: true, event: c.page}
		response.ContentLength = -1
		response.Header.Del("Content-Length")
	}
	return response, nil
}

// page reads a JSON-RPC message, takes in its tools, if it has any, and returns it without
// those that are dropped.
func (c *call) page(raw []byte) []byte {
	if !jsontext.Value(raw).IsValid(jsontext.AllowDuplicateNames(true)) {
		return raw
	}
	return edit(raw, func(key string, result jsontext.Value) jsontext.Value {
		if key != "result" {
			return result
		}
		p := c.readPage(result, true)
		for name, bindings := range p.tools {
			c.known.add(name, bindings, p.expires)
		}
		if c.message.cursor == "" && p.cursor == "" {
			c.known.complete(p.expires)
		}
		return p.result
	})
}

// A page is what one tools/list result says.
type page struct {
	result  jsontext.Value // without the tools that are dropped
	tools   map[string][]Binding
	cursor  string
	expires time.Time
}

// readPage reads a tools/list result that has just come, and tells the logger of tools that
// the client will not see.
func (c *call) readPage(result jsontext.Value, tell bool) page {
	p := page{tools: map[string][]Binding{}}
	p.result = filterTools(result, func(name string, bindings []Binding, err error) {
		if err, ok := errors.AsType[*DefinitionError](err); ok && tell {
			c.transport.warn(c.request.Context(), textDropped, slog.String("tool", name), slog.Any("reason", err.Err))
		}
		p.tools[name] = bindings
	})
	var ttl time.Duration
	members(result, func(key string, value jsontext.Value) {
		switch key {
		case "nextCursor":
			p.cursor, _ = text(value)
		case "ttlMs":
			const most = 1 << 40 // milliseconds; longer than anybody waits
			if ms, err := strconv.ParseFloat(string(value), 64); err == nil && ms > 0 {
				ttl = time.Duration(min(ms, most)) * time.Millisecond
			}
		}
	})
	p.expires = time.Now().Add(max(ttl, c.transport.MinTTL))
	return p
}

// rejected reports whether the server refused a request because of its headers. The body of
// the response can be read as before.
func rejected(response *http.Response) bool {
	if response.StatusCode != http.StatusBadRequest || response.Header.Get("Content-Encoding") != "" {
		return false
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, maxRejected))
	rest := io.MultiReader(bytes.NewReader(body), response.Body)
	if err != nil {
		rest = io.MultiReader(bytes.NewReader(body), failing{err})
	}
	response.Body = struct {
		io.Reader
		io.Closer
	}{rest, response.Body}
	code := ""
	members(body, func(key string, value jsontext.Value) {
		if key == "error" {
			code = string(member(value, "code"))
		}
	})
	return sameNumber(code, strconv.Itoa(codeHeaderMismatch))
}

// failing is a reader that has failed.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// closeBody gives a response up. A short rest is read, so that the connection stays of use.
func closeBody(response *http.Response) {
	_, _ = io.CopyN(io.Discard, response.Body, maxRejected) // it is given up
	_ = response.Body.Close()
}

// readPage reads the body of a response, up to the limit, and closes it.
func readPage(body io.ReadCloser) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(body, maxPage+1))
	closeErr := body.Close()
	switch {
	case err != nil:
		return nil, err
	case closeErr != nil:
		return nil, closeErr
	case len(text) > maxPage:
		return nil, fmt.Errorf("the answer to %s has more than %d bytes", methodList, maxPage)
	}
	return text, nil
}
