package stateless

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/typedmcp/toolkit/errors"
)

// A Request is a tools/call that the endpoint answers. What few tools ask for is read from
// the message when it is asked for.
type Request struct {
	// Tool is the name of the tool.
	Tool string
	// Arguments are a part of the body, nil if there are none.
	Arguments json.RawMessage

	ctx            context.Context //nolint:containedctx // that of the HTTP request
	message        message
	header         http.Header
	address        string
	inputResponses mcp.InputResponseMap
	requestState   string
	stream         stream

	decode  sync.Once
	decoded mcp.CallToolRequest // with nothing but _meta
}

// readRetry reads what a client sends when it calls again with answers (basic/patterns/
// mrtr).
func (r *Request) readRetry() *toolerrors.ProtocolError {
	if raw := r.message.requestState; raw != nil {
		if err := json.Unmarshal(raw, &r.requestState); err != nil {
			return invalidParams("params.requestState must be a string")
		}
	}
	if raw := r.message.inputResponses; raw != nil {
		if err := json.Unmarshal(raw, &r.inputResponses); err != nil {
			return invalidParams("params.inputResponses cannot be read: " + err.Error())
		}
	}
	return nil
}

// sdk returns what the SDK's accessors need. They know how to read _meta.
func (r *Request) sdk() *mcp.CallToolRequest {
	r.decode.Do(func() {
		params := &mcp.CallToolParamsRaw{}
		if json.Unmarshal(r.message.meta, &params.Meta) != nil { // it is an object of valid JSON
			params.Meta = nil
		}
		r.decoded.Params = params
	})
	return &r.decoded
}

// ProtocolVersion returns Revision.
func (r *Request) ProtocolVersion() string { return Revision }

// ClientInfo returns who the client says it is, or nil.
func (r *Request) ClientInfo() *mcp.Implementation { return r.sdk().ClientInfo() }

// ClientCapabilities returns what the client says it can do.
func (r *Request) ClientCapabilities() *mcp.ClientCapabilities { return r.sdk().ClientCapabilities() }

// Meta returns _meta.
func (r *Request) Meta() mcp.Meta { return r.sdk().Params.Meta }

// Header returns the header of the HTTP request.
func (r *Request) Header() http.Header { return r.header }

// RemoteAddr returns the address that the HTTP request came from.
func (r *Request) RemoteAddr() string { return r.address }

// TokenInfo returns what is known of the bearer token, or nil.
func (r *Request) TokenInfo() *auth.TokenInfo { return auth.TokenInfoFromContext(r.ctx) }

// Session returns nil: there is none.
func (r *Request) Session() *mcp.ServerSession { return nil }

// InputResponses returns the answers to requests for input, or nil.
func (r *Request) InputResponses() mcp.InputResponseMap { return r.inputResponses }

// RequestState returns the state that an earlier result has left with the client, or "".
func (r *Request) RequestState() string { return r.requestState }
