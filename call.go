package toolkit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime/debug"
	"slices"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/typedmcp/toolkit/errors"
	xmcpheader "github.com/typedmcp/toolkit/x-mcp-header"
)

// Call calls a tool as an unrestricted client of the newest revision would, with
// middleware and limits. arguments are a JSON object; nil means {}. What the tool answers,
// its errors too, is a result; the error is a [ProtocolError]: an unknown tool (-32602), or
// what the tool or a middleware returned.
func (tk *Toolkit) Call(ctx context.Context, tool string, arguments json.RawMessage) (*mcp.CallToolResult, error) {
	if err := tk.Err(); err != nil {
		return nil, fmt.Errorf("toolkit: %w", err)
	}
	if r, ok := ctx.Value(requestKey{}).(*Request); ok && r.call != nil {
		return tk.call(context.WithValue(ctx, mountedKey{}, nil), tool, arguments) // a part of another call
	}
	r := &Request{call: &call{tk, tool, arguments}}
	defer r.end()
	return tk.call(context.WithValue(ctx, requestKey{}, r), tool, arguments)
}

const textInternal = "%s failed because of an internal error. The arguments are not the reason; do not repeat the call as it is."

// call runs the middleware around a call, and turns whatever comes back into a result or a
// ProtocolError.
func (tk *Toolkit) call(ctx context.Context, tool string, arguments json.RawMessage) (result *mcp.CallToolResult, err error) {
	defer func() {
		if p := recover(); p != nil { // of a middleware; those of tools end in handler
			tk.logger.ErrorContext(ctx, "middleware panicked", slog.String("tool", tool),
				slog.Any("panic", p), slog.String("stack", string(debug.Stack())))
			result, err = refusal(fmt.Sprintf(textInternal, tool)), nil
		}
	}()
	result, err = tk.chain.Load().call(ctx, tool, arguments)
	if question := RequestFrom(ctx).question(ctx); question != nil {
		return question, nil // whatever a middleware made of it
	}
	if protocol, ok := errors.AsType[*ProtocolError](err); ok && protocol != nil {
		return nil, protocol
	}
	switch {
	case err != nil && tk.masked:
		if _, made := errors.AsType[*ToolError](err); !made {
			tk.logger.ErrorContext(ctx, "middleware failed", slog.String("tool", tool), slog.Any("error", err))
			return refusal(tool + " failed. The reason is not shown here; the server has logged it."), nil
		}
		return refusal(err.Error()), nil
	case err != nil:
		return refusal(err.Error()), nil
	case result == nil:
		tk.logger.ErrorContext(ctx, "middleware returned neither a result nor an error", slog.String("tool", tool))
		return refusal(fmt.Sprintf(textInternal, tool)), nil
	}
	return result, nil
}

// callTool is the innermost CallFunc: lookup, limits, the tool itself.
func (tk *Toolkit) callTool(ctx context.Context, tool string, arguments json.RawMessage) (*mcp.CallToolResult, error) {
	e := tk.tools.Load().find(tool)
	if e == nil {
		return nil, tk.unknown(tool)
	}
	shown := shownEntry(ctx, e)
	select {
	case tk.slots <- struct{}{}:
	default:
		return refusal(fmt.Sprintf(textServerBusy, countCalls(cap(tk.slots)), shown.tool.Name)), nil
	}
	if refused := tk.enter(ctx, e.gate, shown.tool.Name); refused != nil {
		tk.leave()
		return refused, nil
	}
	if e.mounted != nil {
		defer tk.leave()
		return e.mounted.call(ctx, shown, arguments)
	}
	// The handler leaves when the function has ended, which may be after this.
	result, err := shown.handler.Call(ctx, arguments)
	if question := RequestFrom(ctx).question(ctx); question != nil {
		return question, nil
	}
	return result, err
}

// checkRepaired refuses repaired arguments that the headers of the request do not vouch
// for. Over stdio, and before 2026-07-28, there are no such headers.
func (tk *Toolkit) checkRepaired(tool string) func(context.Context, json.RawMessage) error {
	return func(ctx context.Context, arguments json.RawMessage) error {
		r := RequestFrom(ctx)
		header := r.Header()
		if header == nil || r.ProtocolVersion() < rev20260728 {
			return nil
		}
		e := tk.tools.Load().find(tool)
		if e == nil {
			return nil
		}
		if err := xmcpheader.Check(header, e.Bindings, arguments); err != nil {
			return &ProtocolError{Code: toolerrors.CodeHeaderMismatch, Message: "Header mismatch: " + err.Error()}
		}
		return nil
	}
}

// unknown is the error for a name that no tool has (server/tools, "Error Handling").
func (tk *Toolkit) unknown(tool string) *ProtocolError {
	message := "unknown tool " + strconv.Quote(shorten(tool))
	if near := toolerrors.Nearest(tool, tk.tools.Load().names()); near != "" {
		message += "; did you mean " + strconv.Quote(near) + "?"
	}
	return &ProtocolError{Code: toolerrors.CodeInvalidParams, Message: message}
}

// wireError turns an error into one that the SDK answers as it stands.
func wireError(err error) error {
	protocol, ok := errors.AsType[*ProtocolError](err)
	if !ok {
		return err
	}
	wire := &jsonrpc.Error{Code: protocol.Code, Message: protocol.Message}
	if wire.Code == 0 {
		wire.Code = toolerrors.CodeInternalError
	}
	if protocol.Data != nil {
		if data, err := json.Marshal(protocol.Data); err == nil {
			wire.Data = data
		}
	}
	return wire
}

// ownResult returns a copy that the SDK may add its _meta to. The function that made the
// result may hold on to it.
func ownResult(result *mcp.CallToolResult) *mcp.CallToolResult {
	c := *result
	c.Meta = cloneMeta(result.Meta)
	if slices.ContainsFunc(c.Content, isNilBlock) { // which the SDK would write as null
		c.Content = slices.DeleteFunc(slices.Clone(c.Content), isNilBlock)
	}
	return &c
}

func isNilBlock(block mcp.Content) bool { return block == nil }

func cloneMeta(m mcp.Meta) mcp.Meta { return maps.Clone(m) }
