package xmcpheader

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A fakeServer is an MCP server of which a test says what it lists. It notes what it is sent.
type fakeServer struct {
	mu     sync.Mutex
	pages  []string                   // the results of tools/list; the cursor is the number of the page
	events bool                       // answers with server-sent events
	list   func(*http.Request) string // instead of pages
	refuse func(*http.Request) bool   // answers a tools/call with -32020
	got    []string                   // method, name and Mcp-Param-* headers of each request
}

func (s *fakeServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client is gone
	}
	var message struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params struct {
			Cursor string `json:"cursor"`
		} `json:"params"`
	}
	if err := json.Unmarshal(body, &message); err != nil {
		http.Error(w, err.Error(), http.StatusTeapot)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.got = append(s.got, noted(r.Header))
	answer := `"result":{"resultType":"complete","content":[]}`
	switch {
	case message.Method == "tools/list":
		page := 0
		if message.Params.Cursor != "" {
			page = int(message.Params.Cursor[0] - '0')
		}
		if s.list != nil {
			answer = `"result":` + s.list(r)
		} else {
			answer = `"result":` + s.pages[page]
		}
	case s.refuse != nil && s.refuse(r):
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32020,"message":"Header mismatch"}}`, message.ID)
		return
	}
	answer = fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,%s}`, message.ID, answer)
	if s.events {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, ":\n\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n\nevent: message\ndata: %s\n\n", answer)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, answer)
}

// noted returns the headers that mirror a message, sorted by their names.
func noted(header http.Header) string {
	var b strings.Builder
	b.WriteString(header.Get("Mcp-Method"))
	for _, name := range []string{"Mcp-Name", "Mcp-Param-Page", "Mcp-Param-Region", "Mcp-Param-Zone"} {
		for _, value := range header.Values(name) {
			fmt.Fprintf(&b, " %s=%s", strings.TrimPrefix(strings.TrimPrefix(name, "Mcp-"), "Param-"), value)
		}
	}
	return b.String()
}

// take returns what was sent since it was last called.
func (s *fakeServer) take() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	got := s.got
	s.got = nil
	return got
}

const (
	searchTool = `{"name":"search","inputSchema":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"},"list":{"type":["array","null"]},"any":true}}}`
	pageTool   = `{"name":"page","inputSchema":{"type":"object","properties":{"page":{"type":"integer","x-mcp-header":"Page"}}}}`
	plainTool  = `{"name":"plain","inputSchema":{"type":"object"}}`
	badTool    = `{"name":"bad","inputSchema":{"type":"object","properties":{"n":{"type":"number","x-mcp-header":"N"}}}}`
)

const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"},"progressToken":5}`

