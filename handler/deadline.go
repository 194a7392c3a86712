package handler

import (
	"context"
	"sync"
	"time"
)

// A deadline is the context of a function that has a timeout. Unlike those of package
// context it can be held; see [Hold].
type deadline struct {
	context.Context // of the call

	mu      sync.Mutex
	at      time.Time   // when the time is over
	timer   *time.Timer // until then
	holds   int
	held    time.Time // since when
	done    chan struct{}
	err     error
	ranOut  bool // the time was over, and not the call
	after   map[int]func()
	lastKey int
	forget  func() bool // lets go of the call
}

type deadlineKey struct{}

// newDeadline returns a context that ends with the call, or after the timeout.
func newDeadline(ctx context.Context, timeout time.Duration) *deadline {
	d := &deadline{Context: ctx, at: time.Now().Add(timeout), done: make(chan struct{})}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.timer = time.AfterFunc(timeout, d.runOut)
	d.forget = context.AfterFunc(ctx, func() { d.end(ctx.Err(), false) })
	return d
}

// Hold stops the clock of a tool's timeout while its function waits for something that is
// no work of its own, such as the answer of a person. ctx is that of the function, or made from it.
// release, which must be called once, lets the clock go on. Without a timeout it does nothing.
func Hold(ctx context.Context) (release func()) {
	d, ok := ctx.Value(deadlineKey{}).(*deadline)
	if !ok {
		return func() {}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.holds++; d.holds == 1 {
		d.held = time.Now()
		d.timer.Stop()
	}
	return d.release
}

func (d *deadline) release() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.holds--; d.holds == 0 && d.err == nil {
		d.at = d.at.Add(time.Since(d.held))
		d.timer.Reset(time.Until(d.at))
	}
}

// Deadline returns when the time is over, as things stand.
func (d *deadline) Deadline() (time.Time, bool) {
	d.mu.Lock()
	at := d.at
	if d.holds > 0 {
		at = at.Add(time.Since(d.held))
	}
	d.mu.Unlock()
	if earlier, ok := d.Context.Deadline(); ok && earlier.Before(at) {
		return earlier, true
	}
	return at, true
}

// Done is closed when the time is over, or the call.
func (d *deadline) Done() <-chan struct{} { return d.done }

// Err says why Done is closed.
func (d *deadline) Err() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.err
}

// Value is that of the call, and leads Hold to the deadline.
func (d *deadline) Value(key any) any {
	if _, ok := key.(deadlineKey); ok {
		return d
	}
	return d.Context.Value(key)
}

// AfterFunc calls f once the context has ended. It saves package context a goroutine for
// each context that is made from this one.
func (d *deadline) AfterFunc(f func()) (stop func() bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.err != nil {
		go f()
		return func() bool { return false }
	}
	if d.after == nil {
		d.after = map[int]func(){}
	}
	d.lastKey++
	key := d.lastKey
	d.after[key] = f
	return func() bool {
		d.mu.Lock()
		defer d.mu.Unlock()
		_, waits := d.after[key]
		delete(d.after, key)
		return waits
	}
}

// runOut ends the context because its time is over.
func (d *deadline) runOut() { d.end(context.DeadlineExceeded, true) }

// end ends the context, once. A clock that is held has not run out, although the timer may
// have fired before it was.
func (d *deadline) end(err error, ranOut bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.err != nil || ranOut && d.holds > 0 {
		return
	}
	d.err, d.ranOut = err, ranOut
	d.timer.Stop()
	close(d.done)
	for _, f := range d.after {
		go f()
	}
	d.after = nil
}

// cancel ends the context because the function is over.
func (d *deadline) cancel() {
	d.forget()
	d.end(context.Canceled, false)
}

// timedOut reports whether a context has ended because a tool's own timeout ran out.
func timedOut(ctx context.Context) bool {
	d, ok := ctx.(*deadline)
	if !ok {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.ranOut
}
