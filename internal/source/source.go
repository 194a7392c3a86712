package source

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os/exec"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Source says where the server is: either URL or Command is set.
type Source struct {
	// URL is the MCP endpoint of a server that runs already.
	URL string
	// Header is sent with every request to URL.
	Header http.Header
	// Command is a program with its arguments.
	Command []string
	// Stderr gets what the program writes to its stderr.
	Stderr io.Writer
	// Version is what the server is told of the client.
	Version string
}

// A Session is a connection to the server.
type Session struct {
	session  *mcp.ClientSession
	recorder *recorder
}

// terminateAfter is how long a program may take to end once its stdin is closed.
const terminateAfter = 2 * time.Second

// Check reports a source that cannot be used, before anything is started.
func (s Source) Check() error {
	switch {
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

// String names the source in an error.
func (s Source) String() string {
	if s.URL != "" {
		return s.URL
	}
	return strings.Join(s.Command, " ")
}

// Connect starts the program, or reaches the URL, and agrees on a revision.
func (s Source) Connect(ctx context.Context) (*Session, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	rec := &recorder{}
	client := mcp.NewClient(&mcp.Implementation{Name: "toolkit", Title: "toolkit command", Version: s.Version}, nil)
	if s.URL != "" {
		session, err := client.Connect(ctx, &mcp.StreamableClientTransport{
			Endpoint:   s.URL,
			HTTPClient: &http.Client{Transport: &roundTripper{header: s.Header, recorder: rec}},
		}, nil)
		if err != nil {
			return nil, s.explain(ctx, err, nil)
		}
		return &Session{session, rec}, nil
	}
	path, err := exec.LookPath(s.Command[0])
	if err != nil {
		return nil, fmt.Errorf("cannot start %q: %w", s.Command[0], errors.Unwrap(err))
	}
	cmd := exec.Command(path, s.Command[1:]...) // ended by Close, which lets it end well
	cmd.Stderr = s.Stderr
	transport := &recordingTransport{&mcp.CommandTransport{Command: cmd, TerminateDuration: terminateAfter}, rec}
	session, err := client.Connect(ctx, transport, nil)
	if err != nil {
		return nil, s.explain(ctx, err, cmd)
	}
	return &Session{session, rec}, nil
}

// explain says what a failure to connect means.
func (s Source) explain(ctx context.Context, err error, cmd *exec.Cmd) error {
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("%s did not answer in time; is it an MCP server? --timeout gives it longer", s)
	case ctx.Err() != nil:
		return ctx.Err()
	case cmd != nil && cmd.ProcessState != nil && cmd.ProcessState.Exited() && cmd.ProcessState.ExitCode() != 0:
		return fmt.Errorf("%s ended with %s before it answered", s, cmd.ProcessState)
	case cmd != nil && errors.Is(err, io.EOF):
		return fmt.Errorf("%s ended before it answered; is it an MCP server?", s)
	}
	return fmt.Errorf("%s does not answer as an MCP server: %w", s, err)
}

// Close ends the session and the program.
func (s *Session) Close() error { return s.session.Close() }

// A Tool is one tool of a list.
type Tool struct {
	*mcp.Tool
	// Raw is the tool as the server wrote it.
	Raw json.RawMessage
}

// Tools returns the tools of all pages.
func (s *Session) Tools(ctx context.Context) ([]Tool, error) {
	var tools []Tool
	params := &mcp.ListToolsParams{}
	seen := map[string]bool{}
	for {
		list, err := s.session.ListTools(ctx, params)
		if err != nil {
			return nil, err
		}
		var raw struct {
			Tools []json.RawMessage `json:"tools"`
		}
		if err := json.Unmarshal(s.recorder.take("tools"), &raw); err != nil || len(raw.Tools) != len(list.Tools) {
			raw.Tools = nil
		}
		for i, tool := range list.Tools {
			t := Tool{Tool: tool}
			if raw.Tools != nil {
				t.Raw = raw.Tools[i]
			} else if t.Raw, err = json.Marshal(tool); err != nil {
				return nil, err
			}
			tools = append(tools, t)
		}
		if list.NextCursor == "" {
			return tools, nil
		}
		if seen[list.NextCursor] {
			return nil, fmt.Errorf("the server gave the cursor %q twice, so its list has no end", list.NextCursor)
		}
		seen[list.NextCursor] = true
		params.Cursor = list.NextCursor
	}
}

// Call calls a tool and returns its result, and the result as the server wrote it.
func (s *Session) Call(ctx context.Context, tool string, arguments json.RawMessage) (*mcp.CallToolResult, json.RawMessage, error) {
	result, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return nil, nil, err
	}
	raw := s.recorder.take("content")
	if raw == nil {
		if raw, err = json.Marshal(result); err != nil {
			return nil, nil, err
		}
	}
	return result, raw, nil
}
