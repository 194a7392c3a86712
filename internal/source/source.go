package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	xmcpheader "github.com/typedmcp/toolkit/x-mcp-header"
)

// A Source says where the server is: either URL or Command is set. Where tools are only
// looked at, File may be set instead.
type Source struct {
	// File has the tools of a server that is not asked; see ReadFile.
	File string
	// URL is the MCP endpoint of a server that runs already.
	URL string
	// Header is sent with every request to the host of URL, and to no other.
	Header http.Header
	// Command is a program with its arguments.
	Command []string
	// Stderr gets what the program writes to its stderr. Nil discards it.
	Stderr io.Writer
	// Version is what the server is told of the client.
	Version string
	// Waiting, if there is one, is told what is waited for, such as "starting ./tracker". Calls
	// then ask the server how far it has come.
	Waiting func(what string)
}

func (s Source) waiting(format string, args ...any) {
	if s.Waiting != nil {
		s.Waiting(fmt.Sprintf(format, args...))
	}
}

// Check reports a source that cannot be used, before anything is started.
func (s Source) Check() error {
	switch {
	case s.File != "" && (s.URL != "" || len(s.Command) > 0):
		return errors.New("both --file and a server are given; give one of them")
	case s.File != "" && len(s.Header) > 0:
		return errors.New("--header is for --url, and a file is read")
	case s.File != "":
		return nil
	case s.URL != "" && len(s.Command) > 0:
		return errors.New("both --url and a command are given; give one of them")
	case s.URL == "" && len(s.Command) == 0:
		return errors.New("no server is given; name one with --url, or a command after --")
	case s.URL == "" && len(s.Header) > 0:
		return errors.New("--header is for --url; a command gets its settings from arguments and the environment")
	case s.URL != "":
		if u, err := url.Parse(s.URL); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return fmt.Errorf("%q is not an http or https URL", s.URL)
		}
	}
	return nil
}

// String names the source in an error: the URL without a password, or the command.
func (s Source) String() string {
	switch {
	case s.File != "":
		return s.File
	case s.URL == "":
		return strings.Join(s.Command, " ")
	}
	u, err := url.Parse(s.URL)
	if err != nil {
		return s.URL
	}
	return u.Redacted()
}

// Connect starts the program, or reaches the URL, and agrees on a revision. A file cannot be
// connected to. It gives up when ctx ends; the error is then the one of ctx. Whoever gets a session closes it.
func (s Source) Connect(ctx context.Context) (*Session, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	if s.File != "" {
		return nil, fmt.Errorf("%s is a file and no server, so it cannot be called", s.File)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "toolkit", Title: "toolkit command", Version: s.Version}, &mcp.ClientOptions{
		ProgressNotificationHandler: s.progress,
	})
	if s.URL != "" {
		s.waiting("connecting to %s", s)
		return s.connectHTTP(ctx, client)
	}
	s.waiting("starting %s", s)
	return s.connectProcess(ctx, client)
}

func (s Source) connectHTTP(ctx context.Context, client *mcp.Client) (*Session, error) {
	session := &Session{source: s, recorder: &recorder{}}
	endpoint, err := url.Parse(s.URL)
	if err != nil {
		return nil, err
	}
	session.web = &roundTripper{endpoint: endpoint, header: s.Header, recorder: session.recorder}
	session.session, err = client.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint: s.URL,
		// The SDK's own mirroring gives a tool up whose schema has a list of types, or is a boolean.
		HTTPClient: &http.Client{Transport: &xmcpheader.Transport{Base: session.web, MinTTL: time.Minute}},
	}, nil)
	if err != nil {
		return nil, session.explain(ctx, err)
	}
	return session, nil
}

func (s Source) connectProcess(ctx context.Context, client *mcp.Client) (*Session, error) {
	// A stdout that is not MCP ends the attempt at once; the SDK would wait for an answer.
	attempt, stop := context.WithCancel(ctx)
	defer stop()
	proc, err := start(s.Command, s.Stderr, stop)
	if err != nil {
		return nil, err
	}
	session := &Session{source: s, recorder: &recorder{}, process: proc}
	transport := &recordingTransport{proc.transport(), session.recorder}
	session.session, err = client.Connect(attempt, transport, nil)
	if err != nil {
		err = session.explain(ctx, err)
		proc.close()
		return nil, err
	}
	return session, nil
}

// progress passes on how far a call has come. Its token is the name of the tool.
func (s Source) progress(_ context.Context, req *mcp.ProgressNotificationClientRequest) {
	p := req.Params
	text := fmt.Sprintf("calling %v: %g", p.ProgressToken, p.Progress)
	if p.Total > 0 {
		text += fmt.Sprintf(" of %g", p.Total)
	}
	if p.Message != "" {
		text += ", " + p.Message
	}
	s.waiting("%s", text)
}
