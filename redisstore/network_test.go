package redisstore_test

import (
	"context"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/redisstore"
)

// A network stands between a client and a server, and can go silent: connections stay open
// and new ones are taken, but nothing arrives any more.
type network struct {
	net.Listener
	mu    sync.Mutex
	still chan struct{} // closed while it carries
}

func newNetwork(t *testing.T, server string) *network {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	n := &network{Listener: listener, still: make(chan struct{})}
	close(n.still)
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			other, err := new(net.Dialer).DialContext(t.Context(), "tcp", server)
			if err != nil {
				_ = client.Close()
				continue
			}
			t.Cleanup(func() { _, _ = client.Close(), other.Close() })
			go n.carry(other, client)
			go n.carry(client, other)
		}
	}()
	return n
}

// carry copies from one side to the other, but for what comes while the network is silent.
func (n *network) carry(to io.WriteCloser, from io.Reader) {
	defer to.Close()
	buffer := make([]byte, 4096)
	for {
		count, err := from.Read(buffer)
		if err != nil {
			return
		}
		n.mu.Lock()
		still := n.still
		n.mu.Unlock()
		<-still
		if _, err := to.Write(buffer[:count]); err != nil {
			return
		}
	}
}

// silence stops the network until it is called again.
func (n *network) silence() (end func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.still = make(chan struct{})
	return sync.OnceFunc(func() { close(n.still) })
}

// TestSilentNetwork has a Redis whose connections are open and say nothing. A call ends with the
// timeout of the client or of its tool, whichever comes first, and the next one after it works.
func TestSilentNetwork(t *testing.T) {
	s := newServer(t)
	between := newNetwork(t, s.client.Options().Addr)
	client := redis.NewClient(&redis.Options{
		Addr: between.Addr().String(), ContextTimeoutEnabled: true,
		ReadTimeout: 300 * time.Millisecond, DialTimeout: 300 * time.Millisecond, MaxRetries: -1, DialerRetries: 1,
	})
	t.Cleanup(func() { _ = client.Close() })
	tk := toolkit.New("shop", "1", toolkit.WithLogger(nil))
	h := toolkit.NewHandles[basket](tk, "bsk", time.Hour, toolkit.WithHandleStore(redisstore.New(client)))
	create := func(ctx context.Context, _ struct{}) (basketID, error) {
		made, err := h.Create(ctx, basket{Items: []string{"tea"}})
		return basketID{made}, err
	}
	show := func(_ context.Context, a basketID) (basket, error) { return a.Basket.Value, nil }
	toolkit.Register(tk, toolkit.Tool{Name: "create_basket", Creates: h}, create)
	toolkit.Register(tk, toolkit.Tool{Name: "create_soon", Creates: h, Timeout: 50 * time.Millisecond}, create)
	toolkit.Register(tk, toolkit.Tool{Name: "show_basket"}, show)
	toolkit.Register(tk, toolkit.Tool{Name: "show_soon", Timeout: 50 * time.Millisecond}, show)
	if err := tk.Err(); err != nil {
		t.Fatal(err)
	}
	arguments, _ := createBasket(t, tk)

	carryOn := between.silence()
	const lost = "What the server keeps between calls is not available at the moment. Try again later."
	for tool, want := range map[string][]string{
		"create_basket": {lost},
		"show_basket":   {lost},
		// Client and call end at the same time; either may be the first to say so.
		"create_soon": {lost, "create_soon did not finish within 50ms and was stopped. It may have done part of its work. Ask for less, or try again later."},
		"show_soon":   {lost, "show_soon did not finish within 50ms and was stopped. It may have done part of its work. Ask for less, or try again later."},
	} {
		given := arguments
		if strings.HasPrefix(tool, "create") {
			given = nil
		}
		begun := time.Now()
		if got := call(t, tk, tool, given); !slices.Contains(want, got) {
			t.Errorf("%s over a silent network: %s, want one of %q", tool, got, want)
		}
		if took := time.Since(begun); took > 5*time.Second {
			t.Errorf("%s took %s", tool, took)
		}
	}
	carryOn()
	if got := call(t, tk, "show_basket", arguments); got != `{"items":["tea"]}` {
		t.Errorf("once the network is back: %s", got)
	}
}
