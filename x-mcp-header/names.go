package xmcpheader

import (
	"net/http"
	"strconv"
)

// The headers that mirror parts of a message (basic/transports/streamable-http, "Request
// Metadata").
const (
	// ProtocolVersion mirrors the revision in params._meta.
	ProtocolVersion = "Mcp-Protocol-Version"
	// Method mirrors method.
	Method = "Mcp-Method"
	// Name mirrors params.name, or params.uri of resources/read.
	Name = "Mcp-Name"
	// ParamPrefix stands before the name of an annotation: Mcp-Param-Region.
	ParamPrefix = "Mcp-Param-"
)

// CheckMethod returns a [*Mismatch] unless the Mcp-Method header is there once and is
// method. Case counts.
func CheckMethod(header http.Header, method string) error {
	return checkStandard(header, Method, method, false)
}

// CheckName returns a [*Mismatch] unless the Mcp-Name header is there once and, decoded, is
// name.
func CheckName(header http.Header, name string) error {
	return checkStandard(header, Name, name, true)
}

func checkStandard(header http.Header, key, want string, encoded bool) error {
	lines := header[key] // the names above are as net/http writes them
	switch len(lines) {
	case 0:
		return &Mismatch{Header: key, Problem: "the header is missing"}
	case 1:
	default:
		return &Mismatch{Header: key, Problem: "the header is given more than once"}
	}
	value, err := Decode(lines[0])
	if !encoded {
		value, err = trim(lines[0]), nil
	}
	if err != nil {
		return &Mismatch{Header: key, Problem: err.Error()}
	}
	if value != want {
		return &Mismatch{Header: key, Problem: "the header value " + short(value) + " does not match the body value " + short(want)}
	}
	return nil
}

// short quotes a value for an error and cuts a long one.
func short(s string) string {
	const most = 60
	if len(s) > most {
		return strconv.QuoteToASCII(s[:most]) + "…"
	}
	return strconv.QuoteToASCII(s)
}
