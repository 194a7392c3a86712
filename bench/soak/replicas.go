package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

//go:embed nginx.conf
var nginxConf string

// freeAddress returns an address of this machine that nobody listens on.
func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}

// startNginx starts nginx in front of some servers, and returns its address and what ends it.
func (s *soak) startNginx(ctx context.Context, servers []string) (address string, stop func(), err error) {
	name := "nginx"
	if _, err := exec.LookPath(name); err != nil {
		name = "/usr/sbin/nginx" // which is not in the path of every user
	}
	if address, err = freeAddress(); err != nil {
		return "", nil, err
	}
	folder := s.file("nginx")
	if err := os.Mkdir(folder, 0o700); err != nil {
		return "", nil, err
	}
	names := []string{"127.0.0.1:8080", address}
	for i, server := range servers {
		names = append(names, fmt.Sprintf("127.0.0.1:%d", 8081+i), server)
	}
	conf := strings.NewReplacer(names...).Replace(nginxConf)
	if err := os.WriteFile(filepath.Join(folder, "nginx.conf"), []byte(conf), 0o600); err != nil {
		return "", nil, err
	}
	command := exec.CommandContext(ctx, name, "-p", folder, "-c", "nginx.conf", "-e", "stderr")
	command.Stderr = os.Stderr
	if err := command.Start(); err != nil {
		return "", nil, fmt.Errorf("nginx is needed, for instance from apt-get install nginx-light: %w", err)
	}
	stop = func() {
		_ = command.Process.Signal(syscall.SIGTERM) // fails if it has ended
		_ = command.Wait()                          // is what it is
	}
	for range 500 {
		if conn, err := net.Dial("tcp", address); err == nil {
			return address, stop, conn.Close()
		}
		time.Sleep(10 * time.Millisecond)
	}
	stop()
	return "", nil, errors.New("nginx does not listen")
}

// replicas has three servers behind nginx. One is killed and starts again, and one is stopped and
// starts again. What the callers of the killed one were waiting for is an error, never two answers; the
// stopped one answers what it has begun.
func replicas(ctx context.Context, s *soak) (*outcome, error) {
	const count = 3
	var sets [count]setup
	var servers [count]*process
	var addresses, ledgers []string
	for i := range sets {
		address, err := freeAddress()
		if err != nil {
			return nil, err
		}
		sets[i] = setup{Address: address, Ledger: s.file(fmt.Sprintf("replica-%d", i))}
		addresses, ledgers = append(addresses, address), append(ledgers, sets[i].Ledger)
		if servers[i], err = sets[i].start(ctx); err != nil {
			return nil, err
		}
		defer func() { servers[i].kill() }()
	}
	gateway, stop, err := s.startNginx(ctx, addresses)
	if err != nil {
		return nil, err
	}
	defer stop()
	o, err := newOutcome(nil)
	if err != nil {
		return nil, err
	}
	over := make(chan struct{})
	var group sync.WaitGroup
	for n := range connections {
		group.Go(func() {
			c := &client{address: gateway}
			defer c.close()
			random := s.random(n)
			for i := 0; ; i++ {
				select {
				case <-over:
					return
				default:
					o.tally.write(c, "note", noteOf(fmt.Sprintf("%d-%d", n, i), "note", random.IntN(30)))
				}
			}
		})
	}
	phase := s.share(0.05, 250*time.Millisecond)
	broken := func() int {
		o.tally.mu.Lock()
		defer o.tally.mu.Unlock()
		return o.tally.broken
	}
	again := func(i int) error {
		time.Sleep(phase)
		server, err := sets[i].start(ctx)
		if err == nil {
			servers[i] = server
		}
		time.Sleep(phase)
		return err
	}
	time.Sleep(phase)
	if n := broken(); n > 0 {
		o.tally.fault("%d connections broke before anything happened", n)
	}
	servers[0].kill()
	killed := again(0)
	ofKilled := broken()
	took, stopped := servers[1].stop()
	restarted := again(1)
	close(over)
	group.Wait()
	if err := errors.Join(killed, restarted); err != nil {
		return nil, err
	}
	if stopped != nil || took > graceful {
		o.tally.fault("the server that was stopped ended after %s with %v", took, stopped)
	}
	for i := range addresses {
		c := &client{address: addresses[i]}
		if !o.tally.write(c, "note", noteOf(fmt.Sprintf("last-%d", i), "note", 0)) {
			o.tally.fault("replica %d does not answer in the end", i)
		}
		c.close()
	}
	if err := o.finish(nil, ledgers...); err != nil {
		return nil, err
	}
	l, err := readLedger(ledgers[1:]...)
	if err != nil {
		return nil, err
	}
	if n := l.unanswered(o.tally.acknowledged); n > 0 {
		o.tally.fault("%d calls had begun on servers that were not killed, and got no answer", n)
	}
	o.note = fmt.Sprintf("%s connections broke with the killed one", commas(ofKilled))
	return o, nil
}
