package telemetry_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"

	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/telemetry"
)

type loginArgs struct {
	User     string `json:"user" description:"Name of the user"`
	Password string `json:"password" description:"Password of the user" secret:"true"`
}

func login(ctx context.Context, args loginArgs) (string, error) {
	slog.InfoContext(ctx, "logged in", "user", args.User)
	return "Welcome, " + args.User + ".", nil
}

func newObserved(w io.Writer) *toolkit.Toolkit {
	logger := slog.New(telemetry.LogHandler(slog.NewJSONHandler(w, nil)))
	tk := toolkit.New("accounts", "1.0.0", toolkit.WithLogger(logger))
	tk.Use(telemetry.Middleware(tk))
	toolkit.Register(tk, toolkit.Tool{Name: "login"}, login)
	return tk
}

func ExampleMiddleware() {
	tk := newObserved(os.Stderr)
	_, err := tk.Call(context.Background(), "login", json.RawMessage(`{"user":"alice","password":"hunter2"}`))
	fmt.Println(err)
	// Output: <nil>
}

func ExampleWithArguments() {
	spans := tracetest.NewInMemoryExporter()
	provider := trace.NewTracerProvider(trace.WithSyncer(spans))

	tk := toolkit.New("accounts", "1.0.0")
	tk.Use(telemetry.Middleware(tk, telemetry.WithTracerProvider(provider), telemetry.WithArguments(1024)))
	toolkit.Register(tk, toolkit.Tool{Name: "login"}, login)

	_, _ = tk.Call(context.Background(), "login", json.RawMessage(`{"user":"alice","password":"hunter2"}`))
	for _, span := range spans.GetSpans() {
		fmt.Println(span.Name)
		for _, a := range span.Attributes {
			fmt.Printf("  %s = %s\n", a.Key, a.Value.String())
		}
	}
	// Output:
	// tools/call login
	//   mcp.method.name = tools/call
	//   gen_ai.operation.name = execute_tool
	//   gen_ai.tool.name = login
	//   gen_ai.tool.call.arguments = {"user":"alice","password":"[secret]"}
	//   typedmcp.outcome = ok
	//   typedmcp.result.size = 15
}
