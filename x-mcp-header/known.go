package xmcpheader

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"
)

const (
	maxCallers = 1000   // whose lists are kept
	maxKnown   = 20_000 // tools are kept of one caller
)

// A knownTool is a tool of a list.
type knownTool struct {
	bindings []Binding
	expires  time.Time
}

// knownTools are the tools that a server has for one caller, as far as its lists said.
type knownTools struct {
	used time.Time // guarded by the mutex of callers

	mu      sync.Mutex
	tools   map[string]knownTool
	expires time.Time     // until when a tool that is not among them is not there
	listing chan struct{} // closed when the list that is asked for now is there; or nil
	count   int           // how many whole lists were taken in
}

// find returns a tool, and whether what is known may be relied on at that time. A tool that
// is known not to be there has no bindings.
func (k *knownTools) find(name string, now time.Time) (bindings []Binding, found, fresh bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	tool, found := k.tools[name]
	if found {
		return tool.bindings, true, now.Before(tool.expires)
	}
	return nil, false, now.Before(k.expires)
}

// add takes in a tool of a page.
func (k *knownTools) add(name string, bindings []Binding, expires time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.tools == nil {
		k.tools = map[string]knownTool{}
	}
	if _, there := k.tools[name]; there || len(k.tools) < maxKnown {
		k.tools[name] = knownTool{bindings, expires}
	}
}

// complete notes that there are no tools but those that were taken in.
func (k *knownTools) complete(expires time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.expires = expires
}

// replace takes in the tools of a whole list.
func (k *knownTools) replace(tools map[string]knownTool, expires time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.tools, k.expires = tools, expires
	k.count++
}

// lists returns how many whole lists were taken in.
func (k *knownTools) lists() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.count
}

// expire makes sure that the server is asked before the next call. What is known stays, for
// the case that it does not answer.
func (k *knownTools) expire() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.expires = time.Time{}
	for name, tool := range k.tools {
		k.tools[name] = knownTool{bindings: tool.bindings}
	}
}

// lead returns nil to the one who has to ask for the list now, and otherwise what is closed
// when somebody else has. Who leads calls done.
func (k *knownTools) lead() (wait <-chan struct{}, done func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.listing != nil {
		return k.listing, nil
	}
	listing := make(chan struct{})
	k.listing = listing
	return nil, func() {
		k.mu.Lock()
		k.listing = nil
		k.mu.Unlock()
		close(listing)
	}
}

// A caller is who asks which endpoint, without its secrets.
type caller [sha256.Size]byte

// callerOf tells callers apart by the endpoint and by the headers that say who asks.
func callerOf(r *http.Request, headers []string) caller {
	h := sha256.New()
	part := func(s string) { fmt.Fprintf(h, "%d:%s", len(s), s) } // no two lists of parts look alike
	part(r.URL.Scheme)
	part(r.URL.Host)
	part(r.Host)
	part(r.URL.RequestURI())
	names := append([]string{"Authorization", "Cookie"}, headers...)
	for _, name := range names {
		part(http.CanonicalHeaderKey(name))
		values := r.Header.Values(name)
		part(strconv.Itoa(len(values)))
		for _, value := range values {
			part(value)
		}
	}
	return caller(h.Sum(nil))
}

// callers are all whose lists are kept. The zero value is ready for use.
type callers struct {
	mu    sync.Mutex
	known map[caller]*knownTools
}

// of returns what is known of one caller's tools. The caller that was not heard of for the
// longest time is forgotten for a new one.
func (c *callers) of(key caller, now time.Time) *knownTools {
	c.mu.Lock()
	defer c.mu.Unlock()
	if k := c.known[key]; k != nil {
		k.used = now
		return k
	}
	if c.known == nil {
		c.known = map[caller]*knownTools{}
	}
	if len(c.known) >= maxCallers {
		var oldest caller
		first := true
		for key, k := range c.known {
			if first || k.used.Before(c.known[oldest].used) {
				oldest, first = key, false
			}
		}
		delete(c.known, oldest)
	}
	k := &knownTools{used: now}
	c.known[key] = k
	return k
}
