package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// textFull is what a model reads while the disk of the issue tracker is full.
const textFull = "The issue database has no room left on its disk. Nothing was written; reading still works. Do not repeat the call: tell the user that somebody has to make room first."

// A tracker is the issue tracker of the examples, as a process.
type tracker struct {
	program, file, address string
	command                *exec.Cmd
}

// start starts the tracker, and waits until it listens.
func (t *tracker) start(ctx context.Context) error {
	t.command = exec.CommandContext(ctx, t.program, "-db", t.file, "-http", t.address)
	if err := t.command.Start(); err != nil {
		return err
	}
	for range 1000 {
		if conn, err := net.Dial("tcp", t.address); err == nil {
			return conn.Close()
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.kill()
	return errors.New("the tracker does not listen")
}

func (t *tracker) kill() {
	_ = t.command.Process.Kill() // fails if it has ended
	_ = t.command.Wait()         // says that it was killed
}

// limit is a disk with so much room for each file of the tracker. It is a limit of the kernel for
// the process, since mounting a small disk is not for everybody.
func (t *tracker) limit(ctx context.Context, room string) error {
	out, err := exec.CommandContext(ctx, "prlimit", "--pid", strconv.Itoa(t.command.Process.Pid), "--fsize="+room+":unlimited").CombinedOutput()
	if err != nil {
		return fmt.Errorf("prlimit of util-linux is needed: %w: %s", err, out)
	}
	return nil
}

// fullDisk fills the disk of the issue tracker while clients file issues and search. What the
// tracker has acknowledged is there afterwards, what it has refused is not, and it goes on by itself
// once there is room.
func fullDisk(ctx context.Context, s *soak) (*outcome, error) {
	t := &tracker{program: s.file("tracker"), file: s.file("tracker.db")}
	out, err := exec.CommandContext(ctx, "go", "build", "-ldflags=-s -w", "-o", t.program, "github.com/typedmcp/toolkit/examples/tracker").CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	if t.address, err = freeAddress(); err != nil {
		return nil, err
	}
	if err := t.start(ctx); err != nil {
		return nil, err
	}
	defer func() { t.kill() }()
	info, err := os.Stat(t.file)
	if err != nil {
		return nil, err
	}
	if err := t.limit(ctx, strconv.FormatInt(info.Size()+64<<10, 10)); err != nil {
		return nil, err
	}
	o, err := newOutcome(nil)
	if err != nil {
		return nil, err
	}
	w := &writing{tally: o.tally, titles: map[string]string{}}
	w.run(t.address, s, "full", func() bool { return w.refused.Load() >= 50 })
	before := len(o.tally.acknowledged)
	if before == 0 || w.refused.Load() == 0 {
		o.tally.fault("%d issues were filed and %d refused", before, w.refused.Load())
	}
	if err := t.limit(ctx, "unlimited"); err != nil {
		return nil, err
	}
	refused := w.refused.Load()
	w.run(t.address, s, "room", func() bool { return len(o.tally.acknowledged) >= before+20 })
	if w.refused.Load() > refused {
		o.tally.fault("the tracker refuses though there is room")
	}
	if err := t.command.Process.Signal(syscall.SIGTERM); err != nil {
		return nil, err
	}
	if err := t.command.Wait(); err != nil {
		o.tally.fault("the tracker ends with %v", err)
	}
	if err := t.start(ctx); err != nil {
		return nil, err
	}
	w.check(t.address, o)
	o.note = fmt.Sprintf("%s issues were refused", commas(int(w.refused.Load())))
	return o, nil
}

// A writing is what clients have filed.
type writing struct {
	tally   *tally
	refused atomic.Int64

	mu     sync.Mutex
	titles map[string]string // of the acknowledged issues, by id
}

// run lets clients file issues and search until enough is said to be done.
func (w *writing) run(address string, s *soak, name string, enough func() bool) {
	var group sync.WaitGroup
	for n := range 8 {
		group.Go(func() {
			c := &client{address: address}
			defer c.close()
			for i := 0; !w.locked(enough); i++ {
				if id := fmt.Sprintf("%s-%d-%d", name, n, i); n%4 == 0 {
					w.search(c, id)
				} else {
					w.file(c, id)
				}
			}
		})
	}
	group.Wait()
}

func (w *writing) locked(enough func() bool) bool {
	w.tally.mu.Lock()
	defer w.tally.mu.Unlock()
	return len(w.tally.faults) > 0 || enough()
}

// file files an issue whose title is the id of the request.
func (w *writing) file(c *client, id string) {
	began := time.Now()
	a, err := c.do(callOf(id, "create_issue", fmt.Sprintf(`{"title":"Issue %s","description":%q,"project":"web","reporter":"anna.petrova","labels":["ui"]}`, id, strings.Repeat("It fills the disk. ", 100))))
	w.tally.note("file", time.Since(began), err)
	var result struct{ Issue struct{ ID string } }
	switch {
	case err != nil:
		w.tally.fault("filing an issue: %v", err)
	case a.isError && a.text == textFull:
		w.refused.Add(1)
	case a.isError || json.Unmarshal([]byte(a.text), &result) != nil || result.Issue.ID == "":
		w.tally.fault("filing an issue: %v", a)
	default:
		w.tally.acknowledge(result.Issue.ID)
		w.mu.Lock()
		defer w.mu.Unlock()
		w.titles[result.Issue.ID] = "Issue " + id
	}
}

// search reads, which works all the time.
func (w *writing) search(c *client, id string) {
	began := time.Now()
	a, err := c.do(callOf(id, "search_issues", `{"query":"login timeout"}`))
	w.tally.note("search", time.Since(began), err)
	if err != nil || a.isError || !strings.Contains(a.text, `"BUG-142"`) {
		w.tally.fault("searching: %v, %v", a, err)
	}
}

// check reads each acknowledged issue, and counts those that there are.
func (w *writing) check(address string, o *outcome) {
	c := &client{address: address}
	defer c.close()
	for id, title := range w.titles {
		a, err := c.do(callOf(id, "get_issue", `{"id":"`+id+`"}`))
		if err != nil || a.isError || !strings.Contains(a.text, `"title":"`+title+`"`) {
			o.lost++
			o.tally.fault("%s, %q: %v, %v", id, title, a, err)
		}
	}
	const samples = 300 // that the tracker has from the beginning
	a, err := c.do(callOf("stats", "issue_stats", `{}`))
	var stats struct{ Total int }
	if err == nil {
		err = json.Unmarshal([]byte(a.text), &stats)
	}
	if err != nil {
		o.tally.fault("counting: %v, %v", a, err)
	}
	if o.written = stats.Total - samples; o.written != len(w.titles) {
		o.tally.fault("%d issues were acknowledged, and there are %d", len(w.titles), o.written)
	}
}
