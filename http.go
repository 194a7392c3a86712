package toolkit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/typedmcp/toolkit/errors"
	xmcpheader "github.com/typedmcp/toolkit/x-mcp-header"
)

// HTTPHandler returns the MCP endpoint to mount in a server of one's own, at any path. It
// speaks Streamable HTTP of 2026-07-28, without sessions, and of the older revisions, with
// them. Origin, Host, size and headers of a request are checked before anything else. It
// may be called several times; all handlers serve the same [Toolkit.Server].
//
// The error is that of [Toolkit.Err], or says that a tool has Scopes without [WithAuth].
func (tk *Toolkit) HTTPHandler() (http.Handler, error) {
	srv, err := tk.Server()
	if err != nil {
		return nil, err
	}
	for _, e := range tk.tools.Load().entries {
		if len(e.scopes) > 0 && tk.verifier == nil {
			return nil, fmt.Errorf("toolkit: %w", named(e.tool.Name, errors.New("it has Scopes, but nothing checks tokens over HTTP; pass WithAuth to New")))
		}
	}
	return tk.newFront(srv), nil
}

// A front is the endpoint: it decides which revision a request speaks, answers what is
// wrong with it, and hands the rest on.
type front struct {
	tk       *Toolkit
	versions []string     // of the server
	modern   http.Handler // 2026-07-28: no sessions
	legacy   http.Handler // older revisions, with sessions
	inner    http.Handler // what follows the check of the token
}

func (tk *Toolkit) newFront(srv *mcp.Server) *front {
	get := func(*http.Request) *mcp.Server { return srv }
	logger := sdkLogger(tk.logger)
	f := &front{
		tk:       tk,
		versions: tk.versions,
		// JSONResponse stays off: with it, progress of a call gets lost.
		modern: mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{
			Stateless: true, Logger: logger, DisableLocalhostProtection: true,
			MaxRequestBodyBytes: -1, PropagateRequestCancellation: true,
		}),
		legacy: mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{
			Logger: logger, DisableLocalhostProtection: true,
			MaxRequestBodyBytes: -1, SessionTimeout: tk.limits.SessionTimeout,
		}),
	}
	f.inner = http.HandlerFunc(f.serve)
	if tk.verifier != nil {
		f.inner = auth.RequireBearerToken(tk.verifier, tk.authOptions)(f.inner)
	}
	return f
}

// ServeHTTP checks who calls: the page, the host, the token.
func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := f.tk.checkHost(r); err != nil {
		writeError(w, http.StatusForbidden, nil, err)
		return
	}
	if err := f.tk.checkOrigin(r); err != nil {
		writeError(w, http.StatusForbidden, nil, err)
		return
	}
	allowOrigin(w, r)
	if r.Method == http.MethodOptions {
		answerPreflight(w, r)
		return
	}
	f.inner.ServeHTTP(w, r)
}

