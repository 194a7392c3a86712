package redisstore

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/typedmcp/toolkit"
)

// A Store is a [toolkit.HandleStore] and a [toolkit.Broadcast]. Its client is the caller's to
// configure and to close. What Redis forgets, because its memory is full or it was restarted
// without a file, has expired for the tools. All methods may be called from several
// goroutines.
type Store struct {
	client  redis.UniversalClient
	prefix  string
	maximum int
}

var (
	_ toolkit.HandleStore = (*Store)(nil)
	_ toolkit.Broadcast   = (*Store)(nil)
)

// An Option changes what [New] makes.
type Option func(*Store)

// WithPrefix begins the keys and the channel of a server, so that several servers can use one
// Redis. The default is "mcp:".
func WithPrefix(prefix string) Option { return func(s *Store) { s.prefix = prefix } }

// WithMaxValueBytes bounds the JSON of one state; the default, and the meaning of 0 and less, is 1 MiB. A
// larger one is refused with [toolkit.ErrHandleTooLarge].
func WithMaxValueBytes(n int) Option {
	return func(s *Store) {
		if n > 0 {
			s.maximum = n
		}
	}
}

// New returns a store. The client may be one of a single server, a cluster or sentinels; with
// ContextTimeoutEnabled it obeys the timeouts of tools.
func New(client redis.UniversalClient, options ...Option) *Store {
	s := &Store{client: client, prefix: "mcp:", maximum: 1 << 20}
	for _, option := range options {
		option(s)
	}
	return s
}

// markLength is how many random bytes stand before each value. They tell a write that was
// repeated after its answer was lost from one of somebody else.
const markLength = 8

// marked returns a value as it is kept.
func (s *Store) marked(value []byte) ([]byte, error) {
	if len(value) > s.maximum {
		return nil, fmt.Errorf("%w: it has %d bytes, at most %d are allowed", toolkit.ErrHandleTooLarge, len(value), s.maximum)
	}
	kept := make([]byte, markLength, markLength+len(value))
	_, _ = rand.Read(kept) // it never fails
	return append(kept, value...), nil
}

func (s *Store) key(key string) string { return s.prefix + "handle:" + key }

// milliseconds rounds a time up, since 0 means something else to Redis.
func milliseconds(d time.Duration) int64 {
	return max(int64((d+time.Millisecond-1)/time.Millisecond), 1)
}

// Create implements [toolkit.HandleStore].
func (s *Store) Create(ctx context.Context, key string, value []byte, ttl time.Duration) error {
	kept, err := s.marked(value)
	if err != nil {
		return err
	}
	created, err := create.Run(ctx, s.client, []string{s.key(key)}, kept, milliseconds(ttl)).Bool()
	if err == nil && !created {
		err = errors.New("the key is taken")
	}
	return wrap("create", err)
}

// create sets a value that is not there, or is there from the same call already.
var create = redis.NewScript(`
local old = redis.call('GET', KEYS[1])
if old then return old == ARGV[1] and 1 or 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`)

// Load implements [toolkit.HandleStore].
func (s *Store) Load(ctx context.Context, key string, ttl time.Duration) ([]byte, error) {
	kept, err := s.load(ctx, key, ttl)
	if err != nil {
		return nil, err
	}
	return kept[markLength:], nil
}

// load returns a value with its mark.
func (s *Store) load(ctx context.Context, key string, ttl time.Duration) ([]byte, error) {
	var answer *redis.StringCmd
	if ttl > 0 {
		answer = s.client.GetEx(ctx, s.key(key), time.Duration(milliseconds(ttl))*time.Millisecond)
	} else {
		answer = s.client.Get(ctx, s.key(key))
	}
	kept, err := answer.Bytes()
	switch {
	case errors.Is(err, redis.Nil):
		return nil, toolkit.ErrNoHandle
	case err != nil:
		return nil, wrap("load", err)
	case len(kept) < markLength:
		return nil, fmt.Errorf("redisstore: the value of %s was not written by this package", s.key(key))
	}
	return kept, nil
}

// Update implements [toolkit.HandleStore].
func (s *Store) Update(ctx context.Context, key string, ttl time.Duration, change func([]byte) ([]byte, error)) error {
	for attempt := 0; ; attempt++ {
		old, err := s.load(ctx, key, 0)
		if err != nil {
			return err
		}
		value, err := change(bytes.Clone(old[markLength:]))
		if err != nil {
			return err
		}
		kept, err := s.marked(slices.Clone(value))
		if err != nil {
			return err
		}
		life := int64(0)
		if ttl > 0 {
			life = milliseconds(ttl)
		}
		replaced, err := replace.Run(ctx, s.client, []string{s.key(key)}, old, kept, life).Bool()
		if err != nil {
			return wrap("update", err)
		}
		if replaced {
			return nil
		}
		if err := wait(ctx, attempt); err != nil {
			return err
		}
	}
}

// replace sets a value if it is still the old one, or is set by the same call already.
var replace = redis.NewScript(`
local now = redis.call('GET', KEYS[1])
if now == ARGV[2] then return 1 end
if now ~= ARGV[1] then return 0 end
if ARGV[3] == '0' then
  redis.call('SET', KEYS[1], ARGV[2], 'KEEPTTL')
else
  redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
end
return 1`)

// wait lets others go first: for a random time that grows to 32 ms.
func wait(ctx context.Context, attempt int) error {
	n, err := rand.Int(rand.Reader, big.NewInt(int64(time.Millisecond)<<min(attempt, 5)))
	if err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Duration(n.Int64())):
		return nil
	}
}

// Delete implements [toolkit.HandleStore].
func (s *Store) Delete(ctx context.Context, key string) error {
	n, err := s.client.Del(ctx, s.key(key)).Result()
	if err == nil && n == 0 {
		return toolkit.ErrNoHandle
	}
	return wrap("delete", err)
}

func wrap(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("redisstore: %s: %w", what, err)
}
