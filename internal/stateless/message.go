package stateless

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"sync"

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

// readMessage reads a body. The error is for the caller; what was read until then, such as
// the id, is in the message. A member that stands twice could be read in two ways by two
// programs, so it is refused; within arguments that is for the tool to say.
func readMessage(body []byte) (message, *toolerrors.ProtocolError) {
	r := readers.Get().(*reader)
	defer r.release()
	r.buf = *bytes.NewBuffer(body)
	r.dec.Reset(&r.buf, decodeOptions...)
	r.body = body

	var m message
	switch r.dec.PeekKind() {
	case jsontext.KindBeginArray:
		m.batch = true
		r.err = r.dec.SkipValue()
	case jsontext.KindBeginObject:
		r.envelope(&m)
	default:
		if r.err = r.dec.SkipValue(); r.err == nil {
			r.end()
		}
		if r.err == nil {
			return m, invalidRequest("the body is not a JSON-RPC message: it is no object")
		}
	}
	r.end()
	switch {
	case r.err != nil:
		return m, &toolerrors.ProtocolError{Code: toolerrors.CodeParseError, Message: "the body is not valid JSON"}
	case r.ambiguous:
		return m, invalidRequest("the member " + strconv.Quote(short(r.twice)) + " stands twice in the message")
	}
	return m, nil
}

// A reader reads one message. After an error it reads nothing.
type reader struct {
	dec  jsontext.Decoder
	buf  bytes.Buffer // what dec reads: body, in its place
	body []byte
	err  error

	ambiguous bool   // a member stands twice
	twice     string // its name
}

var readers = sync.Pool{New: func() any { return new(reader) }}

// decodeOptions allow duplicates because those in arguments are not the message's.
var decodeOptions = []jsontext.Options{jsontext.AllowDuplicateNames(true)}

// release gives the reader back, without the body.
func (r *reader) release() {
	r.buf = bytes.Buffer{}
	r.dec.Reset(&r.buf)
	r.body, r.err, r.ambiguous, r.twice = nil, nil, false, ""
	readers.Put(r)
}

// end notes an error if anything but blanks follows.
func (r *reader) end() {
	if r.err != nil {
		return
	}
	if _, err := r.dec.ReadToken(); err != io.EOF {
		r.err = errTrailing
	}
}

var errTrailing = errors.New("something follows the message")

// value reads a value and returns the part of the body that it is.
func (r *reader) value() jsontext.Value {
	if r.err != nil {
		return nil
	}
	v, err := r.dec.ReadValue()
	if r.err = err; err != nil {
		return nil
	}
	end := int(r.dec.InputOffset())
	return r.body[end-len(v) : end : end]
}

// begin enters an object and returns where in the body it begins. It reads any other value
// and returns false.
func (r *reader) begin() (start int64, ok bool) {
	if r.err != nil {
		return 0, false
	}
	if r.dec.PeekKind() != jsontext.KindBeginObject {
		r.err = r.dec.SkipValue()
		return 0, false
	}
	_, r.err = r.dec.ReadToken()
	return r.dec.InputOffset() - 1, r.err == nil
}

// next reads the name of the next member, or returns false behind the last one.
func (r *reader) next(seen *names) (name []byte, ok bool) {
	if r.err != nil {
		return nil, false
	}
	if r.dec.PeekKind() != jsontext.KindString {
		_, r.err = r.dec.ReadToken() // the end of the object, or what is wrong
		return nil, false
	}
	raw := r.value()
	if r.err != nil {
		return nil, false
	}
	name = raw[1 : len(raw)-1]
	if bytes.IndexByte(name, '\\') >= 0 {
		name, r.err = jsontext.AppendUnquote(nil, raw)
	}
	if seen.add(name) && !r.ambiguous {
		r.ambiguous, r.twice = true, string(name)
	}
	return name, r.err == nil
}

func (r *reader) envelope(m *message) {
	if _, ok := r.begin(); !ok {
		return
	}
	var seen names
	for {
		name, ok := r.next(&seen)
		if !ok {
			return
		}
		switch string(name) {
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
			r.value()
		default:
			r.value()
		}
	}
}

func (r *reader) params(m *message) {
	if _, ok := r.begin(); !ok {
		return
	}
	var seen names
	for {
		name, ok := r.next(&seen)
		if !ok {
			return
		}
		switch string(name) {
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
			r.value()
		}
	}
}

func (r *reader) meta(m *message) {
	start, ok := r.begin()
	if !ok {
		return
	}
	var seen names
	for {
		name, ok := r.next(&seen)
		if !ok {
			break
		}
		switch string(name) {
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
			r.value()
		}
	}
	if r.err == nil {
		m.meta = r.body[start:r.dec.InputOffset()]
	}
}

// plainObject reads a value and reports whether it is an object all of whose members are
// plain.
func (r *reader) plainObject(isPlain func(name, value []byte) bool) (jsontext.Value, bool) {
	if r.err != nil || r.dec.PeekKind() != jsontext.KindBeginObject {
		return r.value(), false
	}
	start, ok := r.begin()
	if !ok {
		return nil, false
	}
	plain := true
	for r.err == nil && r.dec.PeekKind() == jsontext.KindString {
		name := r.value()
		value := r.value()
		plain = plain && isPlain(name, value)
	}
	if _, err := r.dec.ReadToken(); err != nil {
		r.err = err
		return nil, false
	}
	return r.body[start:r.dec.InputOffset()], plain
}

func isPlainInfo(name, value []byte) bool {
	return jsontext.Value(value).Kind() == jsontext.KindString && (string(name) == `"name"` || string(name) == `"version"` || string(name) == `"title"`)
}

func isPlainCapability(name, value []byte) bool {
	return string(value) == "{}" && (string(name) == `"elicitation"` || string(name) == `"sampling"` || string(name) == `"roots"`)
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

// names are the names of an object's members. Few objects have many, so the first ones are
// compared one by one.
type names struct {
	first [12][]byte
	count int
	more  map[string]bool
}

// add notes a name and reports whether it was there before.
func (n *names) add(name []byte) bool {
	for _, other := range n.first[:n.count] {
		if bytes.Equal(other, name) {
			return true
		}
	}
	if n.count < len(n.first) {
		n.first[n.count] = name
		n.count++
		return false
	}
	if n.more == nil {
		n.more = map[string]bool{}
	}
	if n.more[string(name)] {
		return true
	}
	n.more[string(name)] = true
	return false
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
