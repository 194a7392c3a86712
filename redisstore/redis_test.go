package redisstore_test

import (
	"context"
	"fmt"
	"net"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// A server is a real redis-server that a test can stop and start again.
type server struct {
	t      *testing.T
	folder string
	port   int
	args   []string
	cmd    *exec.Cmd
	client *redis.Client
}

// newServer starts a server that keeps its data in a file, so that it survives a restart.
func newServer(t *testing.T, args ...string) *server {
	t.Helper()
	if _, err := exec.LookPath("redis-server"); err != nil {
		t.Fatal("there is no redis-server; install it, for instance with apt-get install redis-server")
	}
	s := &server{t: t, folder: t.TempDir(), port: freePort(t), args: args}
	s.client = redis.NewClient(&redis.Options{
		Addr: net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port)), ContextTimeoutEnabled: true,
		DialTimeout: time.Second, MaxRetries: 1, DialerRetries: 1,
	})
	s.start()
	t.Cleanup(func() {
		_ = s.client.Close()
		s.stop()
	})
	return s
}

func freePort(t *testing.T) int {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}

// start starts the server and waits until it answers.
func (s *server) start() {
	s.t.Helper()
	args := append([]string{
		"--port", strconv.Itoa(s.port), "--bind", "127.0.0.1", "--dir", s.folder,
		"--save", "", "--appendonly", "yes", "--appendfsync", "always",
	}, s.args...)
	s.cmd = exec.CommandContext(context.Background(), "redis-server", args...)
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	for range 500 {
		if s.client.Ping(s.t.Context()).Err() == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.t.Fatal("redis-server does not answer")
}

// stop kills the server.
func (s *server) stop() {
	if s.cmd != nil {
		_ = s.cmd.Process.Kill()
		_ = s.cmd.Wait()
		s.cmd = nil
	}
}

// eventually waits until something holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for range 1000 {
		if holds() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("in 10 seconds not: " + what)
}

func sprint(format string, args ...any) []byte { return []byte(fmt.Sprintf(format, args...)) }
