package toolkit

import (
	"context"
	"sync"
)

// An inflight counts the requests that are being answered, so that a server can let them
// end. The zero value counts none.
type inflight struct {
	mu    sync.Mutex
	count int
	idle  chan struct{} // closed when there are none; nil if nobody waits
}

// begin counts a request until end is called.
func (f *inflight) begin() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.count++
}

func (f *inflight) end() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.count--; f.count == 0 && f.idle != nil {
		close(f.idle)
		f.idle = nil
	}
}

// any reports whether a request is being answered.
func (f *inflight) any() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.count > 0
}

// wait returns when no request is being answered, or when ctx ends.
func (f *inflight) wait(ctx context.Context) {
	f.mu.Lock()
	if f.count == 0 {
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
