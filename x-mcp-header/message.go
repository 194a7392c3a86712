package xmcpheader

import (
	"bytes"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// The methods whose messages have more to mirror than the method.
const (
	methodCall   = "tools/call"
	methodPrompt = "prompts/get"
	methodRead   = "resources/read"
	methodList   = "tools/list"
	methodListen = "subscriptions/listen"
)

// The members of params._meta that every request of 2026-07-28 has.
const (
	metaVersion      = "io.modelcontextprotocol/protocolVersion"
	metaInfo         = "io.modelcontextprotocol/clientInfo"
	metaCapabilities = "io.modelcontextprotocol/clientCapabilities"
)

// A message is what the headers mirror of a JSON-RPC message, and what belongs to it.
type message struct {
	valid   bool // one JSON object, whose members are all read alike by all readers
	batch   bool // a list of messages
	method  string
	id      jsontext.Value // nil for a notification
	name    string         // params.name, or params.uri of resources/read
	named   bool           // the method has a name to mirror
	version string         // the revision in params._meta

	arguments jsontext.Value            // of a tools/call
	cursor    string                    // of a tools/list
	meta      map[string]jsontext.Value // what every request has in params._meta
	twice     string                    // a member that stands twice, so that two readers may differ
	alike     string                    // a member that only readers for whom case counts tell from one that is meant
}

// readMessage reads a body. What is no JSON object gives a message that is not valid.
func readMessage(body []byte) message {
	m := message{meta: map[string]jsontext.Value{}}
	if !jsontext.Value(body).IsValid(jsontext.AllowDuplicateNames(true)) {
		return m
	}
	kind := jsontext.Value(bytes.TrimSpace(body)).Kind()
	m.valid, m.batch = kind == jsontext.KindBeginObject, kind == jsontext.KindBeginArray
	var params jsontext.Value
	m.read(body, "", []string{"jsonrpc", "id", "method", "params"}, func(key string, value jsontext.Value) {
		switch key {
		case "method":
			m.method, _ = text(value)
		case "id":
			m.id = value
		case "params":
			params = value
		}
	})
	var name, uri string
	m.read(params, "params.", []string{"name", "uri", "arguments", "_meta"}, func(key string, value jsontext.Value) {
		switch key {
		case "name":
			name, _ = text(value)
		case "uri":
			uri, _ = text(value)
		case "arguments":
			m.arguments = value
		case "cursor":
			m.cursor, _ = text(value)
		case "_meta":
			m.read(value, "params._meta.", []string{metaVersion}, func(key string, value jsontext.Value) {
				switch key {
				case metaVersion:
					m.version, _ = text(value)
					m.meta[key] = value
				case metaInfo, metaCapabilities:
					m.meta[key] = value
				}
			})
		}
	})
	switch m.method {
	case methodCall, methodPrompt:
		m.name, m.named = name, true
	case methodRead:
		m.name, m.named = uri, true
	}
	return m
}

// read calls use for each member of an object, and notes a name that stands twice, or that is
// one of meant but for its case.
func (m *message) read(raw jsontext.Value, where string, meant []string, use func(name string, value jsontext.Value)) {
	seen := map[string]bool{}
	members(raw, func(key string, value jsontext.Value) {
		if seen[key] {
			m.twice = where + key
		}
		seen[key] = true
		if !slices.Contains(meant, key) && slices.ContainsFunc(meant, func(name string) bool { return strings.EqualFold(name, key) }) {
			m.alike = where + key
		}
		use(key, value)
	})
}

// idOf returns the id of a message of which only the beginning is known, or nil if it does not
// stand there.
func idOf(beginning []byte) (id jsontext.Value) {
	beginning = bytes.TrimRight(beginning, "0123456789") // the digits may go on
	members(beginning, func(name string, value jsontext.Value) {
		if name == "id" {
			id = value
		}
	})
	return id
}

// members calls use for each member of an object of valid JSON, also for one whose name
// stood before.
func members(raw jsontext.Value, use func(name string, value jsontext.Value)) {
	edit(raw, func(name string, value jsontext.Value) jsontext.Value {
		use(name, value)
		return value
	})
}

// edit calls change for each member of an object, or element of a list, of valid JSON, and
// returns the text with the values that change returns, and otherwise as it was. An element
// for which change returns nil is left out; elements have no name.
func edit(raw jsontext.Value, change func(name string, value jsontext.Value) jsontext.Value) jsontext.Value {
	dec := jsontext.NewDecoder(bytes.NewReader(raw), jsontext.AllowDuplicateNames(true))
	open, err := dec.ReadToken()
	if err != nil || open.Kind() != jsontext.KindBeginObject && open.Kind() != jsontext.KindBeginArray {
		return raw
	}
	list := open.Kind() == jsontext.KindBeginArray
	var out []byte // nil as long as nothing is changed
	kept := 0      // how far raw stands in out
	first, dropped := true, false
	for {
		kind := dec.PeekKind()
		if kind == jsontext.KindEndObject || kind == jsontext.KindEndArray || kind == jsontext.KindInvalid {
			break
		}
		name := ""
		if !list {
			tok, err := dec.ReadToken()
			if err != nil {
				return raw
			}
			name = tok.String()
		}
		before := int(dec.InputOffset())
		value, err := dec.ReadValue()
		if err != nil {
			return raw
		}
		end := int(dec.InputOffset())
		start := end - len(value)
		value = raw[start:end:end] // that of the decoder is its own
		changed := change(name, value)
		if changed == nil && list {
			out = append(out, raw[kept:before]...)
			kept, dropped = end, true
			continue
		}
		if list && first && dropped {
			out = append(out, raw[kept:before]...)
			kept = start // without the comma before it
		}
		first = false
		if !bytes.Equal(changed, value) {
			out = append(append(out, raw[kept:start]...), changed...)
			kept = end
		}
	}
	if out == nil {
		return raw
	}
	return append(out, raw[kept:]...)
}
