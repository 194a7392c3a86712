package stateless

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/typedmcp/toolkit/errors"
	xmcpheader "github.com/typedmcp/toolkit/x-mcp-header"
)

// Config is what the endpoint is made of. All fields but KeepAlive and ListMeta are needed.
type Config struct {
	// Versions are the revisions that are spoken, the newest first.
	Versions []string
	// MaxBodyBytes bounds the body of a request.
	MaxBodyBytes int64
	// ServerInfo is the server's Implementation as JSON.
	ServerInfo json.RawMessage
	// ListMeta are more members of the _meta of lists of tools; nil for none.
	ListMeta map[string]string
	// Modern answers requests of 2026-07-28 and later that the endpoint does not, Legacy
	// those of older revisions.
	Modern, Legacy http.Handler
	// Direct reports whether the endpoint answers by itself at present. Otherwise Modern
	// does.
	Direct func() bool
	// Find returns a tool, or nil.
	Find func(name string) *Tool
	// Refuse says why a caller may not call a tool, with the value of WWW-Authenticate.
	Refuse func(ctx context.Context, tool *Tool) (challenge string, err *toolerrors.ProtocolError)
	// Call answers a tools/call for a tool that Find has found. trusted says that the
	// structured content is valid JSON if it is json.RawMessage.
	Call func(ctx context.Context, r *Request) (result *mcp.CallToolResult, trusted bool, err error)
	// Unknown is the error for a name that Find does not find, or nil if Modern may know it.
	Unknown func(name string) *toolerrors.ProtocolError
	// Broken is the result for the caller when that of a tool cannot be written.
	Broken func(ctx context.Context, tool string, err error) *mcp.CallToolResult
	// List returns the tools, and which of them a caller may see; nil means all. Modern
	// answers if there is no list.
	List func(ctx context.Context) (list *List, visible func(i int) bool)
	// KeepAlive is how long event streams may be silent before a comment is sent; 0 means 15
	// seconds.
	KeepAlive time.Duration
	// Lasts returns the context for a stream that does not end by itself, which ends when the
	// server wants it to, and a function to be called at its end.
	Lasts func(r *http.Request) (ctx context.Context, release func())
	// Begin and End enclose the answer to each request that ends by itself. Begin returns false
	// if the server has ended, and the request is refused.
	Begin func(ctx context.Context) bool
	End   func()
}

// A Tool is what the endpoint needs to know of a tool.
type Tool struct {
	// Name is the tool's name.
	Name string
	// Bindings are its parameters that stand in headers too.
	Bindings []xmcpheader.Binding
	// Scopes are what a caller's token needs.
	Scopes []string
}

// An Endpoint is an http.Handler for the MCP endpoint. Who calls has been checked already.
type Endpoint struct {
	cfg  Config
	meta []byte // the member _meta of results that have none of their own
	// listMeta is the same for lists of tools.
	listMeta []byte
}

// New makes an endpoint.
func New(cfg Config) *Endpoint {
	e := &Endpoint{cfg: cfg}
	e.meta = append(appendString([]byte(`,"_meta":{`), mcp.MetaKeyServerInfo), ':')
	e.meta = append(append(e.meta, cfg.ServerInfo...), '}')
	e.listMeta = e.meta
	if len(cfg.ListMeta) > 0 {
		e.listMeta = slices.Clone(e.meta[:len(e.meta)-1])
		for _, name := range slices.Sorted(maps.Keys(cfg.ListMeta)) {
			e.listMeta = append(appendString(append(e.listMeta, ','), name), ':')
			e.listMeta = appendString(e.listMeta, cfg.ListMeta[name])
		}
		e.listMeta = append(e.listMeta, '}')
	}
	return e
}

