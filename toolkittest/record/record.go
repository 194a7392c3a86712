// Package record writes down the calls of a running server, so that a test can repeat them
// with toolkittest.Replay.
package record

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

// A Call is one call and what came of it: a line of a recording.
type Call struct {
	// Tool is the name of the tool.
	Tool string `json:"tool"`
	// Arguments are as the client sent them, as far as they are JSON.
	Arguments json.RawMessage `json:"arguments,omitempty"`
	// Result is what the tool answered, without _meta; nil if it did not answer.
	Result json.RawMessage `json:"result,omitempty"`
	// Error is the JSON-RPC error that was answered in place of a result, or nil.
	Error *Error `json:"error,omitempty"`
}

// An Error is a JSON-RPC error.
type Error struct {
	Code    int64  `json:"code"`    // as in [toolkit.ProtocolError]
	Message string `json:"message"` // for the client
}

// NewCall returns the call that a result or an error came of. An error other than a
// [toolkit.ProtocolError] counts as what a model reads of it.
func NewCall(tool string, arguments json.RawMessage, result *mcp.CallToolResult, err error) (*Call, error) {
	c := &Call{Tool: tool}
	if compact := new(bytes.Buffer); json.Compact(compact, arguments) == nil && compact.Len() > 0 {
		c.Arguments = compact.Bytes()
	}
	if err != nil {
		if protocol, ok := errors.AsType[*toolkit.ProtocolError](err); ok {
			c.Error = &Error{protocol.Code, protocol.Message}
			return c, nil
		}
		result = &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: err.Error()}}}
	}
	if result == nil {
		return c, nil
	}
	bare := *result
	bare.Meta = nil
	var marshalErr error
	c.Result, marshalErr = json.Marshal(&bare)
	return c, marshalErr
}

// Calls returns a middleware that writes every call to w, a line of JSON each, when it has
// ended. Put it outermost, before the others, to record what clients get. Arguments and results
// are written as they are, secrets too. A call that ends as a question is not written, but the
// round that answers it is.
//
// A line that cannot be written is logged, and the call goes on; a nil logger means
// slog.Default().
func Calls(w io.Writer, logger *slog.Logger) toolkit.Middleware {
	if logger == nil {
		logger = slog.Default()
	}
	var mu sync.Mutex
	return func(next toolkit.CallFunc) toolkit.CallFunc {
		return func(ctx context.Context, tool string, arguments json.RawMessage) (*mcp.CallToolResult, error) {
			result, err := next(ctx, tool, arguments)
			if result != nil && result.InputRequests != nil {
				return result, err
			}
			line, lineErr := NewCall(tool, arguments, result, err)
			if lineErr == nil {
				mu.Lock()
				lineErr = json.NewEncoder(w).Encode(line)
				mu.Unlock()
			}
			if lineErr != nil {
				logger.ErrorContext(ctx, "the call was not recorded", slog.String("tool", tool), slog.Any("error", lineErr))
			}
			return result, err
		}
	}
}
