package source

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Session is a connection to the server.
type Session struct {
	source   Source
	session  *mcp.ClientSession
	recorder *recorder
	process  *process      // nil over HTTP
	web      *roundTripper // nil over stdio
}

// Close ends the session, and the program: its stdin is closed, and it is ended by force if
// it does not end by itself within a few seconds.
func (s *Session) Close() error {
	if s.process != nil {
		s.source.waiting("waiting for %s to end", s.source)
	}
	err := s.session.Close()
	if s.process != nil {
		s.process.close()
	}
	return err
}

// Server returns what the server says of itself, as far as it said it.
func (s *Session) Server() *mcp.InitializeResult { return s.session.InitializeResult() }

// A Tool is one tool of a list.
type Tool struct {
	*mcp.Tool
	// Raw is the tool as the server wrote it.
	Raw json.RawMessage
}

// Tools returns the tools of all pages, also those that the SDK's client leaves out because
// their x-mcp-header annotations are wrong.
func (s *Session) Tools(ctx context.Context) ([]Tool, error) {
	var tools []Tool
	params := &mcp.ListToolsParams{}
	seen := map[string]bool{}
	s.source.waiting("reading the tools of %s", s.source)
	for {
		list, err := s.session.ListTools(ctx, params)
		if err != nil {
			return nil, s.explain(ctx, err)
		}
		page, err := pageOf(list, s.recorder.take("tools"))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.source, err)
		}
		tools = append(tools, page...)
		if list.NextCursor == "" {
			return tools, nil
		}
		if seen[list.NextCursor] {
			return nil, fmt.Errorf("%s gave the cursor %q twice, so its list has no end", s.source, list.NextCursor)
		}
		seen[list.NextCursor] = true
		s.source.waiting("reading the tools of %s, page %d", s.source, len(seen)+1)
		params.Cursor = list.NextCursor
	}
}

// pageOf returns the tools of a page as the server wrote it, or as the SDK understood it if
// that was not recorded.
func pageOf(list *mcp.ListToolsResult, raw json.RawMessage) ([]Tool, error) {
	if raw == nil {
		var err error
		if raw, err = json.Marshal(list); err != nil {
			return nil, err
		}
	}
	var page struct {
		Tools []json.RawMessage `json:"tools"`
	}
	if err := json.Unmarshal(raw, &page); err != nil {
		return nil, fmt.Errorf("the list of tools cannot be read: %w", err)
	}
	tools, err := toolsOf(page.Tools)
	if err != nil {
		return nil, fmt.Errorf("the list of tools cannot be read: %w", err)
	}
	return tools, nil
}

// Call calls a tool and returns its result, and the result as the server wrote it. An error
// of the server is a *jsonrpc.Error. If the server's result is none that the SDK can read, it
// is returned as it was written, with an error.
func (s *Session) Call(ctx context.Context, tool string, arguments json.RawMessage) (*mcp.CallToolResult, json.RawMessage, error) {
	params := &mcp.CallToolParams{Name: tool, Arguments: arguments}
	if s.source.Waiting != nil {
		s.source.waiting("calling %s", tool)
		params.SetProgressToken(tool)
	}
	result, err := s.session.CallTool(ctx, params)
	raw := s.recorder.take("content")
	if err != nil {
		if raw != nil && ctx.Err() == nil {
			return nil, raw, fmt.Errorf("%s answered with a result that cannot be read: %w", s.source, errors.Unwrap(err))
		}
		return nil, nil, s.explain(ctx, err)
	}
	if raw == nil {
		if raw, err = json.Marshal(result); err != nil {
			return nil, nil, err
		}
	}
	return result, raw, nil
}
