package handler_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	toolerrors "github.com/typedmcp/toolkit/errors"
	"github.com/typedmcp/toolkit/handler"
)

// TestEndings has every way in which a function can end but by returning a result.
func TestEndings(t *testing.T) {
	secret := errors.New("dial tcp 10.0.0.1: refused")
	for _, tt := range []struct {
		name string
		cfg  handler.Config
		fn   func(context.Context) error
		want string
		meta string
		log  string // what must stand in the log
	}{
		{name: "an ordinary error", fn: func(context.Context) error { return errors.New("no such project: web") }, want: "no such project: web", meta: "null"},
		{name: "an error without a text", fn: func(context.Context) error { return errors.New("") }, want: "work failed without saying why.", meta: "null"},
		{name: "a masked error", cfg: handler.Config{MaskErrors: true}, fn: func(context.Context) error { return secret },
			want: "work failed. The reason is not shown here; the server has logged it.", meta: "null", log: "dial tcp 10.0.0.1: refused"},
		{name: "a tool error", fn: func(context.Context) error { return toolerrors.NotFound("issue", "7", "17", "70") },
			want: `There is no issue "7". Did you mean "17" or "70"?`, meta: `{"io.github.typedmcp/error":{"code":"not_found","data":{"id":"7","kind":"issue","near":["17","70"]}}}`},
		{name: "a tool error is not masked", cfg: handler.Config{MaskErrors: true},
			fn: func(context.Context) error {
				return fmt.Errorf("query 4: %w", toolerrors.Errorf("the issue is locked"))
			},
			want: "the issue is locked", meta: `{"io.github.typedmcp/error":{"code":"failed"}}`},
		{name: "a panic", fn: func(context.Context) error { panic("index out of range") },
			want: "work failed because of an internal error. The arguments are not the reason; do not repeat the call as it is.", meta: "null", log: "ending_test.go"},
		{name: "a nil panic value", fn: func(context.Context) error { panic(error(nil)) },
			want: "work failed because of an internal error. The arguments are not the reason; do not repeat the call as it is.", meta: "null", log: "panic"},
		{name: "a goroutine that ends", cfg: handler.Config{Timeout: time.Minute}, fn: func(context.Context) error { runtime.Goexit(); return nil },
			want: "work failed because of an internal error. The arguments are not the reason; do not repeat the call as it is.", meta: "null", log: "ended its goroutine"},
		{name: "a timeout", cfg: handler.Config{Timeout: 20 * time.Millisecond}, fn: func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() },
			want: "work did not finish within 20ms and was stopped. It may have done part of its work. Ask for less, or try again later.", meta: "null"},
		{name: "a timeout of a function that does not look", cfg: handler.Config{Timeout: 20 * time.Millisecond}, fn: func(context.Context) error { select {} },
			want: "work did not finish within 20ms and was stopped. It may have done part of its work. Ask for less, or try again later.", meta: "null"},
		{name: "a panic under a timeout", cfg: handler.Config{Timeout: time.Minute}, fn: func(context.Context) error { panic("x") },
			want: "work failed because of an internal error. The arguments are not the reason; do not repeat the call as it is.", meta: "null", log: "ending_test.go"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var log bytes.Buffer
			tt.cfg.Tool = "work"
			tt.cfg.Logger = slog.New(slog.NewTextHandler(&log, nil))
			h, err := handler.New(func(ctx context.Context, _ struct{}) (string, error) { return "not this", tt.fn(ctx) }, tt.cfg)
			if err != nil {
				t.Fatal(err)
			}
			result, err := h.Call(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, textOf(t, result)); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
			if !result.IsError {
				t.Error("isError is not set")
			}
			meta, err := json.Marshal(result.Meta)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.meta, string(meta)); diff != "" {
				t.Errorf("_meta (-want +got):\n%s", diff)
			}
			if !strings.Contains(log.String(), tt.log) {
				t.Errorf("the log does not say %q:\n%s", tt.log, log.String())
			}
		})
	}
}

func TestCancelled(t *testing.T) {
	const want = "The call of work was cancelled before it finished. It may have done part of its work."
	for _, timeout := range []time.Duration{0, time.Minute} {
		ctx, cancel := context.WithCancel(t.Context())
		h, err := handler.New(func(ctx context.Context, _ struct{}) (string, error) {
			cancel()
			<-ctx.Done()
			return "", fmt.Errorf("query: %w", ctx.Err())
		}, handler.Config{Tool: "work", Timeout: timeout})
		if err != nil {
			t.Fatal(err)
		}
		result, err := h.Call(ctx, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, textOf(t, result)); diff != "" {
			t.Errorf("timeout %s (-want +got):\n%s", timeout, diff)
		}
	}
}

func TestProtocolErrorPasses(t *testing.T) {
	want := &toolerrors.ProtocolError{Code: -32001, Message: "not here", Data: map[string]any{"a": 1}}
	h, err := handler.New(func(context.Context, struct{}) (string, error) { return "", fmt.Errorf("wrapped: %w", want) }, handler.Config{Tool: "work"})
	if err != nil {
		t.Fatal(err)
	}
	result, err := h.Call(t.Context(), nil)
	if result != nil || err != error(want) {
		t.Errorf("got %v, %v; want the protocol error", result, err)
	}
}

// panickyText panics while it is decoded.
type panickyText string

func (*panickyText) UnmarshalText([]byte) error { panic("cannot") }

func TestPanicWhileDecoding(t *testing.T) {
	type args struct {
		Text panickyText `json:"text,omitempty"`
	}
	var log bytes.Buffer
	h, err := handler.New(func(context.Context, args) (string, error) { return "called", nil },
		handler.Config{Tool: "work", Logger: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	result, err := h.Call(t.Context(), json.RawMessage(`{"text":"x"}`))
	if err != nil {
		t.Fatal(err)
	}
	want := "work failed because of an internal error. The arguments are not the reason; do not repeat the call as it is."
	if diff := cmp.Diff(want, textOf(t, result)); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
	if !strings.Contains(log.String(), "cannot") {
		t.Errorf("the log does not have the panic: %s", log.String())
	}
}
