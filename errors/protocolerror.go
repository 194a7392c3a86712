package errors

import "strconv"

// A ProtocolError is answered as a JSON-RPC error instead of a result. Hosts handle
// it themselves and as a rule do not show it to the model, so it is for what a model
// cannot mend; everything else is better as an ordinary error or a [ToolError]
// (specification, server/tools, "Error Handling").
type ProtocolError struct {
	// Code is the JSON-RPC error code. 0 is sent as CodeInternalError.
	Code int64
	// Message is one short sentence.
	Message string
	// Data is anything that marshals to JSON; nil leaves it out.
	Data any
}

// JSON-RPC error codes that MCP 2026-07-28 uses for requests about tools.
const (
	CodeParseError                      int64 = -32700
	CodeInvalidRequest                  int64 = -32600
	CodeMethodNotFound                  int64 = -32601
	CodeInvalidParams                   int64 = -32602
	CodeInternalError                   int64 = -32603
	CodeHeaderMismatch                  int64 = -32020
	CodeMissingRequiredClientCapability int64 = -32021
	CodeUnsupportedProtocolVersion      int64 = -32022
)

// Error returns the message and the code.
func (e *ProtocolError) Error() string {
	return e.Message + " (" + strconv.FormatInt(e.Code, 10) + ")"
}
