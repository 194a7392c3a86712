package main

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	xmcpheader "github.com/typedmcp/toolkit/x-mcp-header"
)

// A tally is what the callers of one region got since it was last asked.
type tally struct {
	mu      sync.Mutex
	answers int
	errors  map[string]int
}

func (c *tally) note(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil {
		c.answers++
		return
	}
	c.errors[err.Error()]++
}

// take returns what was noted, the texts of errors without how often they came.
func (c *tally) take() (answers int, errors []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	answers, errors = c.answers, slices.Sorted(maps.Keys(c.errors))
	c.answers, c.errors = 0, map[string]int{}
	return answers, errors
}

// until waits for a number of answers, or of errors.
func (c *tally) until(t *testing.T, answers, errors int) {
	t.Helper()
	for range 2000 {
		c.mu.Lock()
		failed := 0
		for _, n := range c.errors {
			failed += n
		}
		reached := c.answers >= answers && failed >= errors
		c.mu.Unlock()
		if reached {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("not %d answers and %d errors after ten seconds", answers, errors)
}

// TestOneServerLost kills a server while both clients call both regions: callers of the other
// region notice nothing, those of the lost one get an error for each call, lists go on, and the
// same sessions get answers again as soon as the server is back.
func TestOneServerLost(t *testing.T) {
	s := start(t)
	regions := map[string]*tally{"eu": {errors: map[string]int{}}, "us": {errors: map[string]int{}}}
	lists := &tally{errors: map[string]int{}}
	ctx, stop := context.WithCancel(t.Context())
	var callers sync.WaitGroup
	for _, transport := range []http.RoundTripper{http.DefaultTransport, &xmcpheader.Transport{MinTTL: time.Hour}} {
		session := connect(t, s.endpoint, transport)
		if _, err := session.ListTools(ctx, nil); err != nil {
			t.Fatal(err)
		}
		again := func(noted *tally, call func() error) {
			callers.Go(func() {
				for ctx.Err() == nil {
					if err := call(); ctx.Err() == nil {
						noted.note(err)
					}
					time.Sleep(time.Millisecond)
				}
			})
		}
		for region, noted := range regions {
			for range 2 {
				again(noted, func() error {
					_, err := sum(ctx, session, region)
					return err
				})
			}
		}
		// In a session of its own: while the official client lists again, it forgets which headers
		// its calls need.
		lister := connect(t, s.endpoint, transport)
		again(lists, func() error {
			_, err := lister.ListTools(ctx, &mcp.ListToolsParams{})
			return err
		})
	}
	defer callers.Wait()
	defer stop()

	expect := func(when, what string, noted *tally, want []string) {
		t.Helper()
		answers, errors := noted.take()
		if diff := cmp.Diff(want, errors); diff != "" || answers == 0 && want == nil {
			t.Errorf("%s, %s: %d answers, errors (-want +got):\n%s", when, what, answers, diff)
		}
	}
	regions["eu"].until(t, 20, 0)
	regions["us"].until(t, 20, 0)
	expect("before", "eu", regions["eu"], nil)
	expect("before", "us", regions["us"], nil)

	s.kill(t, "us")
	regions["us"].until(t, 0, 20)
	regions["eu"].until(t, 20, 0)
	lists.take() // those that the server had begun to answer are lost
	lists.until(t, 20, 0)
	expect("without us", "eu", regions["eu"], nil)
	expect("without us", "us", regions["us"], []string{lostServer})
	expect("without us", "lists", lists, nil)

	s.restart(t, "us")
	regions["us"].until(t, 20, 0)
	regions["us"].take() // the last errors are among them
	regions["us"].until(t, 20, 0)
	expect("again", "us", regions["us"], nil)
	expect("again", "eu", regions["eu"], nil)
}

// lostServer is what the caller of a region gets whose server is gone.
const lostServer = `calling "tools/call": rejected by transport: sending "tools/call": Bad Gateway`
