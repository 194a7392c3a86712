package collector

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/trace"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/telemetry"
)

// attributes are those of OTLP, in its JSON.
type attributes []struct {
	Key   string                     `json:"key"`
	Value map[string]json.RawMessage `json:"value"`
}

// texts returns attributes by name, each as the JSON of its value.
func (a attributes) texts() map[string]string {
	found := map[string]string{}
	for _, one := range a {
		for _, value := range one.Value {
			found[one.Key] = string(value)
		}
	}
	return found
}

// received is what the collector has written.
type received struct {
	ResourceSpans []struct {
		ScopeSpans []struct {
			Scope struct{ Name string }
			Spans []span
		}
	}
	ResourceMetrics []struct {
		ScopeMetrics []struct{ Metrics []struct{ Name, Unit string } }
	}
}

type span struct {
	TraceID      string `json:"traceId"`
	ParentSpanID string `json:"parentSpanId"`
	Name         string
	Kind         int
	Attributes   attributes
	Status       struct{ Code int }
}

// TestCollector sends two calls, one of them wrong, and looks at what arrives.
func TestCollector(t *testing.T) {
	c := start(t)
	ctx := context.Background()
	spans, err := otlptracehttp.New(ctx, otlptracehttp.WithInsecure(), otlptracehttp.WithEndpoint(c.address))
	if err != nil {
		t.Fatal(err)
	}
	metrics, err := otlpmetrichttp.New(ctx, otlpmetrichttp.WithInsecure(), otlpmetrichttp.WithEndpoint(c.address))
	if err != nil {
		t.Fatal(err)
	}
	tracing := trace.NewTracerProvider(trace.WithBatcher(spans))
	metering := metric.NewMeterProvider(metric.WithReader(metric.NewPeriodicReader(metrics)))

	type args struct {
		User     string `json:"user" description:"Name of the user"`
		Password string `json:"password" description:"Password of the user" secret:"true" validate:"min=4"`
	}
	tk := toolkit.New("accounts", "1.0.0")
	tk.Use(telemetry.Middleware(tk, telemetry.WithTracerProvider(tracing), telemetry.WithMeterProvider(metering), telemetry.WithArguments(1024)))
	toolkit.Register(tk, toolkit.Tool{Name: "login"}, func(context.Context, args) (string, error) { return "Welcome.", nil })
	handler, err := tk.HTTPHandler()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	defer server.Close()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(ctx, &mcp.StreamableClientTransport{Endpoint: server.URL}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, password := range []string{"hunter2", "abc"} {
		if _, err := session.CallTool(ctx, &mcp.CallToolParams{
			Name: "login", Arguments: map[string]any{"user": "alice", "password": password},
			Meta: mcp.Meta{"traceparent": "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01"},
		}); err != nil {
			t.Fatal(err)
		}
	}
	if err := session.Close(); err != nil {
		t.Fatal(err)
	}
	for _, shutdown := range []func(context.Context) error{tracing.Shutdown, metering.Shutdown} {
		if err := shutdown(ctx); err != nil {
			t.Fatal(err)
		}
	}

	raw := c.stop()
	if bytes.Contains(raw, []byte("hunter2")) {
		t.Error("the collector has got a secret")
	}
	var got []span
	units := map[string]string{}
	for line := range bytes.Lines(raw) {
		var r received
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		for _, resource := range r.ResourceSpans {
			for _, scope := range resource.ScopeSpans {
				got = append(got, scope.Spans...)
			}
		}
		for _, resource := range r.ResourceMetrics {
			for _, scope := range resource.ScopeMetrics {
				for _, m := range scope.Metrics {
					units[m.Name] = m.Unit
				}
			}
		}
	}
	if len(got) != 2 {
		t.Fatalf("%d spans have arrived: %s", len(got), raw)
	}
	for i, want := range []struct {
		status     int
		attributes map[string]string
	}{
		{0, map[string]string{"typedmcp.outcome": `"ok"`, "typedmcp.result.size": `"8"`}},
		{2, map[string]string{"typedmcp.outcome": `"refused"`, "error.type": `"tool_error"`, "typedmcp.problem.codes": `{"values":[{"stringValue":"rule"}]}`}},
	} {
		s := got[i]
		if s.Name != "tools/call login" || s.Kind != 2 || s.TraceID != "0af7651916cd43dd8448eb211c80319c" || s.ParentSpanID != "00f067aa0ba902b7" || s.Status.Code != want.status {
			t.Errorf("span %d: %+v", i, s)
		}
		has := s.Attributes.texts()
		maps.Copy(want.attributes, map[string]string{
			"mcp.method.name": `"tools/call"`, "mcp.protocol.version": `"2026-07-28"`, "gen_ai.tool.name": `"login"`, "network.transport": `"tcp"`,
			"gen_ai.tool.call.arguments": `"{\"password\":\"[secret]\",\"user\":\"alice\"}"`,
		})
		for _, name := range slices.Sorted(maps.Keys(want.attributes)) {
			if diff := cmp.Diff(want.attributes[name], has[name]); diff != "" {
				t.Errorf("span %d, %s (-want +got):\n%s", i, name, diff)
			}
		}
	}
	if diff := cmp.Diff(map[string]string{
		"mcp.server.operation.duration": "s", "typedmcp.tool.problems": "{problem}", "typedmcp.tool.result.size": "By",
	}, units); diff != "" {
		t.Errorf("metrics (-want +got):\n%s", diff)
	}
}
