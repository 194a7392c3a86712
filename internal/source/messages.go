package source

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"sync/atomic"
)

// maxExcerpt is how much of a stray line is kept for the error.
const maxExcerpt = 80

var errStray = errors.New("not an MCP message")

// A messageReader passes on what a program writes to stdout, line by line messages, and
// stops at a line that does not begin as one: with an object, or with an array of objects
// (a batch of 2025-03-26).
type messageReader struct {
	from    io.Reader
	onStray func()
	line    []byte // how the line begins, until that is known to be right
	known   bool   // the line begins as a message
	stray   atomic.Pointer[string]
	closing atomic.Bool // the program is being ended from here
	ended   atomic.Bool // stdout ended before that
}

// Read reads on.
func (r *messageReader) Read(b []byte) (int, error) {
	if r.stray.Load() != nil {
		return 0, errStray
	}
	n, err := r.from.Read(b)
	if !r.check(b[:n]) {
		text := excerpt(r.line)
		r.stray.Store(&text)
		r.onStray()
		return 0, errStray
	}
	if errors.Is(err, io.EOF) && !r.closing.Load() {
		r.ended.Store(true)
	}
	return n, err
}

// check reports whether all lines begin as messages, as far as they are there. If not,
// r.line has the one that does not.
func (r *messageReader) check(chunk []byte) bool {
	for len(chunk) > 0 {
		part, rest, whole := bytes.Cut(chunk, []byte("\n"))
		chunk = rest
		if !r.known {
			r.line = append(r.line, part...)
			text := bytes.TrimLeft(r.line, " \t\r")
			switch {
			case len(text) == 0: // nothing yet, or an empty line
			case text[0] == '{':
				r.known = true
			case text[0] == '[':
				text = bytes.TrimLeft(text[1:], " \t\r")
				if r.known = len(text) > 0 && text[0] == '{'; !r.known && (len(text) > 0 || whole) {
					return false
				}
			default:
				return false
			}
		}
		if r.known {
			r.line = r.line[:0]
		}
		if whole {
			r.line, r.known = r.line[:0], false
		}
	}
	return true
}

// excerpt returns the beginning of a line for an error.
func excerpt(line []byte) string {
	text := strings.ToValidUTF8(strings.TrimSpace(string(line)), "\ufffd")
	if runes := []rune(text); len(runes) > maxExcerpt {
		return string(runes[:maxExcerpt-1]) + "…"
	}
	return text
}
