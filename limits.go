package toolkit

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/time/rate"

	toolerrors "github.com/typedmcp/toolkit/errors"
)

// Texts of calls that a limit refuses.
const (
	textBusy       = "%s is busy: it runs %s at a time. Wait for one to end, then call it again."
	textServerBusy = "The server is busy: it runs %s at a time. Wait for one to end, then call %s again."
	textTooOften   = "%s was called too often: it takes %s in %s. Call it again in %s."
	textTooMany    = "The server was called too often: it takes %s in %s. Call %s again in %s."
)

// A gate lets calls of one tool through as its limits allow.
type gate struct {
	tool  string
	slots chan struct{} // nil for no limit
	rates *rates        // nil for no limit
}

func newGate(t *Tool) *gate {
	g := &gate{tool: t.Name, rates: newRates(t.RateLimit)}
	if t.MaxConcurrent > 0 {
		g.slots = make(chan struct{}, t.MaxConcurrent)
	}
	return g
}

// enter lets a call in, or returns the result that refuses it. tool is the name that the caller knows.
func (tk *Toolkit) enter(ctx context.Context, g *gate, tool string) (refused *mcp.CallToolResult) {
	who, known := caller(ctx)
	if known || tk.limits.RateLimit != defaultLimits.RateLimit {
		if wait := tk.rates.take(who); wait > 0 {
			limit := tk.limits.RateLimit
			return refusal(fmt.Sprintf(textTooMany, countCalls(limit.Calls), toolerrors.Wait(limit.Per), tool, toolerrors.Wait(wait)))
		}
	}
	if wait := g.rates.take(who); wait > 0 {
		limit := g.rates.limit
		return refusal(fmt.Sprintf(textTooOften, tool, countCalls(limit.Calls), toolerrors.Wait(limit.Per), toolerrors.Wait(wait)))
	}
	if g.slots != nil {
		select {
		case g.slots <- struct{}{}:
		default:
			return refusal(fmt.Sprintf(textBusy, tool, countCalls(cap(g.slots))))
		}
	}
	return nil
}

// leave frees the place of a call in the whole server.
func (tk *Toolkit) leave() {
	<-tk.slots
}

// leaving returns what frees the places of a call that has ended.
func (tk *Toolkit) leaving(g *gate) func() {
	return func() {
		if g.slots != nil {
			<-g.slots
		}
		tk.leave()
	}
}

// caller says who calls: the user of the token, else the address that the request came
// from; "" over stdio and for Toolkit.Call. known reports that it is the user.
func caller(ctx context.Context) (who string, known bool) {
	r := RequestFrom(ctx)
	if !r.came() {
		return "", false
	}
	if info := r.TokenInfo(); info != nil && info.UserID != "" {
		return "user " + info.UserID, true
	}
	return host(r.carrier.RemoteAddr()), false
}

// host returns an address without its port.
func host(address string) string {
	if h, _, err := net.SplitHostPort(address); err == nil {
		return h
	}
	return address
}

// maxCallers is how many callers rates remembers. Those that have not called for long are
// forgotten first.
const maxCallers = 10_000

// rates holds each caller to a rate.
type rates struct {
	limit RateLimit

	mu      sync.Mutex
	callers map[string]*rate.Limiter
}

// newRates returns nil for no limit.
func newRates(limit RateLimit) *rates {
	if limit.Calls <= 0 || limit.Per <= 0 {
		return nil
	}
	return &rates{limit: limit, callers: map[string]*rate.Limiter{}}
}

// take counts a call, or says how long the caller must wait for it.
func (r *rates) take(who string) (wait time.Duration) {
	if r == nil {
		return 0
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	limiter := r.callers[who]
	if limiter == nil {
		if len(r.callers) >= maxCallers {
			r.forget()
		}
		limiter = rate.NewLimiter(rate.Limit(float64(r.limit.Calls)/r.limit.Per.Seconds()), r.limit.Calls)
		r.callers[who] = limiter
	}
	reservation := limiter.Reserve()
	if wait = reservation.Delay(); wait > 0 {
		reservation.Cancel()
	}
	return wait
}

// forget drops the callers that have all their calls left, and some others if that is not
// enough.
func (r *rates) forget() {
	for who, limiter := range r.callers {
		if limiter.Tokens() >= float64(r.limit.Calls) {
			delete(r.callers, who)
		}
	}
	for who := range r.callers {
		if len(r.callers) < maxCallers*9/10 {
			break
		}
		delete(r.callers, who)
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
