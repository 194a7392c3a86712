package telemetry

import (
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// An Option changes what [Middleware] does.
type Option func(*config)

// A config is what the options choose.
type config struct {
	tracers    trace.TracerProvider
	meters     metric.MeterProvider
	propagator propagation.TextMapPropagator
	arguments  int // at most so many bytes of them are recorded
}

func newConfig(options []Option) config {
	c := config{
		tracers:    otel.GetTracerProvider(),
		meters:     otel.GetMeterProvider(),
		propagator: propagation.NewCompositeTextMapPropagator(propagation.TraceContext{}, propagation.Baggage{}),
	}
	for _, option := range options {
		if option != nil {
			option(&c)
		}
	}
	return c
}

// WithTracerProvider says where spans go. The default is the global provider of package otel;
// nil leaves it.
func WithTracerProvider(provider trace.TracerProvider) Option {
	return func(c *config) {
		if provider != nil {
			c.tracers = provider
		}
	}
}

// WithMeterProvider says where metrics go. The default is the global provider of package otel;
// nil leaves it.
func WithMeterProvider(provider metric.MeterProvider) Option {
	return func(c *config) {
		if provider != nil {
			c.meters = provider
		}
	}
}

// WithPropagator says how trace context and baggage are read from _meta. The default is the
// way of the MCP specification, W3C Trace Context and W3C Baggage, whatever is set globally;
// nil leaves it. A propagator that reads nothing lets no client choose the trace:
//
//	telemetry.WithPropagator(propagation.NewCompositeTextMapPropagator())
func WithPropagator(propagator propagation.TextMapPropagator) Option {
	return func(c *config) {
		if propagator != nil {
			c.propagator = propagator
		}
	}
}

// defaultArgumentBytes is how much of the arguments is recorded if nothing else is said.
const defaultArgumentBytes = 4096

// WithArguments records the arguments of calls in gen_ai.tool.call.arguments, as JSON and as
// [toolkit.Toolkit.Redact] shows them, so without secret parameters. What is beyond maxBytes is
// cut off; 0 means 4096. With it the problems of refused arguments are recorded with their
// paths, in typedmcp.problems. The default is to record nothing of the arguments.
func WithArguments(maxBytes int) Option {
	return func(c *config) {
		if maxBytes <= 0 {
			maxBytes = defaultArgumentBytes
		}
		c.arguments = maxBytes
	}
}
