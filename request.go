package toolkit

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/typedmcp/toolkit/errors"
)

// A Request is what a tool function may need to know of the request it answers. Its
// methods work on a nil Request and on that of [Toolkit.Call], for which they return zero
// values.
type Request struct {
	carrier carrier // nil for Toolkit.Call
	call    *call   // nil outside of a call

	mu       sync.Mutex
	ended    bool
	progress *float64 // of the last notification; nil before the first
	asking   *asking  // what the user is asked; nil before the first question
}

// A call is what a request asks for.
type call struct {
	tk        *Toolkit
	tool      string
	arguments json.RawMessage
}

// A carrier is the way that a request came. Its Progress and Log are not called at the same
// time.
type carrier interface {
	ProtocolVersion() string
	ClientInfo() *mcp.Implementation
	ClientCapabilities() *mcp.ClientCapabilities
	Meta() mcp.Meta
	Header() http.Header
	RemoteAddr() string
	TokenInfo() *auth.TokenInfo
	Session() *mcp.ServerSession
	InputResponses() mcp.InputResponseMap
	RequestState() string
	Progress(ctx context.Context, progress, total float64, message string) error
	//lint:ignore SA1019 deprecated in 2026-07-28, but still part of it and of all older revisions
	Log(ctx context.Context, level mcp.LoggingLevel, data any) error
}

type requestKey struct{}

// RequestFrom returns the request that ctx belongs to: the context that a tool function
// or a [Middleware] was given, or one made from it. It never returns nil.
func RequestFrom(ctx context.Context) *Request {
	if r, ok := ctx.Value(requestKey{}).(*Request); ok && r != nil {
		return r
	}
	return &Request{}
}

// came reports whether the request came from a client.
func (r *Request) came() bool { return r != nil && r.carrier != nil }

// ProtocolVersion returns the revision of MCP that the request speaks, such as
// "2026-07-28"; "" for Toolkit.Call.
func (r *Request) ProtocolVersion() string {
	if !r.came() {
		return ""
	}
	return r.carrier.ProtocolVersion()
}

// ClientInfo returns the name and version of the client, or nil if it did not say.
func (r *Request) ClientInfo() *mcp.Implementation {
	if !r.came() {
		return nil
	}
	return r.carrier.ClientInfo()
}

// ClientCapabilities returns what the client can do, or nil if it did not say.
func (r *Request) ClientCapabilities() *mcp.ClientCapabilities {
	if !r.came() {
		return nil
	}
	return r.carrier.ClientCapabilities()
}

// Meta returns the request's _meta, or nil. It must not be changed.
func (r *Request) Meta() mcp.Meta {
	if !r.came() {
		return nil
	}
	return r.carrier.Meta()
}

// Header returns the HTTP header of the request, or nil over stdio. It must not be
// changed.
func (r *Request) Header() http.Header {
	if !r.came() {
		return nil
	}
	return r.carrier.Header()
}

// RemoteAddr returns the network address that the HTTP request came from, with its port: that
// of a proxy, if there is one. It is "" over stdio, and on a server of the user's own.
func (r *Request) RemoteAddr() string {
	if !r.came() {
		return ""
	}
	return r.carrier.RemoteAddr()
}

// TokenInfo returns what is known of the caller's token, or nil without [WithAuth].
func (r *Request) TokenInfo() *auth.TokenInfo {
	if !r.came() {
		return nil
	}
	return r.carrier.TokenInfo()
}

// Session returns the SDK's session, or nil where there is none: for Toolkit.Call, and as a
// rule for calls of 2026-07-28 over HTTP, which has no sessions.
func (r *Request) Session() *mcp.ServerSession {
	if !r.came() {
		return nil
	}
	return r.carrier.Session()
}

// InputResponses returns the answers to the input requests of an earlier result of this
// call, by their ids, or nil (specification, basic/patterns/mrtr).
func (r *Request) InputResponses() mcp.InputResponseMap {
	if !r.came() {
		return nil
	}
	return r.carrier.InputResponses()
}

// RequestState returns the requestState of an earlier result of this call, or "". The
// client could have changed it.
func (r *Request) RequestState() string {
	if !r.came() {
		return ""
	}
	return r.carrier.RequestState()
}

// Progress tells the client how far the call is: progress of total, with a message for
// people. A total of 0 means that it is not known. It does nothing if the client has not
// asked for progress, if progress is not more than it was, and after the call has ended
// (specification, basic/patterns/progress).
func (r *Request) Progress(ctx context.Context, progress, total float64, message string) error {
	if !r.came() {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended || !isFinite(progress) || r.progress != nil && progress <= *r.progress {
		return nil
	}
	if !isFinite(total) {
		total = 0
	}
	r.progress = &progress
	return r.carrier.Progress(ctx, progress, total, message)
}

func isFinite(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }

// Log sends a log message to the client, if it wants messages of this level. data is
// anything that marshals to JSON. It does nothing after the call has ended.
//
//lint:ignore SA1019 deprecated in 2026-07-28, but still part of it and of all older revisions
func (r *Request) Log(ctx context.Context, level mcp.LoggingLevel, data any) error {
	if !r.came() {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended {
		return nil
	}
	return r.carrier.Log(ctx, level, data)
}

// end keeps a function that goes on after its call from sending anything.
func (r *Request) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ended = true
}

// RequireCapability returns nil if the client has a capability: "sampling",
// "elicitation" or "roots". Otherwise it returns a [ProtocolError] to be returned by the
// tool function, which tells the client what is missing (-32021). [Toolkit.Call] has none.
func (r *Request) RequireCapability(name string) error {
	have := r.ClientCapabilities()
	if have == nil {
		have = &mcp.ClientCapabilities{}
	}
	var ok bool
	need := map[string]any{name: map[string]any{}}
	switch name {
	case "sampling":
		//lint:ignore SA1019 deprecated in 2026-07-28, but still part of it and of all older revisions
		ok = have.Sampling != nil
	case "elicitation":
		ok = have.Elicitation != nil
	case "roots":
		//lint:ignore SA1019 deprecated in 2026-07-28, but still part of it and of all older revisions
		ok = have.RootsV2 != nil
	default:
		_, ok = have.Extensions[name]
		need = map[string]any{"extensions": need}
	}
	if ok {
		return nil
	}
	return &ProtocolError{
		Code:    toolerrors.CodeMissingRequiredClientCapability,
		Message: fmt.Sprintf("the tool needs the client capability %s", name),
		Data:    map[string]any{"requiredCapabilities": need},
	}
}
