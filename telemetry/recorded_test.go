package telemetry_test

import (
	"context"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/telemetry"
)

// A recorder keeps what was exported.
type recorder struct {
	spans   *tracetest.InMemoryExporter
	tracers *sdktrace.TracerProvider
	reader  *metric.ManualReader
	meters  *metric.MeterProvider
}

func newRecorder() *recorder {
	r := &recorder{spans: tracetest.NewInMemoryExporter(), reader: metric.NewManualReader()}
	r.tracers = sdktrace.NewTracerProvider(sdktrace.WithSyncer(r.spans))
	r.meters = metric.NewMeterProvider(metric.WithReader(r.reader))
	return r
}

// observe makes tk record here.
func (r *recorder) observe(tk *toolkit.Toolkit, options ...telemetry.Option) {
	options = append([]telemetry.Option{telemetry.WithTracerProvider(r.tracers), telemetry.WithMeterProvider(r.meters)}, options...)
	tk.Use(telemetry.Middleware(tk, options...))
}

// take returns the spans that ended, as text, and forgets them.
func (r *recorder) take() string {
	var b strings.Builder
	for _, s := range r.spans.GetSpans() {
		fmt.Fprintf(&b, "%s %s %s", s.Name, s.SpanKind, s.Status.Code)
		if s.Status.Description != "" {
			fmt.Fprintf(&b, " %q", s.Status.Description)
		}
		b.WriteString("\n" + attributesText(s.Attributes))
	}
	r.spans.Reset()
	return b.String()
}

func attributesText(attributes []attribute.KeyValue) string {
	var lines []string
	for _, a := range attributes {
		value := a.Value.String()
		if a.Key == "client.port" {
			value = "PORT"
		}
		lines = append(lines, fmt.Sprintf("  %s=%s\n", a.Key, value))
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// metrics returns all that was measured as text, but not how long it took.
func (r *recorder) metrics(t *testing.T) string {
	t.Helper()
	var all metricdata.ResourceMetrics
	if err := r.reader.Collect(t.Context(), &all); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, scope := range all.ScopeMetrics {
		for _, m := range scope.Metrics {
			point := func(set attribute.Set, value string) {
				var names []string
				for _, a := range set.ToSlice() {
					names = append(names, string(a.Key)+"="+a.Value.String())
				}
				lines = append(lines, fmt.Sprintf("%s{%s} %s %s\n", m.Name, strings.Join(names, ","), value, m.Unit))
			}
			switch data := m.Data.(type) {
			case metricdata.Histogram[float64]:
				for _, p := range data.DataPoints {
					if p.Sum < 0 || p.Sum > time.Minute.Seconds() {
						t.Errorf("%s took %v", m.Name, p.Sum)
					}
					point(p.Attributes, fmt.Sprintf("count=%d", p.Count))
				}
			case metricdata.Histogram[int64]:
				for _, p := range data.DataPoints {
					point(p.Attributes, fmt.Sprintf("count=%d sum=%d", p.Count, p.Sum))
				}
			case metricdata.Sum[int64]:
				for _, p := range data.DataPoints {
					point(p.Attributes, fmt.Sprint(p.Value))
				}
			default:
				t.Errorf("%s is %T", m.Name, data)
			}
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// wantText compares texts without the newline and the indentation that literals begin with.
func wantText(t *testing.T, want, got string) {
	t.Helper()
	if diff := cmp.Diff(strings.TrimPrefix(strings.ReplaceAll(want, "\t", ""), "\n"), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

type searchArgs struct {
	Query string            `json:"query" validate:"min=2"`
	Limit int               `json:"limit,omitempty" validate:"max=10"`
	Token string            `json:"token,omitempty" secret:"true"`
	Tags  map[string]string `json:"tags,omitempty" validate:"dive,min=2"`
}

type question struct {
	Sure bool `json:"sure"`
}

// newSearch is a toolkit with tools that end in every way.
func newSearch(options ...toolkit.Option) *toolkit.Toolkit {
	tk := toolkit.New("search", "1.0.0", append([]toolkit.Option{toolkit.WithLogger(slog.New(slog.DiscardHandler))}, options...)...)
	toolkit.Register(tk, toolkit.Tool{Name: "search"}, func(_ context.Context, args searchArgs) ([]string, error) {
		return []string{args.Query}, nil
	})
	for name, err := range map[string]error{
		"find":   toolkit.NotFound("issue", "BUG-7"),
		"fail":   fmt.Errorf("disk of %s is full", "alice"),
		"refuse": &toolkit.ProtocolError{Code: -32050, Message: "not today"},
		"broken": &toolkit.ProtocolError{Message: "no code"},
	} {
		toolkit.Register(tk, toolkit.Tool{Name: name}, func(context.Context, struct{}) (string, error) { return "", err })
	}
	toolkit.Register(tk, toolkit.Tool{Name: "crash"}, func(context.Context, struct{}) (string, error) { panic("no") })
	toolkit.Register(tk, toolkit.Tool{Name: "wait", Timeout: time.Minute}, func(ctx context.Context, _ struct{}) (string, error) {
		<-ctx.Done()
		return "", ctx.Err()
	})
	toolkit.Register(tk, toolkit.Tool{Name: "ask"}, func(ctx context.Context, _ struct{}) (string, error) {
		_, err := toolkit.Ask[question](ctx, "sure", "Are you sure?")
		return "", err
	})
	toolkit.Register(tk, toolkit.Tool{Name: "draw"}, func(context.Context, struct{}) ([]mcp.Content, error) {
		return []mcp.Content{
			&mcp.TextContent{Text: "four"}, &mcp.ImageContent{Data: []byte("12345"), MIMEType: "image/png"},
			&mcp.AudioContent{Data: []byte("123"), MIMEType: "audio/wav"},
			&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "file:///x", Text: "seven77"}},
			&mcp.ResourceLink{URI: "file:///y", Name: "y"},
		}, nil
	})
	toolkit.Register(tk, toolkit.Tool{Name: "twice"}, func(ctx context.Context, args searchArgs) (string, error) {
		_, err := tk.Call(ctx, "search", []byte(`{"query":"again"}`))
		return "done", err
	})
	return tk
}

var textSize = regexp.MustCompile(`(typedmcp\.result\.size=|typedmcp\.outcome=refused\} count=1 sum=)\d+`)

// withoutTextSize hides the size of results whose text may change.
func withoutTextSize(text string, hide bool) string {
	if !hide {
		return text
	}
	return textSize.ReplaceAllString(text, "${1}SIZE")
}
