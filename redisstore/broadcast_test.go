package redisstore_test

import (
	"context"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/redisstore"
)

// listener connects a client that listens to a replica, and returns how often it was told that
// the list of tools has changed.
func listener(t *testing.T, tk *toolkit.Toolkit) *atomic.Int64 {
	t.Helper()
	h, err := tk.HTTPHandler()
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(h)
	told := new(atomic.Int64)
	client := mcp.NewClient(&mcp.Implementation{Name: "listener", Version: "1"}, &mcp.ClientOptions{
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { told.Add(1) },
	})
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: web.URL}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = session.Close()
		web.CloseClientConnections()
		web.Close()
	})
	return told
}

func TestListChangesReachEveryReplica(t *testing.T) {
	s := newServer(t)
	nothing := func(context.Context, struct{}) (string, error) { return "", nil }
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 2)
	var replicas [2]*toolkit.Toolkit
	var told [2]*atomic.Int64
	for i := range replicas {
		tk := toolkit.New("shop", "1", toolkit.WithLogger(nil))
		toolkit.Register(tk, toolkit.Tool{Name: "always"}, nothing)
		replicas[i], told[i] = tk, listener(t, tk)
		go func() { ended <- tk.ShareListChanges(ctx, redisstore.New(s.client)) }()
	}
	subscribed := func() bool {
		return s.client.PubSubNumSub(t.Context(), "mcp:tools/list_changed").Val()["mcp:tools/list_changed"] == 2
	}
	eventually(t, "both replicas are subscribed", subscribed)
	time.Sleep(100 * time.Millisecond) // the clients' streams are open
	if told[0].Load() != 0 || told[1].Load() != 0 {
		t.Error("clients are told of no change")
	}
	if err := toolkit.Add(replicas[0], toolkit.Tool{Name: "more"}, nothing); err != nil {
		t.Fatal(err)
	}
	eventually(t, "Add reaches the clients of both", func() bool { return told[0].Load() > 0 && told[1].Load() > 0 })
	if n := len(replicas[1].Tools()); n != 1 {
		t.Errorf("the other replica has %d tools", n)
	}
	before := told[0].Load()
	replicas[0].Remove("more")
	eventually(t, "Remove reaches the clients of both", func() bool { return told[0].Load() > before && told[1].Load() > 1 })

	// Without Redis, changes reach the clients here, and those there once it is back.
	s.stop()
	one := told[1].Load()
	if err := toolkit.Add(replicas[0], toolkit.Tool{Name: "again"}, nothing); err != nil {
		t.Fatal(err)
	}
	s.start()
	eventually(t, "both replicas are subscribed again", subscribed)
	eventually(t, "the change that was missed is told", func() bool { return told[1].Load() > one })

	cancel()
	for range replicas {
		select {
		case err := <-ended:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(5 * time.Second):
			t.Fatal("ShareListChanges goes on without its context")
		}
	}
}
