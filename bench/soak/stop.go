package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// graceful is how long a server may take to end: Limits.ShutdownTimeout, and a little.
const graceful = 6 * time.Second

// stopUnderLoad sends SIGTERM to a server that answers slow calls. Each that has begun gets its
// answer, streams end with their results, and the process ends with status 0.
func stopUnderLoad(ctx context.Context, s *soak) (*outcome, error) {
	set := setup{Ledger: s.file("stop")}
	server, err := set.start(ctx)
	if err != nil {
		return nil, err
	}
	defer server.kill()
	o, err := newOutcome(nil)
	if err != nil {
		return nil, err
	}
	var group sync.WaitGroup
	for n := range connections {
		group.Go(func() {
			c := &client{address: server.address}
			defer c.close()
			random := s.random(n)
			for i := 0; ; i++ {
				r := noteOf(fmt.Sprintf("%d-%d", n, i), "note", 1+random.IntN(800))
				if random.IntN(2) == 0 {
					r = r.watched()
				}
				if !o.tally.write(c, "note", r) {
					return // the server is gone, or what is wrong is noted
				}
			}
		})
	}
	const listeners = 8
	for n := range listeners {
		group.Go(func() {
			c := &client{address: server.address}
			defer c.close()
			began := time.Now()
			a, err := c.do(listenOf(fmt.Sprintf("listen-%d", n)))
			o.tally.note("listen", time.Since(began), err)
			if err != nil {
				o.tally.fault("a stream ends with %v", errors.Unwrap(err))
			} else if a.status != 200 || a.events != 1 {
				o.tally.fault("a stream ends with %v", a)
			}
		})
	}
	time.Sleep(s.share(0.05, 600*time.Millisecond))
	took, err := server.stop()
	if err != nil {
		o.tally.fault("the server ends with %v", err)
	}
	if took > graceful {
		o.tally.fault("the server ended after %s", took)
	}
	group.Wait()
	if err := o.finish(nil, set.Ledger); err != nil {
		return nil, err
	}
	l, err := readLedger(set.Ledger)
	if err != nil {
		return nil, err
	}
	if n := l.unanswered(o.tally.acknowledged); n > 0 {
		o.tally.fault("%d calls had begun and got no answer", n)
	}
	o.note = fmt.Sprintf("it ended after %.1f s with status 0", took.Seconds())
	return o, nil
}
