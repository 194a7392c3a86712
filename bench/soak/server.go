package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/typedmcp/toolkit"
)

// asServer, in the environment, makes this program a server. Its value is a setup as JSON.
const asServer = "SOAK_SERVER"

// A setup is what a server is started with.
type setup struct {
	Address   string        // "" for a free one of this machine
	Ledger    string        // the file that notes are written to
	Transfer  time.Duration // Limits.TransferTimeout; 0 for the default
	KeepAlive time.Duration // between probes for clients that are gone; 0 for the default of Go
}

// The limits of the tools.
const (
	lateAfter   = 50 * time.Millisecond // the timeout of late
	mostRunning = 4096
	mostBytes   = 16 << 20 // the default of Limits.MaxResultBytes
)

// NoteArgs are the parameters of note and late.
type NoteArgs struct {
	ID           string `json:"id" description:"What to write down" validate:"min=1,max=40"`
	Milliseconds int    `json:"milliseconds,omitempty" description:"How long to think first" validate:"min=0,max=60000"`
}

// NoteResult is what they return.
type NoteResult struct {
	ID string `json:"id"`
}

// TextArgs are the parameters of text.
type TextArgs struct {
	Kilobytes int `json:"kilobytes" description:"How long the text is" validate:"min=1,max=65536"`
}

// serveIfAsked serves if the environment says so, until SIGTERM, and reports whether it did.
func serveIfAsked() (asked bool, err error) {
	value, asked := os.LookupEnv(asServer)
	if !asked {
		return false, nil
	}
	var s setup
	if err := json.Unmarshal([]byte(value), &s); err != nil {
		return true, err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	return true, s.serve(ctx, os.Stdin, os.Stdout)
}

// serve writes the address first, and what it uses for each line that it reads.
func (s setup) serve(ctx context.Context, asked io.Reader, answers io.Writer) (err error) {
	file, err := os.OpenFile(s.Ledger, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	config := net.ListenConfig{}
	if s.KeepAlive > 0 {
		config.KeepAliveConfig = net.KeepAliveConfig{Enable: true, Idle: s.KeepAlive, Interval: s.KeepAlive, Count: 3}
	}
	address := s.Address
	if address == "" {
		address = "127.0.0.1:0"
	}
	listener, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(answers, listener.Addr()); err != nil {
		return err
	}
	go func() {
		for lines := bufio.NewScanner(asked); lines.Scan(); {
			_ = json.NewEncoder(answers).Encode(measure()) // nobody wants to know if this fails
		}
	}()
	return s.tools(file).Serve(ctx, listener)
}

// A use is what a process uses.
type use struct {
	Goroutines int
	Heap       uint64 // bytes that are reachable
}

func measure() use {
	var stats runtime.MemStats
	runtime.GC()
	runtime.GC() // what pools held
	runtime.ReadMemStats(&stats)
	return use{runtime.NumGoroutine(), stats.HeapAlloc}
}

// tools are tools that end in every way. Those that write do so in two lines of the ledger: one
// when the function begins, and one when the note is written.
func (s setup) tools(file io.Writer) *toolkit.Toolkit {
	tk := toolkit.New("soak", "1.0.0", toolkit.WithLogger(nil), toolkit.WithLimits(toolkit.Limits{
		TransferTimeout: s.Transfer, MaxConcurrent: mostRunning, MaxResultBytes: mostBytes,
	}))
	note := func(ctx context.Context, args NoteArgs) (NoteResult, error) {
		if _, err := io.WriteString(file, begun+args.ID+"\n"); err != nil {
			return NoteResult{}, err
		}
		if args.Milliseconds > 0 {
			wait := time.Duration(args.Milliseconds) * time.Millisecond
			for i := range 2 {
				_ = toolkit.RequestFrom(ctx).Progress(ctx, float64(i+1), 2, "thinking") // a client that is gone ends ctx
				select {
				case <-time.After(wait / 2):
				case <-ctx.Done():
					return NoteResult{}, ctx.Err()
				}
			}
		}
		_, err := io.WriteString(file, args.ID+"\n")
		return NoteResult{args.ID}, err
	}
	toolkit.Register(tk, toolkit.Tool{Name: "note", Description: "Writes something down."}, note)
	toolkit.Register(tk, toolkit.Tool{Name: "late", Description: "Writes something down, if it does not think for long.", Timeout: lateAfter}, note)
	toolkit.Register(tk, toolkit.Tool{Name: "crash", Description: "Panics."}, func(_ context.Context, args NoteArgs) (NoteResult, error) {
		panic(args.ID)
	})
	toolkit.Register(tk, toolkit.Tool{Name: "fail", Description: "Fails."}, func(_ context.Context, args NoteArgs) (NoteResult, error) {
		return NoteResult{}, toolkit.NotFound("note", args.ID)
	})
	toolkit.Register(tk, toolkit.Tool{Name: "text", Description: "Returns a text.", RawText: true}, func(_ context.Context, args TextArgs) (string, error) {
		return strings.Repeat("0123456789abcdef", args.Kilobytes*64), nil
	})
	return tk
}
