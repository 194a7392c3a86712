package xmcpheader

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// The codes of the JSON-RPC errors that Middleware answers with.
const (
	codeHeaderMismatch = -32020
	codeInvalidRequest = -32600
	codeParseError     = -32700
)

// firstRevision is the first revision of MCP that has these headers.
const firstRevision = "2026-07-28"

// maxBody is how many bytes of a body Middleware reads.
const maxBody = 4 << 20

// Middleware checks the headers of every request of 2026-07-28 and later before next sees
// it: Mcp-Protocol-Version, Mcp-Method, Mcp-Name, and for a tools/call those of the parameters
// that bindings returns for the tool (nil for none, and for tools it does not know). A
// mismatch is answered with status 400 and the JSON-RPC error -32020, a body that is not JSON
// with 400 and -32700, and a body of more than 4 MiB with 413 and -32600.
//
// Of requests of older revisions, and of notifications, those headers are checked that they
// have: a gateway may have believed them. Where that must not happen at all, put
// [RequireRevision] in front.
//
// It fits in front of any server, also as part of a proxy; [ReadTools] reads the bindings
// from definitions in JSON. The server may be one that takes "Region" for "region", as
// encoding/json does, so a member that differs from a mirrored one by case only is refused too.
func Middleware(bindings func(tool string) []Binding, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			next.ServeHTTP(w, r)
			return
		}
		versions := r.Header.Values(ProtocolVersion)
		modern := len(versions) == 1 && versions[0] >= firstRevision
		if !modern && len(versions) <= 1 && !carries(r.Header) {
			next.ServeHTTP(w, r)
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil {
			status, text := http.StatusBadRequest, "the body could not be read to its end"
			if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
				status, text = http.StatusRequestEntityTooLarge, fmt.Sprintf("the body has more than %d bytes", maxBody)
			}
			writeError(w, status, idOf(body), codeInvalidRequest, text)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		r.ContentLength = int64(len(body))
		m := readMessage(body)
		if !m.valid && !m.batch {
			writeError(w, http.StatusBadRequest, nil, codeParseError, "the body is not a JSON-RPC message")
			return
		}
		if err := m.check(r.Header, modern, bindings); err != nil {
			writeError(w, http.StatusBadRequest, m.id, codeHeaderMismatch, mismatchText(err))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// RequireRevision refuses POST requests that do not say in Mcp-Protocol-Version that they are
// of 2026-07-28 or later, with status 400. It is for gateways that decide by mirrored
// headers: servers of older revisions need not check them (basic/transports/streamable-http,
// "Server Validation"). The clients of those revisions are shut out by it.
func RequireRevision(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		versions := r.Header.Values(ProtocolVersion)
		if r.Method == http.MethodPost && (len(versions) != 1 || !checksHeaders(versions[0])) {
			writeError(w, http.StatusBadRequest, nil, codeHeaderMismatch, mismatchText(&Mismatch{
				Header: ProtocolVersion, Problem: "only requests of " + firstRevision + " and later may pass",
			}))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// checksHeaders reports whether a revision is one whose servers check headers. "latest" and a
// list of revisions are none.
func checksHeaders(version string) bool {
	_, err := time.Parse(time.DateOnly, version)
	return err == nil && version >= firstRevision
}

// carries reports whether a request has any of the headers that mirror a message.
func carries(header http.Header) bool {
	for name := range header {
		if name == Method || name == Name || strings.HasPrefix(name, ParamPrefix) {
			return true
		}
	}
	return false
}

// check holds a message against its headers: all of them in a request of 2026-07-28, and
// otherwise those that are there.
func (m *message) check(header http.Header, modern bool, bindings func(tool string) []Binding) error {
	version := header.Get(ProtocolVersion)
	switch {
	case len(header.Values(ProtocolVersion)) > 1:
		return &Mismatch{Header: ProtocolVersion, Problem: "the header is given more than once"}
	case m.batch:
		return &Mismatch{Header: Method, Problem: "the headers cannot mirror a list of messages"}
	case m.twice != "":
		return &Mismatch{Header: Method, Problem: "the message has the member " + short(m.twice) + " more than once"}
	case m.alike != "":
		return &Mismatch{Header: Method, Problem: "the message has the member " + short(m.alike) + ", and some programs overlook that its case is another one"}
	case m.version != "" && m.version != version && (modern || m.version >= firstRevision):
		return &Mismatch{Header: ProtocolVersion, Problem: fmt.Sprintf("the header value %s does not match the body value %s", short(version), short(m.version))}
	}
	all := modern && m.id != nil // headers are not defined for notifications
	if all || header.Values(Method) != nil {
		if err := CheckMethod(header, m.method); err != nil {
			return err
		}
	}
	if m.named && (all || header.Values(Name) != nil) {
		if err := CheckName(header, m.name); err != nil {
			return err
		}
	}
	if m.method != methodCall {
		return nil
	}
	checked := bindings(m.name)
	if !all {
		checked = given(header, checked)
	}
	for i := range checked {
		if err := checked[i].checkCase(m.arguments); err != nil {
			return err
		}
	}
	return Check(header, checked, m.arguments)
}

func mismatchText(mismatch error) string { return "Header mismatch: " + mismatch.Error() }

// writeError answers a request with a JSON-RPC error. An id that is not known is left out, as
// MCP has it, and so is one that no request has.
func writeError(w http.ResponseWriter, status int, id jsontext.Value, code int, text string) {
	if kind := id.Kind(); kind != jsontext.KindString && kind != jsontext.KindNumber {
		id = nil
	}
	type wireError struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}
	body, err := json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id,omitempty"`
		Error   wireError       `json:"error"`
	}{"2.0", json.RawMessage(id), wireError{code, text}})
	if err != nil {
		http.Error(w, http.StatusText(status), status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n')) // a client that is gone cannot be told so
}
