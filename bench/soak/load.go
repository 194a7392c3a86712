package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"
)

// connections are how many clients call at the same time.
const connections = 64

// A kind is a kind of requests.
type kind struct {
	name  string
	share int // of 1000
	send  func(c *caller, id string)
}

// A caller is one client of the load, with numbers of its own that are the same in each run.
type caller struct {
	client

	tally  *tally
	random *rand.Rand
}

// kinds are what the load is mixed of.
var kinds = []kind{
	{"good", 520, func(c *caller, id string) { c.tally.write(&c.client, "good", noteOf(id, "note", 0)) }},
	{"slow, with progress", 100, func(c *caller, id string) {
		c.tally.write(&c.client, "slow, with progress", noteOf(id, "note", 10+c.random.IntN(90)).watched())
	}},
	{"wrong arguments", 100, expect("wrong arguments", func(id string) request { return callOf(id, "note", `{"idd":"`+id+`"}`) },
		answer{status: 200, isError: true, text: "The arguments of note have "})},
	{"unknown tool", 30, expect("unknown tool", func(id string) request { return callOf(id, "nota", `{}`) },
		answer{status: 400, code: -32602, message: `unknown tool "nota"; did you mean "note"?`})},
	{"a tool that fails", 50, expect("a tool that fails", func(id string) request { return noteOf(id, "fail", 0) },
		answer{status: 200, isError: true, text: "There is no note "})},
	{"a tool that panics", 50, expect("a tool that panics", func(id string) request { return noteOf(id, "crash", 0) },
		answer{status: 200, isError: true, text: "crash failed because of an internal error."})},
	{"slower than its timeout", 50, expect("slower than its timeout", func(id string) request { return noteOf(id, "late", 30_000) },
		answer{status: 200, isError: true, text: "late did not finish within 50ms"})},
	{"list of tools", 30, expect("list of tools", listOf, answer{status: 200})},
	{"a result that is too large", 1, expect("a result that is too large", func(id string) request { return callOf(id, "text", `{"kilobytes":17000}`) },
		answer{status: 200, isError: true, text: "text ran, but its result of 17408000 bytes is over the limit of 16777216 bytes"})},
	{"a body that is too large", 1, expect("a body that is too large", func(id string) request { return callOf(id, "note", `{"id":"`+strings.Repeat("x", 4<<20)+`"}`) },
		answer{status: 413, code: -32600, message: "the body has more than 4194304 bytes"})},
	{"a session of " + older, 20, session},
	{"cancelled", 40, func(c *caller, id string) {
		c.abandon(noteOf(id, "note", 200), 1+c.random.IntN(20))
	}},
	{"cut off", 8, func(c *caller, id string) {
		r := noteOf(id, "note", 0)
		r.body += strings.Repeat(" ", 100)
		_ = c.write(r.head(), r.body[:c.random.IntN(len(r.body))])
		c.tally.abandon()
		c.close()
	}},
}

// expect sends a request of a kind and holds its answer against another, of whose texts only the
// beginning counts.
func expect(kind string, make func(id string) request, want answer) func(*caller, string) {
	return func(c *caller, id string) {
		began := time.Now()
		a, err := c.do(make(id))
		c.tally.note(kind, time.Since(began), err)
		if err == nil && (a.status != want.status || a.code != want.code || a.isError != want.isError ||
			!strings.HasPrefix(a.text, want.text) || !strings.HasPrefix(a.message, want.message)) {
			c.tally.fault("%s: got %v", kind, a)
		}
	}
}

// abandon sends a request and closes the connection some milliseconds later: that is how a call is
// cancelled.
func (c *caller) abandon(r request, milliseconds int) {
	_ = c.write(r.head(), r.body)
	time.Sleep(time.Duration(milliseconds) * time.Millisecond)
	c.tally.abandon()
	c.close()
}

// session is a session of an older revision: begun, used for a note, and ended.
func session(c *caller, id string) {
	const kind = "a session of " + older
	began := time.Now()
	a, err := c.do(request{id: id, header: "Mcp-Protocol-Version: " + older + "\r\n",
		body: `{"jsonrpc":"2.0","id":"` + id + `","method":"initialize","params":{"protocolVersion":"` + older + `","capabilities":{},"clientInfo":{"name":"soak","version":"1.0.0"}}}`})
	if err != nil || a.session == "" {
		c.tally.note(kind, 0, err)
		c.tally.fault("%s begins with %v", kind, a)
		return
	}
	header := "Mcp-Protocol-Version: " + older + "\r\nMcp-Session-Id: " + a.session + "\r\n"
	if _, err := c.do(request{header: header, body: `{"jsonrpc":"2.0","method":"notifications/initialized"}`}); err != nil {
		c.tally.fault("%s: %v", kind, err)
	}
	a, err = c.do(request{id: id, header: header, body: `{"jsonrpc":"2.0","id":"` + id + `","method":"tools/call","params":{"name":"note","arguments":{"id":"` + id + `"}}}`})
	c.tally.note(kind, time.Since(began), err)
	if err == nil {
		if a.isError || a.text != `{"id":"`+id+`"}` {
			c.tally.fault("%s: got %v", kind, a)
		}
		c.tally.acknowledge(id)
	}
	if err := c.write("DELETE /mcp HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n"); err != nil {
		return
	}
	response, err := http.ReadResponse(c.answers, nil)
	if err != nil || response.StatusCode != http.StatusNoContent {
		c.tally.fault("the end of %s: %v, %v", kind, response, err)
		c.close()
		return
	}
	_, _ = io.Copy(io.Discard, response.Body)
}

// load lets all clients send all kinds of requests for a time, to a server that used nothing but
// one request of each kind before.
func load(ctx context.Context, s *soak) (*outcome, error) {
	set := setup{Ledger: s.file("load")}
	server, err := set.start(ctx)
	if err != nil {
		return nil, err
	}
	defer server.kill()
	first := newTally()
	warm := &caller{client{address: server.address}, first, s.random(0)}
	for i, k := range kinds {
		k.send(warm, fmt.Sprintf("first-%d", i))
	}
	warm.close()
	o, err := newOutcome(server)
	if err != nil {
		return nil, err
	}
	o.tally.faults = first.faults
	for id := range first.acknowledged {
		o.tally.acknowledge(id)
	}

	end := time.Now().Add(s.time)
	var group sync.WaitGroup
	for n := range connections {
		group.Go(func() {
			c := &caller{client{address: server.address}, o.tally, s.random(n + 1)}
			defer c.close()
			for i := 0; time.Now().Before(end); i++ {
				mixed(c.random).send(c, fmt.Sprintf("%d-%d", n, i))
			}
		})
	}
	group.Wait()
	return o, o.finish(server, set.Ledger)
}

// mixed returns a kind, each as often as its share says.
func mixed(random *rand.Rand) kind {
	n := random.IntN(1000)
	for _, k := range kinds {
		if n -= k.share; n < 0 {
			return k
		}
	}
	return kinds[0]
}
