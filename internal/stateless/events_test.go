package stateless

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// serveEvents serves an endpoint whose SDK is a function, and returns the response to a message.
func serveEvents(t *testing.T, body string, header http.Header, sdk http.HandlerFunc) *http.Response {
	t.Helper()
	e := New(Config{
		Versions: []string{Revision, "2025-11-25"}, MaxBodyBytes: 1 << 20, ServerInfo: json.RawMessage(`{"name":"x","version":"1"}`),
		Modern: sdk, Legacy: sdk, KeepAlive: 20 * time.Millisecond,
		Direct: func() bool { return false },
		Find:   func(string) *Tool { return nil },
		Begin:  func(context.Context) bool { return true }, End: func() {},
		Lasts: func(r *http.Request) (context.Context, func()) { return r.Context(), func() {} },
	})
	server := httptest.NewServer(e)
	t.Cleanup(server.Close)
	method := http.MethodPost
	if body == "" {
		method = http.MethodGet
	}
	r, err := http.NewRequestWithContext(t.Context(), method, server.URL, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = header
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() })
	return response
}

var (
	listenBody = `{"jsonrpc":"2.0","id":"a","method":"subscriptions/listen","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
		`"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}},"notifications":{}}}`
	modernHeader = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"},
		"Mcp-Protocol-Version": {Revision}, "Mcp-Method": {"subscriptions/listen"}}
	legacyHeader = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "Mcp-Protocol-Version": {"2025-11-25"}}
)

const ended = "event: message\n" + `data: {"jsonrpc":"2.0","id":"a","result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/subscriptionId":"a"}}}` + "\n\n"

// TestEvents has what becomes of the responses of the SDK.
func TestEvents(t *testing.T) {
	const acknowledged = "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{}}\n\n"
	const answered = "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{}}\n\n"
	stream := func(events ...string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			for _, event := range events {
				_, _ = io.WriteString(w, event)
				_ = http.NewResponseController(w).Flush()
			}
		}
	}
	plain := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		time.Sleep(60 * time.Millisecond)
		_, _ = io.WriteString(w, "{}")
	}
	for _, tt := range []struct {
		name, body string
		header     http.Header
		sdk        http.HandlerFunc
		status     int
		buffering  string
		want       string
	}{
		{"a stream that the server ends", listenBody, modernHeader, stream(acknowledged), 200, "no", acknowledged + ended},
		{"a stream with its result", listenBody, modernHeader, stream(acknowledged, answered), 200, "no", acknowledged + answered},
		{"a stream with an error", listenBody, modernHeader, stream("data: {\"id\":\"a\",\"error\":{}}\n\n"), 200, "no", "data: {\"id\":\"a\",\"error\":{}}\n\n"},
		{"an answer that is no stream", listenBody, modernHeader, plain, 400, "", "{}"},
		{"a stream of a session", "", legacyHeader, stream("data: 1\n\n", "data: 2\n\n"), 200, "no", "data: 1\n\ndata: 2\n\n"},
		{"a call of a session", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}`, legacyHeader, stream(answered), 200, "no", answered},
	} {
		t.Run(tt.name, func(t *testing.T) {
			response := serveEvents(t, tt.body, tt.header, tt.sdk)
			got, err := io.ReadAll(response.Body)
			if err != nil {
				t.Fatal(err)
			}
			if response.StatusCode != tt.status || response.Header.Get("X-Accel-Buffering") != tt.buffering {
				t.Errorf("status %d, X-Accel-Buffering %q, want %d, %q", response.StatusCode, response.Header.Get("X-Accel-Buffering"), tt.status, tt.buffering)
			}
			if diff := cmp.Diff(tt.want, string(got)); diff != "" {
				t.Errorf("body (-want +got):\n%s", diff)
			}
		})
	}
}

// TestKeepAlive sends comments between events, never within one, for as long as the stream is
// open.
func TestKeepAlive(t *testing.T) {
	next := make(chan string)
	response := serveEvents(t, listenBody, modernHeader, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.WriteHeader(http.StatusOK)
		_ = http.NewResponseController(w).Flush()
		for piece := range next {
			_, _ = io.WriteString(w, piece)
			_ = http.NewResponseController(w).Flush()
			if !strings.HasSuffix(piece, "\n\n") {
				time.Sleep(100 * time.Millisecond) // long enough for comments
			}
		}
	})
	lines := bufio.NewScanner(response.Body)
	var got []string
	read := func(n int) {
		t.Helper()
		for range n {
			if !lines.Scan() {
				t.Fatalf("the stream ends after %q", got)
			}
			got = append(got, lines.Text())
		}
	}
	read(4) // two comments before anything was sent
	next <- "data: "
	next <- "1\n\n"
	read(4) // the event, whole, and a comment
	close(next)
	for lines.Scan() {
		if line := lines.Text(); line != ":" && line != "" {
			got = append(got, line)
		}
	}
	want := append([]string{":", "", ":", "", "data: 1", "", ":", ""}, strings.Split(strings.TrimSpace(ended), "\n")...)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
}
