package xmcpheader

import (
	"bytes"
	"fmt"
	"math/big"
	"net/http"
	"strconv"
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
// twice on the way to a parameter does not fit either. Other Mcp-Param-* headers are
// ignored.
func Check(header http.Header, bindings []Binding, arguments []byte) error {
	for i := range bindings {
		if err := bindings[i].check(header, arguments); err != nil {
			return err
		}
	}
	return nil
}

func (b *Binding) mismatch(format string, args ...any) error {
	return &Mismatch{Header: b.Header(), Parameter: b.Parameter(), Problem: fmt.Sprintf(format, args...)}
}

// check holds one header against its parameter.
func (b *Binding) check(header http.Header, arguments []byte) error {
	value, twice := b.find(arguments)
	if twice {
		return b.mismatch("the parameter %s stands more than once in the arguments", b.Parameter())
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

// find returns the value of the parameter, or nil, and whether a member on the way to it
// stands twice.
func (b *Binding) find(arguments []byte) (value jsontext.Value, twice bool) {
	dec := jsontext.NewDecoder(bytes.NewReader(arguments), jsontext.AllowDuplicateNames(true))
	return b.descend(dec, b.Path)
}

func (b *Binding) descend(dec *jsontext.Decoder, path []string) (value jsontext.Value, twice bool) {
	if dec.PeekKind() != jsontext.KindBeginObject {
		return nil, false
	}
	if _, err := dec.ReadToken(); err != nil {
		return nil, false
	}
	found := 0
	for dec.PeekKind() == jsontext.KindString {
		tok, err := dec.ReadToken()
		if err != nil {
			return nil, false
		}
		if tok.String() != path[0] {
			if dec.SkipValue() != nil {
				return nil, false
			}
			continue
		}
		if found++; found > 1 {
			return nil, true
		}
		raw, err := dec.ReadValue()
		if err != nil {
			return nil, false
		}
		value = bytes.Clone(raw)
		if len(path) > 1 {
			inner := jsontext.NewDecoder(bytes.NewReader(value), jsontext.AllowDuplicateNames(true))
			if value, twice = b.descend(inner, path[1:]); twice {
				return nil, true
			}
		}
	}
	return value, false
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

// sameNumber compares two numbers in decimal. Long ones, and exponents that would make
// long ones, must be written alike.
func sameNumber(header, value string) bool {
	if header == value {
		return true
	}
	if !isNumber(header) || tooLong(header) || tooLong(value) {
		return false
	}
	a, ok := new(big.Rat).SetString(header)
	if !ok {
		return false
	}
	c, ok := new(big.Rat).SetString(value)
	return ok && a.Cmp(c) == 0
}

func isNumber(s string) bool {
	v := jsontext.Value(s)
	return v.Kind() == jsontext.KindNumber && v.IsValid()
}

func tooLong(s string) bool {
	const most = 40
	if len(s) > most {
		return true
	}
	_, exponent, ok := strings.Cut(strings.ToLower(s), "e")
	if !ok {
		return false
	}
	n, err := strconv.Atoi(exponent)
	return err != nil || n > most || n < -most
}
