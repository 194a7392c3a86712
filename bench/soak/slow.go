package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

// each is how many clients there are of each kind of slow ones.
const each = 16

// slowClients has clients that send or take slowly, some of them so slowly that the server gives
// them up, while others go on as always.
func slowClients(ctx context.Context, s *soak) (*outcome, error) {
	transfer := s.share(0.15, 1500*time.Millisecond)
	set := setup{Ledger: s.file("slow"), Transfer: transfer}
	server, err := set.start(ctx)
	if err != nil {
		return nil, err
	}
	defer server.kill()
	o, err := newOutcome(server)
	if err != nil {
		return nil, err
	}
	var slow, stalled, others sync.WaitGroup
	over, gaveUp := make(chan struct{}), make(chan struct{})
	for n := range each {
		slow.Go(func() { writeSlowly(server.address, o.tally, fmt.Sprintf("patient-%d", n), transfer/10, false) })
		slow.Go(func() { writeSlowly(server.address, o.tally, fmt.Sprintf("endless-%d", n), 20*transfer, true) })
		slow.Go(func() { readSlowly(server.address, o.tally, fmt.Sprintf("reader-%d", n), transfer/10) })
		stalled.Go(func() { stall(server.address, o.tally, fmt.Sprintf("stalled-%d", n), gaveUp) })
		others.Go(func() {
			c := &client{address: server.address}
			defer c.close()
			for i := 0; ; i++ {
				select {
				case <-over:
					return
				case <-time.After(time.Millisecond):
					if !o.tally.write(c, "among slow clients", noteOf(fmt.Sprintf("%d-%d", n, i), "note", 0)) {
						o.tally.fault("a client that is not slow got no answer")
						return
					}
				}
			}
		})
	}
	slow.Wait()
	close(over)
	others.Wait()
	_, err = server.settle(*o.before, transfer+settleTime)
	close(gaveUp)
	stalled.Wait()
	if err != nil {
		return nil, err
	}
	o.note = fmt.Sprintf("the server waits %s", transfer)
	return o, o.finish(server, set.Ledger)
}

// writeSlowly sends the body of a note in small pieces, in a time. Either the note is written, or
// the server gives the client up, which then has to notice.
func writeSlowly(address string, t *tally, id string, within time.Duration, tooSlow bool) {
	const kind = "slow to send"
	c := &client{address: address}
	defer c.close()
	r := noteOf(id, "note", 0)
	began := time.Now()
	failed := c.write(r.head())
	const piece = 16
	for sent := 0; sent < len(r.body) && failed == nil; sent += piece {
		failed = c.write(r.body[sent:min(sent+piece, len(r.body))])
		time.Sleep(within * piece / time.Duration(len(r.body)))
	}
	a, err := c.read(id)
	if tooSlow {
		took := time.Since(began)
		if err == nil && a.status != 408 || err != nil && !errors.Is(err, errBroken) || took > within/2 {
			t.fault("%s: after %s: %v, %v", kind, took, a, err)
		}
		t.note(kind, took, err)
		return
	}
	t.note(kind, time.Since(began), err)
	if err != nil || a.status != 200 || a.text != `{"id":"`+id+`"}` {
		t.fault("%s: %v, %v", kind, a, err)
		return
	}
	t.acknowledge(id)
}

// readSlowly asks for a large text, and begins to read it after a time.
func readSlowly(address string, t *tally, id string, pause time.Duration) {
	const kind, kilobytes = "slow to read", 1024
	c := &client{address: address}
	defer c.close()
	r := callOf(id, "text", fmt.Sprintf(`{"kilobytes":%d}`, kilobytes))
	began := time.Now()
	err := c.write(r.head(), r.body)
	if err != nil {
		t.fault("%s: %v", kind, err)
		return
	}
	time.Sleep(pause)
	a, err := c.read(id)
	t.note(kind, time.Since(began), err)
	if err != nil || len(a.text) != kilobytes<<10 {
		t.fault("%s: %d bytes, %v", kind, len(a.text), err)
	}
}

// stall asks for a text that is larger than the buffers between the two, and does not read it until the
// server has given up.
func stall(address string, t *tally, id string, gaveUp <-chan struct{}) {
	const kind = "stalled"
	c := &client{address: address}
	defer c.close()
	r := callOf(id, "text", `{"kilobytes":6144}`)
	began := time.Now()
	err := c.write(r.head())
	if conn, ok := c.conn.(*net.TCPConn); ok {
		err = errors.Join(err, conn.SetReadBuffer(64<<10))
	}
	if err == nil {
		err = c.write(r.body)
	}
	if err != nil {
		t.fault("%s: %v", kind, err)
		return
	}
	<-gaveUp
	a, err := c.read(id)
	t.note(kind, time.Since(began), err)
	if !errors.Is(err, errBroken) {
		t.fault("the server has waited for a client that does not read: %v, %v", a, err)
	}
}

// drained reads what the server still sends, and reports whether it has closed the connection.
func drained(conn net.Conn, timeout time.Duration) bool {
	_ = conn.SetReadDeadline(time.Now().Add(timeout))
	_, err := io.Copy(io.Discard, conn)
	var late net.Error
	return !errors.As(err, &late) || !late.Timeout()
}
