package toolkit_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/internal/leaks"
)

// asServer makes the test binary serve its tools over stdio.
const asServer = "TOOLKIT_TEST_STDIO"

func TestMain(m *testing.M) {
	if os.Getenv(asServer) != "" {
		tk := serveTools()
		if err := tk.Run(context.Background()); err != nil {
			_, _ = os.Stderr.WriteString(err.Error())
			os.Exit(1)
		}
		return
	}
	toolkit.ObserveHTTP(sentMessages.observe)
	status := m.Run()
	problems, _ := errorTexts.Report()
	for _, p := range problems {
		fmt.Println("a model would read", p)
		status = 1
	}
	problems, messages := sentMessages.report()
	for _, p := range problems {
		fmt.Println("a message is not what the specification's schema says:", p)
		status = 1
	}
	if testing.Verbose() {
		fmt.Println(messages, "messages were held against the schemas of the specification")
	}
	os.Exit(status)
}

// errorTexts are all that the tests of this package have produced; TestMain greps them for
// what no model should read.
var errorTexts leaks.Recorder

type echoArgs struct {
	Text   string `json:"text" validate:"min=1"`
	Region string `json:"region,omitempty" enum:"eu,us" x-mcp-header:"Region"`
}

type echoResult struct {
	Text    string `json:"text"`
	Version string `json:"version"`
	Client  string `json:"client"`
}

// serveTools are tools that end in every way, and that change the list.
func serveTools(options ...toolkit.Option) *toolkit.Toolkit {
	tk := toolkit.New("serve", "1.0.0", append([]toolkit.Option{toolkit.WithLogger(slog.New(slog.DiscardHandler))}, options...)...)
	toolkit.Register(tk, toolkit.Tool{
		Name: "echo", Title: "Echo", Description: "Says it again.", Hints: toolkit.ReadOnly | toolkit.ClosedWorld,
		Icons: []mcp.Icon{{Source: "data:image/png;base64,AA=="}}, Meta: mcp.Meta{"com.example/group": "talk"},
	}, func(ctx context.Context, args echoArgs) (echoResult, error) {
		r := toolkit.RequestFrom(ctx)
		result := echoResult{Text: args.Text, Version: r.ProtocolVersion()}
		if info := r.ClientInfo(); info != nil {
			result.Client = info.Name
		}
		return result, nil
	})
	toolkit.Register(tk, toolkit.Tool{Name: "panic"}, func(context.Context, struct{}) (string, error) { panic("inside") })
	toolkit.Register(tk, toolkit.Tool{Name: "slow", Timeout: 50 * time.Millisecond}, func(ctx context.Context, _ struct{}) (string, error) {
		<-ctx.Done()
		return "", ctx.Err()
	})
	toolkit.Register(tk, toolkit.Tool{Name: "refuse"}, func(context.Context, struct{}) (string, error) {
		return "", &toolkit.ProtocolError{Code: -32099, Message: "not today", Data: map[string]any{"day": 1}}
	})
	toolkit.Register(tk, toolkit.Tool{Name: "progress"}, func(ctx context.Context, _ struct{}) (string, error) {
		for i := 1.0; i <= 3; i++ {
			if err := toolkit.RequestFrom(ctx).Progress(ctx, i, 3, "working"); err != nil {
				return "", err
			}
		}
		return "done", nil
	})
	toolkit.Register(tk, toolkit.Tool{Name: "grow"}, func(context.Context, struct{}) (string, error) {
		return "grown", toolkit.Add(tk, toolkit.Tool{Name: "grown"}, func(context.Context, struct{}) (string, error) { return "", nil })
	})
	toolkit.Register(tk, toolkit.Tool{Name: "shrink"}, func(context.Context, struct{}) (string, error) {
		tk.Remove("grown", "never there")
		return "shrunk", nil
	})
	return tk
}

// listen serves a toolkit over HTTP until the test ends, and returns the endpoint.
func listen(t *testing.T, tk *toolkit.Toolkit) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- tk.Serve(ctx, listener) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	return "http://" + listener.Addr().String() + toolkit.Path
}

