package toolkit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/typedmcp/toolkit/errors"
)

// Server returns the official SDK's server with the tools on it: the way to prompts,
// resources and whatever else is not a tool. It is the same one every time, and the one
// that Run, ListenAndServe and HTTPHandler serve. The error is that of [Toolkit.Err].
//
// Whoever has it can put tools and middleware onto it. So from then on all requests over
// HTTP go through it, also those that are answered without it otherwise, which is much
// faster; see [WithDirectTools].
func (tk *Toolkit) Server() (*mcp.Server, error) {
	srv, err := tk.sdkServer()
	if err == nil {
		tk.handedOut.Store(true)
	}
	return srv, err
}

// sdkServer returns the SDK's server for use in this package.
func (tk *Toolkit) sdkServer() (*mcp.Server, error) {
	if err := tk.Err(); err != nil {
		return nil, fmt.Errorf("toolkit: %w", err)
	}
	tk.mu.Lock()
	defer tk.mu.Unlock()
	if tk.server != nil {
		return tk.server, nil
	}
	options := &mcp.ServerOptions{
		Instructions: tk.instructions,
		Logger:       sdkLogger(tk.logger),
		PageSize:     maxPageSize,
		Capabilities: &mcp.ServerCapabilities{
			//lint:ignore SA1019 deprecated in 2026-07-28, but still part of it and of all older revisions
			Logging: &mcp.LoggingCapabilities{},
			// Said even while there are no tools, since some may come.
			Tools: &mcp.ToolCapabilities{ListChanged: true},
		},
	}
	for _, change := range tk.serverOptions {
		change(options)
	}
	impl := tk.impl
	info, err := json.Marshal(impl)
	if err != nil {
		return nil, fmt.Errorf("toolkit: the name, version or title of the server: %w", err)
	}
	srv := mcp.NewServer(&impl, options)
	if err := tk.installOn(srv, options.SupportedProtocolVersions); err != nil {
		return nil, err
	}
	tk.server, tk.versions, tk.serverInfo = srv, options.SupportedProtocolVersions, info
	tk.cacheAsked = options.SetCacheable != nil && tk.cache == nil
	if len(tk.versions) == 0 {
		tk.versions = mcp.SupportedProtocolVersions()
	}
	return srv, nil
}

// Install adds the tools to a server that exists already, and keeps them up to date. A
// tool of the same name that is there is replaced. The options of New that concern HTTP
// and the server's name do not apply; those of lists and calls do.
func (tk *Toolkit) Install(srv *mcp.Server) error {
	if srv == nil {
		return errors.New("toolkit: Install: the server is nil; make one with mcp.NewServer")
	}
	if err := tk.Err(); err != nil {
		return fmt.Errorf("toolkit: %w", err)
	}
	tk.mu.Lock()
	defer tk.mu.Unlock()
	if slices.Contains(tk.servers, srv) {
		return errors.New("toolkit: Install: the tools are on this server already")
	}
	return tk.installOn(srv, nil)
}

// installOn adds all tools and the middleware to a server.
func (tk *Toolkit) installOn(srv *mcp.Server, versions []string) error {
	if len(tk.servers) == 0 {
		if err := tk.checkSnapshot(); err != nil {
			return err
		}
	}
	for i, e := range tk.tools.Load().entries {
		if err := tk.addTo(srv, e); err != nil {
			for _, e := range tk.tools.Load().entries[:i] {
				srv.RemoveTools(e.tool.Name)
			}
			return fmt.Errorf("toolkit: %w", named(e.tool.Name, err))
		}
	}
	srv.AddReceivingMiddleware(tk.receive(versions))
	tk.servers = append(tk.servers, srv)
	return nil
}

// addTo puts a tool onto a server of the SDK, which panics on tools that it refuses.
func (tk *Toolkit) addTo(srv *mcp.Server, e *entry) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the SDK refuses the tool: %v", p)
		}
	}()
	srv.AddTool(e.tool, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return tk.serveCall(ctx, e.tool.Name, req)
	})
	return nil
}

// serveCall answers tools/call for a tool of ours.
func (tk *Toolkit) serveCall(ctx context.Context, tool string, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	e := tk.tools.Load().find(tool)
	if e == nil { // removed since the SDK looked
		return nil, wireError(tk.unknown(tool))
	}
	if missing := missingScopes(e, req.Extra); len(missing) > 0 {
		return nil, wireError(scopeError(&e.Tool))
	}
	request := &Request{carrier: sdkRequest{req, tk.mark}, call: &call{tk, tool, req.Params.Arguments}}
	defer request.end()
	ctx = context.WithValue(ctx, requestKey{}, request)
	result, err := tk.call(ctx, tool, req.Params.Arguments)
	if err == nil {
		err = checkInputRequests(request, result)
	}
	if err != nil {
		return nil, wireError(err)
	}
	return downgradeResult(ownResult(result), req.ProtocolVersion()), nil
}

// receive is the middleware on the requests of a server.
func (tk *Toolkit) receive(versions []string) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			switch method {
			case "initialize":
				if params, ok := req.GetParams().(*mcp.InitializeParams); ok && params != nil {
					params.ProtocolVersion = negotiated(params.ProtocolVersion, versions)
				}
			case "tools/list":
				if req, ok := req.(*mcp.ListToolsRequest); ok {
					return tk.listTools(ctx, req, next)
				}
			case "tools/call":
				result, err := next(ctx, method, req)
				return result, tk.explainUnknown(req, err)
			}
			return next(ctx, method, req)
		}
	}
}

// explainUnknown names the nearest tool where the SDK says only that there is none.
func (tk *Toolkit) explainUnknown(req mcp.Request, err error) error {
	wire, ok := errors.AsType[*jsonrpc.Error](err)
	if !ok || wire.Code != toolerrors.CodeInvalidParams {
		return err
	}
	params, ok := req.GetParams().(*mcp.CallToolParamsRaw)
	if !ok || params == nil || wire.Message != fmt.Sprintf("unknown tool %q", params.Name) {
		return err
	}
	return wireError(tk.unknown(params.Name))
}

// sessions returns the sessions of the toolkit's own server.
func (tk *Toolkit) sessions() iter.Seq[*mcp.ServerSession] {
	tk.mu.Lock()
	srv := tk.server
	tk.mu.Unlock()
	return srv.Sessions()
}
