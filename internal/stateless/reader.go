package stateless

import (
	"bytes"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// maxNesting is how deep objects and lists may stand in each other, as package jsontext has
// it.
const maxNesting = 10_000

// A reader walks through a JSON text once, without copies, and checks on the way that it is
// valid, as package jsontext does: RFC 8259, in UTF-8, no half of a surrogate pair. It stands
// before a value or, within an object, where next may be called. What is not valid makes it
// broken, and it goes no further.
type reader struct {
	text      []byte
	at        int
	depth     int
	first     bool   // the object or list has just begun
	broken    bool   // the text is not valid
	name      []byte // of the member that next has found
	ambiguous bool   // a member stands twice
	twice     string // its name
}

// fail makes the reader broken.
func (r *reader) fail() {
	r.broken, r.at = true, len(r.text)
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

// open goes into the object or list that the reader stands before.
func (r *reader) open() {
	r.at++
	r.first = true
	if r.depth++; r.depth > maxNesting {
		r.fail()
	}
}

// more goes to the next element of an object or list, or behind its end and returns false.
func (r *reader) more(end byte) bool {
	c := r.kind()
	switch {
	case c == end:
		r.at++
		r.depth--
		r.first = false
		return false
	case r.first:
		r.first = false
	case c == ',':
		r.at++
		r.kind()
	default:
		r.fail()
	}
	return !r.broken
}

// next goes to the value of the next member of an object, or behind the object and returns
// false. Its names are noted in seen.
func (r *reader) next(seen *names) bool {
	raw := r.member()
	if raw == nil {
		return false
	}
	r.name = raw[1 : len(raw)-1]
	if bytes.IndexByte(r.name, '\\') >= 0 {
		r.name, _ = jsontext.AppendUnquote(nil, raw) // it is valid
	}
	if seen != nil && seen.add(r.name) && !r.ambiguous {
		r.ambiguous, r.twice = true, string(r.name)
	}
	return true
}

// member is next for one whose name is not asked for. It returns the name as it stands in
// the text, nil at the end.
func (r *reader) member() []byte {
	if !r.more('}') {
		return nil
	}
	start := r.at
	r.str()
	end := r.at
	if r.kind() != ':' {
		r.fail()
		return nil
	}
	r.at++
	return r.text[start:end]
}

// value reads a value and returns the part of the text that it is, nil if it is broken.
func (r *reader) value() jsontext.Value {
	r.kind()
	start := r.at
	r.skip()
	if r.broken {
		return nil
	}
	return r.text[start:r.at:r.at]
}

// skip reads a value.
func (r *reader) skip() {
	switch c := r.kind(); c {
	case '"':
		r.str()
	case '{':
		for r.open(); r.member() != nil; {
			r.skip()
		}
	case '[':
		for r.open(); r.more(']'); {
			r.skip()
		}
	case 't':
		r.literal("true")
	case 'f':
		r.literal("false")
	case 'n':
		r.literal("null")
	default:
		r.number()
	}
}

// end reports whether nothing but blanks follows, and all before was valid.
func (r *reader) end() bool { return r.kind() == 0 && r.at == len(r.text) && !r.broken }

func (r *reader) literal(want string) {
	if !bytes.HasPrefix(r.text[r.at:], []byte(want)) {
		r.fail()
		return
	}
	r.at += len(want)
}

// number reads a number; what is none is broken.
func (r *reader) number() {
	if r.follows('-') {
		r.at++
	}
	if r.follows('0') {
		r.at++
	} else {
		r.digits()
	}
	if r.follows('.') {
		r.at++
		r.digits()
	}
	if r.follows('e') || r.follows('E') {
		r.at++
		if r.follows('+') || r.follows('-') {
			r.at++
		}
		r.digits()
	}
}

// follows reports whether c is the next byte.
func (r *reader) follows(c byte) bool { return r.at < len(r.text) && r.text[r.at] == c }

// digits reads at least one digit.
func (r *reader) digits() {
	start := r.at
	for r.at < len(r.text) && '0' <= r.text[r.at] && r.text[r.at] <= '9' {
		r.at++
	}
	if r.at == start {
		r.fail()
	}
}

// str reads a string. Most have nothing but characters of ASCII that stand for themselves.
func (r *reader) str() {
	if !r.follows('"') {
		r.fail()
		return
	}
	for i := r.at + 1; i < len(r.text); i++ {
		switch c := r.text[i]; {
		case c == '"':
			r.at = i + 1
			return
		case c < ' ' || c == '\\' || c >= utf8.RuneSelf:
			r.rareString()
			return
		}
	}
	r.fail()
}

// rareString is str for the others.
func (r *reader) rareString() {
	length := 1 // up to the quote that ends it
	for rest := r.text[r.at:]; ; {
		n := bytes.IndexByte(rest[length:], '"')
		if n < 0 {
			r.fail()
			return
		}
		length += n + 1
		slashes := 0
		for rest[length-2-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			break
		}
	}
	if !jsontext.Value(r.text[r.at : r.at+length]).IsValid() {
		r.fail()
		return
	}
	r.at += length
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
