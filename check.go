package toolkit

import (
	"context"
	"encoding/json"
)

// Check returns what is wrong with the arguments of a tool, without repairs and without
// calling it; nil if they are acceptable. The error is a [ProtocolError] for an unknown
// tool (-32602).
func (tk *Toolkit) Check(ctx context.Context, tool string, arguments json.RawMessage) ([]*Problem, error) {
	e := tk.tools.Load().find(tool)
	if e == nil {
		return nil, tk.unknown(tool)
	}
	return e.handler.Check(ctx, arguments), nil
}
