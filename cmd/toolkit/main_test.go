package main

import (
	"bytes"
	"errors"
	"flag"
	"io/fs"
	"os"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets scripts run the command, and servers for it, as programs.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"toolkit": main,
		"server":  serveStdio,
		"chatty":  serveChatty,
		"watched": serveWatched,
		"mute":    serveMute,
		"silent":  serveSilent,
		"slow":    serveSlow,
		"garbage": serveGarbage,
		"broken":  serveBroken,
		"strange": serveStrange,
		"ended":   func() {},
	})
}

var update = flag.Bool("update", false, "rewrite what the scripts compare stdout with")

// TestScripts runs the scripts, which are named after the command that they are about.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			url, stop, err := serveHTTP()
			if err != nil {
				return err
			}
			env.Defer(stop)
			env.Setenv("URL", url+"/mcp")
			env.Setenv("CHECKEDURL", url+"/checked")
			env.Setenv("SILENTURL", url+"/silent")
			env.Setenv("GORACE", "atexit_sleep_ms=0") // or each program takes a second to end
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"await": await},
	})
}

// await waits for a file, which a program in the background makes.
func await(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: await file")
	}
	for range 3000 {
		_, err := os.Stat(ts.MkAbs(args[0]))
		if err == nil {
			return
		}
		if !errors.Is(err, fs.ErrNotExist) {
			ts.Check(err)
		}
		time.Sleep(10 * time.Millisecond)
	}
	ts.Fatalf("%s was not made", args[0])
}

// TestColor makes sure that an error is red where colours are wanted, and only there.
func TestColor(t *testing.T) {
	var out bytes.Buffer
	if isTerminal(&out) {
		t.Error("a buffer is taken for a terminal")
	}
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	t.Setenv("NO_COLOR", "")
	t.Setenv("TERM", "xterm")
	if !isTerminal(null) {
		t.Error("a character device is not taken for a terminal")
	}
	t.Setenv("NO_COLOR", "1")
	if isTerminal(null) {
		t.Error("NO_COLOR is not heeded")
	}
	t.Setenv("NO_COLOR", "")
	t.Setenv("TERM", "dumb")
	if isTerminal(null) {
		t.Error("TERM is not heeded")
	}
}
