package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// revision is what most clients speak, and older what some do.
const (
	revision = "2026-07-28"
	older    = "2025-11-25"
)

const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"` + revision + `",` +
	`"io.modelcontextprotocol/clientInfo":{"name":"soak","version":"1.0.0"},"io.modelcontextprotocol/clientCapabilities":{}`

// A request is one JSON-RPC request over HTTP.
type request struct {
	id     string
	method string // tools/call, or another
	tool   string // "" for another
	header string // more lines, each with its end
	body   string
}

// callOf is a tools/call.
func callOf(id, tool, arguments string) request {
	return request{id: id, method: "tools/call", tool: tool,
		body: `{"jsonrpc":"2.0","id":"` + id + `","method":"tools/call","params":{"name":"` + tool + `","arguments":` + arguments + `,` + meta + `}}}`}
}

// noteOf is a call that writes its id down, after some milliseconds.
func noteOf(id, tool string, milliseconds int) request {
	return callOf(id, tool, fmt.Sprintf(`{"id":%q,"milliseconds":%d}`, id, milliseconds))
}

// watched is the same request with a wish for progress, which makes its answer an event stream.
func (r request) watched() request {
	r.body = strings.TrimSuffix(r.body, "}}}") + `,"progressToken":"` + r.id + `"}}}`
	return r
}

// listOf is a tools/list.
func listOf(id string) request {
	return request{id: id, method: "tools/list", body: `{"jsonrpc":"2.0","id":"` + id + `","method":"tools/list","params":{` + meta + `}}}`}
}

// listenOf asks for a stream of changes.
func listenOf(id string) request {
	return request{id: id, method: "subscriptions/listen",
		body: `{"jsonrpc":"2.0","id":"` + id + `","method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},` + meta + `}}}`}
}

// head is what is sent before the body.
func (r request) head() string {
	var b strings.Builder
	b.WriteString("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n")
	if r.header == "" {
		b.WriteString("Mcp-Protocol-Version: " + revision + "\r\nMcp-Method: " + r.method + "\r\n")
		if r.tool != "" {
			b.WriteString("Mcp-Name: " + r.tool + "\r\n")
		}
	}
	b.WriteString(r.header + "Content-Length: " + strconv.Itoa(len(r.body)) + "\r\n\r\n")
	return b.String()
}

// An answer is what came back for one request.
type answer struct {
	status  int
	session string // of older revisions
	id      string
	text    string // of the first content of a result
	isError bool   // of a result
	code    int    // of a JSON-RPC error, 0 if there is none
	message string // of it
	events  int    // messages before the answer
}

// String says what a fault says of it.
func (a answer) String() string {
	text := a.text + a.message
	if len(text) > 200 {
		text = text[:200] + "…"
	}
	return fmt.Sprintf("status %d, code %d, isError %t, %d events: %s", a.status, a.code, a.isError, a.events, text)
}

// take reads one message. It is the answer if it has an id and no method.
func (a *answer) take(message []byte) (isAnswer bool, err error) {
	var m struct {
		ID     *json.RawMessage
		Method string
		Result *struct {
			IsError bool
			Content []struct{ Text string }
		}
		Error *struct {
			Code    int
			Message string
		}
	}
	if err := json.Unmarshal(message, &m); err != nil {
		return false, fmt.Errorf("%.200q is no message: %w", message, err)
	}
	if m.Method != "" {
		a.events++
		return false, nil
	}
	if m.ID != nil {
		if err := json.Unmarshal(*m.ID, &a.id); err != nil {
			return false, fmt.Errorf("the id %s: %w", *m.ID, err)
		}
	}
	if m.Error != nil {
		a.code, a.message = m.Error.Code, m.Error.Message
	}
	if m.Result != nil {
		a.isError = m.Result.IsError
		if len(m.Result.Content) > 0 {
			a.text = m.Result.Content[0].Text
		}
	}
	if (m.Error == nil) == (m.Result == nil) {
		return false, fmt.Errorf("%.200q has not either a result or an error", message)
	}
	return true, nil
}
