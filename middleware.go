package toolkit

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A CallFunc runs one call of a tool. arguments are as the caller sent them, nil if it
// sent none. What a model can act on is a result with IsError set; the error is for
// [ProtocolError] values, and any other error becomes an isError result with its text.
// [RequestFrom] works on ctx.
type CallFunc func(ctx context.Context, tool string, arguments json.RawMessage) (*mcp.CallToolResult, error)

// A Middleware wraps calls: to log and measure them, to refuse them, to change what goes
// in or comes out. A result that it gets may be shared; copy it before changing it.
type Middleware func(CallFunc) CallFunc

// A callChain is the way of a call: through the middleware to the tool.
type callChain struct {
	call    CallFunc
	wrapped bool // there is middleware
}

// Use wraps all calls of all tools, those of [Toolkit.Call] too. The first middleware
// is the outermost. Middleware runs before a call is counted against the tool's limits
// and before its arguments are checked. Nil ones are skipped. It may be called at any
// time and counts for the calls that begin afterwards.
func (tk *Toolkit) Use(mw ...Middleware) {
	tk.mu.Lock()
	defer tk.mu.Unlock()
	tk.middleware = append(slices.Clip(tk.middleware), mw...)
	chain := CallFunc(tk.callTool)
	for _, wrap := range slices.Backward(tk.middleware) {
		if wrap != nil {
			chain = wrap(chain)
		}
	}
	tk.chain.Store(&callChain{chain, len(tk.middleware) > 0})
}