// toolCall returns a call as a client makes it that knows nothing of headers.
func toolCall(tool, arguments string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{%s,"name":%q,"arguments":%s}}`, meta, tool, arguments)
}

const listCall = `{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{` + meta + `}}`

// A peer is a client with a Transport and the server that it talks to.
type peer struct {
	t         *testing.T
	server    *fakeServer
	transport *Transport
	url       string
}

func newPeer(t *testing.T, server *fakeServer) *peer {
	t.Helper()
	web := httptest.NewServer(server)
	t.Cleanup(web.Close)
	return &peer{t, server, &Transport{}, web.URL}
}

// send sends a message and returns the answer, or the error.
func (p *peer) send(body string, change func(http.Header)) (string, error) {
	p.t.Helper()
	r, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, p.url, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if change != nil {
		change(r.Header)
	}
	before := r.Header.Clone()
	response, err := (&http.Client{Transport: p.transport}).Do(r)
	if diff := cmp.Diff(before, r.Header); diff != "" {
		p.t.Errorf("the transport changed the request of its caller (-want +got):\n%s", diff)
	}
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return string(text), err
}

// must sends a message and holds what the server has seen since the last time against what
// it should have.
func (p *peer) must(body string, want ...string) string {
	p.t.Helper()
	answer, err := p.send(body, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	if diff := cmp.Diff(want, p.server.take()); diff != "" {
		p.t.Errorf("requests (-want +got):\n%s", diff)
	}
	return answer
}

func listResult(ttl int, next string, tools ...string) string {
	if next != "" {
		next = `,"nextCursor":"` + next + `"`
	}
	return fmt.Sprintf(`{"resultType":"complete","tools":[%s],"ttlMs":%d,"cacheScope":"private"%s}`, strings.Join(tools, ","), ttl, next)
}

func TestTransport(t *testing.T) {
	for _, events := range []bool{false, true} {
		t.Run(fmt.Sprintf("events=%v", events), func(t *testing.T) {
			p := newPeer(t, &fakeServer{events: events, pages: []string{listResult(60000, "1", searchTool), listResult(60000, "", pageTool, plainTool)}})
			// It lists all pages before the first call, and not again.
			p.must(toolCall("page", `{"page":7}`), "tools/list", "tools/list", "tools/call Name=page Page=7")
			p.must(toolCall("search", `{"region":"eu","list":null,"any":{"region":"us"}}`), "tools/call Name=search Region=eu")
			p.must(toolCall("plain", `{}`), "tools/call Name=plain")
			p.must(toolCall("missing", `{}`), "tools/call Name=missing")
		})
	}
}

// TestLearning has a client that lists by itself.
func TestLearning(t *testing.T) {
	for _, events := range []bool{false, true} {
		p := newPeer(t, &fakeServer{events: events, pages: []string{listResult(60000, "1", searchTool), listResult(60000, "", pageTool)}})
		p.must(listCall, "tools/list")
		p.must(toolCall("search", `{"region":"eu"}`), "tools/call Name=search Region=eu")
		// The second page is not known yet.
		p.must(toolCall("page", `{"page":1}`), "tools/list", "tools/list", "tools/call Name=page Page=1")
	}
}

func TestFreshness(t *testing.T) {
	p := newPeer(t, &fakeServer{pages: []string{listResult(60000, "", searchTool)}})
	p.must(listCall, "tools/list")
	p.must(toolCall("missing", `{"region":"eu"}`), "tools/call Name=missing")

	p = newPeer(t, &fakeServer{pages: []string{listResult(0, "", searchTool)}})
	p.must(toolCall("search", `{"region":"eu"}`), "tools/list", "tools/call Name=search Region=eu")
	p.must(toolCall("search", `{"region":"eu"}`), "tools/list", "tools/call Name=search Region=eu")
	p.transport.MinTTL = time.Minute
	p.must(toolCall("search", `{"region":"eu"}`), "tools/list", "tools/call Name=search Region=eu")
	p.must(toolCall("search", `{"region":"eu"}`), "tools/call Name=search Region=eu")

	p = newPeer(t, &fakeServer{pages: []string{listResult(50, "", searchTool)}})
	p.must(toolCall("search", `{"region":"eu"}`), "tools/list", "tools/call Name=search Region=eu")
	time.Sleep(60 * time.Millisecond)
	p.server.pages[0] = listResult(60000, "", strings.Replace(searchTool, `"Region"`, `"Zone"`, 1))
	p.must(toolCall("search", `{"region":"eu"}`), "tools/list", "tools/call Name=search Zone=eu")
	p.must(toolCall("search", `{"region":"eu"}`), "tools/call Name=search Zone=eu")
}

// TestStaleKnowledge has a list that cannot be had any more.
func TestStaleKnowledge(t *testing.T) {
	p := newPeer(t, &fakeServer{pages: []string{listResult(0, "", searchTool)}})
	p.must(toolCall("search", `{"region":"eu"}`), "tools/list", "tools/call Name=search Region=eu")
	var log bytes.Buffer
	p.transport.Logger = slog.New(slog.NewTextHandler(&log, nil))
	p.server.pages[0] = `{"tools":5}`
	p.must(toolCall("search", `{"region":"eu"}`), "tools/list", "tools/call Name=search Region=eu")
	if want := `msg="the list of tools could not be had before a call" tool=search reason="the server answered tools/list without a list of tools"`; !strings.Contains(log.String(), want) {
		t.Errorf("log %s, want %s", &log, want)
	}
}

func TestRetry(t *testing.T) {
	server := &fakeServer{pages: []string{listResult(60000, "", searchTool)}}
	p := newPeer(t, server)
	p.must(toolCall("search", `{"region":"eu"}`), "tools/list", "tools/call Name=search Region=eu")
	// The server has another name for the header now.
	server.pages[0] = listResult(60000, "", strings.Replace(searchTool, `"Region"`, `"Zone"`, 1))
	server.refuse = func(r *http.Request) bool { return r.Header.Get("Mcp-Param-Zone") == "" }
	p.must(toolCall("search", `{"region":"eu"}`), "tools/call Name=search Region=eu", "tools/list", "tools/call Name=search Zone=eu")
	// What is refused again is answered to the client.
	server.refuse = func(*http.Request) bool { return true }
	server.pages[0] = listResult(60000, "", searchTool)
	answer := p.must(toolCall("search", `{"region":"eu"}`), "tools/call Name=search Zone=eu", "tools/list", "tools/call Name=search Region=eu")
	if !strings.Contains(answer, "-32020") {
		t.Errorf("the answer is %s", answer)
	}
	// Where the list is the same, the call would be too.
	answer = p.must(toolCall("search", `{"region":"eu"}`), "tools/call Name=search Region=eu", "tools/list")
	if want := `{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"Header mismatch"}}`; answer != want {
		t.Errorf("the answer is %s", answer)
	}
}

// TestCallers makes sure that no caller gets what another one's list said.
func TestCallers(t *testing.T) {
	server := &fakeServer{list: func(r *http.Request) string {
		tool := searchTool
		if r.Header.Get("Authorization") == "Bearer b" || r.Header.Get("X-Api-Key") == "b" {
			tool = strings.Replace(searchTool, `"Region"`, `"Zone"`, 1)
		}
		return listResult(60000, "", tool)
	}}
	p := newPeer(t, server)
	p.transport.CallerHeaders = []string{"x-api-key"}
	for _, tt := range []struct{ name, value, want string }{
		{"Authorization", "Bearer a", "Region=eu"}, {"Authorization", "Bearer b", "Zone=eu"},
		{"X-Api-Key", "a", "Region=eu"}, {"X-Api-Key", "b", "Zone=eu"},
	} {
		for i, want := range [][]string{{"tools/list", "tools/call Name=search " + tt.want}, {"tools/call Name=search " + tt.want}} {
			if _, err := p.send(toolCall("search", `{"region":"eu"}`), func(h http.Header) { h.Set(tt.name, tt.value) }); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, server.take()); diff != "" {
				t.Errorf("%s %s, call %d (-want +got):\n%s", tt.name, tt.value, i+1, diff)
			}
		}
	}
}

func TestManyCallers(t *testing.T) {
	var c callers
	start := time.Now()
	first := c.of(caller{1}, start)
	for i := range maxCallers + 10 {
		c.of(caller{2, byte(i), byte(i >> 8)}, start.Add(time.Duration(i)))
		c.of(caller{1}, start.Add(time.Duration(i)))
	}
	if len(c.known) != maxCallers {
		t.Errorf("%d callers are kept", len(c.known))
	}
	if c.of(caller{1}, start) != first {
		t.Error("a caller that calls often was forgotten")
	}
}

// TestHeaders has what a call gets, whatever the client had set.
func TestHeaders(t *testing.T) {
	p := newPeer(t, &fakeServer{pages: []string{listResult(60000, "", searchTool, pageTool, badTool, plainTool)}})
	p.must(listCall, "tools/list")
	for _, tt := range []struct {
		name, body string
		header     http.Header
		want       string
	}{
		{"wrong headers", toolCall("search", `{"region":"eu"}`), http.Header{"Mcp-Method": {"ping"}, "Mcp-Name": {"x", "y"}, "Mcp-Param-Region": {"us"}}, "tools/call Name=search Region=eu"},
		{"names in another case", toolCall("search", `{"region":"eu"}`), http.Header{"mcp-name": {"x"}, "MCP-PARAM-REGION": {"us"}}, "tools/call Name=search Region=eu"},
		{"a parameter that is null", toolCall("search", `{"region":null}`), http.Header{"Mcp-Param-Region": {"us"}}, "tools/call Name=search"},
		{"no parameter", toolCall("search", `{}`), nil, "tools/call Name=search"},
		{"null for arguments", toolCall("search", `null`), nil, "tools/call Name=search"},
		{"a text of another script", toolCall("search", `{"region":"Zürich"}`), nil, "tools/call Name=search Region==?base64?WsO8cmljaA==?="},
		{"an empty text", toolCall("search", `{"region":""}`), nil, "tools/call Name=search Region="},
		{"a value of another type", toolCall("search", `{"region":[1]}`), nil, "tools/call Name=search"},
		{"a whole float", toolCall("page", `{"page":5.0}`), nil, "tools/call Name=page Page=5"},
		{"an exponent", toolCall("page", `{"page":1e0}`), nil, "tools/call Name=page Page=1"},
		{"a negative zero", toolCall("page", `{"page":-0}`), nil, "tools/call Name=page Page=0"},
		{"the largest integer", toolCall("page", `{"page":9007199254740991}`), nil, "tools/call Name=page Page=9007199254740991"},
		{"the smallest integer", toolCall("page", `{"page":-9007199254740991}`), nil, "tools/call Name=page Page=-9007199254740991"},
		{"a fraction", toolCall("page", `{"page":1.5}`), nil, "tools/call Name=page Page=1.5"},
		{"a tool that was dropped", toolCall("bad", `{"n":1}`), nil, "tools/call Name=bad"},
		{"a name of another script", toolCall("züri", `{}`), nil, "tools/call Name==?base64?esO8cmk=?="},
		{"a prompt", `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{` + meta + `,"name":"greet"}}`, nil, "prompts/get Name=greet"},
		{"a resource", `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{` + meta + `,"uri":"file:///a"}}`, nil, "resources/read Name=file:///a"},
		{"another method", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{` + meta + `}}`, http.Header{"Mcp-Name": {"x"}}, "ping"},
		{"an older revision", strings.Replace(toolCall("search", `{"region":"eu"}`), "2026-07-28", "2025-11-25", 1), nil, ""},
		{"an older revision with headers", toolCall("search", `{"region":"eu"}`), http.Header{"Mcp-Protocol-Version": {"2025-11-25"}, "Mcp-Param-Region": {"x"}}, " Region=x"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := p.send(tt.body, func(h http.Header) {
				for name, values := range tt.header {
					h[name] = values
				}
			}); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]string{tt.want}, p.server.take()); diff != "" {
				t.Errorf("request (-want +got):\n%s", diff)
			}
		})
	}
}

