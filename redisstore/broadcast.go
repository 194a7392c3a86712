package redisstore

import (
	"context"
	"errors"
	"net"
	"time"

	"github.com/redis/go-redis/v9"
)

// silence is how long a subscription hears nothing before it asks whether Redis is there.
const silence = 10 * time.Second

func (s *Store) channel() string { return s.prefix + "tools/list_changed" }

// Publish implements [toolkit.Broadcast].
func (s *Store) Publish(ctx context.Context, message []byte) error {
	return wrap("publish", s.client.Publish(ctx, s.channel(), message).Err())
}

// Subscribe implements [toolkit.Broadcast].
func (s *Store) Subscribe(ctx context.Context, receive func(message []byte)) error {
	subscription := s.client.Subscribe(ctx, s.channel())
	defer subscription.Close()
	// A read does not end with the context by itself.
	defer context.AfterFunc(ctx, func() { _ = subscription.Close() })()
	asked := false
	for {
		message, err := subscription.ReceiveTimeout(ctx, silence)
		var network net.Error
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &network) && network.Timeout() && !asked:
			asked = true
			if err := subscription.Ping(ctx); err != nil {
				return wrap("subscribe", err)
			}
			continue
		case err != nil:
			return wrap("subscribe", err)
		}
		asked = false
		switch m := message.(type) {
		case *redis.Subscription:
			receive(nil)
		case *redis.Message:
			receive([]byte(m.Payload))
		}
	}
}