// transports are the ways that clients come, with the revision that they speak.
var transports = []struct {
	name, version string
	connect       func(t *testing.T) mcp.Transport
}{
	{"stdio of 2026-07-28", "2026-07-28", stdioTransport},
	{"stdio of 2025-11-25", "2025-11-25", stdioTransport},
	{"HTTP of 2026-07-28", "2026-07-28", httpTransport},
	{"HTTP of 2025-11-25", "2025-11-25", httpTransport},
	{"HTTP of 2025-03-26", "2025-03-26", httpTransport},
}

func stdioTransport(t *testing.T) mcp.Transport {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), asServer+"=1")
	return &mcp.CommandTransport{Command: cmd}
}

func httpTransport(t *testing.T) mcp.Transport {
	t.Helper()
	return &mcp.StreamableClientTransport{Endpoint: listen(t, serveTools())}
}

func connect(t *testing.T, transport mcp.Transport, version string, options *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test client", Version: "1"}, options)
	session, err := client.Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

func callText(t *testing.T, session *mcp.ClientSession, tool, arguments string) (string, bool) {
	t.Helper()
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	text := result.Content[0].(*mcp.TextContent).Text
	if result.IsError {
		errorTexts.Note(text)
	}
	return text, result.IsError
}

// TestServe talks to the tools over every transport.
func TestServe(t *testing.T) {
	for _, tt := range transports {
		t.Run(tt.name, func(t *testing.T) {
			var mu sync.Mutex
			var progress []float64
			session := connect(t, tt.connect(t), tt.version, &mcp.ClientOptions{
				ProgressNotificationHandler: func(_ context.Context, req *mcp.ProgressNotificationClientRequest) {
					mu.Lock()
					defer mu.Unlock()
					progress = append(progress, req.Params.Progress)
				},
			})
			list, err := session.ListTools(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			echo := list.Tools[0]
			if echo.Name != "echo" || echo.Title != "Echo" || !echo.Annotations.ReadOnlyHint || *echo.Annotations.OpenWorldHint ||
				echo.Icons[0].Source != "data:image/png;base64,AA==" || echo.Meta["com.example/group"] != "talk" {
				t.Errorf("echo is listed as %+v", echo)
			}
			want := `{"text":"hi","version":"` + tt.version + `","client":"test client"}`
			if got, isError := callText(t, session, "echo", `{"text":"hi","region":"eu"}`); got != want || isError {
				t.Errorf("echo: %s, want %s", got, want)
			}
			for tool, want := range map[string]string{
				"panic": "panic failed because of an internal error. The arguments are not the reason; do not repeat the call as it is.",
				"slow":  "slow did not finish within 50ms and was stopped. It may have done part of its work. Ask for less, or try again later.",
				"echo":  "The arguments of echo have a problem. Correct it and call the tool again:\n- text: required but missing. Expected a string.",
			} {
				if got, isError := callText(t, session, tool, `{}`); got != want || !isError {
					t.Errorf("%s: %q, isError %v; want %q", tool, got, isError, want)
				}
			}
			_, err = session.CallTool(t.Context(), &mcp.CallToolParams{Name: "refuse"})
			if err == nil || !strings.Contains(err.Error(), "not today") {
				t.Errorf("a protocol error came as %v", err)
			}
			_, err = session.CallTool(t.Context(), &mcp.CallToolParams{Name: "ecko"})
			if err == nil || !strings.Contains(err.Error(), `unknown tool "ecko"; did you mean "echo"?`) {
				t.Errorf("an unknown tool came as %v", err)
			}
			params := &mcp.CallToolParams{Name: "progress"}
			params.SetProgressToken("p")
			if _, err := session.CallTool(t.Context(), params); err != nil {
				t.Fatal(err)
			}
			deadline := time.Now().Add(5 * time.Second)
			for {
				mu.Lock()
				got := len(progress)
				mu.Unlock()
				if got == 3 {
					break
				}
				if time.Now().After(deadline) {
					t.Fatalf("%d progress notifications, want 3", got)
				}
				time.Sleep(10 * time.Millisecond)
			}
		})
	}
}

// TestListChanged adds and removes a tool while a client listens.
func TestListChanged(t *testing.T) {
	for _, tt := range transports {
		t.Run(tt.name, func(t *testing.T) {
			changed := make(chan struct{}, 10)
			session := connect(t, tt.connect(t), tt.version, &mcp.ClientOptions{
				ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { changed <- struct{}{} },
			})
			for _, step := range []struct {
				tool string
				want bool
			}{{"grow", true}, {"shrink", false}} {
				if got, isError := callText(t, session, step.tool, `{}`); isError {
					t.Fatal(got)
				}
				select {
				case <-changed:
				case <-time.After(5 * time.Second): // a second is promised; a busy machine may take longer
					t.Fatalf("no notification after %s", step.tool)
				}
				list, err := session.ListTools(t.Context(), nil)
				if err != nil {
					t.Fatal(err)
				}
				found := false
				for _, tool := range list.Tools {
					found = found || tool.Name == "grown"
				}
				if found != step.want {
					t.Errorf("after %s the tool is listed: %v", step.tool, found)
				}
			}
		})
	}
}

// TestCancelReachesTheFunction cancels a call over every transport.
func TestCancelReachesTheFunction(t *testing.T) {
	for _, version := range []string{"2026-07-28", "2025-11-25"} {
		t.Run(version, func(t *testing.T) {
			started, ended := make(chan struct{}), make(chan error, 1)
			tk := serveTools()
			toolkit.Register(tk, toolkit.Tool{Name: "wait"}, func(ctx context.Context, _ struct{}) (string, error) {
				close(started)
				<-ctx.Done()
				ended <- ctx.Err()
				return "", ctx.Err()
			})
			session := connect(t, &mcp.StreamableClientTransport{Endpoint: listen(t, tk)}, version, nil)
			ctx, cancel := context.WithCancel(t.Context())
			go func() { <-started; cancel() }()
			if _, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "wait"}); !errors.Is(err, context.Canceled) {
				t.Errorf("the call ended with %v", err)
			}
			select {
			case err := <-ended:
				if !errors.Is(err, context.Canceled) {
					t.Errorf("the function saw %v", err)
				}
			case <-time.After(10 * time.Second):
				t.Fatal("the function was not cancelled")
			}
			if got, isError := callText(t, session, "echo", `{"text":"still here"}`); isError {
				t.Errorf("after that: %s", got)
			}
		})
	}
}

