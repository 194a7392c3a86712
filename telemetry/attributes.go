package telemetry

import (
	"net"
	"slices"
	"strconv"
	"strings"

	"go.opentelemetry.io/otel/attribute"

	"github.com/typedmcp/toolkit"
)

// Attributes of the semantic conventions for MCP and what they refer to. Those of metrics are
// the subset that metricKeys has.
const (
	methodName      = attribute.Key("mcp.method.name")
	protocolVersion = attribute.Key("mcp.protocol.version")
	sessionID       = attribute.Key("mcp.session.id")
	operationName   = attribute.Key("gen_ai.operation.name")
	toolName        = attribute.Key("gen_ai.tool.name")
	networkName     = attribute.Key("network.protocol.name")
	transport       = attribute.Key("network.transport")
	clientAddress   = attribute.Key("client.address")
	clientPort      = attribute.Key("client.port")
	errorType       = attribute.Key("error.type")
	statusCode      = attribute.Key("rpc.response.status_code")
)

// Attributes of our own.
const (
	outcome      = attribute.Key("typedmcp.outcome")
	errorCode    = attribute.Key("typedmcp.error.code")
	problemCode  = attribute.Key("typedmcp.problem.code")
	problemCodes = attribute.Key("typedmcp.problem.codes")
	repairCount  = attribute.Key("typedmcp.repairs")
	repairFrom   = attribute.Key("typedmcp.repair.from")
	repairTo     = attribute.Key("typedmcp.repair.to")
	resultSize   = attribute.Key("typedmcp.result.size")
)

// invalidParams is the code of the error for a tool that does not exist.
const invalidParams = "-32602"

// requestAttributes are what is known of a call that begins.
func requestAttributes(r *toolkit.Request, tool string) []attribute.KeyValue {
	attributes := append(make([]attribute.KeyValue, 0, 12),
		methodName.String("tools/call"), operationName.String("execute_tool"), toolName.String(shorten(tool)))
	if version := r.ProtocolVersion(); version != "" {
		attributes = append(attributes, protocolVersion.String(version))
	}
	session := r.Session()
	if session != nil && session.ID() != "" {
		attributes = append(attributes, sessionID.String(session.ID()))
	}
	switch {
	case r.Header() != nil:
		attributes = append(attributes, transport.String("tcp"), networkName.String("http"))
	case session != nil:
		attributes = append(attributes, transport.String("pipe"))
	}
	if host, port, err := net.SplitHostPort(r.RemoteAddr()); err == nil {
		attributes = append(attributes, clientAddress.String(host))
		if n, err := strconv.Atoi(port); err == nil {
			attributes = append(attributes, clientPort.Int(n))
		}
	}
	return attributes
}

// partAttributes are those of a call that is a part of another.
func partAttributes(tool string) []attribute.KeyValue {
	return []attribute.KeyValue{operationName.String("execute_tool"), toolName.String(shorten(tool))}
}

// endAttributes are what is known of a call that has ended.
func endAttributes(e *ending) []attribute.KeyValue {
	attributes := append(make([]attribute.KeyValue, 0, 8), outcome.String(string(e.outcome)))
	if e.failure != "" {
		attributes = append(attributes, errorType.String(e.failure))
	}
	if e.status != "" {
		attributes = append(attributes, statusCode.String(e.status))
	}
	if e.code != "" {
		attributes = append(attributes, errorCode.String(e.code))
	}
	if len(e.problems) > 0 {
		attributes = append(attributes, problemCodes.StringSlice(e.problemCodes()))
	}
	if len(e.repairs) > 0 {
		attributes = append(attributes, repairCount.Int(len(e.repairs)))
	}
	if e.size >= 0 {
		attributes = append(attributes, resultSize.Int64(e.size))
	}
	return attributes
}

// without returns attributes but those with a key.
func without(attributes []attribute.KeyValue, keys ...attribute.Key) []attribute.KeyValue {
	return slices.DeleteFunc(attributes, func(a attribute.KeyValue) bool { return slices.Contains(keys, a.Key) })
}

// maxName is how much of the name of a tool is recorded, which is what the specification
// allows names to be.
const maxName = 128

func shorten(tool string) string { return cut(tool, maxName) }

// cut returns at most limit bytes of a text, whole characters, and valid UTF-8.
func cut(text string, limit int) string {
	if len(text) > limit {
		text = text[:limit]
	}
	return strings.ToValidUTF8(text, "")
}
