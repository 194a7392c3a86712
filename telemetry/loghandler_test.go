package telemetry_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"testing/slogtest"

	"go.opentelemetry.io/otel/trace"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/telemetry"
)

// newLogger writes records without their time.
func newLogger(b *bytes.Buffer) *slog.Logger {
	return slog.New(telemetry.LogHandler(slog.NewTextHandler(b, &slog.HandlerOptions{
		ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
			if len(groups) == 0 && a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	})))
}

func TestLogHandler(t *testing.T) {
	span := trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{0xAB}, SpanID: trace.SpanID{0xCD}, TraceFlags: trace.FlagsSampled})
	const ids = " trace_id=ab000000000000000000000000000000 span_id=cd00000000000000 trace_flags=01"
	for _, tt := range []struct {
		name string
		log  func(ctx context.Context, l *slog.Logger)
		want string
	}{
		{"plain", func(ctx context.Context, l *slog.Logger) { l.InfoContext(ctx, "m", "a", 1) }, "level=INFO msg=m a=1" + ids},
		{"attributes", func(ctx context.Context, l *slog.Logger) { l.With("a", 1).With().InfoContext(ctx, "m", "b", 2) }, "level=INFO msg=m a=1 b=2" + ids},
		{"group", func(ctx context.Context, l *slog.Logger) { l.WithGroup("g").InfoContext(ctx, "m", "a", 1) }, "level=INFO msg=m" + ids + " g.a=1"},
		{"groups and attributes", func(ctx context.Context, l *slog.Logger) {
			l.With("a", 1).WithGroup("g").With("b", 2).WithGroup("").WithGroup("h").InfoContext(ctx, "m", "c", 3)
		}, "level=INFO msg=m a=1" + ids + " g.b=2 g.h.c=3"},
		{"two loggers of one group", func(ctx context.Context, l *slog.Logger) {
			g := l.WithGroup("g").With("a", 1)
			_ = g.With("b", 2)
			g.With("c", 3).InfoContext(ctx, "m")
		}, "level=INFO msg=m" + ids + " g.a=1 g.c=3"},
		{"no span", func(_ context.Context, l *slog.Logger) {
			l.WithGroup("g").InfoContext(context.Background(), "m", "a", 1)
		}, "level=INFO msg=m g.a=1"},
		{"not enabled", func(ctx context.Context, l *slog.Logger) { l.DebugContext(ctx, "m") }, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			tt.log(trace.ContextWithSpanContext(t.Context(), span), newLogger(&b))
			if got := strings.TrimSpace(b.String()); got != tt.want {
				t.Errorf("logged %s\nwant   %s", got, tt.want)
			}
		})
	}
}

// TestLogHandlerContract runs what the standard library asks of every handler.
func TestLogHandlerContract(t *testing.T) {
	var b bytes.Buffer
	slogtest.Run(t, func(*testing.T) slog.Handler {
		b.Reset()
		return telemetry.LogHandler(slog.NewJSONHandler(&b, nil))
	}, func(t *testing.T) map[string]any {
		var record map[string]any
		if err := json.Unmarshal(b.Bytes(), &record); err != nil {
			t.Fatal(err)
		}
		return record
	})
}

// TestLogOfToolkit makes sure that what the toolkit logs of a call has the ids of its span.
func TestLogOfToolkit(t *testing.T) {
	var b bytes.Buffer
	tk, r := newSearch(toolkit.WithLogger(newLogger(&b))), newRecorder()
	r.observe(tk)
	if _, err := tk.Call(t.Context(), "crash", nil); err != nil {
		t.Fatal(err)
	}
	span := r.spans.GetSpans()[0].SpanContext
	want := " trace_id=" + span.TraceID().String() + " span_id=" + span.SpanID().String() + " trace_flags=01\n"
	if got := b.String(); !strings.Contains(got, `msg="tool panicked"`) || !strings.HasSuffix(got, want) {
		t.Errorf("logged %q, want it to end in %q", got, want)
	}
}
