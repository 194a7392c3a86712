package bench

import (
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"strings"
)

// Many are how many tools are listed and registered, and More how many stand beside the one
// that is called.
const (
	Many = 1_000
	More = 10_000
)

// Names returns n names of tools, the first of which is [ToolName].
func Names(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("%s_%05d", ToolName, i)
	}
	names[0] = ToolName
	return names
}

// ways are the peers that serve, with the work that start makes of each.
func ways(peers []Peer, start func(Peer) (*Work, error)) []Way {
	all := make([]Way, len(peers))
	for i, p := range peers {
		all[i] = Way{p.Name, func() (*Work, error) { return start(p) }}
	}
	return all
}

// request sends one request to a handler, in the process.
func request(h http.Handler, header http.Header, body string) error {
	if w := Do(h, header, body); w.Code != http.StatusOK || w.Body.Len() == 0 {
		return fmt.Errorf("status %d: %s", w.Code, w.Body)
	}
	return nil
}

// emptyHandler is what the others cost without doing anything: a request and a recorder.
func emptyHandler() Comparison {
	empty := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("{}\n"))
	})
	return Comparison{"EmptyHandler", []Way{{"plain", func() (*Work, error) {
		return requests(empty, Header("tools/call", ToolName), CallBody)
	}}}}
}

// call is one tools/call through the http.Handler of a server with one tool.
func call() Comparison {
	return Comparison{"Call", ways(Peers, func(p Peer) (*Work, error) { return calls(p, 1) })}
}

// callAmong is the same among many tools.
func callAmong(tools int) Comparison {
	return Comparison{"CallAmong10000", ways(Peers, func(p Peer) (*Work, error) { return calls(p, tools) })}
}

func calls(p Peer, tools int) (*Work, error) {
	h, err := p.Handler(Names(tools))
	if err != nil {
		return nil, err
	}
	return requests(h, Header("tools/call", ToolName), CallBody)
}

// requests sends the same request again and again. What a server does at the first one only
// is done before.
func requests(h http.Handler, header http.Header, body string) (*Work, error) {
	if err := request(h, header, body); err != nil {
		return nil, err
	}
	return one(func() error { return request(h, header, body) })
}

// list is one tools/list of many tools. Nothing changes between one and the next.
func list(tools int) Comparison {
	return Comparison{"List1000", ways(Peers, func(p Peer) (*Work, error) {
		h, err := p.Handler(Names(tools))
		if err != nil {
			return nil, err
		}
		return requests(h, Header("tools/list", ""), ListBody)
	})}
}

// register is making a server with many tools, ready to serve.
func register(tools int) Comparison {
	names := Names(tools)
	return Comparison{"Register1000", ways(libraries, func(p Peer) (*Work, error) {
		return one(func() error {
			_, err := p.Handler(names)
			return err
		})
	})}
}

// idle is what a server with many tools keeps on the heap, after it has answered a list and
// a call.
func idle(tools int) Comparison {
	names := Names(tools)
	return Comparison{"Idle1000", ways(libraries, func(p Peer) (*Work, error) {
		var kept, times float64
		work, err := one(func() error {
			before := heap()
			h, err := p.Handler(names)
			err = errors.Join(err, request(h, Header("tools/list", ""), ListBody), request(h, Header("tools/call", ToolName), CallBody))
			kept += float64(heap()) - float64(before)
			times++
			runtime.KeepAlive(h)
			return err
		})
		work.Measured = func() map[string]float64 { return map[string]float64{UnitHeap: kept / times} }
		return work, err
	})}
}

// heap returns the bytes that are reachable.
func heap() uint64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.GC() // what pools held
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// payload returns the message of a response, also of one in an event stream.
func payload(body string) string {
	if _, data, found := strings.Cut(body, "data: "); found {
		body, _, _ = strings.Cut(data, "\n")
	}
	return body
}
