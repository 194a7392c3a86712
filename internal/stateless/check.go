package stateless

import (
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/typedmcp/toolkit/errors"
	xmcpheader "github.com/typedmcp/toolkit/x-mcp-header"
)

// Revision is the revision of MCP that the endpoint answers by itself.
const Revision = "2026-07-28"

// checkVersion holds the revision in the header against that in _meta, and returns the
// former. 2026-07-28 and later name it in both; older ones at most in the header
// (basic/transports/streamable-http, "Protocol Version Header").
func checkVersion(header http.Header, m *message, supported []string) (string, *toolerrors.ProtocolError) {
	lines := header[xmcpheader.ProtocolVersion]
	version := ""
	if len(lines) > 0 {
		version = lines[0]
	}
	switch {
	case len(lines) > 1:
		return version, mismatch(xmcpheader.ProtocolVersion + ": the header is given more than once")
	case m.version != "" && version == "":
		return version, mismatch(fmt.Sprintf("%s is missing, but _meta says %s", xmcpheader.ProtocolVersion, short(m.version)))
	case m.version != "" && version != m.version:
		return version, mismatch(fmt.Sprintf("%s says %s, but _meta says %s", xmcpheader.ProtocolVersion, short(version), short(m.version)))
	case version != "" && !slices.Contains(supported, version):
		return version, &toolerrors.ProtocolError{
			Code:    toolerrors.CodeUnsupportedProtocolVersion,
			Message: "unsupported protocol version",
			Data:    map[string]any{"supported": supported, "requested": short(version)},
		}
	}
	return version, nil
}

// checkMessage holds a message against what 2026-07-28 says of all messages (basic/index,
// "Messages" and "_meta").
func (m *message) checkMessage() *toolerrors.ProtocolError {
	switch {
	case m.batch:
		return invalidRequest("the body must be one JSON-RPC message, not several, since 2025-06-18")
	case !m.versioned:
		return invalidRequest(`the member jsonrpc must be "2.0"`)
	case m.method == "" && m.response:
		return invalidRequest("the body must be a request or a notification, not a response")
	case m.method == "":
		return invalidRequest("the member method must be a string that names a method")
	case m.id != nil && !isID(m.id):
		return invalidRequest("the member id must be a string or an integer")
	case m.id == nil:
		if m.method == "tools/call" || m.method == "tools/list" {
			return invalidRequest(m.method + " is a request, so it must have an id")
		}
		return nil
	}
	return m.checkMeta()
}

// checkMeta checks the members of _meta that every request has or may have.
func (m *message) checkMeta() *toolerrors.ProtocolError {
	switch {
	case m.version == "":
		return invalidParams("params._meta must have " + mcp.MetaKeyProtocolVersion + ", as every request of " + Revision)
	case m.clientCapabilities == nil:
		return invalidParams("params._meta must have " + mcp.MetaKeyClientCapabilities + ", as every request of " + Revision + "; {} says that there are none")
	case !m.plainCapabilities && !describes[mcp.ClientCapabilities](m.clientCapabilities):
		return invalidParams("params._meta: " + mcp.MetaKeyClientCapabilities + " is not an object of capabilities")
	case m.clientInfo != nil && !m.plainInfo && !describes[mcp.Implementation](m.clientInfo):
		return invalidParams("params._meta: " + mcp.MetaKeyClientInfo + " is not an object with the name and the version of a client")
	case m.logLevel != nil && levelOf(text(m.logLevel)) == 0:
		//lint:ignore SA1019 deprecated in 2026-07-28, but still part of it
		return invalidParams("params._meta: " + mcp.MetaKeyLogLevel + " must be one of " + strings.Join(levels, ", "))
	case m.progressToken != nil && !isID(m.progressToken):
		return invalidParams("params._meta: progressToken must be a string or an integer")
	}
	return nil
}

// describes reports whether a value is an object that can be read as a T.
func describes[T any](value jsontext.Value) bool {
	return value.Kind() == jsontext.KindBeginObject && json.Unmarshal(value, new(T), jsontext.AllowDuplicateNames(true)) == nil
}

// isID reports whether a value is a string or an integer.
func isID(value jsontext.Value) bool {
	switch value.Kind() {
	case jsontext.KindString:
		return true
	case jsontext.KindNumber:
		if !strings.ContainsAny(string(value), ".eE") {
			return true
		}
		f, err := strconv.ParseFloat(string(value), 64)
		return err == nil && f == math.Trunc(f)
	}
	return false
}

// checkHeaders holds the headers that mirror the message against it, those of a tool's
// parameters too. The arguments are looked at as they were sent. No headers are defined for
// notifications.
func (m *message) checkHeaders(header http.Header, tool *Tool) *toolerrors.ProtocolError {
	if m.id == nil {
		return nil
	}
	if err := xmcpheader.CheckMethod(header, m.method); err != nil {
		return mismatch(err.Error())
	}
	name, ok := m.named()
	if !ok {
		return nil
	}
	if err := xmcpheader.CheckName(header, name); err != nil {
		return mismatch(err.Error())
	}
	if tool == nil {
		return nil
	}
	if err := xmcpheader.Check(header, tool.Bindings, m.arguments); err != nil {
		return mismatch(err.Error())
	}
	return nil
}

// checkGiven holds those of the headers against the message that are there. It is for
// revisions before 2026-07-28: their clients know nothing of these headers, but a gateway on the
// way may have believed one.
func (m *message) checkGiven(header http.Header, tool *Tool) *toolerrors.ProtocolError {
	var err error
	switch name, named := m.named(); {
	case m.batch && mirrors(header):
		return mismatch(xmcpheader.Method + ": the headers cannot mirror a list of messages")
	case m.batch:
		return nil
	case header[xmcpheader.Method] != nil && xmcpheader.CheckMethod(header, m.method) != nil:
		err = xmcpheader.CheckMethod(header, m.method)
	case named && header[xmcpheader.Name] != nil && xmcpheader.CheckName(header, name) != nil:
		err = xmcpheader.CheckName(header, name)
	case tool != nil:
		err = xmcpheader.CheckGiven(header, tool.Bindings, m.arguments)
	}
	if err != nil {
		return mismatch(err.Error())
	}
	return nil
}

// mirrors reports whether any header mirrors a message.
func mirrors(header http.Header) bool {
	for name := range header {
		if name == xmcpheader.Method || name == xmcpheader.Name || strings.HasPrefix(name, xmcpheader.ParamPrefix) {
			return true
		}
	}
	return false
}

// answerID returns the id for an answer that refuses the message: nil if it is none.
func (m *message) answerID() jsontext.Value {
	if m.id == nil || !isID(m.id) {
		return nil
	}
	return m.id
}

// short cuts a text for an error.
func short(s string) string {
	if len(s) > 60 {
		return strings.ToValidUTF8(s[:60], "") + "…"
	}
	return s
}

func invalidRequest(message string) *toolerrors.ProtocolError {
	return &toolerrors.ProtocolError{Code: toolerrors.CodeInvalidRequest, Message: message}
}

func invalidParams(message string) *toolerrors.ProtocolError {
	return &toolerrors.ProtocolError{Code: toolerrors.CodeInvalidParams, Message: message}
}

func mismatch(message string) *toolerrors.ProtocolError {
	return &toolerrors.ProtocolError{Code: toolerrors.CodeHeaderMismatch, Message: "Header mismatch: " + strings.TrimPrefix(message, "Header mismatch: ")}
}
