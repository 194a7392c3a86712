package clients

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os/exec"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	xmcpheader "github.com/typedmcp/toolkit/x-mcp-header"
)

// connectGo connects a client of the official Go SDK.
func connectGo(t *testing.T, s server, c *mcp.Client, http *http.Client) *mcp.ClientSession {
	t.Helper()
	var transport mcp.Transport = &mcp.StreamableClientTransport{Endpoint: s.url, HTTPClient: http}
	if s.url == "" {
		transport = &mcp.CommandTransport{Command: exec.CommandContext(t.Context(), s.command[0], s.command[1:]...)}
	}
	session, err := c.Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	return session
}

// answerOf returns what came of a call as the scripts write it.
func answerOf(t *testing.T, result *mcp.CallToolResult, err error) (a answer) {
	t.Helper()
	made := map[string]any{"result": result}
	if err != nil {
		failure := map[string]any{"message": err.Error()}
		if wire, ok := errors.AsType[*jsonrpc.Error](err); ok {
			failure["code"] = wire.Code
		}
		made = map[string]any{"error": failure}
	}
	text, err := json.Marshal(made)
	if err == nil {
		err = json.Unmarshal(text, &a)
	}
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// talkGo is the client of the official Go SDK.
func talkGo(t *testing.T, s server, calls [][2]any) talk {
	session := connectGo(t, s, mcp.NewClient(&mcp.Implementation{Name: "go", Version: "1"}, nil), nil)
	defer session.Close()
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	got := talk{Version: session.InitializeResult().ProtocolVersion, Schemas: map[string]any{}}
	for _, tool := range list.Tools {
		got.Tools = append(got.Tools, tool.Name)
		if tool.OutputSchema != nil {
			got.Schemas[tool.Name] = tool.OutputSchema
		}
	}
	for _, call := range calls {
		result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: call[0].(string), Arguments: call[1]})
		got.Calls = append(got.Calls, answerOf(t, result, err))
	}
	return got
}

func workGo(t *testing.T, s server) work {
	liar := &liar{}
	return newWorker(t, s, liar, liar).work(t)
}

func workGoHeaders(t *testing.T, s server) work {
	liar := &liar{}
	return newWorker(t, s, &xmcpheader.Transport{Base: liar}, liar).work(t)
}

// A liar says in a header of calls what is not in their arguments.
type liar struct{ lying atomic.Bool }

func (l *liar) RoundTrip(r *http.Request) (*http.Response, error) {
	if l.lying.Load() && r.Header.Get("Mcp-Method") == "tools/call" {
		r = r.Clone(r.Context())
		r.Header.Set("Mcp-Param-Region", "mars")
	}
	return http.DefaultTransport.RoundTrip(r)
}

// A worker is the client of the official Go SDK in the workshop. It does what
// scripts/work.mjs does.
type worker struct {
	session        *mcp.ClientSession
	liar           *liar
	north          chan [2]float64 // progress of the painting that ends
	stop           context.CancelFunc
	south          context.Context // of the painting that does not
	told           chan struct{}
	lists, listens atomic.Int64 // requests
}

func newWorker(t *testing.T, s server, transport http.RoundTripper, liar *liar) *worker {
	t.Helper()
	w := &worker{liar: liar, north: make(chan [2]float64, 100), told: make(chan struct{}, 100)}
	w.south, w.stop = context.WithCancel(t.Context())
	c := mcp.NewClient(&mcp.Implementation{Name: "go", Version: "1"}, &mcp.ClientOptions{
		ProgressNotificationHandler: w.progress,
		ToolListChangedHandler:      func(context.Context, *mcp.ToolListChangedRequest) { w.told <- struct{}{} },
	})
	c.AddSendingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			switch method {
			case "tools/list":
				w.lists.Add(1)
			case "subscriptions/listen":
				w.listens.Add(1)
			}
			return next(ctx, method, req)
		}
	})
	w.session = connectGo(t, s, c, &http.Client{Transport: transport})
	return w
}

// progress notes that of the north wall, and ends the painting of the south wall.
func (w *worker) progress(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
	switch r.Params.ProgressToken {
	case "north":
		w.north <- [2]float64{r.Params.Progress, r.Params.Total}
	case "south":
		if r.Params.Progress == 3 {
			w.stop()
		}
	}
}

func (w *worker) work(t *testing.T) work {
	defer w.session.Close()
	defer w.stop()
	got := work{Version: w.session.InitializeResult().ProtocolVersion, Tools: w.listAll(t)}

	got.Painted = w.call(t, t.Context(), "paint", map[string]any{"wall": "north", "strokes": 3}, "north")
	for len(w.north) > 0 {
		got.Progress = append(got.Progress, <-w.north)
	}
	got.Cancelled = w.call(t, w.south, "paint", map[string]any{"wall": "south"}, "south")
	got.Ending = w.call(t, t.Context(), "await_end", map[string]any{"wall": "south"}, nil)

	for _, tool := range []string{"measure", "weigh"} {
		for _, spoiled := range []bool{false, true} {
			got.Boards = append(got.Boards, w.call(t, t.Context(), tool, map[string]any{"spoiled": spoiled}, nil))
		}
	}

	ship := map[string]any{
		"region": "Zürich", "grams": 1200, "insured": true, "items": []string{"board"},
		"to": map[string]any{"city": "Bern", "lines": []string{}, "street": "Gasse 1"},
	}
	got.Labels = []answer{w.call(t, t.Context(), "ship", ship, nil), w.call(t, t.Context(), "ship_later", map[string]any{"region": "eu", "day": nil}, nil)}
	ship["region"] = "eu"
	w.liar.lying.Store(true)
	got.Lie = w.call(t, t.Context(), "ship", ship, nil)
	w.liar.lying.Store(false)

	w.call(t, t.Context(), "add_tool", map[string]any{"name": "varnish"}, nil)
	select {
	case <-w.told:
	case <-time.After(10 * time.Second):
		t.Fatal("not told of the new tool")
	}
	got.Changed = w.listAll(t)
	got.Varnish = w.call(t, t.Context(), "varnish", map[string]any{}, nil)
	got.Sent = map[string]int{"tools/list": int(w.lists.Load()), "subscriptions/listen": int(w.listens.Load())}
	return got
}

// listAll lets the client follow the pages.
func (w *worker) listAll(t *testing.T) (names []string) {
	t.Helper()
	for tool, err := range w.session.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, tool.Name)
	}
	return names
}

func (w *worker) call(t *testing.T, ctx context.Context, tool string, arguments map[string]any, token any) answer {
	t.Helper()
	params := &mcp.CallToolParams{Name: tool, Arguments: arguments}
	if token != nil {
		params.SetProgressToken(token)
	}
	result, err := w.session.CallTool(ctx, params)
	return answerOf(t, result, err)
}
