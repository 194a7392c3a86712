package xmcpheader

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestEventReader(t *testing.T) {
	change := func(data []byte) []byte { return bytes.ReplaceAll(data, []byte("old"), []byte("new")) }
	for _, tt := range []struct{ name, in, want string }{
		{"unchanged", ": hello\n\nid: 1\nevent: message\ndata: {\"a\":1}\nretry: 5\n\ndata:x\n\n", ": hello\n\nid: 1\nevent: message\ndata: {\"a\":1}\nretry: 5\n\ndata:x\n\n"},
		{"changed", "id: 1\ndata: an old\ndata:  text\nevent: message\n\nrest", "id: 1\nevent: message\ndata: an new\ndata:  text\n\nrest"},
		{"carriage returns", "id: 1\rdata: old\revent: x\r\rdata: 2\r\r", "id: 1\revent: x\ndata: new\n\rdata: 2\r\r"},
		{"both", "id: 1\r\ndata: old\r\n\r\ndata: 2\r\n\r\n", "id: 1\r\ndata: new\n\r\ndata: 2\r\n\r\n"},
		{"an end within an event", "data: old", "data: new\n"},
		{"a byte order mark", "\xef\xbb\xbfdata: old\n\n", "data: new\n\n"},
		{"data without a value", "data\ndata: old\n\n", "data: \ndata: new\n\n"},
		{"a field that begins like it", "database: old\n\n", "database: old\n\n"},
	} {
		for name, from := range map[string]io.Reader{"at once": strings.NewReader(tt.in), "byte by byte": iotest.OneByteReader(strings.NewReader(tt.in))} {
			got, err := io.ReadAll(&eventReader{from: io.NopCloser(from), limit: 1000, event: change})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, string(got)); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", tt.name, name, diff)
			}
		}
	}
}

// TestLongEvents makes sure that an event beyond the limit is an error where it had to be
// read, and goes through where it was only watched.
func TestLongEvents(t *testing.T) {
	long := "data: " + strings.Repeat("old", 1000) + "\n\n"
	stream := "data: old\n\n" + long + "data: old\n\n: " + strings.Repeat("x", 3000) + "\n\ndata: old\n\n"
	want := "data: new\n\n" + long + "data: new\n\n: " + strings.Repeat("x", 3000) + "\n\ndata: new\n\n"
	change := func(data []byte) []byte { return bytes.ReplaceAll(data, []byte("old"), []byte("new")) }
	for name, from := range map[string]io.Reader{"at once": strings.NewReader(stream), "byte by byte": iotest.OneByteReader(strings.NewReader(stream))} {
		r := &eventReader{from: io.NopCloser(from), limit: 100, event: change}
		got, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	got, err := io.ReadAll(&eventReader{from: io.NopCloser(strings.NewReader(stream)), limit: 100, event: change, strict: true})
	if err == nil || err.Error() != "an event of the answer to tools/list has more than 100 bytes" || string(got) != "data: new\n\n" {
		t.Errorf("read %q, error %v", got, err)
	}
}

// FuzzEventReader makes sure that a stream whose events stay what they are goes through as it
// is, however it is cut.
func FuzzEventReader(f *testing.F) {
	f.Add([]byte("data: x\r\n\r\n:\n\nid: 5\rdata\r\r"), 3)
	f.Add([]byte("\xef\xbb\xbfdata: a\ndata: b\n\n"), 1)
	f.Fuzz(func(t *testing.T, stream []byte, limit int) {
		r := &eventReader{from: io.NopCloser(iotest.HalfReader(bytes.NewReader(stream))), limit: limit % 100, event: func(data []byte) []byte { return data }}
		got, err := io.ReadAll(r)
		if err != nil || !bytes.Equal(got, stream) {
			t.Errorf("%q became %q, %v", stream, got, err)
		}
	})
}

// TestStreamsStayStreams makes sure that an answer goes through while it is being made, and
// that a notification on a stream makes the next call ask for the list.
func TestStreamsStayStreams(t *testing.T) {
	server := &fakeServer{pages: []string{listResult(60000, "", searchTool)}}
	events, done := make(chan string), make(chan struct{})
	mux := http.NewServeMux()
	mux.Handle("/", server)
	mux.HandleFunc("/stream", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for event := range events {
			_, _ = io.WriteString(w, event)
			w.(http.Flusher).Flush()
		}
		<-r.Context().Done() // the stream has no end of its own
		close(done)
	})
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Mcp-Method") == "subscriptions/listen" || r.Header.Get("Mcp-Name") == "slow" {
			r.URL.Path = "/stream"
		}
		mux.ServeHTTP(w, r)
	}))
	defer web.Close()
	p := &peer{t, server, &Transport{}, web.URL}
	p.must(toolCall("search", `{"region":"eu"}`), "tools/list", "tools/call Name=search Region=eu")
	p.must(toolCall("search", `{"region":"eu"}`), "tools/call Name=search Region=eu")

	for _, body := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{` + meta + `}}`,
		toolCall("slow", `{}`),
	} {
		events, done = make(chan string), make(chan struct{})
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, web.URL, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		first := "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n\n"
		go func() { events <- first }()
		response, err := p.transport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		buffer := make([]byte, len(first))
		for _, event := range []string{first, ": alive\n\n"} {
			if event != first {
				events <- event
			}
			if _, err := io.ReadFull(response.Body, buffer[:len(event)]); err != nil || string(buffer[:len(event)]) != event {
				t.Errorf("read %q, %v", buffer[:len(event)], err)
			}
		}
		close(events)
		if err := response.Body.Close(); err != nil {
			t.Error(err)
		}
		select {
		case <-done:
		case <-time.After(10 * time.Second):
			t.Fatal("the server was not told that the client is gone")
		}
		if strings.Contains(body, "listen") {
			p.must(toolCall("search", `{"region":"eu"}`), "tools/list", "tools/call Name=search Region=eu")
		}
	}
}
