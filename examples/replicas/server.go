package replicas

import (
	"net"
	"net/http"
	"time"

	"github.com/typedmcp/toolkit"
)

// newServer mounts the endpoint beside other pages.
func newServer(tk *toolkit.Toolkit, addr string) (*http.Server, error) {
	endpoint, err := tk.HTTPHandler()
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("/mcp", fromProxy(endpoint))
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	return &http.Server{Addr: addr, Handler: mux, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute}, nil
}

// fromProxy believes what the proxy says of the caller's address. Without a proxy that sets the
// header, anybody could choose one.
func fromProxy(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if caller := net.ParseIP(r.Header.Get("X-Real-IP")); caller != nil {
			r.RemoteAddr = net.JoinHostPort(caller.String(), "0")
		}
		next.ServeHTTP(w, r)
	})
}

// newToolkit has what replicas and a proxy need.
func newToolkit(key []byte) *toolkit.Toolkit {
	return toolkit.New("issue-tracker", "1.0.0",
		toolkit.WithAllowedHosts("mcp.example.com"),
		toolkit.WithCache(5*time.Minute, "public"),
		toolkit.WithRequestState(0, key),
		toolkit.WithLimits(toolkit.Limits{
			MaxConcurrent:   200,
			RateLimit:       toolkit.RateLimit{Calls: 100, Per: time.Minute},
			ShutdownTimeout: 20 * time.Second,
		}))
}
