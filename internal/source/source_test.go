package source

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestMain lets the tests start this program as a server.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "serve" {
		serve(os.Args[2])
		return
	}
	os.Exit(m.Run())
}

// serve is a server with one manner or another.
func serve(manner string) {
	srv := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	srv.AddTool(&mcp.Tool{Name: "exit", InputSchema: map[string]any{"type": "object"}},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			os.Exit(7)
			return nil, nil
		})
	srv.AddTool(&mcp.Tool{Name: "print", InputSchema: map[string]any{"type": "object"}},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			fmt.Println("debugging")
			return &mcp.CallToolResult{}, nil
		})
	switch manner {
	case "banner":
		fmt.Println("[INFO] Server started")
	case "fails":
		fmt.Fprintln(os.Stderr, "no licence found")
		os.Exit(3)
	case "ends":
		return
	case "stubborn":
		signal.Ignore(syscall.SIGTERM)
	}
	if err := srv.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if manner == "stubborn" {
		time.Sleep(time.Hour)
	}
}

// program returns a source that starts this program as a server.
func program(t *testing.T, manner string) Source {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Source{Command: []string{self, "serve", manner}, Version: "1"}
}

// without takes the name of a source out of an error.
func without(s Source, err error) string {
	if err == nil {
		return ""
	}
	return strings.ReplaceAll(err.Error(), s.String(), "SERVER")
}

// TestProgram lists and calls the tools of a program.
func TestProgram(t *testing.T) {
	s := program(t, "good")
	session, err := s.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	tools, err := session.Tools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(tools) != 2 || tools[0].Name != "exit" || string(tools[0].Raw) != `{"inputSchema":{"type":"object"},"name":"exit"}` {
		t.Errorf("tools %+v", tools)
	}
	_, _, err = session.Call(t.Context(), "missing", json.RawMessage(`{}`))
	if wire, ok := errors.AsType[*jsonrpc.Error](err); !ok || wire.Code != jsonrpc.CodeInvalidParams {
		t.Errorf("error %v", err)
	}
	_, _, err = session.Call(t.Context(), "exit", json.RawMessage(`{}`))
	if got, want := without(s, err), "SERVER ended with exit status 7 before it answered"; got != want {
		t.Errorf("error %q, want %q", got, want)
	}
	if err := session.Close(); err != nil && session.process.cmd.ProcessState == nil {
		t.Error(err)
	}
}

// TestPrintingTool has a server that prints to stdout in the middle.
func TestPrintingTool(t *testing.T) {
	s := program(t, "good")
	session, err := s.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	_, _, err = session.Call(t.Context(), "print", json.RawMessage(`{}`))
	if got, want := without(s, err), `SERVER wrote "debugging" to stdout, which is not an MCP message; a server that talks over stdio writes nothing else there, and logs to stderr`; got != want {
		t.Errorf("error %q, want %q", got, want)
	}
}

// TestBadPrograms starts programs that are no servers.
func TestBadPrograms(t *testing.T) {
	for _, tt := range []struct {
		name   string
		source Source
		want   string
	}{
		{"banner", program(t, "banner"), `SERVER wrote "[INFO] Server started" to stdout, which is not an MCP message; a server that talks over stdio writes nothing else there, and logs to stderr`},
		{"fails", program(t, "fails"), "SERVER ended with exit status 3 before it answered; is it an MCP server that talks over stdio?"},
		{"ends", program(t, "ends"), "SERVER ended before it answered; is it an MCP server that talks over stdio?"},
		{"missing", Source{Command: []string{"no-such-program"}}, `cannot start "SERVER": there is no such program in $PATH`},
		{"missing path", Source{Command: []string{"./no-such-program"}}, `cannot start "SERVER": no such file or directory`},
		{"folder", Source{Command: []string{t.TempDir()}}, `cannot start "SERVER": is a directory`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var stderr bytes.Buffer
			tt.source.Stderr = &stderr
			_, err := tt.source.Connect(t.Context())
			if diff := cmp.Diff(tt.want, without(tt.source, err)); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
			if tt.name == "fails" && stderr.String() != "no licence found\n" {
				t.Errorf("stderr %q", stderr.String())
			}
		})
	}
}

// TestStubbornProgram ends a program that neither the end of stdin nor SIGTERM ends.
func TestStubbornProgram(t *testing.T) {
	t.Parallel()
	session, err := program(t, "stubborn").Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	_ = session.Close()
	state := session.process.cmd.ProcessState
	if state == nil || state.Success() {
		t.Fatalf("the program ended with %v", state)
	}
}

// TestCheck refuses sources before anything is started.
func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		source Source
		want   string
	}{
		{Source{}, "no server is given; name one with --url, or a command after --"},
		{Source{URL: "http://a/", Command: []string{"a"}}, "both --url and a command are given; give one of them"},
		{Source{Command: []string{"a"}, Header: http.Header{"A": {"b"}}}, "--header is for --url; a command gets its settings from arguments and the environment"},
		{Source{URL: "a.example/mcp"}, `"a.example/mcp" is not an http or https URL`},
		{Source{URL: "http:///mcp"}, `"http:///mcp" is not an http or https URL`},
		{Source{URL: "https://a.example/mcp"}, ""},
		{Source{Command: []string{"a", "--b"}}, ""},
	} {
		got := ""
		if err := tt.source.Check(); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("Check(%+v) = %q, want %q", tt.source, got, tt.want)
		}
		if _, err := tt.source.Connect(canceled()); err == nil {
			t.Errorf("Connect(%+v) succeeds", tt.source)
		}
	}
	if got, want := (Source{URL: "https://me:secret@a.example/mcp"}).String(), "https://me:xxxxx@a.example/mcp"; got != want {
		t.Errorf("String() = %q, want %q", got, want)
	}
}

