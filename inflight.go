package toolkit

import (
	"context"
	"sync"
)

// An inflight counts the calls that are running, so that a server can let them end. The
// zero value counts none.
type inflight struct {
	mu    sync.Mutex
	calls int
	idle  chan struct{} // closed when no call runs; nil if nobody waits
}

// begin counts a call until the function that it returns is called.
func (f *inflight) begin() (end func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls++
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.calls--; f.calls == 0 && f.idle != nil {
			close(f.idle)
			f.idle = nil
		}
	}
}

// wait returns when no call runs, or when ctx ends.
func (f *inflight) wait(ctx context.Context) {
	f.mu.Lock()
	if f.calls == 0 {
		f.mu.Unlock()
		return
	}
	if f.idle == nil {
		f.idle = make(chan struct{})
	}
	idle := f.idle
	f.mu.Unlock()
	select {
	case <-idle:
	case <-ctx.Done():
	}
}
