package stateless

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// A reader walks through a text that is valid JSON, without copies. It stands before a value
// or, within an object, where next may be called.
type reader struct {
	text      []byte
	at        int
	name      []byte // of the member that next has found
	ambiguous bool   // a member stands twice
	twice     string // its name
}

// kind skips blanks and returns the first byte of what follows, 0 at the end.
func (r *reader) kind() byte {
	if r.at < len(r.text) && r.text[r.at] > ' ' {
		return r.text[r.at]
	}
	return r.afterBlanks()
}

func (r *reader) afterBlanks() byte {
	for ; r.at < len(r.text); r.at++ {
		switch c := r.text[r.at]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return c
		}
	}
	return 0
}

// next goes to the value of the next member of an object, or behind the object and returns
// false. Its names are noted in seen; nil notes none.
func (r *reader) next(seen *names) bool {
	switch r.kind() {
	case '{', ',':
		r.at++
	}
	if r.kind() != '"' { // the end of the object
		r.at++
		return false
	}
	raw := r.value()
	r.name = raw[1 : len(raw)-1]
	if bytes.IndexByte(r.name, '\\') >= 0 {
		r.name, _ = jsontext.AppendUnquote(nil, raw) // it is valid
	}
	if seen != nil && seen.add(r.name) && !r.ambiguous {
		r.ambiguous, r.twice = true, string(r.name)
	}
	r.kind()
	r.at++ // the colon
	return true
}

// value reads a value and returns the part of the text that it is.
func (r *reader) value() jsontext.Value {
	first := r.kind()
	start := r.at
	switch first {
	case '"':
		r.skipString()
	case '{', '[':
		for depth := 0; ; {
			switch r.text[r.at] {
			case '"':
				r.skipString()
				continue
			case '{', '[':
				depth++
			case '}', ']':
				depth--
			}
			if r.at++; depth == 0 {
				break
			}
		}
	default: // a number, true, false or null
		for r.at < len(r.text) && !isDelimiter(r.text[r.at]) {
			r.at++
		}
	}
	return r.text[start:r.at:r.at]
}

// skipString goes behind a string: behind the first quote that has no backslash before it, or
// an even number of them.
func (r *reader) skipString() {
	for {
		r.at += 1 + bytes.IndexByte(r.text[r.at+1:], '"')
		slashes := 0
		for r.text[r.at-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			r.at++
			return
		}
	}
}

func isDelimiter(c byte) bool {
	switch c {
	case ',', '}', ']', ' ', '\t', '\r', '\n':
		return true
	}
	return false
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
