package toolkit

import (
	"context"
	"net/http"
	"sync"
)

// A lasting ends the streams that clients listen on, and that would never end by
// themselves, when the http.Server that serves them is shut down: http.Server.Shutdown waits
// for them, and tells handlers nothing. The zero value is ready.
type lasting struct {
	mu      sync.Mutex
	servers map[*http.Server]context.Context // ended once the server is shut down
}

// begin returns the context of a stream, which ends with the request or once its server has
// been shut down and wait has returned. release is to be called when the stream has ended.
func (l *lasting) begin(r *http.Request, wait func()) (ctx context.Context, release func()) {
	server, ok := r.Context().Value(http.ServerContextKey).(*http.Server)
	if !ok {
		return r.Context(), func() {}
	}
	ctx, cancel := context.WithCancel(r.Context())
	stop := context.AfterFunc(l.until(server, wait), cancel)
	return ctx, func() { stop(); cancel() }
}

// until returns the context that ends once a server is shut down.
func (l *lasting) until(server *http.Server, wait func()) context.Context {
	l.mu.Lock()
	defer l.mu.Unlock()
	if up, ok := l.servers[server]; ok {
		return up
	}
	up, down := context.WithCancel(context.Background())
	if l.servers == nil {
		l.servers = map[*http.Server]context.Context{}
	}
	l.servers[server] = up
	server.RegisterOnShutdown(func() {
		wait()
		down()
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.servers, server)
	})
	return up
}

// lasts returns the context of a stream that clients listen on. Calls may end before it
// does.
func (tk *Toolkit) lasts(r *http.Request) (ctx context.Context, release func()) {
	return tk.lasting.begin(r, func() {
		ctx, cancel := context.WithTimeout(context.Background(), tk.limits.ShutdownTimeout)
		defer cancel()
		tk.requests.wait(ctx)
	})
}
