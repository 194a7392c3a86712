package proxy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

// connected returns the session with the server, a new one if the last was lost.
func (p *Proxy) connected(ctx context.Context) (*mcp.ClientSession, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.session != nil {
		return p.session, nil
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "toolkit-proxy", Version: "1"}, &mcp.ClientOptions{
		Logger: slog.New(slog.DiscardHandler),
		// Questions pass through; whoever calls the toolkit answers them, if it can.
		Capabilities: &mcp.ClientCapabilities{Elicitation: &mcp.ElicitationCapabilities{
			Form: &mcp.FormElicitationCapabilities{}, URL: &mcp.URLElicitationCapabilities{},
		}},
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) {
			select {
			case p.changed <- struct{}{}:
			default: // it is about to be read anyway
			}
		},
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
			token, _ := r.Params.ProgressToken.(string)
			p.mu.Lock()
			tell := p.progress[token]
			p.mu.Unlock()
			if tell != nil {
				tell(r.Params)
			}
		},
	})
	session, err := client.Connect(ctx, p.connect(), nil)
	if err != nil {
		return nil, fmt.Errorf("connecting to the remote server: %w", err)
	}
	p.session = session
	return session, nil
}

// dropSession forgets a session that does not work any more.
func (p *Proxy) dropSession(session *mcp.ClientSession) {
	if session == nil {
		return
	}
	p.mu.Lock()
	if p.session == session {
		p.session = nil
	}
	p.mu.Unlock()
	go func() { _ = session.Close() }() // which may wait for a server that does not answer
}

// rejected is how the official SDK's client says that a request did not get through: as a
// JSON-RPC error that no server has sent.
const rejected = "rejected by transport"

// call calls a tool of the remote server.
func (p *Proxy) call(ctx context.Context, tool string, arguments json.RawMessage) (*mcp.CallToolResult, error) {
	session, err := p.connected(ctx)
	if err != nil {
		return nil, toolkit.Unavailable("the server of "+p.prefix+tool, 0, err)
	}
	request := toolkit.RequestFrom(ctx)
	params := &mcp.CallToolParams{
		Name: tool, Arguments: arguments,
		InputResponses: request.InputResponses(), RequestState: request.RequestState(),
	}
	token, forget := p.hearProgress(ctx, request)
	defer forget()
	if token != "" {
		params.SetProgressToken(token)
	}
	result, err := session.CallTool(ctx, params)
	if err == nil {
		return result, nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if wire, ok := errors.AsType[*jsonrpc.Error](err); ok && wire.Message != rejected {
		refused := &toolkit.ProtocolError{Code: wire.Code, Message: wire.Message}
		if len(wire.Data) > 0 {
			refused.Data = wire.Data
		}
		return nil, refused
	}
	p.dropSession(session)
	p.options.Logger.ErrorContext(ctx, "the remote server of a tool has not answered", slog.String("tool", p.prefix+tool), slog.Any("error", err))
	return nil, toolkit.Errorf("the connection to the server of %s was lost during the call, which may have done its work. Look before you call it again.", p.prefix+tool)
}

// hearProgress passes on the progress of a call if whoever called wants it. It returns the token
// for the call, "" if nobody does.
func (p *Proxy) hearProgress(ctx context.Context, request *toolkit.Request) (token string, forget func()) {
	if request.Meta()["progressToken"] == nil {
		return "", func() {}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calls++
	token = strconv.Itoa(p.calls)
	p.progress[token] = func(n *mcp.ProgressNotificationParams) {
		_ = request.Progress(ctx, n.Progress, n.Total, n.Message) // the caller may be gone
	}
	return token, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.progress, token)
	}
}
