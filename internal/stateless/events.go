package stateless

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// keepAliveAfter is how long an event stream may be silent; proxies close connections that
// are for longer, the most impatient of the common ones after 30 seconds.
const keepAliveAfter = 15 * time.Second

// keepAlive is a comment, which clients skip (basic/transports/streamable-http, "Receiving
// Messages").
const keepAlive = ":\n\n"

// events is a ResponseWriter for a handler that may answer with an event stream. It asks
// proxies not to hold the stream back, keeps it alive while the handler is silent, and sees
// whether a response was sent on it. A response that is no event stream passes as it is.
//
// Comments are sent between events only, so a handler has to end its events within one Write, or
// begin the next one with the rest.
type events struct {
	http.ResponseWriter

	quiet time.Duration // after which a comment is sent
	watch bool          // whether to look for a response among the events

	mu       sync.Mutex
	wrote    bool        // the status
	stream   bool        // the response is an event stream
	between  bool        // the last event is complete
	answered bool        // there was a response among them
	timer    *time.Timer // of the next comment
	ended    bool
}

// Unwrap lets http.ResponseController find what the writer below can do.
func (e *events) Unwrap() http.ResponseWriter { return e.ResponseWriter }

// WriteHeader sends the status.
func (e *events) WriteHeader(status int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.begin(status)
}

// begin sends the status, and begins to keep the stream alive if it is one.
func (e *events) begin(status int) {
	if !e.wrote && status >= http.StatusOK {
		e.wrote, e.between = true, true
		e.stream = strings.HasPrefix(e.Header().Get("Content-Type"), "text/event-stream")
		if e.stream {
			e.Header()["X-Accel-Buffering"] = noBuffer
			e.timer = time.AfterFunc(e.quiet, e.comment)
		}
	}
	e.ResponseWriter.WriteHeader(status)
}

// Write sends a piece of the response.
func (e *events) Write(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.wrote {
		e.begin(http.StatusOK)
	}
	if e.stream {
		e.between = bytes.HasSuffix(p, []byte("\n\n"))
		e.answered = e.answered || e.watch && hasResponse(p)
		e.timer.Reset(e.quiet)
	}
	return e.ResponseWriter.Write(p)
}

// FlushError sends what was written so far.
func (e *events) FlushError() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return http.NewResponseController(e.ResponseWriter).Flush()
}

// comment keeps the stream alive.
func (e *events) comment() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.ended {
		return
	}
	if e.between {
		if _, err := e.ResponseWriter.Write([]byte(keepAlive)); err != nil {
			return // nobody reads it any more
		}
		_ = http.NewResponseController(e.ResponseWriter).Flush() // what cannot flush does not hold back either
	}
	e.timer.Reset(e.quiet)
}

// end stops the comments. The writer below is not used any more once it returns.
func (e *events) end() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.ended = true
	if e.timer != nil {
		e.timer.Stop()
	}
}

// hasResponse reports whether there is a JSON-RPC response among events. What is no JSON
// is none.
func hasResponse(p []byte) bool {
	for line := range bytes.Lines(p) {
		data, ok := bytes.CutPrefix(line, []byte("data:"))
		if !ok {
			continue
		}
		var m struct {
			Method string          `json:"method"`
			ID     json.RawMessage `json:"id"`
		}
		if json.Unmarshal(data, &m) == nil && m.Method == "" && m.ID != nil {
			return true
		}
	}
	return false
}

// listen lets Modern answer subscriptions/listen. A stream that the server ends, and not the
// client, ends with a result (basic/patterns/subscriptions, "Graceful Closure"); the SDK
// closes it, most often without.
func (e *Endpoint) listen(w http.ResponseWriter, r *http.Request, m *message, body []byte) {
	stream := e.events(w)
	stream.watch = true
	defer stream.end()
	e.last(stream, r, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e.pass(e.cfg.Modern, w, r, body)
	}))
	if !stream.stream || stream.answered || r.Context().Err() != nil {
		return
	}
	b := getBuffer()
	defer b.release()
	b.bytes = append(append(append(b.bytes, `event: message`+"\n"+`data: {"jsonrpc":"2.0","id":`...), m.id...), `,"result":{"resultType":"complete","_meta":{`...)
	b.bytes = append(append(appendString(b.bytes, mcp.MetaKeyServerInfo), ':'), e.cfg.ServerInfo...)
	b.bytes = append(append(appendString(append(b.bytes, ','), mcp.MetaKeySubscriptionID), ':'), m.id...)
	b.bytes = append(b.bytes, "}}}\n\n"...)
	_, _ = stream.Write(b.bytes) // a client that is gone cannot be told so
	_ = stream.FlushError()
}

// last lets a handler answer with a stream that lasts until the client or the server ends it.
func (e *Endpoint) last(stream *events, r *http.Request, next http.Handler) {
	ctx, release := e.cfg.Lasts(r)
	defer release()
	next.ServeHTTP(stream, r.WithContext(ctx))
}

// events returns a writer for the SDK, which may answer with an event stream.
func (e *Endpoint) events(w http.ResponseWriter) *events {
	quiet := e.cfg.KeepAlive
	if quiet == 0 {
		quiet = keepAliveAfter
	}
	return &events{ResponseWriter: w, quiet: quiet}
}
