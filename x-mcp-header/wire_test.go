package xmcpheader_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/typedmcp/toolkit"
	xmcpheader "github.com/typedmcp/toolkit/x-mcp-header"
)

// placeArgs has an annotated parameter of each type, one of them nested, beside what makes
// other implementations lose sight of them.
type placeArgs struct {
	Region string         `json:"region,omitempty" x-mcp-header:"Region"`
	Filter *placeFilter   `json:"filter,omitempty"`
	Deep   bool           `json:"deep,omitempty" x-mcp-header:"Deep"`
	Tags   []string       `json:"tags,omitempty"`
	Since  *string        `json:"since,omitempty" nullable:"true"`
	More   map[string]any `json:"more,omitempty"`
	Any    any            `json:"any,omitempty"`
}

type placeFilter struct {
	Page  int64          `json:"page,omitempty" x-mcp-header:"Page"`
	Sizes map[string]int `json:"sizes,omitempty"`
}

type sqlArgs struct {
	Region string `json:"region" description:"The region to execute the query in" x-mcp-header:"Region"`
	Query  string `json:"query" description:"The SQL query to execute"`
}

type weatherArgs struct {
	Location string `json:"location" description:"City name or zip code"`
}

// A wire is a real HTTP server with three places that hold the headers of a request against its
// body: Check alone, Middleware before a handler that takes everything, and the endpoint of a
// toolkit. Requests are written to it byte by byte.
type wire struct {
	t       *testing.T
	address string
}

// The paths of a wire.
const (
	checkPath      = "/check"
	middlewarePath = "/middleware"
	toolkitPath    = "/mcp"
)

func newWire(t *testing.T) *wire {
	t.Helper()
	tk := toolkit.New("wire", "1.0.0", toolkit.WithLogger(slog.New(slog.DiscardHandler)))
	toolkit.Register(tk, toolkit.Tool{Name: "place", AllowUnknown: true}, func(context.Context, placeArgs) (string, error) { return "passed", nil })
	toolkit.Register(tk, toolkit.Tool{Name: "execute_sql"}, func(context.Context, sqlArgs) (string, error) { return "passed", nil })
	toolkit.Register(tk, toolkit.Tool{Name: "get_weather"}, func(context.Context, weatherArgs) (string, error) { return "passed", nil })
	endpoint, err := tk.HTTPHandler()
	if err != nil {
		t.Fatal(err)
	}
	definitions, err := json.Marshal(tk.Tools())
	if err != nil {
		t.Fatal(err)
	}
	bindings, err := xmcpheader.ReadTools(definitions)
	if err != nil {
		t.Fatal(err)
	}
	passed := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "passed") })
	mux := http.NewServeMux()
	mux.Handle(toolkitPath, endpoint)
	mux.Handle(middlewarePath, xmcpheader.Middleware(func(tool string) []xmcpheader.Binding { return bindings[tool] }, passed))
	mux.HandleFunc(checkPath, func(w http.ResponseWriter, r *http.Request) {
		var message struct {
			Params struct {
				Name      string          `json:"name"`
				Arguments json.RawMessage `json:"arguments"`
			} `json:"params"`
		}
		if err := json.NewDecoder(r.Body).Decode(&message); err != nil {
			http.Error(w, err.Error(), http.StatusTeapot)
			return
		}
		if err := xmcpheader.Check(r.Header, bindings[message.Params.Name], message.Params.Arguments); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, "Header mismatch: "+err.Error())
			return
		}
		passed(w, r)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return &wire{t, strings.TrimPrefix(server.URL, "http://")}
}

// send writes a request with these lines of headers, and returns the status and the body of the
// response.
func (w *wire) send(path, lines, body string) (int, string) {
	w.t.Helper()
	connection, err := (&net.Dialer{}).DialContext(w.t.Context(), "tcp", w.address)
	if err != nil {
		w.t.Fatal(err)
	}
	defer connection.Close()
	var b strings.Builder
	fmt.Fprintf(&b, "POST %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\nContent-Length: %d\r\n", path, w.address, len(body))
	b.WriteString(strings.ReplaceAll(strings.TrimSpace(lines), "\n", "\r\n") + "\r\n\r\n" + body)
	go func() { _, _ = io.WriteString(connection, b.String()) }() // a server that has answered reads no further
	response, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		w.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// meta2026 is what every request of 2026-07-28 has.
const meta2026 = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"ExampleClient","version":"1.0.0"},"io.modelcontextprotocol/clientCapabilities":{}}`

// modern are the headers of every request of 2026-07-28, without those that mirror its method
// and its name.
const modern = "Content-Type: application/json\nAccept: application/json, text/event-stream\nMCP-Protocol-Version: 2026-07-28\n"

// placeLines and placeCall are a call of the tool place, without the headers of its arguments.
const placeLines = modern + "Mcp-Method: tools/call\nMcp-Name: place\n"

func placeCall(arguments string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{` + meta2026 + `,"name":"place","arguments":` + arguments + `}}`
}

// refusal returns the answer of a server that implements "Server Validation".
func refusal(problem string) string {
	text, err := json.Marshal("Header mismatch: " + problem)
	if err != nil {
		panic(err)
	}
	return `{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":` + string(text) + `}}`
}

// everywhere sends a call of the tool place to all three places. They must answer alike: with
// the problem, or, if there is none, by calling what is behind them. Whether a tool of the
// toolkit then accepts its arguments is another matter.
func (w *wire) everywhere(t *testing.T, lines, arguments, problem string) {
	t.Helper()
	for _, path := range []string{checkPath, middlewarePath, toolkitPath} {
		status, body := w.send(path, placeLines+lines, placeCall(arguments))
		body = strings.TrimSpace(body)
		switch {
		case problem == "" && path == toolkitPath:
			if status != http.StatusOK || !strings.Contains(body, `"resultType":"complete"`) {
				t.Errorf("%s: status %d, body %s", path, status, body)
			}
		case problem == "":
			if status != http.StatusOK || body != "passed" {
				t.Errorf("%s: status %d, body %s", path, status, body)
			}
		case path == checkPath:
			if status != http.StatusBadRequest || body != "Header mismatch: "+problem {
				t.Errorf("%s: status %d, body %s", path, status, body)
			}
		case status != http.StatusBadRequest || body != refusal(problem):
			t.Errorf("%s: status %d, body %s", path, status, body)
		}
	}
}
