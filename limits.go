package toolkit

import (
	"fmt"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/time/rate"

	toolerrors "github.com/typedmcp/toolkit/errors"
)

// Texts of calls that a limit refuses.
const (
	textBusy       = "%s is busy: it runs %s at a time. Wait for one to end, then call it again."
	textServerBusy = "The server is busy: it runs %s at a time. Wait for one to end, then call %s again."
	textTooOften   = "%s was called too often: it takes %s in %s. Call it again in %s."
)

// A gate lets calls of one tool through as its limits allow.
type gate struct {
	tool    string
	slots   chan struct{} // nil for no limit
	limit   RateLimit
	limiter *rate.Limiter // nil for no limit
}

func newGate(t *Tool) *gate {
	g := &gate{tool: t.Name, limit: t.RateLimit}
	if t.MaxConcurrent > 0 {
		g.slots = make(chan struct{}, t.MaxConcurrent)
	}
	if t.RateLimit.Calls > 0 {
		perSecond := float64(t.RateLimit.Calls) / t.RateLimit.Per.Seconds()
		g.limiter = rate.NewLimiter(rate.Limit(perSecond), t.RateLimit.Calls)
	}
	return g
}

// enter lets a call in, which must leave when it ends, or returns the result that refuses
// it.
func (g *gate) enter() (refused *mcp.CallToolResult) {
	if g.slots != nil {
		select {
		case g.slots <- struct{}{}:
		default:
			return refusal(fmt.Sprintf(textBusy, g.tool, countCalls(cap(g.slots))))
		}
	}
	if g.limiter != nil {
		r := g.limiter.Reserve()
		if wait := r.Delay(); wait > 0 {
			r.Cancel()
			g.leave()
			return refusal(fmt.Sprintf(textTooOften, g.tool, countCalls(g.limit.Calls), toolerrors.Wait(g.limit.Per), toolerrors.Wait(wait)))
		}
	}
	return nil
}

// leave lets the next call in.
func (g *gate) leave() {
	if g.slots != nil {
		<-g.slots
	}
}

// countCalls says how many calls there are.
func countCalls(n int) string {
	if n == 1 {
		return "1 call"
	}
	return strconv.Itoa(n) + " calls"
}

// refusal is a result that says why a call was not made.
func refusal(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}, IsError: true}
}
