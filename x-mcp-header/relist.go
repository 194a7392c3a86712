package xmcpheader

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	maxPages = 1000     // of one list
	maxList  = 64 << 20 // bytes of all its pages
)

// list asks the server for all pages of its list, as the caller of c, and takes them in. If
// somebody is asking already, it waits for that.
func (c *call) list() error {
	ctx := c.request.Context()
	for {
		wait, done := c.known.lead()
		if wait == nil {
			defer done()
			return c.listAll()
		}
		before := c.known.lists()
		select {
		case <-wait:
			if c.known.lists() > before {
				return nil
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// listAll asks for one page after the other.
func (c *call) listAll() error {
	all := map[string]knownTool{}
	var expires time.Time
	cursor, seen, size := "", map[string]bool{}, 0
	for range maxPages {
		p, n, err := c.listPage(cursor)
		if err != nil {
			return err
		}
		if size += n; size > maxList {
			return fmt.Errorf("the list of tools has more than %d bytes", maxList)
		}
		for name, bindings := range p.tools {
			if len(all) < maxKnown || name == c.message.name {
				all[name] = knownTool{bindings, p.expires}
			}
		}
		if expires.IsZero() || p.expires.Before(expires) {
			expires = p.expires
		}
		if p.cursor == "" {
			c.known.replace(all, expires)
			return nil
		}
		if seen[p.cursor] {
			return fmt.Errorf("the server gave the cursor %s twice, so its list has no end", short(p.cursor))
		}
		seen[p.cursor] = true
		cursor = p.cursor
	}
	return fmt.Errorf("the list of tools has more than %d pages", maxPages)
}

// listID is the id of the requests of listPage. Each has an answer of its own.
const listID = `"x-mcp-header"`

// listPage asks for one page. n is how long the answer was.
func (c *call) listPage(cursor string) (p page, n int, err error) {
	params := map[string]any{"_meta": c.message.meta}
	if cursor != "" {
		params["cursor"] = cursor
	}
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": jsontext.Value(listID), "method": methodList, "params": params})
	if err != nil {
		return page{}, 0, err
	}
	r := c.request.Clone(c.request.Context())
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	r.ContentLength = int64(len(body))
	r.Header.Del("Accept-Encoding") // so that the transport decompresses
	r.Header.Del("Content-Length")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set(ProtocolVersion, c.version)
	setMirrors(r.Header, &message{method: methodList}, map[string]string{})

	response, err := c.transport.base().RoundTrip(r)
	if err != nil {
		return page{}, 0, err
	}
	if response.StatusCode != http.StatusOK {
		closeBody(response)
		return page{}, 0, fmt.Errorf("the server answered %s with %s", methodList, response.Status)
	}
	answer, err := readAnswer(response)
	if err != nil {
		return page{}, 0, err
	}
	if wire := member(answer, "error"); wire != nil {
		message, _ := text(member(wire, "message"))
		return page{}, 0, fmt.Errorf("the server answered %s with the error %s %s", methodList, member(wire, "code"), short(message))
	}
	result := member(answer, "result")
	if member(result, "tools").Kind() != jsontext.KindBeginArray {
		return page{}, 0, errors.New("the server answered " + methodList + " without a list of tools")
	}
	return c.readPage(result, false), len(answer), nil
}

// readAnswer reads a response to the end of the message that answers the request.
func readAnswer(response *http.Response) (jsontext.Value, error) {
	if mediaType(response.Header) != "text/event-stream" {
		text, err := readPage(response.Body)
		if err == nil && !jsontext.Value(text).IsValid(jsontext.AllowDuplicateNames(true)) {
			err = errors.New("the server answered " + methodList + " with what is not JSON")
		}
		return text, err
	}
	defer response.Body.Close()
	var answer jsontext.Value
	events := &eventReader{from: response.Body, limit: maxPage, strict: true, event: func(data []byte) []byte {
		value := jsontext.Value(data)
		if answer == nil && value.IsValid(jsontext.AllowDuplicateNames(true)) && string(member(value, "id")) == listID {
			answer = bytes.Clone(value)
		}
		return nil // nobody reads it
	}}
	buffer := make([]byte, 8<<10)
	for answer == nil {
		if _, err := events.Read(buffer); err != nil && answer == nil {
			if errors.Is(err, io.EOF) {
				err = errors.New("the server ended its answer to " + methodList + " too early")
			}
			return nil, err
		}
	}
	return answer, nil
}
