package telemetry

import (
	"context"
	"maps"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// A metaCarrier lets propagators read the _meta of a request. It is only read.
type metaCarrier mcp.Meta

// Get returns the string under a key, "" for anything else.
func (m metaCarrier) Get(key string) string {
	text, _ := m[key].(string)
	return text
}

// Set does nothing: a request is not changed.
func (metaCarrier) Set(string, string) {}

// Keys returns the keys of _meta.
func (m metaCarrier) Keys() []string { return slices.Collect(maps.Keys(m)) }

// extract returns ctx as part of the trace that the client tells of in _meta, and a link to
// the span that ctx had instead, if there is one.
func extract(ctx context.Context, propagator propagation.TextMapPropagator, meta mcp.Meta) (context.Context, []trace.Link) {
	if len(meta) == 0 {
		return ctx, nil
	}
	around := trace.SpanContextFromContext(ctx)
	ctx = propagator.Extract(ctx, metaCarrier(meta))
	if around.IsValid() && !around.Equal(trace.SpanContextFromContext(ctx)) {
		return ctx, []trace.Link{{SpanContext: around}}
	}
	return ctx, nil
}
