package toolkit_test

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

// listenTo opens a stream and returns its events once the first was read.
func listenTo(t *testing.T, url string) *bufio.Scanner {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(
		`{"jsonrpc":"2.0","id":7,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",`+
			`"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"},
		"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"subscriptions/listen"}}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() })
	if got := response.Header.Get("X-Accel-Buffering"); got != "no" {
		t.Errorf("X-Accel-Buffering %q, want no", got)
	}
	events := bufio.NewScanner(response.Body)
	for events.Scan() && events.Text() != "" {
	}
	return events
}

// rest returns the data of the events that are still to come.
func rest(events *bufio.Scanner) (data []string) {
	for events.Scan() {
		if text, ok := strings.CutPrefix(events.Text(), "data: "); ok {
			data = append(data, text)
		}
	}
	return data
}

const listened = `{"jsonrpc":"2.0","id":7,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/subscriptionId":7}}}`

// TestStreamsEndWithTheServer ends a stream with its result when the server shuts down, be it
// ours or one that the handler is mounted in; a call that runs may end before.
func TestStreamsEndWithTheServer(t *testing.T) {
	newTools := func() (tk *toolkit.Toolkit, started, release chan struct{}) {
		started, release = make(chan struct{}), make(chan struct{})
		tk = toolkit.New("x", "1")
		toolkit.Register(tk, toolkit.Tool{Name: "work"}, func(context.Context, struct{}) (string, error) {
			close(started)
			<-release
			return "finished", nil
		})
		return tk, started, release
	}
	call := func(t *testing.T, url string, started chan struct{}) (answer chan string) {
		t.Helper()
		answer = make(chan string, 1)
		session := connect(t, &mcp.StreamableClientTransport{Endpoint: url}, "2026-07-28", nil)
		go func() {
			text, _ := callText(t, session, "work", `{}`)
			answer <- text
		}()
		<-started
		return answer
	}
	newListener := func(t *testing.T) (net.Listener, string) {
		t.Helper()
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		return listener, "http://" + listener.Addr().String()
	}
	check := func(t *testing.T, events *bufio.Scanner, answer chan string, release chan struct{}) {
		t.Helper()
		close(release)
		if diff := cmp.Diff("finished", <-answer); diff != "" {
			t.Errorf("answer (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{listened}, rest(events)); diff != "" {
			t.Errorf("the end of the stream (-want +got):\n%s", diff)
		}
	}
	t.Run("Serve", func(t *testing.T) {
		tk, started, release := newTools()
		listener, url := newListener(t)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- tk.Serve(ctx, listener) }()
		events := listenTo(t, url+toolkit.Path)
		answer := call(t, url+toolkit.Path, started)
		cancel()
		check(t, events, answer, release)
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	t.Run("a server of the user", func(t *testing.T) {
		tk, started, release := newTools()
		h, err := tk.HTTPHandler()
		if err != nil {
			t.Fatal(err)
		}
		listener, url := newListener(t)
		server := &http.Server{Handler: h, ReadHeaderTimeout: time.Second}
		go func() { _ = server.Serve(listener) }() // ends with Shutdown
		events := listenTo(t, url)
		answer := call(t, url, started)
		done := make(chan error, 1)
		go func() { done <- server.Shutdown(t.Context()) }()
		check(t, events, answer, release)
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(10 * time.Second):
			t.Error("Shutdown waits for a stream")
		}
	})
}
