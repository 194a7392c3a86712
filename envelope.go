package toolkit

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/typedmcp/toolkit/errors"
)

// An envelope is what the HTTP front needs to know of a message before it decides who
// answers it.
type envelope struct {
	method       string
	id           jsontext.Value // nil for a notification
	batch        bool           // several messages, as 2025-03-26 has them
	params, meta jsontext.Value // params and params._meta
	version      string         // the revision that params._meta names; "" if it does not
	name, uri    string         // params.name and params.uri
	arguments    jsontext.Value // params.arguments
}

// readEnvelope reads a message. A member that stands twice could be read in two ways by
// two programs, so it is refused. The error is for the caller.
func readEnvelope(body []byte) (envelope, *ProtocolError) {
	var e envelope
	switch kind := jsontext.Value(bytes.TrimSpace(body)).Kind(); {
	case !jsontext.Value(body).IsValid(duplicatesAllowed):
		return e, &ProtocolError{Code: toolerrors.CodeParseError, Message: "the body is not valid JSON"}
	case kind == jsontext.KindBeginArray:
		e.batch = true
		return e, nil
	case kind != jsontext.KindBeginObject:
		return e, &ProtocolError{Code: toolerrors.CodeInvalidRequest, Message: "the body is not a JSON-RPC message: it is no object"}
	}
	twice := e.read(body, func(name string, value jsontext.Value) {
		switch name {
		case "method":
			e.method = text(value)
		case "id":
			e.id = bytes.Clone(value)
		case "params":
			e.params = bytes.Clone(value)
		}
	})
	if twice == "" {
		twice = e.read(e.params, func(name string, value jsontext.Value) {
			switch name {
			case "name":
				e.name = text(value)
			case "uri":
				e.uri = text(value)
			case "arguments":
				e.arguments = bytes.Clone(value)
			case "_meta":
				e.meta = bytes.Clone(value)
			}
		})
	}
	if twice == "" {
		twice = e.read(e.meta, func(name string, value jsontext.Value) {
			if name == mcp.MetaKeyProtocolVersion {
				e.version = text(value)
			}
		})
	}
	if twice != "" {
		return e, &ProtocolError{Code: toolerrors.CodeInvalidRequest, Message: "the member " + strconv.Quote(shorten(twice)) + " stands twice in the message"}
	}
	return e, nil
}

// named returns what the Mcp-Name header mirrors, and whether the method has it.
func (e *envelope) named() (string, bool) {
	switch e.method {
	case "tools/call", "prompts/get":
		return e.name, true
	case "resources/read":
		return e.uri, true
	}
	return "", false
}

var duplicatesAllowed = jsontext.AllowDuplicateNames(true)

// read calls use for each member of an object, which must be valid JSON, and returns the
// name of one that stands twice. What is no object has no members.
func (*envelope) read(raw jsontext.Value, use func(name string, value jsontext.Value)) (twice string) {
	if raw.Kind() != jsontext.KindBeginObject {
		return ""
	}
	dec := jsontext.NewDecoder(bytes.NewReader(raw), duplicatesAllowed)
	if _, err := dec.ReadToken(); err != nil {
		return ""
	}
	seen := map[string]bool{}
	for dec.PeekKind() == jsontext.KindString {
		tok, err := dec.ReadToken()
		if err != nil {
			return ""
		}
		name := tok.String()
		value, err := dec.ReadValue()
		if err != nil {
			return ""
		}
		if seen[name] {
			return name
		}
		seen[name] = true
		use(name, value)
	}
	return ""
}

// text returns what a JSON string says, and "" for another value.
func text(value jsontext.Value) string {
	if value.Kind() != jsontext.KindString {
		return ""
	}
	raw, err := jsontext.AppendUnquote(nil, value)
	if err != nil {
		return ""
	}
	return string(raw)
}

// writeError answers a request with a JSON-RPC error.
func writeError(w http.ResponseWriter, status int, id jsontext.Value, err *ProtocolError) {
	if id == nil {
		id = jsontext.Value("null")
	}
	body, marshalErr := json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   any             `json:"error"`
	}{"2.0", json.RawMessage(id), struct {
		Code    int64  `json:"code"`
		Message string `json:"message"`
		Data    any    `json:"data,omitempty"`
	}{err.Code, err.Message, err.Data}})
	if marshalErr != nil { // of Data, which is ours
		body = []byte(`{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"internal error"}}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n')) // a client that is gone cannot be told so
}

// accepts reports whether an Accept header takes a media type.
func accepts(header http.Header, mediaType string) bool {
	kind, _, _ := strings.Cut(mediaType, "/")
	for _, line := range header.Values("Accept") {
		for item := range strings.SplitSeq(line, ",") {
			name, _, _ := strings.Cut(item, ";")
			switch strings.ToLower(strings.TrimSpace(name)) {
			case mediaType, kind + "/*", "*/*":
				return true
			}
		}
	}
	return false
}
