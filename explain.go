package toolkit

import (
	"context"
	"encoding/json"

	"github.com/typedmcp/toolkit/handler"
	xmcpheader "github.com/typedmcp/toolkit/x-mcp-header"
)

// An Explanation is what a call would do, without doing it; see [Toolkit.Explain]. Its String
// method tells it step by step.
type Explanation = handler.Explanation

// Explain says what a call of a tool would do, step by step: repairs, defaults, the verdict of
// each rule, the headers that a client of 2026-07-28 must send over HTTP, and what a model would
// read if the arguments are refused. No function, middleware or hook is called. The error is a
// [ProtocolError] for an unknown tool (-32602).
func (tk *Toolkit) Explain(ctx context.Context, tool string, arguments json.RawMessage) (*Explanation, error) {
	e := tk.tools.Load().find(tool)
	if e == nil {
		return nil, tk.unknown(tool)
	}
	explanation := e.handler.Explain(ctx, arguments)
	headers, err := xmcpheader.CallHeaders(tool, e.Bindings, explanation.Arguments)
	if err != nil {
		explanation.HeaderProblem = err.Error()
		return explanation, nil
	}
	explanation.Headers = headers
	return explanation, nil
}
