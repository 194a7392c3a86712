package telemetry

import (
	"errors"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
	toolerrors "github.com/typedmcp/toolkit/errors"
	"github.com/typedmcp/toolkit/handler"
)

// An Outcome says how a call ended. It is the value of the attribute typedmcp.outcome.
type Outcome string

const (
	// OutcomeOK: the tool did what it was asked to.
	OutcomeOK Outcome = "ok"
	// OutcomeRefused: the arguments were not acceptable; the tool did not run.
	OutcomeRefused Outcome = "refused"
	// OutcomeToolError: the result has isError set for another reason: the tool returned an
	// error or panicked, it ran into its timeout or its limits.
	OutcomeToolError Outcome = "tool_error"
	// OutcomeInputRequired: the call ended as a question to the user.
	OutcomeInputRequired Outcome = "input_required"
	// OutcomeProtocolError: the answer is a JSON-RPC error.
	OutcomeProtocolError Outcome = "protocol_error"
	// OutcomeCancelled: the client cancelled the call, or left, before it ended.
	OutcomeCancelled Outcome = "cancelled"
	// OutcomePanic: a middleware panicked.
	OutcomePanic Outcome = "panic"
)

// An ending is what is known of a call that ended.
type ending struct {
	outcome  Outcome
	failure  string // error.type; "" for none
	message  string // of a JSON-RPC error
	status   string // rpc.response.status_code; "" for none
	code     string // of a ToolError; "" for none
	problems []*toolkit.Problem
	repairs  []toolkit.Repair
	size     int64 // of the result; -1 if there is none
}

// newEnding reads a call's end from what it returned. cancelled says that nobody waits for it.
func newEnding(result *mcp.CallToolResult, err error, cancelled bool) ending {
	e := ending{outcome: OutcomeOK, size: -1}
	if protocol, ok := errors.AsType[*toolkit.ProtocolError](err); ok && protocol != nil {
		code := protocol.Code
		if code == 0 {
			code = toolerrors.CodeInternalError
		}
		e.outcome, e.message, e.status = OutcomeProtocolError, protocol.Message, strconv.FormatInt(code, 10)
		e.failure = e.status
		return e
	}
	if result != nil {
		e.read(result)
	}
	switch {
	case err != nil || result == nil: // the toolkit makes a result with isError of it
		e.outcome, e.failure = OutcomeToolError, failedTool
		if tool, ok := errors.AsType[*toolkit.ToolError](err); ok && tool != nil {
			e.code = tool.Code
		}
	case len(e.problems) > 0:
		e.outcome, e.failure = OutcomeRefused, failedTool
	case result.IsError:
		e.outcome, e.failure = OutcomeToolError, failedTool
	case result.InputRequests != nil:
		e.outcome = OutcomeInputRequired
	}
	if cancelled && e.failure != "" {
		e.outcome = OutcomeCancelled
	}
	return e
}

// failedTool is the error.type of a result with isError.
const failedTool = "tool_error"

// read takes what a result says of itself.
func (e *ending) read(result *mcp.CallToolResult) {
	e.size = sizeOf(result)
	if result.IsError {
		e.problems, _ = result.Meta[handler.MetaProblems].([]*toolkit.Problem)
		if about, ok := result.Meta[handler.MetaError].(map[string]any); ok {
			e.code, _ = about["code"].(string)
		}
	}
	e.repairs, _ = result.Meta[handler.MetaRepairs].([]toolkit.Repair)
}

// problemCodes returns the codes of the problems in their order, each once.
func (e *ending) problemCodes() []string {
	var codes []string
	seen := map[string]bool{}
	for _, p := range e.problems {
		if code := string(p.Code); !seen[code] {
			seen[code] = true
			codes = append(codes, code)
		}
	}
	return codes
}
