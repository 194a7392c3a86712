package main

import (
	"errors"
	"fmt"
	"sync"
	"time"
)

// A tally is what clients got.
type tally struct {
	mu           sync.Mutex
	requests     int
	answers      int
	broken       int // connection errors
	gaveUp       int // by the client itself
	acknowledged map[string]bool
	faults       []string
	waits        map[string][]time.Duration // of the answers, by kinds of requests
}

func newTally() *tally {
	return &tally{acknowledged: map[string]bool{}, waits: map[string][]time.Duration{}}
}

// maxFaults is how many faults are kept.
const maxFaults = 20

// fault notes what must not be.
func (t *tally) fault(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.faults) < maxFaults {
		t.faults = append(t.faults, fmt.Sprintf(format, args...))
	}
}

// note counts a request and how it ended: err is that of client.do.
func (t *tally) note(kind string, wait time.Duration, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.requests++
	switch {
	case err == nil:
		t.answers++
		t.waits[kind] = append(t.waits[kind], wait)
	case errors.Is(err, errBroken):
		t.broken++
	case len(t.faults) < maxFaults:
		t.faults = append(t.faults, kind+": "+err.Error())
	}
}

// abandon counts a request whose client does not wait for the answer.
func (t *tally) abandon() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.requests++
	t.gaveUp++
}

// acknowledge notes that a server has said that it wrote an id.
func (t *tally) acknowledge(id string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.acknowledged[id] = true
}

// write sends a note, and notes what became of it. It reports whether the note was acknowledged.
func (t *tally) write(c *client, kind string, r request) bool {
	began := time.Now()
	a, err := c.do(r)
	t.note(kind, time.Since(began), err)
	if err != nil {
		return false
	}
	if want := `{"id":"` + r.id + `"}`; a.status != 200 || a.isError || a.text != want {
		t.fault("%s: got %v", kind, a)
		return false
	}
	t.acknowledge(r.id)
	return true
}
