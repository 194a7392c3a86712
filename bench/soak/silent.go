package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"time"
)

// silentClients has connections on which nothing comes any more, though they are not closed: those
// that say nothing, that stop in the middle of a request, and that vanish while they wait. The
// server must find out by itself.
func silentClients(ctx context.Context, s *soak) (*outcome, error) {
	timeout := s.share(0.15, time.Second)
	set := setup{Ledger: s.file("silent"), Transfer: timeout}
	if timeout < 5*time.Second {
		set.KeepAlive = time.Second // a short run does not wait for the 15 seconds that are usual
	}
	server, err := set.start(ctx)
	if err != nil {
		return nil, err
	}
	defer server.kill()
	o, err := newOutcome(server)
	if err != nil {
		return nil, err
	}
	var silent []net.Conn
	defer func() {
		for _, conn := range silent {
			_ = conn.Close() // the server has done so
		}
	}()
	gone, refused := 0, false
	for n := range each {
		r := noteOf(fmt.Sprintf("silent-%d", n), "note", 30_000)
		head := r.head()
		for _, said := range []string{"", head[:len(head)/2], head + r.body[:len(r.body)/2]} {
			c := &client{address: server.address}
			if err := c.write(said); err != nil {
				return nil, err
			}
			silent = append(silent, c.conn)
			if said != "" {
				o.tally.abandon()
			}
		}
		listen := listenOf(fmt.Sprintf("listen-%d", n))
		for _, said := range []string{r.head() + r.body, r.watched().head() + r.watched().body, listen.head() + listen.body} {
			c := &client{address: server.address}
			if err := c.write(said); err != nil {
				return nil, err
			}
			time.Sleep(10 * time.Millisecond) // so that the call begins
			o.tally.abandon()
			err := vanish(c.conn.(*net.TCPConn))
			switch {
			case errors.Is(err, os.ErrPermission) || errors.Is(err, errors.ErrUnsupported):
				refused = true
			case err != nil:
				return nil, err
			default:
				gone++
			}
		}
		c := &client{address: server.address} // one that has had its answer, and vanishes then
		o.tally.write(c, "before it is silent", noteOf(fmt.Sprintf("answered-%d", n), "note", 0))
		if err := vanish(c.conn.(*net.TCPConn)); err != nil && !errors.Is(err, os.ErrPermission) && !errors.Is(err, errors.ErrUnsupported) {
			return nil, err
		}
	}
	began := time.Now()
	for _, conn := range silent {
		if !drained(conn, 2*timeout+settleTime) {
			o.tally.fault("the server has not closed a silent connection")
		}
	}
	if err := o.finish(server, set.Ledger); err != nil {
		return nil, err
	}
	o.note = fmt.Sprintf("%d are silent, %d vanish, and all are gone after %.1f s", len(silent), gone, time.Since(began).Seconds())
	if refused {
		o.note = fmt.Sprintf("%d are silent, and all are gone after %.1f s; here none may vanish without a word", len(silent), time.Since(began).Seconds())
	}
	return o, nil
}
