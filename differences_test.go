package toolkit_test

import (
	"net/http"
	"slices"

	"github.com/google/go-cmp/cmp"
)

// taken are ways to write a part of a request that the endpoint takes and the SDK does not.
// What the SDK answers to another way, which means the same, must be the answer.
var taken = map[string]struct{ as, sentence string }{
	"Last-Event-Id 1": {"-", "A `Last-Event-ID` header: ignore it; streams are not resumable. (basic/transports/streamable-http, Earlier Streamable HTTP Revisions)"},
	"Mcp-Name base64": {"+", "servers MUST decode an encoded `Mcp-Name` or `Mcp-Param-{Name}` value before comparing it to the corresponding request body value (basic/transports/streamable-http, Value Encoding)"},
}

// A difference is a place where the endpoint answers otherwise than the SDK, on purpose.
type difference struct {
	sentence string // of the specification, and where it stands
	applies  func(r *wireRequest, direct, sdk *reply) bool
}

var differences = []difference{
	{
		"All messages between MCP clients and servers MUST follow the JSON-RPC 2.0 specification. (basic/index, Messages)",
		func(_ *wireRequest, direct, sdk *reply) bool {
			return sdk.plain && direct.Status == sdk.Status && direct.code() != 0
		},
	},
	{
		"The client MUST include an `Accept` header listing both `application/json` and `text/event-stream` (basic/transports/streamable-http, Sending Messages); 406 is what RFC 9110 has for that.",
		func(_ *wireRequest, direct, sdk *reply) bool {
			return direct.Status == http.StatusNotAcceptable && sdk.Status == http.StatusBadRequest && sdk.plain
		},
	},
	{
		"JSON-RPC messages MUST be UTF-8 encoded. (basic/transports)",
		func(r *wireRequest, direct, _ *reply) bool {
			return r.chosen["envelope"] == "latin1" && direct.refused(400, -32700)
		},
	},
	{
		"The body of the HTTP POST MUST be a single JSON-RPC request or notification. (basic/transports/streamable-http, Sending Messages)",
		func(r *wireRequest, direct, _ *reply) bool {
			return r.chosen["envelope"] == "two" && direct.refused(400, -32700)
		},
	},
	{
		"Servers that process the request body MUST reject requests where the values specified in the headers do not match the corresponding values in the request body. This prevents potential security vulnerabilities when different components in the network rely on different sources of truth (basic/transports/streamable-http, Server Validation)",
		func(r *wireRequest, direct, _ *reply) bool {
			return r.chosen["envelope"] == "twice" && direct.refused(400, -32600)
		},
	},
	{
		"The client MUST NOT send JSON-RPC responses. (basic/transports/streamable-http, Sending Messages)",
		func(r *wireRequest, direct, sdk *reply) bool {
			return r.chosen["method"] == "-" && direct.Status == http.StatusBadRequest && sdk.Status == http.StatusAccepted
		},
	},
	{
		"Requests MUST include a string or integer ID. Unlike base JSON-RPC, the ID MUST NOT be `null`. (basic/index, Requests)",
		func(r *wireRequest, direct, _ *reply) bool {
			return slices.Contains([]string{"null", "1.5", "{}", "true"}, r.chosen["id"]) && direct.refused(400, -32600)
		},
	},
	{
		"If the `io.modelcontextprotocol/logLevel` value carried in a request's `_meta` is not a recognized log level, the server SHOULD reject that request: `-32602` (server/utilities/logging, Error Handling)",
		func(r *wireRequest, direct, _ *reply) bool {
			return (r.chosen["logLevel"] == `"loud"` || r.chosen["logLevel"] == "5") && direct.refused(400, -32602)
		},
	},
	{
		"Progress tokens MUST be a string or integer value (basic/patterns/progress, Progress Flow)",
		func(r *wireRequest, direct, _ *reply) bool {
			return slices.Contains([]string{"true", "1.5", "{}"}, r.chosen["progressToken"]) && direct.refused(400, -32602)
		},
	},
	{
		"`-32602` is Invalid params; `HeaderMismatch` is for headers that do not match the body (basic/index, Error Codes)",
		func(r *wireRequest, direct, sdk *reply) bool {
			return (r.chosen["requestState"] == "5" || r.chosen["inputResponses"] == "5" || r.chosen["inputResponses"] == `{"name":{}}`) &&
				direct.refused(400, -32602) && sdk.refused(400, -32020)
		},
	},
	{
		"Tool Execution Errors are reported in tool results with `isError: true`: Input validation errors (server/tools, Error Handling)",
		func(r *wireRequest, direct, sdk *reply) bool {
			return r.chosen["arguments"] == `{"a":1e400}` && direct.Status == http.StatusOK && sdk.refused(400, -32020)
		},
	},
	{
		"An `InputRequiredResult` is a type of `Result`: `inputRequests`, `requestState` (basic/patterns/mrtr, InputRequiredResult). The SDK adds `\"content\": null`, which no schema allows.",
		func(_ *wireRequest, direct, sdk *reply) bool {
			theirs := sdk.result()
			if theirs["resultType"] != "input_required" || theirs["content"] != nil {
				return false
			}
			delete(theirs, "content")
			return cmp.Equal(direct.Messages, sdk.Messages)
		},
	},
	{
		"the server MUST return either `Content-Type: application/json` (a single JSON object) or `Content-Type: text/event-stream` (basic/transports/streamable-http, Sending Messages). The SDK ends an event stream with a JSON object that is no event.",
		func(_ *wireRequest, direct, sdk *reply) bool {
			return direct.stream && sdk.stream && direct.code() != 0 && cmp.Equal(direct.Messages[:len(direct.Messages)-1], sdk.Messages)
		},
	},
	{
		"header requirements for notification POSTs are not defined by this revision. (basic/transports/streamable-http, Sending Messages)",
		func(r *wireRequest, direct, sdk *reply) bool {
			return r.chosen["id"] == "-" && r.chosen["Mcp-Method"] == "-" && direct.Status == http.StatusAccepted && sdk.refused(400, -32020)
		},
	},
	{
		"If the `Origin` header is present and invalid, servers MUST respond with HTTP 403 Forbidden. (basic/transports/streamable-http, Security & Endpoint)",
		func(r *wireRequest, direct, _ *reply) bool {
			return r.header.Get("Origin") == "https://evil.example" && direct.Status == http.StatusForbidden
		},
	},
	{
		"No sentence says which of several faults is named.",
		func(r *wireRequest, direct, sdk *reply) bool {
			return r.changed() > 1 && direct.Status >= 400 && direct.code() != 0 && sdk.Status >= 400
		},
	},
}
