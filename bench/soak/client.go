package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
)

// errBroken says that a connection broke before the answer was there: what a client may get
// instead of an answer.
var errBroken = errors.New("the connection broke")

// A client sends one request after another over a connection, which it makes anew when it breaks.
type client struct {
	address string
	conn    net.Conn // nil if there is none
	answers *bufio.Reader
}

// close ends the connection. The next request makes another.
func (c *client) close() {
	if c.conn != nil {
		_ = c.conn.Close() // it is of no use any more either way
		c.conn = nil
	}
}

// write sends some bytes.
func (c *client) write(parts ...string) error {
	if c.conn == nil {
		conn, err := net.Dial("tcp", c.address)
		if err != nil {
			return fmt.Errorf("%w: %w", errBroken, err)
		}
		c.conn, c.answers = conn, bufio.NewReader(conn)
	}
	for _, part := range parts {
		if _, err := io.WriteString(c.conn, part); err != nil {
			return fmt.Errorf("%w: %w", errBroken, err)
		}
	}
	return nil
}

// do sends a request and reads its answer. The error is [errBroken], or says in what way the
// answer is not exactly one.
func (c *client) do(r request) (answer, error) {
	// A server may refuse what it has not read to the end, so there may be an answer though the
	// request could not be sent.
	failed := c.write(r.head(), r.body)
	if c.conn == nil {
		return answer{}, failed
	}
	a, err := c.read(r.id)
	if err != nil || failed != nil {
		c.close()
	}
	return a, err
}

// read reads one answer, to the request with an id.
func (c *client) read(id string) (a answer, err error) {
	response, err := http.ReadResponse(c.answers, nil)
	if err != nil {
		return a, fmt.Errorf("%w: %w", errBroken, err)
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return a, fmt.Errorf("%w: %w", errBroken, err)
	}
	a.status, a.session = response.StatusCode, response.Header.Get("Mcp-Session-Id")
	if response.Close {
		c.close()
	}
	if response.StatusCode == http.StatusBadGateway || response.StatusCode == http.StatusGatewayTimeout {
		return a, fmt.Errorf("%w: %s", errBroken, response.Status) // the one behind the proxy
	}
	messages := [][]byte{bytes.TrimSpace(body)}
	switch {
	case strings.HasPrefix(response.Header.Get("Content-Type"), "text/event-stream"):
		messages = messages[:0]
		for line := range bytes.Lines(body) {
			if data, ok := bytes.CutPrefix(line, []byte("data: ")); ok && len(bytes.TrimSpace(data)) > 0 {
				messages = append(messages, data)
			}
		}
	case response.StatusCode == http.StatusAccepted || response.StatusCode == http.StatusNoContent:
		messages = nil
	}
	answers := 0
	for _, message := range messages {
		isAnswer, err := a.take(message)
		if err != nil {
			return a, err
		}
		if isAnswer {
			answers++
		}
	}
	switch {
	case id == "" && answers == 0: // a notification
	case id == "" || answers > 1:
		return a, fmt.Errorf("%d answers to the request %q", answers, id)
	case answers == 0 && strings.HasPrefix(response.Header.Get("Content-Type"), "text/event-stream"):
		return a, fmt.Errorf("%w: the stream ended without the answer", errBroken)
	case answers == 0:
		return a, fmt.Errorf("no answer to the request %q: %s", id, response.Status)
	case a.id != id && a.id != "":
		return a, fmt.Errorf("the answer to %q came for %q", a.id, id)
	case c.conn != nil && c.answers.Buffered() > 0:
		return a, fmt.Errorf("there is more than the answer to %q", id)
	}
	return a, nil
}
