package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/typedmcp/toolkit/internal/render"
)

const (
	// takeBack moves to the beginning of the line and deletes it.
	takeBack = "\r\x1b[K"
	// lineWidth is how many columns a terminal has at least.
	lineWidth = 79
)

// A waiting says on a terminal what is waited for and for how long, once that takes longer than a
// moment. It takes its line back before anything else is written, and when the waiting is over.
// What the server writes to stderr goes through it for that reason.
type waiting struct {
	terminal io.Writer // nil if stderr is none: nothing is said then
	stderr   io.Writer
	moment   time.Duration // how long nothing is said, and then how long one line stays

	mu      sync.Mutex
	what    string // nothing is waited for if it is ""
	since   time.Time
	timer   *time.Timer
	shown   bool // our line stands there
	midLine bool // what the server wrote last has not ended its line
}

// newWaiting returns one for a stderr.
func newWaiting(stderr io.Writer) *waiting {
	w := &waiting{stderr: stderr, moment: time.Second}
	if isTerminal(stderr) {
		w.terminal = stderr
	}
	return w
}

// For says what is waited for from now on, as in "toolkit: starting ./tracker, 3 s". The seconds
// count from the first call since over.
func (w *waiting) For(what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.terminal == nil {
		return
	}
	if w.what == "" {
		w.since = time.Now()
		w.timer = time.AfterFunc(w.moment, w.tick)
	}
	w.what = what
}

// over says that nothing is waited for.
func (w *waiting) over() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.what == "" {
		return
	}
	w.timer.Stop()
	w.what = ""
	w.erase()
}

// Write writes to stderr, above the line of what is waited for.
func (w *waiting) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.erase()
	if len(p) > 0 {
		w.midLine = !bytes.HasSuffix(p, []byte("\n"))
	}
	return w.stderr.Write(p)
}

// tick writes the line anew.
func (w *waiting) tick() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.what == "" {
		return
	}
	w.timer.Reset(w.moment)
	if w.midLine {
		return
	}
	seconds := fmt.Sprintf(", %d s", int(time.Since(w.since).Round(time.Second).Seconds()))
	text := strings.Join(strings.Fields(render.Clean("toolkit: "+w.what)), " ")
	fmt.Fprint(w.terminal, takeBack, render.Clip(text, lineWidth-len(seconds)), seconds)
	w.shown = true
}

func (w *waiting) erase() {
	if w.shown {
		fmt.Fprint(w.terminal, takeBack)
		w.shown = false
	}
}
