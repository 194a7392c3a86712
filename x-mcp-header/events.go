package xmcpheader

import (
	"bytes"
	"fmt"
	"io"
)

// An eventReader passes a stream of server-sent events on, and shows the data of each event
// to a function before. It keeps one event at a time; what is no data it passes on at once.
type eventReader struct {
	from io.ReadCloser
	// event gets the data of an event and returns what shall stand there, which may be the
	// same.
	event func(data []byte) []byte
	// limit is how much of an event is kept. A longer one is an error if strict is set, and
	// otherwise passed on unseen.
	limit  int
	strict bool

	chunk   []byte
	line    []byte // the line that has not ended
	held    []byte // the lines of the event from its first data on, as they came
	other   []byte // those of them that are no data
	data    []byte // the data
	seen    bool   // there is data
	unseen  bool   // the event is too long and passed on as it comes
	partial bool   // the beginning of the line is passed on already
	begun   bool   // the first line is read, before which a byte order mark may stand
	afterR  bool   // the last line ended with \r, which a \n may belong to
	ready   []byte // what may be read
	err     error  // what the stream ended with
}

// Read passes on what may be passed on.
func (r *eventReader) Read(p []byte) (int, error) {
	if r.chunk == nil {
		r.chunk = make([]byte, 8<<10)
	}
	for len(r.ready) == 0 && len(p) > 0 {
		if r.err != nil {
			return 0, r.err
		}
		n, err := r.from.Read(r.chunk)
		r.take(r.chunk[:n])
		if err != nil && r.err == nil {
			r.endLine(nil) // the stream may end within an event
			r.endEvent()
			r.err = err
		}
	}
	n := copy(p, r.ready)
	r.ready = r.ready[n:]
	return n, nil
}

// Close closes the stream.
func (r *eventReader) Close() error { return r.from.Close() }

// take reads lines, which end with \n, \r or \r\n.
func (r *eventReader) take(chunk []byte) {
	for len(chunk) > 0 && r.err == nil {
		if r.afterR && chunk[0] == '\n' {
			r.pass(chunk[:1])
			chunk = chunk[1:]
		}
		r.afterR = false
		i := bytes.IndexAny(chunk, "\r\n")
		if i < 0 {
			r.line = append(r.line, chunk...)
			if r.unseen {
				r.ready = append(r.ready, r.line...)
				r.line, r.partial = nil, true
			}
			r.bound()
			return
		}
		r.line = append(r.line, chunk[:i]...)
		r.endLine(chunk[i : i+1])
		r.afterR = chunk[i] == '\r'
		chunk = chunk[i+1:]
	}
}

// endLine reads one line.
func (r *eventReader) endLine(end []byte) {
	line := r.line
	r.line = nil
	if r.unseen {
		r.ready = append(append(r.ready, line...), end...)
		r.unseen, r.partial = len(line) > 0 || r.partial, false
		return
	}
	if len(line) == 0 && end != nil {
		r.endEvent()
		r.ready = append(r.ready, end...)
		return
	}
	content := line
	if !r.begun {
		content = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	}
	r.begun = true
	r.held = append(append(r.held, line...), end...)
	switch value, ok := dataOf(content); {
	case ok:
		if r.seen {
			r.data = append(r.data, '\n')
		}
		r.data, r.seen = append(r.data, value...), true
	case r.seen:
		r.other = append(append(r.other, line...), '\n')
	default:
		r.ready, r.held = append(r.ready, r.held...), nil
	}
	r.bound()
}

// pass adds to what is held, or may be read if nothing is.
func (r *eventReader) pass(b []byte) {
	if len(r.held) > 0 {
		r.held = append(r.held, b...)
		return
	}
	r.ready = append(r.ready, b...)
}

// endEvent shows the data of the event, and passes it on.
func (r *eventReader) endEvent() {
	if r.seen {
		if changed := r.event(r.data); !bytes.Equal(changed, r.data) {
			r.ready, r.held = append(r.ready, r.other...), nil
			for line := range bytes.SplitSeq(changed, []byte("\n")) {
				r.ready = append(append(append(r.ready, "data: "...), bytes.TrimRight(line, "\r")...), '\n')
			}
		}
	}
	r.ready = append(r.ready, r.held...)
	r.held, r.other, r.data, r.seen = nil, nil, nil, false
}

// bound gives an event up that is too long.
func (r *eventReader) bound() {
	if len(r.line)+len(r.held) <= r.limit {
		return
	}
	if r.strict {
		r.err = fmt.Errorf("an event of the answer to %s has more than %d bytes", methodList, r.limit)
		return
	}
	r.ready = append(append(r.ready, r.held...), r.line...)
	r.unseen, r.partial = true, len(r.line) > 0
	r.line, r.held, r.other, r.data, r.seen = nil, nil, nil, nil, false
}

// dataOf returns the data in a line.
func dataOf(line []byte) ([]byte, bool) {
	if string(line) == "data" {
		return nil, true
	}
	value, ok := bytes.CutPrefix(line, []byte("data:"))
	return bytes.TrimPrefix(value, []byte(" ")), ok
}
