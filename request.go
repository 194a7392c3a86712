package toolkit

import (
	"context"
	"fmt"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/typedmcp/toolkit/errors"
)

// A Request is what a tool function may need to know of the request it answers. Its
// methods work on a nil Request and on that of [Toolkit.Call], for which they return zero
// values.
type Request struct{ call *mcp.CallToolRequest }

type requestKey struct{}

// RequestFrom returns the request that ctx belongs to: the context that a tool function
// or a [Middleware] was given, or one made from it. It never returns nil.
func RequestFrom(ctx context.Context) *Request {
	if r, ok := ctx.Value(requestKey{}).(*Request); ok && r != nil {
		return r
	}
	return &Request{}
}

func (r *Request) params() *mcp.CallToolParamsRaw {
	if r == nil || r.call == nil {
		return nil
	}
	return r.call.Params
}

// ProtocolVersion returns the revision of MCP that the request speaks, such as
// "2026-07-28"; "" for Toolkit.Call.
func (r *Request) ProtocolVersion() string {
	if r == nil || r.call == nil {
		return ""
	}
	return r.call.ProtocolVersion()
}

// ClientInfo returns the name and version of the client, or nil if it did not say.
func (r *Request) ClientInfo() *mcp.Implementation {
	if r == nil || r.call == nil {
		return nil
	}
	return r.call.ClientInfo()
}

// ClientCapabilities returns what the client can do, or nil if it did not say.
func (r *Request) ClientCapabilities() *mcp.ClientCapabilities {
	if r == nil || r.call == nil {
		return nil
	}
	return r.call.ClientCapabilities()
}

// Meta returns the request's _meta, or nil. It must not be changed.
func (r *Request) Meta() mcp.Meta {
	if p := r.params(); p != nil {
		return p.Meta
	}
	return nil
}

// Header returns the HTTP header of the request, or nil over stdio. It must not be
// changed.
func (r *Request) Header() http.Header {
	if r == nil || r.call == nil || r.call.Extra == nil {
		return nil
	}
	return r.call.Extra.Header
}

// TokenInfo returns what is known of the caller's token, or nil without [WithAuth].
func (r *Request) TokenInfo() *auth.TokenInfo {
	if r == nil || r.call == nil || r.call.Extra == nil {
		return nil
	}
	return r.call.Extra.TokenInfo
}

// Session returns the SDK's session, or nil where there is none.
func (r *Request) Session() *mcp.ServerSession {
	if r == nil || r.call == nil {
		return nil
	}
	return r.call.Session
}

// InputResponses returns the answers to the input requests of an earlier result of this
// call, by their ids, or nil (specification, server/utilities/mrtr).
func (r *Request) InputResponses() mcp.InputResponseMap {
	if p := r.params(); p != nil {
		return p.InputResponses
	}
	return nil
}

// RequestState returns the requestState of an earlier result of this call, or "". The
// client could have changed it.
func (r *Request) RequestState() string {
	if p := r.params(); p != nil {
		return p.RequestState
	}
	return ""
}

// Progress tells the client how far the call is: progress of total, with a message for
// people. A total of 0 means that it is not known. progress must grow from call to call
// (specification, basic/utilities/progress). It does nothing if the client has not asked
// for progress.
func (r *Request) Progress(ctx context.Context, progress, total float64, message string) error {
	p := r.params()
	if p == nil || r.call.Session == nil {
		return nil
	}
	token := p.GetProgressToken()
	if token == nil {
		return nil
	}
	return r.call.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
		ProgressToken: token, Progress: progress, Total: total, Message: message,
	})
}

// Log sends a log message to the client, if it wants messages of this level. data is
// anything that marshals to JSON.
//
//lint:ignore SA1019 deprecated in 2026-07-28, but still part of it and of all older revisions
func (r *Request) Log(ctx context.Context, level mcp.LoggingLevel, data any) error {
	if r == nil || r.call == nil || r.call.Session == nil {
		return nil
	}
	//lint:ignore SA1019 deprecated in 2026-07-28, but still part of it and of all older revisions
	return r.call.Session.Log(ctx, &mcp.LoggingMessageParams{Level: level, Data: data})
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
