package toolkit

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/internal/stateless"
	"github.com/typedmcp/toolkit/internal/testcaller"
)

// HTTPHandler returns the MCP endpoint to mount in a server of one's own, at any path. It
// speaks Streamable HTTP of 2026-07-28, without sessions, and of the older revisions, with
// them. Origin, Host, size and headers of a request are checked before anything else. It
// may be called several times; all handlers serve the same [Toolkit.Server].
//
// Of the timeouts of the http.Server, set ReadHeaderTimeout and IdleTimeout: for what comes
// after the headers there is Limits.TransferTimeout. A shorter ReadTimeout or WriteTimeout takes its
// place; neither bounds how long a call takes.
//
// The streams on which clients listen end when the http.Server is shut down, with the result that
// tells so, once calls have ended or Limits.ShutdownTimeout is over.
//
// Calls and lists of tools in 2026-07-28 are answered without the official SDK, which is
// many times faster, as long as nobody has asked for the SDK's server with [Toolkit.Server];
// see [WithDirectTools].
//
// The error is that of [Toolkit.Err], or says that a tool has Scopes without [WithAuth].
func (tk *Toolkit) HTTPHandler() (http.Handler, error) {
	srv, err := tk.sdkServer()
	if err != nil {
		return nil, err
	}
	if tk.metadata != nil && tk.verifier == nil {
		return nil, errors.New("toolkit: WithResourceMetadata tells clients how to get a token, but nothing checks tokens over HTTP; pass WithAuth to New")
	}
	for _, e := range tk.tools.Load().entries {
		if len(e.Scopes) > 0 && tk.verifier == nil {
			return nil, fmt.Errorf("toolkit: %w", named(e.tool.Name, errors.New("it has Scopes, but nothing checks tokens over HTTP; pass WithAuth to New")))
		}
	}
	if observeHTTP != nil {
		return observeHTTP(tk.newFront(srv)), nil
	}
	return tk.newFront(srv), nil
}

// observeHTTP sees what the endpoint receives and sends in the tests of this package.
var observeHTTP func(http.Handler) http.Handler

// A front is the endpoint with the checks of who calls before it.
type front struct {
	tk    *Toolkit
	inner http.Handler // the check of the token, then the endpoint
}

func (tk *Toolkit) newFront(srv *mcp.Server) *front {
	get := func(*http.Request) *mcp.Server { return srv }
	logger := sdkLogger(tk.logger)
	f := &front{tk, stateless.New(stateless.Config{
		Versions:     tk.versions,
		MaxBodyBytes: tk.limits.MaxBodyBytes,
		ServerInfo:   tk.serverInfo,
		ListMeta:     tk.listMembers(),
		// JSONResponse stays off: with it, progress of a call gets lost.
		Modern: tk.noteAddress(mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{
			Stateless: true, Logger: logger, DisableLocalhostProtection: true,
			MaxRequestBodyBytes: -1, PropagateRequestCancellation: true,
		})),
		Legacy: tk.noteAddress(mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{
			Logger: logger, DisableLocalhostProtection: true,
			MaxRequestBodyBytes: -1, SessionTimeout: tk.limits.SessionTimeout,
		})),
		Direct:  tk.answersDirectly,
		Find:    tk.findDirect,
		Refuse:  tk.refuseCaller,
		Call:    tk.callDirect,
		Unknown: tk.unknownDirect,
		Broken:  tk.brokenResult,
		List:    tk.listDirect,
		Lasts:   tk.lasts,
		Begin:   tk.begin,
		End:     tk.requests.end,
	})}
	if tk.verifier != nil {
		f.inner = auth.RequireBearerToken(tk.verify, tk.bearerOptions())(f.inner)
	}
	return f
}

// verify says what a token says. In a test the caller may be made up (toolkittest.WithCaller).
func (tk *Toolkit) verify(ctx context.Context, token string, r *http.Request) (*auth.TokenInfo, error) {
	if made := testcaller.From(r.Context()); made != nil {
		return made, nil
	}
	return tk.verifier(ctx, token, r)
}

// ServeHTTP checks who calls: the page, the host, the token.
func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w = stateless.Transfer(w, r, f.tk.limits.TransferTimeout)
	if err := f.tk.checkHost(r); err != nil {
		stateless.WriteError(w, http.StatusForbidden, nil, err)
		return
	}
	if f.tk.isResourceMetadata(r.URL.Path) {
		f.tk.serveResourceMetadata(w, r)
		return
	}
	if err := f.tk.checkOrigin(r); err != nil {
		stateless.WriteError(w, http.StatusForbidden, nil, err)
		return
	}
	allowOrigin(w, r)
	if r.Method == http.MethodOptions {
		answerPreflight(w, r)
		return
	}
	f.inner.ServeHTTP(w, r)
}
