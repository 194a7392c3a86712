package xmcpheader

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/go-json-experiment/json/jsontext"
)

// codeHeaderMismatch is the JSON-RPC error code of a mismatch.
const codeHeaderMismatch = -32020

// firstRevision is the first revision of MCP that has these headers.
const firstRevision = "2026-07-28"

// maxBody is how many bytes of a body Middleware reads.
const maxBody = 4 << 20

// Middleware checks the headers of every tools/call of 2026-07-28 and later before next
// sees it: Mcp-Method, Mcp-Name, and those of the parameters that bindings returns for a
// tool (nil for none, and for tools it does not know). A mismatch is answered with status
// 400 and the JSON-RPC error -32020. Requests of older revisions, other methods and what is
// no JSON are passed on. A body of more than 4 MiB is answered with 413.
func Middleware(bindings func(tool string) []Binding, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.Header.Get(ProtocolVersion) < firstRevision {
			next.ServeHTTP(w, r)
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil {
			status := http.StatusBadRequest
			if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
				status = http.StatusRequestEntityTooLarge
			}
			http.Error(w, http.StatusText(status), status)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		r.ContentLength = int64(len(body))
		m := readMessage(body)
		if m.method != "tools/call" && m.twice == "" {
			next.ServeHTTP(w, r)
			return
		}
		if err := m.check(r.Header, bindings); err != nil {
			writeMismatch(w, m.id, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// A message is what the headers mirror of a JSON-RPC message.
type message struct {
	method, name  string
	id, arguments jsontext.Value
	twice         string // a member that stands twice, so that two readers may differ
}

// readMessage reads a body. What is no JSON object gives the zero message.
func readMessage(body []byte) message {
	var m message
	seen := map[string]bool{}
	note := func(key string) {
		if seen[key] {
			m.twice = key
		}
		seen[key] = true
	}
	members(body, func(key string, value jsontext.Value) {
		note(key)
		switch key {
		case "method":
			m.method, _ = text(value)
		case "id":
			m.id = value
		case "params":
			members(value, func(key string, value jsontext.Value) {
				note("params." + key)
				switch key {
				case "name":
					m.name, _ = text(value)
				case "arguments":
					m.arguments = value
				}
			})
		}
	})
	return m
}

// check holds a tools/call against the headers.
func (m *message) check(header http.Header, bindings func(tool string) []Binding) error {
	if m.twice != "" {
		return &Mismatch{Header: Method, Problem: "the message has the member " + short(m.twice) + " more than once"}
	}
	if err := CheckMethod(header, m.method); err != nil {
		return err
	}
	if err := CheckName(header, m.name); err != nil {
		return err
	}
	return Check(header, bindings(m.name), m.arguments)
}

// writeMismatch answers a request whose headers do not fit.
func writeMismatch(w http.ResponseWriter, id jsontext.Value, mismatch error) {
	if id == nil {
		id = jsontext.Value("null")
	}
	type wireError struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}
	body, err := json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   wireError       `json:"error"`
	}{"2.0", json.RawMessage(id), wireError{codeHeaderMismatch, "Header mismatch: " + mismatch.Error()}})
	if err != nil {
		http.Error(w, http.StatusText(http.StatusBadRequest), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusBadRequest)
	_, _ = w.Write(append(body, '\n')) // a client that is gone cannot be told so
}
