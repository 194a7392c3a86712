package telemetry

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/typedmcp/toolkit"
	toolerrors "github.com/typedmcp/toolkit/errors"
)

// scope is the name of the instrumentation.
const scope = "github.com/typedmcp/toolkit/telemetry"

// Middleware returns what observes the calls of tk; see the package's documentation. Give it
// to [toolkit.Toolkit.Use] before other middleware, whose work it measures then, and whose log
// records belong to the span. A part that is mounted in an observed toolkit needs none of its own.
//
// Calls that are refused before any middleware runs are not seen: those of clients without
// the scopes, with headers that do not match, or over HTTP and stdio of a tool that does not
// exist.
func Middleware(tk *toolkit.Toolkit, options ...Option) toolkit.Middleware {
	o := &observer{tk: tk, config: newConfig(options)}
	o.tracer = o.tracers.Tracer(scope)
	o.instruments = newInstruments(o.meters.Meter(scope))
	return func(next toolkit.CallFunc) toolkit.CallFunc {
		return func(ctx context.Context, tool string, arguments json.RawMessage) (*mcp.CallToolResult, error) {
			return o.call(ctx, tool, arguments, next)
		}
	}
}

// An observer observes the calls of a toolkit.
type observer struct {
	config
	instruments

	tk     *toolkit.Toolkit
	tracer trace.Tracer
}

// observedKey is for contexts of calls that have a span already, of this middleware or that
// of another toolkit.
type observedKey struct{}

// call observes one call.
func (o *observer) call(ctx context.Context, tool string, arguments json.RawMessage, next toolkit.CallFunc) (result *mcp.CallToolResult, err error) {
	began := time.Now()
	var links []trace.Link
	name, kind, attributes := "execute_tool ", trace.SpanKindInternal, partAttributes(tool)
	whole := ctx.Value(observedKey{}) == nil // not a part of a call that is observed
	if whole {
		r := toolkit.RequestFrom(ctx)
		name, kind, attributes = "tools/call ", trace.SpanKindServer, requestAttributes(r, tool)
		ctx, links = extract(ctx, o.propagator, r.Meta())
		ctx = context.WithValue(ctx, observedKey{}, true)
	}
	ctx, span := o.tracer.Start(ctx, name+shorten(tool), trace.WithSpanKind(kind), trace.WithTimestamp(began),
		trace.WithAttributes(attributes...), trace.WithLinks(links...))
	if o.arguments > 0 && span.IsRecording() {
		if redacted := o.tk.Redact(tool, arguments); redacted != nil {
			span.SetAttributes(attribute.String("gen_ai.tool.call.arguments", cut(string(redacted), o.arguments)))
		}
	}
	panicked := true
	defer func() {
		e := ending{outcome: OutcomePanic, failure: string(OutcomePanic), size: -1}
		if !panicked {
			e = newEnding(result, err, errors.Is(ctx.Err(), context.Canceled))
		}
		if known := o.known(tool, &e); !known {
			span.SetName(strings.TrimSpace(name))
			attributes = without(attributes, toolName)
			tool = ""
		}
		ended := time.Now()
		o.record(ctx, tool, ended.Sub(began), &e, whole, attributes)
		o.end(span, ended, &e)
	}()
	result, err = next(ctx, tool, arguments)
	panicked = false
	return result, err
}

// known reports whether a tool exists.
func (o *observer) known(tool string, e *ending) bool {
	if e.status != invalidParams {
		return true // nothing else is answered for a tool that does not
	}
	_, known := o.tk.Declaration(tool, "")
	return known
}

// end ends a span.
func (o *observer) end(span trace.Span, at time.Time, e *ending) {
	defer span.End(trace.WithTimestamp(at))
	if !span.IsRecording() {
		return
	}
	span.SetAttributes(endAttributes(e)...)
	if o.arguments > 0 && len(e.problems) > 0 {
		texts := make([]string, len(e.problems))
		for i, p := range e.problems {
			texts[i] = problemText(p)
		}
		span.SetAttributes(attribute.StringSlice("typedmcp.problems", texts))
	}
	if e.failure != "" {
		span.SetStatus(codes.Error, e.message)
	}
}

// problemText is a problem without what was sent: "items[1].qty: rule min".
func problemText(p *toolkit.Problem) string {
	text := p.Path.String() + ": " + string(p.Code)
	if p.Rule != "" && p.Code != toolerrors.CodeMissing {
		text += " " + p.Rule
	}
	return text
}
