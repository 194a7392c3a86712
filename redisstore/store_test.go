package redisstore_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/redis/go-redis/v9"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/redisstore"
)

type basket struct {
	Items []string `json:"items"`
}

type basketID struct {
	Basket toolkit.Handle[basket] `json:"basket_id"`
}

type itemArgs struct {
	Basket toolkit.Handle[basket] `json:"basket_id"`
	Item   string                 `json:"item"`
}

// replica is one process of a shop.
func replica(t *testing.T, client redis.UniversalClient, lifetime time.Duration, options ...toolkit.HandlesOption) *toolkit.Toolkit {
	t.Helper()
	tk := toolkit.New("shop", "1", toolkit.WithLogger(nil))
	h := toolkit.NewHandles[basket](tk, "bsk", lifetime, append(options, toolkit.WithHandleStore(redisstore.New(client, redisstore.WithPrefix("shop:"))))...)
	toolkit.Register(tk, toolkit.Tool{Name: "create_basket", Creates: h}, func(ctx context.Context, _ struct{}) (basketID, error) {
		made, err := h.Create(ctx, basket{Items: []string{}})
		return basketID{made}, err
	})
	toolkit.Register(tk, toolkit.Tool{Name: "add_item"}, func(ctx context.Context, a itemArgs) (string, error) {
		return "Added.", h.Update(ctx, a.Basket.ID, func(b *basket) error { b.Items = append(b.Items, a.Item); return nil })
	})
	toolkit.Register(tk, toolkit.Tool{Name: "show_basket"}, func(_ context.Context, a basketID) (basket, error) { return a.Basket.Value, nil })
	toolkit.Register(tk, toolkit.Tool{Name: "drop_basket"}, func(ctx context.Context, a basketID) (string, error) {
		return "Dropped.", h.Delete(ctx, a.Basket.ID)
	})
	if err := tk.Err(); err != nil {
		t.Fatal(err)
	}
	return tk
}

// call returns the text of a result.
func call(t *testing.T, tk *toolkit.Toolkit, tool string, arguments []byte) string {
	t.Helper()
	result, err := tk.Call(t.Context(), tool, json.RawMessage(arguments))
	if err != nil {
		t.Fatal(err)
	}
	return result.Content[0].(*mcp.TextContent).Text
}

// createBasket returns the arguments with a new basket, and its id.
func createBasket(t *testing.T, tk *toolkit.Toolkit) (arguments []byte, id string) {
	t.Helper()
	arguments = []byte(call(t, tk, "create_basket", nil))
	var made map[string]string
	if err := json.Unmarshal(arguments, &made); err != nil {
		t.Fatalf("%v: %s", err, arguments)
	}
	return arguments, made["basket_id"]
}

func missing(id string) string {
	return `The arguments of show_basket have a problem. Correct it and call the tool again:
- basket_id: "` + id + `" has expired or does not exist. Get a new one from create_basket.`
}