// TestParameterErrors has calls that are not sent.
func TestParameterErrors(t *testing.T) {
	p := newPeer(t, &fakeServer{pages: []string{listResult(60000, "", searchTool, pageTool)}})
	p.must(listCall, "tools/list")
	const unsafe = "the call of page was not sent: the parameter page is mirrored into a header, so it must be an integer from -9007199254740991 to 9007199254740991, which every program on the way reads exactly"
	for _, tt := range []struct{ tool, arguments, want string }{
		{"page", `{"page":9007199254740992}`, unsafe},
		{"page", `{"page":9007199254740993}`, unsafe},
		{"page", `{"page":-9007199254740992}`, unsafe},
		{"page", `{"page":1e16}`, unsafe},
		{"page", `{"page":1e999999999999}`, unsafe},
		{"page", `{"page":1e99999999999999999999}`, unsafe},
		{"search", `{"region":"eu","region":"us"}`, "the call of search was not sent: the parameter region stands more than once in the arguments"},
		{"search", `{},"name":"search"`, "the call of search was not sent: the parameter params.name stands more than once in the message"},
	} {
		_, err := p.send(toolCall(tt.tool, tt.arguments), nil)
		wrong, ok := errors.AsType[*ParameterError](err)
		if !ok || wrong.Error() != tt.want {
			t.Errorf("%s: error %v, want %s", tt.arguments, err, tt.want)
		}
		if sent := p.server.take(); sent != nil {
			t.Errorf("%s: %q was sent", tt.arguments, sent)
		}
	}
}

