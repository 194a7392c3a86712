package stateless

import (
	"net/http"
	"time"
)

// deadlines is what the ResponseWriter of a server can do, and that of a recorder cannot.
type deadlines interface {
	SetReadDeadline(deadline time.Time) error
	SetWriteDeadline(deadline time.Time) error
}

// deadlinesOf returns what sets the deadlines of a connection, or nil. It is
// http.ResponseController without an error that has to be made for each call.
func deadlinesOf(w http.ResponseWriter) deadlines {
	for {
		switch v := w.(type) {
		case deadlines:
			return v
		case interface{ Unwrap() http.ResponseWriter }:
			w = v.Unwrap()
		default:
			return nil
		}
	}
}

// A transfer is a ResponseWriter that holds a client to a time for what it sends and for what
// it is sent. What a client does not take in time closes the connection.
type transfer struct {
	http.ResponseWriter

	connection deadlines
	give, take time.Duration // for the body of the request; for each Write of the response
	arriving   bool          // the body has not been read to its end
}

// Transfer returns a writer for the response to a request, whose body has to arrive within the
// timeout, and each Write to which has to be taken within it. A server with shorter
// timeouts of its own keeps them: WriteTimeout is for each Write then. It is to be called before
// anything is answered, since net/http reads a body that nobody has read.
func Transfer(w http.ResponseWriter, r *http.Request, timeout time.Duration) http.ResponseWriter {
	connection := deadlinesOf(w)
	if connection == nil {
		return w
	}
	t := &transfer{ResponseWriter: w, connection: connection, give: timeout, take: timeout}
	if server, ok := r.Context().Value(http.ServerContextKey).(*http.Server); ok {
		t.give, t.take = shorter(timeout, server.ReadTimeout), shorter(timeout, server.WriteTimeout)
	}
	if r.ContentLength != 0 { // -1 if it is not known
		t.arriving = connection.SetReadDeadline(time.Now().Add(t.give)) == nil
	}
	return t
}

// shorter returns the shorter of two timeouts, the second of which need not be set.
func shorter(timeout, other time.Duration) time.Duration {
	if other > 0 {
		return min(timeout, other)
	}
	return timeout
}

// Unwrap lets http.ResponseController find what the writer below can do.
func (t *transfer) Unwrap() http.ResponseWriter { return t.ResponseWriter }

// Write sends a piece of the response.
func (t *transfer) Write(p []byte) (int, error) {
	t.begin()
	return t.ResponseWriter.Write(p)
}

// FlushError sends what was written so far.
func (t *transfer) FlushError() error {
	t.begin()
	return http.NewResponseController(t.ResponseWriter).Flush()
}

// begin starts the time for what is written next, and what net/http sends after the last. A body
// that nobody has read is read before that.
func (t *transfer) begin() {
	timeout := t.take
	if t.arriving {
		timeout += t.give
	}
	_ = t.connection.SetWriteDeadline(time.Now().Add(timeout)) // fails if the connection is closed, as does the Write
}

// arrived says that the body was read to its end. From then on the client owes nothing: net/http
// waits for it to go away, which would end the call after the time for the body.
func arrived(w http.ResponseWriter) {
	if t, ok := w.(*transfer); ok && t.arriving {
		t.arriving = false
		_ = t.connection.SetReadDeadline(time.Time{})
	}
}
