package toolkit

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// A HandleStore keeps values under keys, each for a time: what [Handles] need of a database.
// Keys have at most 128 letters, digits and the characters - _ and :. All methods may be
// called from several goroutines and processes, end when ctx does, and keep no slice that they
// are given or have returned.
type HandleStore interface {
	// Create keeps a new value for the time ttl, which is more than 0.
	Create(ctx context.Context, key string, value []byte, ttl time.Duration) error
	// Load returns a value, and keeps it for ttl from now on; 0 leaves it the time that it
	// has. It returns [ErrNoHandle] if there is no value, or if its time is over.
	Load(ctx context.Context, key string, ttl time.Duration) ([]byte, error)
	// Update replaces a value by what change makes of it, and keeps it as Load does. If the
	// value was replaced meanwhile, change is called again with the newer one: no
	// update is lost, and none is made of a value that is not there any more. An error of
	// change ends it, is returned as it is or wrapped, and leaves everything as it was. It
	// returns ErrNoHandle as Load does.
	Update(ctx context.Context, key string, ttl time.Duration, change func(value []byte) ([]byte, error)) error
	// Delete forgets a value. It returns ErrNoHandle if there was none.
	Delete(ctx context.Context, key string) error
}

var (
	// ErrNoHandle says that there is no state behind an ID: it has expired, or it was never
	// given to this caller.
	ErrNoHandle = errors.New("the handle has expired or does not exist")
	// ErrHandleTooLarge says that a state is larger than what its store keeps.
	ErrHandleTooLarge = errors.New("the state is too large to be kept")
)

const (
	// defaultHandleMemory bounds a memoryStore unless WithHandleMemory is given.
	defaultHandleMemory = 64 << 20
	// handleOverhead is about what an entry costs beside its key and value.
	handleOverhead = 200
)

// A memoryStore is the HandleStore of a single process. It holds a bounded number of bytes,
// and forgets what was not used for longest.
type memoryStore struct {
	limit int

	mu      sync.Mutex
	entries map[string]*list.Element // of *memoryEntry
	used    list.List                // the one used last is in front
	size    int
}

type memoryEntry struct {
	key     string
	value   []byte // never changed
	expires time.Time
}

func (e *memoryEntry) size() int { return len(e.key) + len(e.value) + handleOverhead }

func newMemoryStore(limit int) *memoryStore {
	return &memoryStore{limit: limit, entries: map[string]*list.Element{}}
}

// Create implements HandleStore.
func (m *memoryStore) Create(_ context.Context, key string, value []byte, ttl time.Duration) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.find(key) != nil {
		return fmt.Errorf("the key %s is taken", key)
	}
	e := &memoryEntry{key, slices.Clone(value), time.Now().Add(ttl)}
	if e.size() > m.limit {
		return ErrHandleTooLarge
	}
	m.entries[key] = m.used.PushFront(e)
	m.size += e.size()
	m.shrink()
	return nil
}

// Load implements HandleStore.
func (m *memoryStore) Load(_ context.Context, key string, ttl time.Duration) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.use(key, ttl)
	if e == nil {
		return nil, ErrNoHandle
	}
	return slices.Clone(e.value), nil
}

// Update implements HandleStore. change runs without the lock, so that it may take its time
// and use other handles.
func (m *memoryStore) Update(ctx context.Context, key string, ttl time.Duration, change func([]byte) ([]byte, error)) error {
	for {
		m.mu.Lock()
		e := m.find(key)
		m.mu.Unlock()
		if e == nil {
			return ErrNoHandle
		}
		value, err := change(slices.Clone(e.value))
		if err != nil {
			return err
		}
		done, err := m.replace(e, slices.Clone(value), ttl)
		if done || err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// replace puts a value in the place of old, unless something else is there by now.
func (m *memoryStore) replace(old *memoryEntry, value []byte, ttl time.Duration) (done bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.find(old.key) != old {
		return false, nil
	}
	e := &memoryEntry{old.key, value, old.expires}
	if e.size() > m.limit {
		return false, ErrHandleTooLarge
	}
	m.entries[e.key].Value = e
	m.size += e.size() - old.size()
	m.use(e.key, ttl)
	m.shrink()
	return true, nil
}

// Delete implements HandleStore.
func (m *memoryStore) Delete(_ context.Context, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.find(key) == nil {
		return ErrNoHandle
	}
	m.drop(m.entries[key])
	return nil
}

// find returns the entry of a key, or nil. One whose time is over is dropped.
func (m *memoryStore) find(key string) *memoryEntry {
	element := m.entries[key]
	if element == nil {
		return nil
	}
	e := element.Value.(*memoryEntry)
	if !time.Now().Before(e.expires) {
		m.drop(element)
		return nil
	}
	return e
}

// use finds an entry and notes its use.
func (m *memoryStore) use(key string, ttl time.Duration) *memoryEntry {
	e := m.find(key)
	if e == nil {
		return nil
	}
	if ttl > 0 {
		e.expires = time.Now().Add(ttl)
	}
	m.used.MoveToFront(m.entries[key])
	return e
}

func (m *memoryStore) drop(element *list.Element) {
	e := m.used.Remove(element).(*memoryEntry)
	delete(m.entries, e.key)
	m.size -= e.size()
}

// shrink drops what was used least recently, as far as its time is over or there is no room.
func (m *memoryStore) shrink() {
	for last := m.used.Back(); last != nil; last = m.used.Back() {
		if m.size <= m.limit && time.Now().Before(last.Value.(*memoryEntry).expires) {
			return
		}
		m.drop(last)
	}
}
