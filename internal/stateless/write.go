package stateless

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	toolerrors "github.com/typedmcp/toolkit/errors"
)

// A buffer holds a response while it is put together.
type buffer struct{ bytes []byte }

var buffers = sync.Pool{New: func() any { return &buffer{make([]byte, 0, 1024)} }}

// maxPooled is the largest buffer that is kept.
const maxPooled = 64 << 10

func getBuffer() *buffer { return buffers.Get().(*buffer) }

func (b *buffer) release() {
	if cap(b.bytes) <= maxPooled {
		b.bytes = b.bytes[:0]
		buffers.Put(b)
	}
}

// Values of headers, which net/http does not change.
var (
	jsonType = []string{"application/json"}
	noStore  = []string{"no-cache, no-transform"}
	sseType  = []string{"text/event-stream"}
	noBuffer = []string{"no"}
)

// WriteError answers a request with a JSON-RPC error. An id that is not known is nil, and left
// out of the answer: unlike JSON-RPC alone, MCP has no null there (schema,
// "JSONRPCErrorResponse").
func WriteError(w http.ResponseWriter, status int, id jsontext.Value, err *toolerrors.ProtocolError) {
	b := getBuffer()
	defer b.release()
	b.bytes = append(appendError(b.bytes, id, err), '\n')
	writeJSON(w, status, b.bytes)
}

// writeJSON writes a whole response.
func writeJSON(w http.ResponseWriter, status int, body []byte) {
	header := w.Header()
	header["Content-Type"] = jsonType
	if len(body) > 2048 { // net/http counts shorter ones itself
		header["Content-Length"] = []string{strconv.Itoa(len(body))}
	}
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that is gone cannot be told so
}

// appendError appends a JSON-RPC response with an error.
func appendError(dst []byte, id jsontext.Value, err *toolerrors.ProtocolError) []byte {
	code := err.Code
	if code == 0 {
		code = toolerrors.CodeInternalError
	}
	dst = append(dst, `{"jsonrpc":"2.0"`...)
	if id != nil {
		dst = append(append(dst, `,"id":`...), id...)
	}
	dst = append(dst, `,"error":{"code":`...)
	dst = append(strconv.AppendInt(dst, code, 10), `,"message":`...)
	dst = appendString(dst, err.Message)
	if err.Data != nil {
		if data, failed := Encode(err.Data); failed == nil {
			dst = append(append(dst, `,"data":`...), data...)
		}
	}
	return append(dst, "}}"...)
}

// Encode writes a value as JSON, as package encoding/json does, but without escapes that
// only web pages need.
func Encode(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(out.Bytes(), []byte{'\n'}), err
}

// appendString appends a JSON string. Bytes that are not UTF-8 become U+FFFD. Most texts are
// ASCII, and those that are JSON themselves are full of quotes, so that is done here.
func appendString(dst []byte, s string) []byte {
	before := len(dst)
	dst = append(dst, '"')
	done := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			dst = append(append(dst, s[done:i]...), '\\', c)
			done = i + 1
		case c == '\n':
			dst = append(append(dst, s[done:i]...), '\\', 'n')
			done = i + 1
		case c < ' ' || c > '~':
			dst, _ = jsontext.AppendQuote(dst[:before], s) // the error says that something was replaced
			return dst
		}
	}
	return append(append(dst, s[done:]...), '"')
}

// statusOf returns the HTTP status of an error that a call ended in (basic/transports/
// streamable-http, "Protocol Version Header" and "Server Validation"; basic/index,
// "_meta"). Other errors are answers like any other.
func statusOf(err *toolerrors.ProtocolError) int {
	switch err.Code {
	case toolerrors.CodeMethodNotFound:
		return http.StatusNotFound
	case toolerrors.CodeInvalidParams, toolerrors.CodeHeaderMismatch, toolerrors.CodeMissingRequiredClientCapability, toolerrors.CodeUnsupportedProtocolVersion:
		return http.StatusBadRequest
	}
	return http.StatusOK
}
