package toolkittest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/internal/testcaller"
	xmcpheader "github.com/typedmcp/toolkit/x-mcp-header"
)

// newestRevision is what a client speaks that is not told otherwise.
const newestRevision = "2026-07-28"

// A CallOption says who calls, and how.
type CallOption func(*client)

// WithRevision has the client speak a revision of MCP, such as "2025-06-18". One that the server
// does not know ends the test.
func WithRevision(revision string) CallOption {
	return func(c *client) { c.revision = revision }
}

// WithCaller gives the client a token of this user with these scopes. The verifier of
// [toolkit.WithAuth] is not asked. A toolkit without WithAuth ends the test.
func WithCaller(user string, scopes ...string) CallOption {
	return func(c *client) {
		c.caller = &testcaller.Caller{Token: auth.TokenInfo{UserID: user, Scopes: scopes, Expiration: time.Now().Add(time.Hour)}}
	}
}

// WithHeader adds an HTTP header to the requests of the client.
func WithHeader(name, value string) CallOption {
	return func(c *client) { c.header.Add(name, value) }
}

// A client calls one tool.
type client struct {
	t        testing.TB
	tk       *toolkit.Toolkit
	revision string
	caller   *testcaller.Caller // nil without a token
	header   http.Header
	user     *user
}

func newClient(t testing.TB, tk *toolkit.Toolkit, options []CallOption) *client {
	c := &client{t: t, tk: tk, revision: newestRevision, header: http.Header{}}
	for _, option := range options {
		option(c)
	}
	if c.caller != nil {
		c.header.Set("Authorization", "Bearer toolkittest")
	}
	return c
}

// wraps reports whether the revision of the client wants the structured value of a tool in an
// object.
func (c *client) wraps(tool string) bool {
	if c.revision >= newestRevision {
		return false
	}
	i := slices.IndexFunc(c.tk.Tools(), func(t *mcp.Tool) bool { return t.Name == tool })
	return i >= 0 && !isObject(c.tk.Tools()[i].OutputSchema)
}

// call calls a tool: it starts a server, and leaves nothing behind.
func (c *client) call(tool string, arguments any) (*mcp.CallToolResult, error) {
	raw, err := argumentsOf(arguments)
	if err != nil {
		return nil, err
	}
	handler, err := c.tk.HTTPHandler()
	if err != nil {
		return nil, err
	}
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: time.Minute,
		BaseContext:       func(net.Listener) context.Context { return testcaller.With(context.Background(), c.caller) },
	}
	listener := newPipeListener()
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	defer func() {
		_ = server.Close()
		<-served
	}()
	pipes := &http.Transport{DialContext: listener.dial}
	defer pipes.CloseIdleConnections()

	session, err := c.connect(pipes)
	if err == nil {
		defer func() { _ = session.Close() }()
		var answer *mcp.CallToolResult
		answer, err = c.rounds(session, &mcp.CallToolParams{Name: tool, Arguments: raw})
		c.user.finish(c.t)
		if err == nil && (c.caller == nil || c.caller.Asked()) {
			return answer, nil
		}
	}
	if c.caller != nil && !c.caller.Asked() {
		err = errors.New("nobody asks for the token of WithCaller; pass toolkit.WithAuth to New")
	}
	return nil, err
}

// connect begins to speak with the server.
func (c *client) connect(pipes http.RoundTripper) (*mcp.ClientSession, error) {
	options := &mcp.ClientOptions{
		Capabilities:   &mcp.ClientCapabilities{},
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true}, // rounds has the keys of the questions
	}
	if c.user != nil {
		options.ElicitationHandler = c.user.answerSession
		options.Capabilities.Elicitation = &mcp.ElicitationCapabilities{
			Form: &mcp.FormElicitationCapabilities{}, URL: &mcp.URLElicitationCapabilities{},
		}
	}
	transport := &mcp.StreamableClientTransport{
		Endpoint:   "http://localhost" + toolkit.Path,
		HTTPClient: &http.Client{Transport: &xmcpheader.Transport{Base: withHeader{c.header, pipes}}},
		MaxRetries: -1, DisableStandaloneSSE: true,
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "toolkittest", Version: "1"}, options).
		Connect(c.t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: c.revision})
	if err != nil {
		return nil, err
	}
	if got := session.InitializeResult().ProtocolVersion; got != c.revision {
		_ = session.Close()
		return nil, fmt.Errorf("the server does not know the revision %q, and wants to speak %s", c.revision, got)
	}
	return session, nil
}

// rounds calls until the user has nothing more to answer.
func (c *client) rounds(session *mcp.ClientSession, params *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	for {
		answer, err := session.CallTool(c.t.Context(), params)
		if err != nil || !answer.NeedsInput() {
			return answer, err
		}
		params.InputResponses, err = c.user.answerAll(answer.InputRequests)
		if err != nil {
			return nil, err
		}
		params.RequestState = answer.RequestState
	}
}

// A withHeader adds to the header of requests.
type withHeader struct {
	header http.Header
	base   http.RoundTripper
}

func (w withHeader) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	for name, values := range w.header {
		r.Header[name] = append(r.Header[name], values...)
	}
	return w.base.RoundTrip(r)
}
