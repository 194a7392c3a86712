package redisstore_test

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/redisstore"
)

func Example() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel() // with the server

	tk := toolkit.New("shop", "1.0.0")
	store := redisstore.New(redis.NewClient(&redis.Options{Addr: "127.0.0.1:6379", ContextTimeoutEnabled: true}))
	baskets := toolkit.NewHandles[basket](tk, "bsk", 24*time.Hour, toolkit.WithHandleStore(store))
	go tk.ShareListChanges(ctx, store)

	_ = baskets // for the tools
}
