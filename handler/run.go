package handler

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/typedmcp/toolkit/errors"
)

// Texts of calls that ended without an answer of the function.
const (
	textPanic     = "%s failed because of an internal error. The arguments are not the reason; do not repeat the call as it is."
	textTimeout   = "%s did not finish within %s and was stopped. It may have done part of its work. Ask for less, or try again later."
	textCancelled = "The call of %s was cancelled before it finished. It may have done part of its work."
	// What stands for the problems if none can be told.
	textCheckPanics = "a method or rule of the argument type panics"
	textMasked      = "%s failed. The reason is not shown here; the server has logged it."
)

// execute runs the function with its timeout and turns every way it can end into
// one result. left reports that the function goes on without the call, and will call
// Config.Done itself.
func (h *Handler) execute(ctx context.Context, args reflect.Value, raw json.RawMessage) (result *mcp.CallToolResult, left bool, err error) {
	if err := ctx.Err(); err != nil {
		return h.ended(ctx, err), false, nil
	}
	if h.cfg.Timeout <= 0 {
		result, err := h.protected(ctx, args, raw)
		result, err = h.answer(ctx, result, err)
		return result, false, err
	}
	limited := newDeadline(ctx, h.cfg.Timeout)
	defer limited.cancel()
	ctx = limited
	type ending struct {
		result *mcp.CallToolResult
		err    error
	}
	// The function runs beside the call, which must end in time even if the
	// function does not look at its context. Whoever is last calls Done.
	done := make(chan ending, 1)
	var first atomic.Bool
	go func() {
		e := ending{err: &panicError{errGoexit}}
		defer func() { // also if the function ends the goroutine
			done <- e
			if !first.CompareAndSwap(false, true) {
				h.done()
			}
		}()
		e.result, e.err = h.protected(ctx, args, raw)
	}()
	select {
	case e := <-done:
		result, err := h.answer(ctx, e.result, e.err)
		return result, false, err
	case <-ctx.Done():
		return h.ended(ctx, ctx.Err()), first.CompareAndSwap(false, true), nil
	}
}

// done says that a call is over, and its function too.
func (h *Handler) done() {
	if h.cfg.Done != nil {
		h.cfg.Done()
	}
}

// A panicError is a panic of the function.
type panicError struct{ value any }

// errGoexit stands for the panic of a function that called runtime.Goexit.
var errGoexit = errors.New("the function ended its goroutine")

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }

// protected runs the function and turns a panic into an error. The stack is logged
// and goes nowhere else.
func (h *Handler) protected(ctx context.Context, args reflect.Value, raw json.RawMessage) (result *mcp.CallToolResult, err error) {
	returned := false
	defer func() {
		if returned {
			return
		}
		p := recover()
		if p == nil {
			p = errGoexit
		}
		h.logPanic(ctx, p)
		result, err = nil, &panicError{p}
	}()
	result, err = h.resolved(ctx, args, raw)
	returned = true
	return result, err
}

// resolved runs the function once the arguments have what they name.
func (h *Handler) resolved(ctx context.Context, args reflect.Value, raw json.RawMessage) (*mcp.CallToolResult, error) {
	if h.resolve != nil {
		problems, err := h.resolve(ctx, args)
		switch {
		case err != nil:
			return nil, err
		case len(problems) > 0:
			return h.refuse(ctx, raw, problems), nil
		}
	}
	return h.run(h, ctx, args)
}

// logPanic writes a panic with its stack.
func (h *Handler) logPanic(ctx context.Context, p any) {
	h.cfg.Logger.ErrorContext(ctx, "tool panicked", slog.String("tool", h.cfg.Tool),
		slog.Any("panic", p), slog.String("stack", string(debug.Stack())))
}

// answer turns what the function returned into the call's result.
func (h *Handler) answer(ctx context.Context, result *mcp.CallToolResult, err error) (*mcp.CallToolResult, error) {
	if err == nil {
		return result, nil
	}
	if protocol, ok := errors.AsType[*toolerrors.ProtocolError](err); ok && protocol != nil {
		return nil, protocol
	}
	if tool, ok := errors.AsType[*toolerrors.ToolError](err); ok && tool != nil {
		return h.toolError(ctx, err, tool), nil
	}
	if _, ok := errors.AsType[*panicError](err); ok {
		return failure(fmt.Sprintf(textPanic, h.cfg.Tool)), nil
	}
	if ctx.Err() != nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)) {
		return h.ended(ctx, ctx.Err()), nil
	}
	if h.cfg.MaskErrors {
		h.cfg.Logger.ErrorContext(ctx, "tool failed", slog.String("tool", h.cfg.Tool), slog.Any("error", err))
		return failure(fmt.Sprintf(textMasked, h.cfg.Tool)), nil
	}
	text := err.Error()
	if text == "" {
		text = h.cfg.Tool + " failed without saying why."
	}
	return failure(h.clean(text)), nil
}

// toolError answers with an error that was made for the model. What was wrapped
// around it is shown too, unless errors are masked.
func (h *Handler) toolError(ctx context.Context, err error, tool *toolerrors.ToolError) *mcp.CallToolResult {
	text := err.Error()
	if h.cfg.MaskErrors {
		text = tool.Text
	}
	if cause := tool.Unwrap(); cause != nil {
		h.cfg.Logger.WarnContext(ctx, "tool failed", slog.String("tool", h.cfg.Tool), slog.Any("error", err), slog.Any("cause", cause))
	}
	code := tool.Code
	if code == "" {
		code = toolerrors.KindFailed
	}
	data := map[string]any{"code": code}
	if tool.Data != nil {
		data["data"] = tool.Data
	}
	result := failure(h.clean(text))
	result.Meta = mcp.Meta{MetaError: data}
	return result
}

// ended is the result of a call whose context has ended.
func (h *Handler) ended(ctx context.Context, err error) *mcp.CallToolResult {
	if timedOut(ctx) {
		return failure(fmt.Sprintf(textTimeout, h.cfg.Tool, duration(h.cfg.Timeout)))
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return failure(fmt.Sprintf(textTimeout, h.cfg.Tool, "the time that was left for it"))
	}
	return failure(fmt.Sprintf(textCancelled, h.cfg.Tool))
}

// duration writes a timeout: whole seconds and minutes in words, less as Go does.
func duration(d time.Duration) string {
	if d >= time.Second && d%time.Second == 0 {
		return toolerrors.Wait(d)
	}
	return d.String()
}

// failure is a result that tells the model what went wrong.
func failure(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}, IsError: true}
}