// ServeHTTP reads the message and decides who answers it.
func (e *Endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		e.otherMethod(w, r)
		return
	}
	if !isJSON(r.Header) {
		WriteError(w, http.StatusUnsupportedMediaType, nil, invalidRequest("Content-Type must be application/json"))
		return
	}
	body, status, refused := e.readBody(w, r)
	if refused != nil {
		WriteError(w, status, idOf(body), refused)
		return
	}
	req := &Request{header: r.Header, address: r.RemoteAddr, stream: stream{w: w}} // with room for the message
	m := &req.message
	refused = m.read(body)
	switch {
	case !acceptsBoth(r.Header):
		WriteError(w, http.StatusNotAcceptable, m.answerID(), invalidRequest("Accept must have both application/json and text/event-stream"))
		return
	case refused != nil:
		WriteError(w, http.StatusBadRequest, m.answerID(), refused)
		return
	}
	version, refused := checkVersion(r.Header, m, e.cfg.Versions)
	if refused == nil && version >= Revision {
		refused = m.checkMessage()
	}
	if refused != nil {
		WriteError(w, http.StatusBadRequest, m.answerID(), refused)
		return
	}
	var tool *Tool
	if m.method == "tools/call" {
		if tool = e.cfg.Find(m.name); tool != nil && len(tool.Scopes) > 0 {
			if challenge, refused := e.cfg.Refuse(r.Context(), tool); refused != nil {
				w.Header().Set("WWW-Authenticate", challenge)
				WriteError(w, http.StatusForbidden, m.answerID(), refused)
				return
			}
		}
	}
	if m.method != "subscriptions/listen" { // which ends with the server only
		if !e.cfg.Begin(r.Context()) {
			w.Header().Set("Connection", "close")
			WriteError(w, http.StatusServiceUnavailable, m.answerID(), &toolerrors.ProtocolError{Code: toolerrors.CodeInternalError, Message: "the server is shutting down"})
			return
		}
		defer e.cfg.End()
	}
	if version < Revision {
		if refused := m.checkGiven(r.Header, tool); refused != nil {
			WriteError(w, http.StatusBadRequest, m.answerID(), refused)
			return
		}
		e.passStream(e.cfg.Legacy, w, r, body)
		return
	}
	if refused := m.checkHeaders(r.Header, tool); refused != nil {
		WriteError(w, http.StatusBadRequest, m.id, refused)
		return
	}
	direct := version == Revision && e.cfg.Direct()
	switch {
	case direct && m.method == "tools/list" && e.list(w, r, m):
	case direct && tool != nil:
		e.call(w, r, req)
	case direct && m.method == "tools/call" && e.unknown(w, m):
	default:
		r.Header = headerForSDK(r.Header, m)
		if m.method == "subscriptions/listen" && m.id != nil {
			e.listen(w, r, m, body)
			return
		}
		e.passStream(e.cfg.Modern, w, r, body)
	}
}

// headerForSDK returns a header that the SDK takes where the specification does and the SDK
// does not.
func headerForSDK(header http.Header, m *message) http.Header {
	header = header.Clone()
	if name, ok := m.named(); ok {
		header.Set(xmcpheader.Name, name) // it may be in base64, which the SDK does not decode
	}
	if m.id == nil && header.Get(xmcpheader.Method) == "" {
		header.Set(xmcpheader.Method, m.method) // not required of notifications
	}
	header.Del("Last-Event-ID") // to be ignored (basic/transports/streamable-http, "Earlier Streamable HTTP Revisions")
	return header
}

// unknown answers a call of a tool that nobody knows, and reports whether that is so
// (server/tools, "Error Handling").
func (e *Endpoint) unknown(w http.ResponseWriter, m *message) bool {
	refused := e.cfg.Unknown(m.name)
	if refused == nil {
		return false
	}
	WriteError(w, statusOf(refused), m.id, refused)
	return true
}

// otherMethod answers what is no POST: streams and sessions, which older revisions have.
func (e *Endpoint) otherMethod(w http.ResponseWriter, r *http.Request) {
	switch r.Method {
	case http.MethodGet, http.MethodDelete:
		if r.Header.Get(xmcpheader.ProtocolVersion) < Revision {
			stream := e.events(w)
			defer stream.end()
			e.last(stream, r, e.cfg.Legacy)
			return
		}
		w.Header().Set("Allow", "POST, OPTIONS")
		WriteError(w, http.StatusMethodNotAllowed, nil, invalidRequest("the MCP endpoint takes POST, not "+r.Method+", since "+Revision))
	default:
		w.Header().Set("Allow", "POST, GET, DELETE, OPTIONS")
		WriteError(w, http.StatusMethodNotAllowed, nil, invalidRequest("the MCP endpoint takes POST, not "+short(r.Method)))
	}
}

// readBody reads the whole body, up to the limit. What was read of a body that is refused is
// there too.
func (e *Endpoint) readBody(w http.ResponseWriter, r *http.Request) (body []byte, status int, refused *toolerrors.ProtocolError) {
	limit := e.cfg.MaxBodyBytes
	tooLarge := func() *toolerrors.ProtocolError {
		return invalidRequest("the body has more than " + strconv.FormatInt(limit, 10) + " bytes")
	}
	source := r.Body
	const trust = 64 << 10 // a client that promises more has to send it
	size := int64(512)
	if n := r.ContentLength; n >= 0 && n <= limit {
		size = min(n, trust) + 1 // and one more to see the end
	} else {
		source = http.MaxBytesReader(w, r.Body, limit)
	}
	body = make([]byte, 0, size)
	for {
		n, err := source.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		switch {
		case int64(len(body)) > limit:
			return body, http.StatusRequestEntityTooLarge, tooLarge()
		case err == io.EOF:
			arrived(w)
			return body, 0, nil
		case errors.Is(err, os.ErrDeadlineExceeded):
			return body, http.StatusRequestTimeout, invalidRequest("the body did not arrive in time")
		case err != nil:
			if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
				return body, http.StatusRequestEntityTooLarge, tooLarge()
			}
			return body, http.StatusBadRequest, invalidRequest("the body could not be read to its end")
		}
		if len(body) == cap(body) {
			body = append(body, 0)[:len(body)]
		}
	}
}