func TestReplicasShareStates(t *testing.T) {
	s := newServer(t)
	a, b := replica(t, s.client, time.Hour), replica(t, s.client, time.Hour)
	arguments, id := createBasket(t, a)
	var wait sync.WaitGroup
	for _, tk := range []*toolkit.Toolkit{a, b, a, b} {
		wait.Go(func() {
			for range 10 {
				if got := call(t, tk, "add_item", sprint(`{"basket_id":%q,"item":"x"}`, id)); got != "Added." {
					t.Error(got)
				}
			}
		})
	}
	wait.Wait()
	if got, want := call(t, b, "show_basket", arguments), `{"items":["x"`+strings.Repeat(`,"x"`, 39)+`]}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := call(t, b, "drop_basket", arguments); got != "Dropped." {
		t.Error(got)
	}
	if got := call(t, a, "show_basket", arguments); got != missing(id) {
		t.Error(got)
	}
	keys, err := s.client.Keys(t.Context(), "*").Result()
	if err != nil || len(keys) != 0 {
		t.Errorf("keys that are left: %v %v", keys, err)
	}
}

// TestRestart kills Redis and starts it again.
func TestRestart(t *testing.T) {
	s := newServer(t)
	tk := replica(t, s.client, time.Hour)
	arguments, id := createBasket(t, tk)
	call(t, tk, "add_item", sprint(`{"basket_id":%q,"item":"tea"}`, id))
	s.stop()
	const lost = "What the server keeps between calls is not available at the moment. Try again later."
	for _, tool := range []string{"show_basket", "create_basket"} {
		given := arguments
		if tool == "create_basket" {
			given = nil
		}
		if got := call(t, tk, tool, given); got != lost {
			t.Errorf("%s without Redis: %s", tool, got)
		}
	}
	s.start()
	if got := call(t, tk, "show_basket", arguments); got != `{"items":["tea"]}` {
		t.Error(got)
	}
	if got := call(t, replica(t, s.client, time.Hour), "show_basket", arguments); got != `{"items":["tea"]}` {
		t.Errorf("a new process: %s", got)
	}
}

func TestExpiry(t *testing.T) {
	s := newServer(t)
	sliding, fixed := replica(t, s.client, 400*time.Millisecond), replica(t, s.client, 400*time.Millisecond, toolkit.WithFixedLifetime())
	used, usedID := createBasket(t, sliding)
	kept, keptID := createBasket(t, fixed)
	for range 6 {
		time.Sleep(100 * time.Millisecond)
		if got := call(t, sliding, "show_basket", used); got != `{"items":[]}` {
			t.Fatal(got)
		}
		_ = call(t, fixed, "add_item", sprint(`{"basket_id":%q,"item":"x"}`, keptID))
	}
	if got := call(t, fixed, "show_basket", kept); got != missing(keptID) {
		t.Error(got)
	}
	eventually(t, "the basket that nobody uses expires", func() bool {
		time.Sleep(600 * time.Millisecond)
		return call(t, sliding, "show_basket", used) == missing(usedID)
	})
}

// TestEviction fills the memory of Redis.
func TestEviction(t *testing.T) {
	s := newServer(t, "--maxmemory", "3mb", "--maxmemory-policy", "allkeys-lru")
	tk := replica(t, s.client, time.Hour)
	arguments, id := createBasket(t, tk)
	big := strings.Repeat("x", 100_000)
	for range 60 {
		_, other := createBasket(t, tk)
		_ = call(t, tk, "add_item", sprint(`{"basket_id":%q,"item":%q}`, other, big))
	}
	if got := call(t, tk, "show_basket", arguments); got != missing(id) {
		t.Error(got)
	}
}

func TestLimits(t *testing.T) {
	s := newServer(t)
	store := redisstore.New(s.client, redisstore.WithMaxValueBytes(10))
	ctx := t.Context()
	if err := store.Create(ctx, "k", make([]byte, 11), time.Minute); !errors.Is(err, toolkit.ErrHandleTooLarge) {
		t.Error(err)
	}
	if err := store.Create(ctx, "k", []byte("a"), time.Minute); err != nil {
		t.Fatal(err)
	}
	if err := store.Create(ctx, "k", []byte("b"), time.Minute); err == nil {
		t.Error("a key can be taken twice")
	}
	stop := errors.New("stop")
	if err := store.Update(ctx, "k", 0, func([]byte) ([]byte, error) { return nil, stop }); !errors.Is(err, stop) {
		t.Error(err)
	}
	if err := store.Update(ctx, "k", 0, func([]byte) ([]byte, error) { return make([]byte, 11), nil }); !errors.Is(err, toolkit.ErrHandleTooLarge) {
		t.Error(err)
	}
	if value, err := store.Load(ctx, "k", 0); err != nil || string(value) != "a" {
		t.Errorf("%q %v", value, err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := store.Load(ended, "k", 0); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := s.client.Set(ctx, "mcp:handle:short", "x", 0).Err(); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Load(ctx, "short", 0); err == nil || errors.Is(err, toolkit.ErrNoHandle) {
		t.Errorf("a value of somebody else: %v", err)
	}
	for _, key := range []string{"none"} {
		if err := store.Delete(ctx, key); !errors.Is(err, toolkit.ErrNoHandle) {
			t.Error(err)
		}
	}
}
