package reflect

import (
	"reflect"
	"sync"
)

// A Cache keeps the descriptions of types, so that a type that many tools share is described
// once. All calls that use it must have the same [Options] but for Direction and
// AllowUnknown. The zero value is empty and ready; it is safe for concurrent use.
type Cache struct {
	mu    sync.Mutex
	known map[cacheKey]*cached
}

type cacheKey struct {
	typ       reflect.Type
	direction Direction
	open      bool
}

type cached struct {
	once        sync.Once
	description *Description
	err         error
}

// describe returns what is known of t, describing it first if nothing is.
func (c *Cache) describe(t reflect.Type, opts Options) (*Description, error) {
	key := cacheKey{t, opts.Direction, opts.AllowUnknown}
	c.mu.Lock()
	entry := c.known[key]
	if entry == nil {
		if c.known == nil {
			c.known = map[cacheKey]*cached{}
		}
		entry = &cached{}
		c.known[key] = entry
	}
	c.mu.Unlock()
	entry.once.Do(func() { entry.description, entry.err = describe(t, opts) })
	return entry.description, entry.err
}
