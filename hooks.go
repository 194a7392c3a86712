package toolkit

import (
	"context"

	"github.com/typedmcp/toolkit/handler"
)

// A Repair is one value of a call that was not what the schema says but was read all the
// same, since known clients encode it so: a list as a string, null for a parameter that is
// not set. The repairs of a call are also in its result's _meta, under
// io.github.typedmcp/repairs.
type Repair = handler.Repair

// Hooks are told what happens to the arguments of calls, to count it, log it, or find the
// parameter that models get wrong. Each is called by the goroutine of the call, before its
// function runs, and must not change what it is given. A hook that panics is logged and
// changes nothing. Nil hooks are skipped.
type Hooks struct {
	// Refused is told the problems of arguments that were refused, at least one. What was
	// received stands in them shortened, and not at all for secret parameters.
	Refused func(ctx context.Context, tool string, problems []*Problem)
	// Repaired is told of arguments that were read after repairs.
	Repaired func(ctx context.Context, tool string, repairs []Repair)
}

// WithHooks observes the arguments of calls. Given several times, the last one counts. The
// default is to observe nothing.
func WithHooks(hooks Hooks) Option {
	return func(tk *Toolkit) { tk.hooks = hooks }
}
