package stateless

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/typedmcp/toolkit/errors"
)

// A message is one JSON-RPC message, with what the endpoint needs to know before it
// decides who answers it. Its raw values are parts of the body.
type message struct {
	method    string
	id        jsontext.Value // nil if there is none
	batch     bool           // several messages, as 2025-03-26 has them
	versioned bool           // jsonrpc is "2.0"
	response  bool           // there is a result or an error

	name           string         // params.name, if it is a string
	uri            string         // params.uri, likewise
	arguments      jsontext.Value // params.arguments
	cursor         jsontext.Value // params.cursor
	inputResponses jsontext.Value // params.inputResponses
	requestState   jsontext.Value // params.requestState

	meta               jsontext.Value // params._meta, if it is an object
	version            string         // the revision in _meta, if it is a string
	clientInfo         jsontext.Value
	plainInfo          bool // clientInfo is as most clients have it, so it need not be decoded
	clientCapabilities jsontext.Value
	plainCapabilities  bool
	logLevel           jsontext.Value // nil if it is null, as progressToken
	progressToken      jsontext.Value
}

// readMessage reads a body. The error is for the caller; the id is in the message then, if
// there is one. A member that stands twice could be read in two ways by two programs, so it
// is refused; within arguments that is for the tool to say.
func (m *message) read(body []byte) *toolerrors.ProtocolError {
	r := reader{text: body}
	kind := r.kind()
	if kind == '{' {
		r.envelope(m)
	} else {
		r.skip()
	}
	if !r.end() {
		*m = message{}
		return &toolerrors.ProtocolError{Code: toolerrors.CodeParseError, Message: "the body is not valid JSON"}
	}
	m.batch = kind == '['
	if kind != '{' && kind != '[' {
		return invalidRequest("the body is not a JSON-RPC message: it is no object")
	}
	if r.ambiguous {
		return invalidRequest("the member " + strconv.Quote(short(r.twice)) + " stands twice in the message")
	}
	return nil
}

// idOf returns the id of a message of which only the beginning is known, or nil if it does not
// stand there. Clients of the official SDK give a session up when an error has no id, and one
// call that is too large shall not cost them that.
func idOf(beginning []byte) jsontext.Value {
	beginning = bytes.TrimRight(beginning, "0123456789") // the digits may go on
	dec := jsontext.NewDecoder(bytes.NewReader(beginning), duplicatesAllowed)
	if open, err := dec.ReadToken(); err != nil || open.Kind() != jsontext.KindBeginObject {
		return nil
	}
	for {
		name, err := dec.ReadToken()
		if err != nil || name.Kind() != jsontext.KindString {
			return nil
		}
		found := name.String() == "id"
		value, err := dec.ReadValue()
		switch {
		case err != nil:
			return nil
		case found && isID(value):
			return bytes.Clone(value)
		case found:
			return nil
		}
	}
}

// Duplicates are allowed because those in arguments are not the message's.
var duplicatesAllowed = jsontext.AllowDuplicateNames(true)

func (r *reader) envelope(m *message) {
	var seen names
	r.open()
	for r.next(&seen) {
		switch string(r.name) {
		case "jsonrpc":
			m.versioned = text(r.value()) == "2.0"
		case "id":
			m.id = r.value()
		case "method":
			m.method = text(r.value())
		case "params":
			r.params(m)
		case "result", "error":
			m.response = true
			r.skip()
		default:
			r.skip()
		}
	}
}

func (r *reader) params(m *message) {
	if r.kind() != '{' {
		r.skip()
		return
	}
	var seen names
	r.open()
	for r.next(&seen) {
		switch string(r.name) {
		case "name":
			m.name = text(r.value())
		case "uri":
			m.uri = text(r.value())
		case "arguments":
			m.arguments = r.value()
		case "cursor":
			m.cursor = r.value()
		case "inputResponses":
			m.inputResponses = r.value()
		case "requestState":
			m.requestState = r.value()
		case "_meta":
			r.meta(m)
		default:
			r.skip()
		}
	}
}

func (r *reader) meta(m *message) {
	if r.kind() != '{' {
		r.skip()
		return
	}
	start := r.at
	var seen names
	r.open()
	for r.next(&seen) {
		switch string(r.name) {
		case mcp.MetaKeyProtocolVersion:
			m.version = text(r.value())
		case mcp.MetaKeyClientInfo:
			m.clientInfo, m.plainInfo = r.plainObject(isPlainInfo)
		case mcp.MetaKeyClientCapabilities:
			m.clientCapabilities, m.plainCapabilities = r.plainObject(isPlainCapability)
		//lint:ignore SA1019 deprecated in 2026-07-28, but still part of it
		case mcp.MetaKeyLogLevel:
			m.logLevel = orNil(r.value())
		case "progressToken":
			m.progressToken = orNil(r.value())
		default:
			r.skip()
		}
	}
	m.meta = r.text[start:r.at:r.at]
}

// plainObject reads a value and reports whether it is an object all of whose members are
// plain.
func (r *reader) plainObject(isPlain func(name, value []byte) bool) (jsontext.Value, bool) {
	plain := r.kind() == '{'
	value := r.value()
	if !plain || value == nil {
		return value, false
	}
	inner := reader{text: value}
	inner.open()
	for plain && inner.next(nil) {
		plain = isPlain(inner.name, inner.value())
	}
	return value, plain
}

func isPlainInfo(name, value []byte) bool {
	return jsontext.Value(value).Kind() == jsontext.KindString && (string(name) == "name" || string(name) == "version" || string(name) == "title")
}

func isPlainCapability(name, value []byte) bool {
	return string(value) == "{}" && (string(name) == "elicitation" || string(name) == "sampling" || string(name) == "roots")
}

// orNil returns nil for null.
func orNil(value jsontext.Value) jsontext.Value {
	if value.Kind() == jsontext.KindNull {
		return nil
	}
	return value
}

// named returns what the Mcp-Name header mirrors, and whether the method has it.
func (m *message) named() (string, bool) {
	switch m.method {
	case "tools/call", "prompts/get":
		return m.name, true
	case "resources/read":
		return m.uri, true
	}
	return "", false
}

// text returns what a JSON string says, and "" for another value. What most messages say
// is not copied.
func text(value jsontext.Value) string {
	switch string(value) {
	case `"2.0"`:
		return "2.0"
	case `"tools/call"`:
		return "tools/call"
	case `"tools/list"`:
		return "tools/list"
	case `"` + Revision + `"`:
		return Revision
	}
	if value.Kind() != jsontext.KindString {
		return ""
	}
	if inner := value[1 : len(value)-1]; bytes.IndexByte(inner, '\\') < 0 {
		return string(inner)
	}
	raw, err := jsontext.AppendUnquote(nil, value)
	if err != nil {
		return ""
	}
	return string(raw)
}
