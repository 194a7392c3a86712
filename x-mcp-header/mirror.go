package xmcpheader

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A ParameterError says why a call was not sent: the value of a parameter cannot be
// mirrored, and the server would have to refuse the call.
type ParameterError struct {
	// Tool is the tool that was to be called, Parameter the parameter, such as filter.page.
	Tool, Parameter string
	// Problem says what is wrong.
	Problem string
}

// Error returns the tool, the parameter and the problem.
func (e *ParameterError) Error() string {
	return fmt.Sprintf("the call of %s was not sent: the parameter %s %s", e.Tool, e.Parameter, e.Problem)
}

// mirrored returns the Mcp-Param-* headers of a call.
func mirrored(tool string, bindings []Binding, arguments []byte) (map[string]string, error) {
	headers := map[string]string{}
	for i := range bindings {
		value, given, problem := bindings[i].mirror(arguments)
		if problem != "" {
			return nil, &ParameterError{tool, bindings[i].Parameter(), problem}
		}
		if given {
			headers[http.CanonicalHeaderKey(bindings[i].Header())] = value
		}
	}
	return headers, nil
}

// mirror returns the value of one header, and whether there is to be one. A value of a type
// that no header carries gets none: that it is wrong is for the server to say.
func (b *Binding) mirror(arguments []byte) (value string, given bool, problem string) {
	raw, err := b.find(arguments)
	switch {
	case errors.Is(err, errTwice):
		return "", false, "stands more than once in the arguments"
	case err != nil:
		return "", false, "cannot be read, because the arguments are not valid JSON"
	}
	switch raw.Kind() {
	case jsontext.KindString:
		s, ok := text(raw)
		return Encode(s), ok, ""
	case jsontext.KindTrue, jsontext.KindFalse:
		return string(raw), true, ""
	case jsontext.KindNumber:
		n, ok := parseNumber(string(raw))
		if b.Type != "integer" || ok && !n.isInteger() {
			return string(raw), true, ""
		}
		decimal, safe := n.safe()
		if !ok || !safe {
			return "", false, fmt.Sprintf("is mirrored into a header, so it must be an integer from %d to %d, which every program on the way reads exactly", -maxSafe, maxSafe)
		}
		return decimal, true, ""
	}
	return "", false, ""
}

// setMirrors sets the headers of a message of 2026-07-28, in place of those that are there.
// A nil params leaves those of parameters as they are.
func setMirrors(header http.Header, m *message, params map[string]string) {
	deleteHeaders(header, func(name string) bool {
		return name == Method || name == Name || params != nil && strings.HasPrefix(name, ParamPrefix)
	})
	header.Set(Method, m.method)
	if m.named {
		header.Set(Name, Encode(m.name))
	}
	for name, value := range params {
		header.Set(name, value)
	}
}

// deleteHeaders deletes headers, whatever the case of their names is in the map.
func deleteHeaders(header http.Header, which func(canonical string) bool) {
	for _, name := range slices.Collect(maps.Keys(header)) {
		if which(http.CanonicalHeaderKey(name)) {
			delete(header, name)
		}
	}
}

// CallHeaders returns the headers that a client must send with a tools/call of 2026-07-28, by
// their canonical names, without those that every message has. The error is a [*ParameterError]
// if an argument cannot stand in its header.
func CallHeaders(tool string, bindings []Binding, arguments []byte) (map[string]string, error) {
	headers, err := mirrored(tool, bindings, arguments)
	if err != nil {
		return nil, err
	}
	headers[Method], headers[Name] = "tools/call", Encode(tool)
	return headers, nil
}
