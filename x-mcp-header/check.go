package xmcpheader

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A Mismatch says how the headers of a request do not fit its body. Servers answer it with
// status 400 and the JSON-RPC error -32020 (basic/transports/streamable-http, "Server
// Validation").
type Mismatch struct {
	// Header is the name of the header.
	Header string
	// Parameter is the parameter that the header mirrors, such as filter.region; "" for
	// Mcp-Method and Mcp-Name.
	Parameter string
	// Problem says what is wrong, without values of arguments.
	Problem string
}

// Error returns the header and the problem.
func (m *Mismatch) Error() string { return m.Header + ": " + m.Problem }

// Check holds the Mcp-Param-* headers of a request against its arguments, which are as they
// were sent: a JSON object, or nothing or null for none. It returns nil, or a [*Mismatch]
// for the first binding that does not fit: the header is missing though the parameter is
// there, is there though the parameter is absent or null, stands twice, cannot be decoded, or
// has another value. Integers are compared as numbers. A member of arguments that stands
// twice on the way to a parameter does not fit either, and neither do arguments that are not
// valid JSON. Other Mcp-Param-* headers are ignored.
func Check(header http.Header, bindings []Binding, arguments []byte) error {
	for i := range bindings {
		if err := bindings[i].check(header, arguments); err != nil {
			return err
		}
	}
	return nil
}

// CheckGiven does what [Check] does, for those headers only that are there. It is for
// requests of revisions before 2026-07-28: their clients know nothing of these headers, but a
// gateway on the way may have believed one.
func CheckGiven(header http.Header, bindings []Binding, arguments []byte) error {
	return Check(header, given(header, bindings), arguments)
}

// given returns the bindings whose headers are there.
func given(header http.Header, bindings []Binding) (found []Binding) {
	for _, b := range bindings {
		if len(header.Values(b.Header())) > 0 {
			found = append(found, b)
		}
	}
	return found
}

func (b *Binding) mismatch(format string, args ...any) error {
	return &Mismatch{Header: b.Header(), Parameter: b.Parameter(), Problem: fmt.Sprintf(format, args...)}
}

// unreadable words an error of find.
func (b *Binding) unreadable(err error) error {
	if errors.Is(err, errTwice) {
		return b.mismatch("the parameter %s stands more than once in the arguments", b.Parameter())
	}
	return b.mismatch("the parameter %s cannot be read, because the arguments are not valid JSON", b.Parameter())
}

// check holds one header against its parameter.
func (b *Binding) check(header http.Header, arguments []byte) error {
	value, err := b.find(arguments)
	if err != nil {
		return b.unreadable(err)
	}
	lines := header.Values(b.Header())
	present := value != nil && value.Kind() != jsontext.KindNull
	switch {
	case len(lines) > 1:
		return b.mismatch("the header is given more than once")
	case present && len(lines) == 0:
		return b.mismatch("the header is missing, but the parameter %s is given", b.Parameter())
	case !present && len(lines) == 1:
		return b.mismatch("the header is given, but the parameter %s is not", b.Parameter())
	case !present:
		return nil
	}
	got, err := Decode(lines[0])
	if err != nil {
		return b.mismatch("%s", err)
	}
	if !b.same(got, value) {
		return b.mismatch("the header value does not match the parameter %s", b.Parameter())
	}
	return nil
}

// checkCase refuses a member that is the parameter, or leads to it, but for its case.
func (b *Binding) checkCase(arguments jsontext.Value) (err error) {
	for _, step := range b.Path {
		var next jsontext.Value
		members(arguments, func(name string, value jsontext.Value) {
			switch {
			case name == step:
				next = value
			case strings.EqualFold(name, step):
				err = b.mismatch("the arguments have the member %s, and some programs take it for %s of the parameter %s", short(name), short(step), b.Parameter())
			}
		})
		if arguments = next; err != nil || arguments.Kind() != jsontext.KindBeginObject {
			return err
		}
	}
	return nil
}

// errTwice and errArguments say why the value of a parameter is not known.
var (
	errTwice     = errors.New("a member stands more than once")
	errArguments = errors.New("not valid JSON")
)

// find returns the value of the parameter, or nil if it is not given. The error is errTwice
// if a member on the way to it stands twice, and errArguments if not all of the arguments
// can be read: a reader that forgives more might see another value.
func (b *Binding) find(arguments []byte) (jsontext.Value, error) {
	return descend(arguments, b.Path)
}

func descend(raw jsontext.Value, path []string) (value jsontext.Value, err error) {
	dec := jsontext.NewDecoder(bytes.NewReader(raw), jsontext.AllowDuplicateNames(true))
	switch dec.PeekKind() {
	case jsontext.KindBeginObject:
	case jsontext.KindInvalid:
		if len(bytes.TrimSpace(raw)) > 0 {
			return nil, errArguments
		}
		return nil, nil
	default:
		return nil, nil
	}
	if _, err := dec.ReadToken(); err != nil {
		return nil, errArguments
	}
	found := false
	for dec.PeekKind() == jsontext.KindString {
		tok, err := dec.ReadToken()
		if err != nil {
			return nil, errArguments
		}
		if tok.String() != path[0] {
			if dec.SkipValue() != nil {
				return nil, errArguments
			}
			continue
		}
		if found {
			return nil, errTwice
		}
		found = true
		raw, err := dec.ReadValue()
		if err != nil {
			return nil, errArguments
		}
		if value = bytes.Clone(raw); len(path) > 1 {
			if value, err = descend(value, path[1:]); err != nil {
				return nil, err
			}
		}
	}
	if _, err := dec.ReadToken(); err != nil {
		return nil, errArguments
	}
	return value, nil
}

// same reports whether a decoded header says the value of the parameter. A value of another
// type than the schema's is compared as what it is: the tool reports its type.
func (b *Binding) same(header string, value jsontext.Value) bool {
	switch value.Kind() {
	case jsontext.KindString:
		s, ok := text(value)
		return ok && s == header
	case jsontext.KindTrue, jsontext.KindFalse:
		return header == string(value)
	case jsontext.KindNumber:
		return sameNumber(header, string(value))
	}
	return false
}
