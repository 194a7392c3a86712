package telemetry

import (
	"context"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/metric/noop"
)

// instruments are what metrics are recorded with.
type instruments struct {
	duration metric.Float64Histogram
	problems metric.Int64Counter
	repairs  metric.Int64Counter
	size     metric.Int64Histogram
}

// newInstruments makes the instruments. An error is handled as package otel says; what could
// not be made records nothing.
func newInstruments(meter metric.Meter) instruments {
	i := instruments{noop.Float64Histogram{}, noop.Int64Counter{}, noop.Int64Counter{}, noop.Int64Histogram{}}
	if duration, err := meter.Float64Histogram("mcp.server.operation.duration", metric.WithUnit("s"),
		metric.WithDescription("MCP request or notification duration as observed on the receiver from the time it was received until the result or ack is sent."),
		metric.WithExplicitBucketBoundaries(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300)); check(err) {
		i.duration = duration
	}
	if problems, err := meter.Int64Counter("typedmcp.tool.problems", metric.WithUnit("{problem}"),
		metric.WithDescription("What was wrong with the arguments of calls that were refused.")); check(err) {
		i.problems = problems
	}
	if repairs, err := meter.Int64Counter("typedmcp.tool.repairs", metric.WithUnit("{repair}"),
		metric.WithDescription("Values that were not what the schema says and were read all the same.")); check(err) {
		i.repairs = repairs
	}
	if size, err := meter.Int64Histogram("typedmcp.tool.result.size", metric.WithUnit("By"),
		metric.WithDescription("Size of the texts, data and structured content of a result."),
		metric.WithExplicitBucketBoundaries(100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000)); check(err) {
		i.size = size
	}
	return i
}

// check reports whether there is no error, and hands it on if there is.
func check(err error) bool {
	if err != nil {
		otel.Handle(err)
	}
	return err == nil
}

// record counts a call that has ended. tool is "" if it does not exist; request says that the
// call is one of MCP, with these attributes.
func (i *instruments) record(ctx context.Context, tool string, took time.Duration, e *ending, request bool, attributes []attribute.KeyValue) {
	if request {
		with := without(append(make([]attribute.KeyValue, 0, 12), attributes...), sessionID, clientAddress, clientPort)
		with = append(with, outcome.String(string(e.outcome)))
		if e.failure != "" {
			with = append(with, errorType.String(e.failure))
		}
		if e.status != "" {
			with = append(with, statusCode.String(e.status))
		}
		i.duration.Record(ctx, took.Seconds(), metric.WithAttributes(with...))
	}
	if tool == "" {
		return
	}
	name := toolName.String(tool)
	for _, p := range e.problems {
		i.problems.Add(ctx, 1, metric.WithAttributes(name, problemCode.String(string(p.Code))))
	}
	for _, r := range e.repairs {
		i.repairs.Add(ctx, 1, metric.WithAttributes(name, repairFrom.String(r.From), repairTo.String(r.To)))
	}
	if e.size >= 0 {
		i.size.Record(ctx, e.size, metric.WithAttributes(name, outcome.String(string(e.outcome))))
	}
}
