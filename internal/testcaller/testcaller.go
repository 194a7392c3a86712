// Package testcaller lets a test call a toolkit as somebody, without a token of the real kind.
package testcaller

import (
	"context"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/auth"
)

// A Caller is who calls.
type Caller struct {
	Token auth.TokenInfo

	asked atomic.Bool
}

type callerKey struct{}

// With returns a context whose HTTP requests have the token of a caller. Whatever stands in
// their Authorization header counts as that token.
func With(ctx context.Context, caller *Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, caller)
}

// From returns what the token of a context says, or nil.
func From(ctx context.Context) *auth.TokenInfo {
	caller, _ := ctx.Value(callerKey{}).(*Caller)
	if caller == nil {
		return nil
	}
	caller.asked.Store(true)
	token := caller.Token
	return &token
}

// Asked reports whether anybody has asked for the token.
func (c *Caller) Asked() bool { return c.asked.Load() }