// TestRunEnds ends stdio in both ways.
func TestRunEnds(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), asServer+"=1")
	cmd.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}` + "\n")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil || stderr.Len() > 0 {
		t.Errorf("after stdin was closed: %v\n%s", err, stderr.String())
	}
}

// TestRunEndsWithItsContext ends Run while a client is connected.
func TestRunEndsWithItsContext(t *testing.T) {
	in, stdin, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.Copy(io.Discard, stdout) }()
	oldIn, oldOut := os.Stdin, os.Stdout
	os.Stdin, os.Stdout = in, out
	defer func() { os.Stdin, os.Stdout = oldIn, oldOut; _ = stdin.Close(); _ = out.Close() }()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- serveTools().Run(ctx) }()
	cancel()
	select {
	case err := <-done:
		if err != nil {
			t.Errorf("Run: %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("Run does not end with its context")
	}
}

// TestServeLetsCallsEnd ends the context while a call runs and a stream is open.
func TestServeLetsCallsEnd(t *testing.T) {
	tk := serveTools()
	started, release := make(chan struct{}), make(chan struct{})
	toolkit.Register(tk, toolkit.Tool{Name: "work"}, func(context.Context, struct{}) (string, error) {
		close(started)
		<-release
		return "finished", nil
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- tk.Serve(ctx, listener) }()
	transport := &mcp.StreamableClientTransport{Endpoint: "http://" + listener.Addr().String() + toolkit.Path}
	session := connect(t, transport, "2026-07-28", &mcp.ClientOptions{
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) {}, // opens a stream
	})
	go func() { <-started; cancel(); close(release) }()
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "work"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("finished", result.Content[0].(*mcp.TextContent).Text); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
	select {
	case err := <-done:
		if err != nil {
			t.Errorf("Serve: %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("Serve does not end")
	}
}