func canceled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// A fakeServer answers as it is told, in MCP 2025-11-25.
type fakeServer struct {
	pages  map[string]string // by cursor
	result string            // of tools/call
	seen   http.Header       // of the newest request
}

// ServeHTTP answers a POST.
func (f *fakeServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.seen = r.Header.Clone()
	var message struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params struct {
			Cursor string `json:"cursor"`
		} `json:"params"`
	}
	if r.Method != http.MethodPost || json.NewDecoder(r.Body).Decode(&message) != nil {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	var result string
	switch message.Method {
	case "initialize":
		result = `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"fake","version":"1"}}`
	case "tools/call":
		result = f.result
	case "tools/list":
		result = f.pages[message.Params.Cursor]
	case "server/discover":
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no such method"}}`, message.ID)
		return
	}
	if result == "" {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, message.ID, result)
}

// TestTools reads lists that servers may send.
func TestTools(t *testing.T) {
	for _, tt := range []struct {
		name  string
		pages map[string]string
		want  []string // the tools as they were written
		err   string
	}{
		{"pages", map[string]string{
			"":  `{"tools":[{"name":"b","inputSchema":{"type":"object","z":1,"a":9007199254740993}}],"nextCursor":"x"}`,
			"x": `{"tools":[],"nextCursor":"y"}`,
			"y": `{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}`,
		}, []string{`{"name":"b","inputSchema":{"type":"object","z":1,"a":9007199254740993}}`, `{"name":"a","inputSchema":{"type":"object"}}`}, ""},
		{"no tools", map[string]string{"": `{"tools":[]}`}, nil, ""},
		{"wrong annotation", map[string]string{
			"": `{"tools":[{"name":"a","inputSchema":{"type":"object","properties":{"n":{"type":"number","x-mcp-header":"N"}}}}]}`,
		}, []string{`{"name":"a","inputSchema":{"type":"object","properties":{"n":{"type":"number","x-mcp-header":"N"}}}}`}, ""},
		{"circle", map[string]string{"": `{"tools":[],"nextCursor":"x"}`, "x": `{"tools":[],"nextCursor":"x"}`}, nil,
			`SERVER gave the cursor "x" twice, so its list has no end`},
		{"null", map[string]string{"": `{"tools":[null]}`}, nil, "SERVER: the list of tools cannot be read: its tool 1 is null"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			server := httptest.NewServer(&fakeServer{pages: tt.pages})
			defer server.Close()
			s := Source{URL: server.URL, Version: "1"}
			session, err := s.Connect(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer session.Close()
			tools, err := session.Tools(t.Context())
			if got := without(s, err); got != tt.err {
				t.Errorf("error %q, want %q", got, tt.err)
			}
			var got []string
			for _, tool := range tools {
				got = append(got, string(tool.Raw))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("tools (-want +got):\n%s", diff)
			}
		})
	}
}

// TestHeader makes sure that headers reach the server, and no other to which it redirects.
func TestHeader(t *testing.T) {
	other := &fakeServer{}
	elsewhere := httptest.NewServer(other)
	defer elsewhere.Close()
	redirecting := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	defer redirecting.Close()
	header := http.Header{"X-Key": {"secret"}}
	for url, want := range map[string]string{elsewhere.URL: "secret", redirecting.URL: ""} {
		session, err := Source{URL: url, Header: header, Version: "1"}.Connect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got := other.seen.Get("X-Key"); got != want {
			t.Errorf("%s: X-Key is %q, want %q", url, got, want)
		}
		_ = session.Close()
	}
}

// TestRefusals words the statuses of servers that are none, or not now.
func TestRefusals(t *testing.T) {
	for status, want := range map[int]string{
		401: "SERVER answered 401 Unauthorized; --header 'Authorization: Bearer TOKEN' sends a token",
		404: "SERVER answered 404 Not Found; is that the URL of an MCP endpoint? Many end in /mcp",
		500: "SERVER answered 500 Internal Server Error; the log of the server may say why",
		503: "SERVER answered 503 Service Unavailable; try again later",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
		s := Source{URL: server.URL, Version: "1"}
		_, err := s.Connect(t.Context())
		if got := without(s, err); got != want {
			t.Errorf("error %q, want %q", got, want)
		}
		server.Close()
		_, err = s.Connect(t.Context())
		if got := without(s, err); !strings.HasPrefix(got, "cannot reach SERVER: dial tcp ") || !strings.HasSuffix(got, "; is the server running?") {
			t.Errorf("error %q of a server that is not there", got)
		}
	}
}

// TestUnreadable returns results that are none.
func TestUnreadable(t *testing.T) {
	for result, want := range map[string]string{
		`{"content":[{"type":"video"}]}`:              `SERVER answered with a result that cannot be read: unrecognized content type "video"`,
		`{"content":[{"type":"image","data":"***"}]}`: "SERVER answered with a result that cannot be read: illegal base64 data at input byte 0",
	} {
		server := httptest.NewServer(&fakeServer{result: result})
		s := Source{URL: server.URL, Version: "1"}
		session, err := s.Connect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		_, raw, err := session.Call(t.Context(), "tool", json.RawMessage(`{}`))
		if got := without(s, err); got != want {
			t.Errorf("error %q, want %q", got, want)
		}
		if string(raw) != result {
			t.Errorf("raw %s, want %s", raw, result)
		}
		_ = session.Close()
		server.Close()
	}
}
