package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"time"
)

// A soak is one run.
type soak struct {
	time   time.Duration // how long the load lasts
	folder string        // for ledgers, databases and configurations
}

// file names a file of the run.
func (s *soak) file(name string) string { return filepath.Join(s.folder, name) }

// random returns the numbers of one client, the same in each run.
func (s *soak) random(n int) *rand.Rand { return rand.New(rand.NewPCG(7, uint64(n))) }

// share is a part of the time of the load, but at least so long.
func (s *soak) share(part float64, least time.Duration) time.Duration {
	return max(time.Duration(part*float64(s.time)), least)
}

// A scenario is one thing that goes wrong around a server.
type scenario struct {
	name string
	what string // the row of the table
	run  func(ctx context.Context, s *soak) (*outcome, error)
}

// scenarios are all of them, in the order of the table.
var scenarios = []scenario{
	{"load", "64 clients, all kinds of requests", load},
	{"slow", "64 slow clients, and 16 others", slowClients},
	{"silent", "connections on which nothing comes any more", silentClients},
	{"stop", "SIGTERM to a server with 64 slow calls and 8 streams", stopUnderLoad},
	{"replicas", "three replicas behind nginx: one is killed, one ends with SIGTERM, both start again", replicas},
	{"disk", "the disk of the issue tracker is full, and has room again", fullDisk},
}

// settleTime is how long a server may take until it uses no more than before, beside what it
// waits for by its timeouts.
const settleTime = 20 * time.Second

// An outcome is what a scenario has counted.
type outcome struct {
	tally         *tally
	written       int
	lost, twice   int
	before, after *use // nil where no server lives through the scenario
	note          string
}

// newOutcome begins to count with what a server uses, nil for none.
func newOutcome(server *process) (*outcome, error) {
	o := &outcome{tally: newTally()}
	if server == nil {
		return o, nil
	}
	u, err := server.use()
	o.before = &u
	return o, err
}

// finish holds the ledgers against what was acknowledged, and the server against what it used
// before.
func (o *outcome) finish(server *process, ledgers ...string) error {
	if server != nil {
		u, err := server.settle(*o.before, settleTime)
		if err != nil {
			return err
		}
		o.after = &u
	}
	l, err := readLedger(ledgers...)
	if err != nil {
		return err
	}
	o.written, o.lost, o.twice = l.compare(o.tally.acknowledged)
	return nil
}

// problems says what does not hold.
func (o *outcome) problems() []string {
	t := o.tally
	list := t.faults
	say := func(wrong bool, format string, args ...any) {
		if wrong {
			list = append(list, fmt.Sprintf(format, args...))
		}
	}
	say(t.requests == 0 || t.answers == 0, "%d answers to %d requests", t.answers, t.requests)
	say(t.answers+t.broken+t.gaveUp != t.requests, "%d requests have %d answers and %d connection errors, and %d were given up", t.requests, t.answers, t.broken, t.gaveUp)
	say(o.lost > 0, "%d of %d acknowledged notes are lost", o.lost, len(t.acknowledged))
	say(o.twice > 0, "%d notes were written more than once", o.twice)
	if o.before != nil {
		say(!o.after.within(*o.before), "the server uses %+v, and used %+v before", *o.after, *o.before)
	}
	return list
}