// TestDroppedTools makes sure that a client does not see tools that it has to refuse.
func TestDroppedTools(t *testing.T) {
	var log bytes.Buffer
	for _, events := range []bool{false, true} {
		p := newPeer(t, &fakeServer{events: events, pages: []string{listResult(5, "", badTool, searchTool, badTool, plainTool)}})
		p.transport.Logger = slog.New(slog.NewTextHandler(&log, nil))
		answer := p.must(listCall, "tools/list")
		if want := `{"jsonrpc":"2.0","id":2,"result":` + listResult(5, "", searchTool, plainTool) + `}`; !strings.Contains(answer, want) || strings.Contains(answer, "bad") {
			t.Errorf("the list is %s, want %s", answer, want)
		}
	}
	if want := `level=WARN msg="a tool was dropped from the list" tool=bad reason="x-mcp-header at \"/properties/n\": a header carries`; strings.Count(log.String(), want) != 4 {
		t.Errorf("log %s", &log)
	}
}

// TestOwnLists has what the request for a list looks like that no client made.
func TestOwnLists(t *testing.T) {
	var header http.Header
	var body []byte
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if header == nil {
			header = r.Header.Clone()
			body, _ = io.ReadAll(r.Body)
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":"x-mcp-header","result":{"tools":[]}}`)
	}))
	defer web.Close()
	p := &peer{t, nil, &Transport{}, web.URL}
	if _, err := p.send(toolCall("search", `{"region":"eu"}`), func(h http.Header) {
		h.Set("Authorization", "Bearer x")
		h.Set("Mcp-Param-Region", "eu")
		h.Set("Mcp-Name", "search")
		h.Set("User-Agent", "test")
	}); err != nil {
		t.Fatal(err)
	}
	want := http.Header{
		"Accept": {"application/json, text/event-stream"}, "Accept-Encoding": {"gzip"}, "Authorization": {"Bearer x"},
		"Content-Type": {"application/json"}, "Content-Length": {fmt.Sprint(len(body))},
		"Mcp-Method": {"tools/list"}, "Mcp-Protocol-Version": {"2026-07-28"}, "User-Agent": {"test"},
	}
	if diff := cmp.Diff(want, header); diff != "" {
		t.Errorf("headers (-want +got):\n%s", diff)
	}
	const wantBody = `{"id":"x-mcp-header","jsonrpc":"2.0","method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"},"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`
	if diff := cmp.Diff(wantBody, string(body)); diff != "" {
		t.Errorf("body (-want +got):\n%s", diff)
	}
}