// pass hands a request on, with the body that was read.
func (e *Endpoint) pass(next http.Handler, w http.ResponseWriter, r *http.Request, body []byte) {
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ContentLength = int64(len(body))
	next.ServeHTTP(w, r)
}

// passStream is pass to a handler that may answer with an event stream.
func (e *Endpoint) passStream(next http.Handler, w http.ResponseWriter, r *http.Request, body []byte) {
	stream := e.events(w)
	defer stream.end()
	e.pass(next, stream, r, body)
}

// list answers tools/list with pieces of the list as they are, or returns false.
func (e *Endpoint) list(w http.ResponseWriter, r *http.Request, m *message) bool {
	list, visible := e.cfg.List(r.Context())
	if list == nil {
		return false
	}
	cursor, refused := cursorOf(m.cursor)
	after := ""
	if refused == nil {
		after, refused = ReadCursor(cursor)
	}
	if refused != nil {
		WriteError(w, http.StatusBadRequest, m.id, refused)
		return true
	}
	pieces, next := list.page(after, visible)
	b := getBuffer()
	defer b.release()
	b.bytes = append(append(append(b.bytes, `{"jsonrpc":"2.0","id":`...), m.id...), `,"result":`...)
	b.bytes = append(append(b.bytes, complete...), e.listMeta...)
	if next != "" {
		b.bytes = appendString(append(b.bytes, `,"nextCursor":`...), WriteCursor(next))
	}
	b.bytes = append(b.bytes, list.caching...)
	const end = "]}}\n"
	length := len(b.bytes) + len(end)
	for _, piece := range pieces {
		length += len(piece)
	}
	header := w.Header()
	header["Content-Type"] = jsonType
	header["Content-Length"] = []string{strconv.Itoa(length)}
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(b.bytes) // a client that is gone cannot be told so
	for _, piece := range pieces {
		_, _ = w.Write(piece)
	}
	_, _ = io.WriteString(w, end)
	return true
}

// call answers tools/call.
func (e *Endpoint) call(w http.ResponseWriter, r *http.Request, req *Request) {
	m := &req.message
	req.ctx, req.Tool, req.Arguments = r.Context(), m.name, json.RawMessage(m.arguments)
	if refused := req.readRetry(); refused != nil {
		WriteError(w, http.StatusBadRequest, m.id, refused)
		return
	}
	defer req.stream.end()
	result, trusted, err := e.cfg.Call(req.ctx, req)
	if req.ctx.Err() == context.Canceled {
		return // the client has closed the response and waits for nothing (basic/patterns/cancellation)
	}
	b := getBuffer()
	defer b.release()
	if err == nil {
		b.bytes, err = e.appendAnswer(b.bytes, m, result, trusted)
		if err != nil && err != errMixed {
			result = e.cfg.Broken(req.ctx, m.name, err)
			b.bytes, err = e.appendAnswer(b.bytes[:0], m, result, false)
		}
	}
	status := http.StatusOK
	if err != nil {
		failure := protocolError(err)
		status = statusOf(failure)
		b.bytes = appendError(b.bytes[:0], m.id, failure)
	}
	if req.stream.begun {
		_ = req.stream.send(b.bytes) // a client that is gone cannot be told so
		return
	}
	b.bytes = append(b.bytes, '\n')
	writeJSON(w, status, b.bytes)
}

// appendAnswer appends the JSON-RPC response with a result.
func (e *Endpoint) appendAnswer(dst []byte, m *message, result *mcp.CallToolResult, trusted bool) ([]byte, error) {
	dst = append(append(append(dst, `{"jsonrpc":"2.0","id":`...), m.id...), `,"result":`...)
	dst, err := e.appendResult(dst, result, trusted)
	return append(dst, '}'), err
}

// protocolError returns the JSON-RPC error that an error is sent as.
func protocolError(err error) *toolerrors.ProtocolError {
	if protocol, ok := errors.AsType[*toolerrors.ProtocolError](err); ok && protocol != nil {
		return protocol
	}
	return &toolerrors.ProtocolError{Code: toolerrors.CodeInternalError, Message: "internal error"}
}
