package telemetry

import (
	"context"
	"log/slog"

	"go.opentelemetry.io/otel/trace"
)

// LogHandler returns a handler that gives the records which are logged with the context of a
// call to next with trace_id, span_id and trace_flags, so that the logs of a trace can be
// found (OpenTelemetry, "Trace Context in non-OTLP Log Formats"). They stand at the top level, also in a
// logger with groups. Give the same handler to [toolkit.WithLogger], and what the toolkit
// logs of a call has them as well.
func LogHandler(next slog.Handler) slog.Handler {
	return &logHandler{next: next, top: next}
}

// A logHandler adds the ids of the span. While no group is open, next is all there is to it.
// Afterwards attributes of a record would end up in the group, so the handler as it was before
// the first group is kept, to add the ids to, and what was done since.
type logHandler struct {
	next  slog.Handler
	top   slog.Handler
	since []func(slog.Handler) slog.Handler
}

// Enabled is that of the handler behind.
func (h *logHandler) Enabled(ctx context.Context, level slog.Level) bool {
	return h.next.Enabled(ctx, level)
}

// Handle hands a record on, with the ids of the span that ctx has.
func (h *logHandler) Handle(ctx context.Context, record slog.Record) error {
	span := trace.SpanContextFromContext(ctx)
	if !span.IsValid() {
		return h.next.Handle(ctx, record)
	}
	ids := []slog.Attr{
		slog.String("trace_id", span.TraceID().String()),
		slog.String("span_id", span.SpanID().String()),
		slog.String("trace_flags", span.TraceFlags().String()),
	}
	if len(h.since) == 0 {
		record = record.Clone()
		record.AddAttrs(ids...)
		return h.next.Handle(ctx, record)
	}
	next := h.top.WithAttrs(ids)
	for _, do := range h.since {
		next = do(next)
	}
	return next.Handle(ctx, record)
}

// WithAttrs returns a handler whose records have these attributes too.
func (h *logHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	if len(attrs) == 0 {
		return h
	}
	if len(h.since) == 0 {
		return LogHandler(h.next.WithAttrs(attrs))
	}
	return h.then(func(next slog.Handler) slog.Handler { return next.WithAttrs(attrs) })
}

// WithGroup returns a handler whose records have their attributes in a group.
func (h *logHandler) WithGroup(name string) slog.Handler {
	if name == "" {
		return h
	}
	return h.then(func(next slog.Handler) slog.Handler { return next.WithGroup(name) })
}

// then returns a handler with one more thing done.
func (h *logHandler) then(do func(slog.Handler) slog.Handler) slog.Handler {
	since := append(make([]func(slog.Handler) slog.Handler, 0, len(h.since)+1), h.since...)
	return &logHandler{next: do(h.next), top: h.top, since: append(since, do)}
}