func TestEndlessLists(t *testing.T) {
	server := &fakeServer{pages: []string{listResult(60000, "1", searchTool), listResult(60000, "0", pageTool)}}
	p := newPeer(t, server)
	var log bytes.Buffer
	p.transport.Logger = slog.New(slog.NewTextHandler(&log, nil))
	p.must(toolCall("search", `{"region":"eu"}`), "tools/list", "tools/list", "tools/list", "tools/call Name=search")
	if want := `the server gave the cursor \"1\" twice, so its list has no end`; !strings.Contains(log.String(), want) {
		t.Errorf("log %s, want %s", &log, want)
	}
}

// TestConcurrentCalls makes sure that many calls at once ask for the list once.
func TestConcurrentCalls(t *testing.T) {
	server := &fakeServer{pages: []string{listResult(60000, "", searchTool)}}
	p := newPeer(t, server)
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			r, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url, strings.NewReader(toolCall("search", `{"region":"eu"}`)))
			if err != nil {
				t.Error(err)
				return
			}
			r.Header.Set("Content-Type", "application/json")
			if i%10 == 0 {
				cancel() // one that asks for the list may go away
			}
			response, err := p.transport.RoundTrip(r)
			if err != nil {
				if i%10 != 0 {
					t.Error(err)
				}
				return
			}
			_ = response.Body.Close()
		})
	}
	all.Wait()
	lists := 0
	for _, request := range server.take() {
		switch request {
		case "tools/list":
			lists++
		case "tools/call Name=search Region=eu":
		default:
			t.Errorf("request %s", request)
		}
	}
	if lists < 1 || lists > 6 {
		t.Errorf("the list was asked for %d times", lists)
	}
}
