// Package redisstore keeps the states of [toolkit.Handles] in Redis, and tells the replicas of
// a server when the tools of one of them change. It needs Redis 6.2 or newer, or what speaks
// its protocol.
//
//	store := redisstore.New(redis.NewClient(&redis.Options{Addr: "127.0.0.1:6379"}))
//	baskets := toolkit.NewHandles[Basket](tk, "bsk", 24*time.Hour, toolkit.WithHandleStore(store))
//	go tk.ShareListChanges(ctx, store)
package redisstore
