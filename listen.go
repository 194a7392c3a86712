package toolkit

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"syscall"
	"time"
)

// Path is where ListenAndServe serves the MCP endpoint.
const Path = "/mcp"

// ListenAndServe serves Streamable HTTP on addr, at [Path], until ctx ends, and returns nil
// then: new calls are refused, those that run may end (see Limits.ShutdownTimeout), open
// streams are closed. An addr without a host, such as ":8080", listens on all addresses;
// "127.0.0.1:8080" is for this machine alone, and what a server without [WithAuth] should
// use. The error is that of [Toolkit.HTTPHandler], or says why addr cannot be listened on.
func (tk *Toolkit) ListenAndServe(ctx context.Context, addr string) error {
	listener, err := tk.listen(ctx, addr)
	if err != nil {
		return err
	}
	return tk.Serve(ctx, listener)
}

func (tk *Toolkit) listen(ctx context.Context, addr string) (net.Listener, error) {
	if err := tk.Err(); err != nil {
		return nil, fmt.Errorf("toolkit: %w", err)
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("toolkit: the address %s is in use; choose another port, or stop the program that uses it: %w", addr, err)
	case err != nil:
		return nil, fmt.Errorf("toolkit: cannot listen on %q; write it as host:port, such as 127.0.0.1:8080: %w", addr, err)
	}
	return listener, nil
}

// Serve is [Toolkit.ListenAndServe] on a listener that exists already, such as one with a
// port that the system has chosen. It closes the listener.
func (tk *Toolkit) Serve(ctx context.Context, listener net.Listener) error {
	handler, err := tk.HTTPHandler()
	if err != nil {
		_ = listener.Close()
		return err
	}
	mux := http.NewServeMux()
	mux.Handle(Path, handler)
	if tk.metadata != nil {
		mux.Handle(wellKnown, handler)
		mux.Handle(wellKnown+"/", handler)
	}
	run := new(serving)
	server := &http.Server{
		Handler:           mux,
		ReadHeaderTimeout: min(10*time.Second, tk.limits.TransferTimeout),
		IdleTimeout:       2 * time.Minute,
		BaseContext:       func(net.Listener) context.Context { return context.WithValue(context.Background(), servingKey{}, run) },
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return fmt.Errorf("toolkit: serving HTTP: %w", err)
	case <-ctx.Done():
	}
	tk.shutdown(server, run)
	return nil
}

// A serving is one run of Serve.
type serving struct{ ended atomic.Bool }

type servingKey struct{}

// begin counts a request until End, or returns false if the Serve that it came through has ended.
// It counts first, so that shutdown waits for what it does not refuse.
func (tk *Toolkit) begin(ctx context.Context) bool {
	tk.requests.begin()
	if run, ok := ctx.Value(servingKey{}).(*serving); ok && run.ended.Load() {
		tk.requests.end()
		return false
	}
	return true
}

// lastAnswers is how long connections may take to close once all requests are answered, and
// how long requests that were on their way may take to arrive.
const lastAnswers = 500 * time.Millisecond

// shutdown lets requests be answered, closes the streams that would never end, and stops.
func (tk *Toolkit) shutdown(server *http.Server, run *serving) {
	ctx, cancel := context.WithTimeout(context.Background(), tk.limits.ShutdownTimeout)
	defer cancel()
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		_ = server.Shutdown(ctx) // an error means that the time is over
	}()
	for again := true; again; {
		tk.requests.wait(ctx)
		for session := range tk.sessions() {
			_ = session.Close() // it is of no use any more either way
		}
		again = false
		select {
		case <-stopped:
		case <-ctx.Done():
		case <-time.After(lastAnswers):
			again = tk.requests.any()
		}
	}
	run.ended.Store(true)
	tk.requests.wait(ctx) // those that have begun since
	_ = server.Close()    // connections on which nothing was ever asked, and what hangs
}