// serve reads the message and decides who answers it.
func (f *front) serve(w http.ResponseWriter, r *http.Request) {
	switch r.Method {
	case http.MethodPost:
	case http.MethodGet, http.MethodDelete: // streams and sessions, which older revisions have
		if r.Header.Get(xmcpheader.ProtocolVersion) >= rev20260728 {
			w.Header().Set("Allow", "POST, OPTIONS")
			writeError(w, http.StatusMethodNotAllowed, nil, invalidRequest("the MCP endpoint takes POST, not "+r.Method+", since "+rev20260728))
			return
		}
		f.legacy.ServeHTTP(w, r)
		return
	default:
		w.Header().Set("Allow", "POST, GET, DELETE, OPTIONS")
		writeError(w, http.StatusMethodNotAllowed, nil, invalidRequest("the MCP endpoint takes POST, not "+shorten(r.Method)))
		return
	}
	if mediaType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || mediaType != "application/json" {
		writeError(w, http.StatusUnsupportedMediaType, nil, invalidRequest("Content-Type must be application/json"))
		return
	}
	if !accepts(r.Header, "application/json") || !accepts(r.Header, "text/event-stream") {
		writeError(w, http.StatusNotAcceptable, nil, invalidRequest("Accept must have both application/json and text/event-stream"))
		return
	}
	body, status, refused := f.readBody(w, r)
	if refused != nil {
		writeError(w, status, nil, refused)
		return
	}
	e, refused := readEnvelope(body)
	if refused != nil {
		writeError(w, http.StatusBadRequest, e.id, refused)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ContentLength = int64(len(body))

	header := r.Header.Get(xmcpheader.ProtocolVersion)
	if refused := f.checkVersion(header, e); refused != nil {
		writeError(w, http.StatusBadRequest, e.id, refused)
		return
	}
	if e.method == "tools/call" {
		if tool := f.tk.tools.Load().find(e.name); tool != nil && len(lacking(tool.scopes, auth.TokenInfoFromContext(r.Context()))) > 0 {
			w.Header().Set("WWW-Authenticate", f.tk.challenge(tool))
			writeError(w, http.StatusForbidden, e.id, scopeError(tool))
			return
		}
	}
	if e.method != "subscriptions/listen" { // which ends with the server only
		defer f.tk.requests.begin()()
	}
	if header < rev20260728 {
		f.legacy.ServeHTTP(w, r)
		return
	}
	if refused := f.checkHeaders(r.Header, e); refused != nil {
		writeError(w, http.StatusBadRequest, e.id, refused)
		return
	}
	if name, ok := e.named(); ok {
		// The SDK compares this header as it stands, without decoding base64.
		r.Header = r.Header.Clone()
		r.Header.Set(xmcpheader.Name, name)
	}
	f.modern.ServeHTTP(w, r)
}

// readBody reads the whole body, up to the limit.
func (f *front) readBody(w http.ResponseWriter, r *http.Request) ([]byte, int, *ProtocolError) {
	limit := f.tk.limits.MaxBodyBytes
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if err == nil {
		return body, 0, nil
	}
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, http.StatusRequestEntityTooLarge, invalidRequest(fmt.Sprintf("the body has more than %d bytes", limit))
	}
	return nil, http.StatusBadRequest, invalidRequest("the body could not be read to its end")
}

// checkVersion holds the revision in the header against that in _meta. 2026-07-28 and later
// name it in both; older ones at most in the header (basic/transports/streamable-http, "Protocol
// Version Header").
func (f *front) checkVersion(header string, e envelope) *ProtocolError {
	switch {
	case e.version != "" && header == "":
		return mismatch(fmt.Sprintf("%s is missing, but _meta says %s", xmcpheader.ProtocolVersion, shorten(e.version)))
	case e.version != "" && header != e.version:
		return mismatch(fmt.Sprintf("%s says %s, but _meta says %s", xmcpheader.ProtocolVersion, shorten(header), shorten(e.version)))
	case header != "" && !slices.Contains(f.versions, header):
		return &ProtocolError{
			Code:    toolerrors.CodeUnsupportedProtocolVersion,
			Message: "unsupported protocol version",
			Data:    map[string]any{"supported": f.versions, "requested": shorten(header)},
		}
	case header >= rev20260728 && e.version == "" && e.id != nil:
		return &ProtocolError{
			Code:    toolerrors.CodeInvalidParams,
			Message: fmt.Sprintf("params._meta must have %s, as every request of %s", mcp.MetaKeyProtocolVersion, header),
		}
	}
	return nil
}

// checkHeaders holds the other headers of 2026-07-28 against the message, those of our
// tools' parameters too. The arguments are looked at as they were sent.
func (f *front) checkHeaders(header http.Header, e envelope) *ProtocolError {
	if e.id == nil {
		return nil // not defined for notifications
	}
	if err := xmcpheader.CheckMethod(header, e.method); err != nil {
		return mismatch(err.Error())
	}
	name, ok := e.named()
	if !ok {
		return nil
	}
	if err := xmcpheader.CheckName(header, name); err != nil {
		return mismatch(err.Error())
	}
	tool := f.tk.tools.Load().find(e.name)
	if tool == nil || e.method != "tools/call" {
		return nil
	}
	if err := xmcpheader.Check(header, tool.bindings, e.arguments); err != nil {
		return mismatch(err.Error())
	}
	return nil
}

func invalidRequest(message string) *ProtocolError {
	return &ProtocolError{Code: toolerrors.CodeInvalidRequest, Message: message}
}

func mismatch(message string) *ProtocolError {
	return &ProtocolError{Code: toolerrors.CodeHeaderMismatch, Message: "Header mismatch: " + strings.TrimPrefix(message, "Header mismatch: ")}
}
