package toolkittest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/toolkittest/record"
)

// Replay repeats the calls of a file, one after the other, and compares what comes of them with
// what is written there. The file is one that [record.Calls] wrote, or was written by hand: a
// line of JSON for each call, {"tool":"search","arguments":{"query":"x"}}, with a result that
// "go test -update" adds. A call is made as [toolkit.Toolkit.Call] does.
//
// Results are compared as decoded JSON, without _meta; options say what does not count, such as
// cmpopts.IgnoreMapEntries for a time.
func Replay(t testing.TB, tk *toolkit.Toolkit, file string, options ...cmp.Option) {
	t.Helper()
	update, err := updating()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v. It is a line for each call: {\"tool\":…,\"arguments\":{…}}", err)
	}
	calls, err := readCalls(text)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if len(calls) == 0 {
		t.Fatalf("%s has no calls", file)
	}
	command := updateCommand(t, 1)
	var now bytes.Buffer
	encoder := json.NewEncoder(&now)
	encoder.SetEscapeHTML(false)
	for i, before := range calls {
		result, err := tk.Call(t.Context(), before.Tool, before.Arguments)
		after, err := record.NewCall(before.Tool, before.Arguments, result, err)
		if err != nil {
			t.Fatalf("call %d, of %s: %v", i+1, before.Tool, err)
		}
		if update {
			if err := encoder.Encode(after); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if diff := cmp.Diff(outcome(before), outcome(after), options...); diff != "" {
			t.Errorf("call %d of %s, of %s with %s, ends otherwise (-recorded +now):\n%s\nIf that is meant:\n  %s", i+1, file, before.Tool, before.Arguments, diff, command)
		}
	}
	if update {
		if err := write(file, now.Bytes()); err != nil {
			t.Fatal(err)
		}
	}
}

// readCalls reads the lines of a recording.
func readCalls(text []byte) ([]*record.Call, error) {
	var calls []*record.Call
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	for {
		c := new(record.Call)
		err := decoder.Decode(c)
		switch {
		case errors.Is(err, io.EOF):
			return calls, nil
		case err != nil:
			return nil, fmt.Errorf("call %d: %w", len(calls)+1, err)
		case c.Tool == "":
			return nil, fmt.Errorf("call %d has no tool", len(calls)+1)
		}
		calls = append(calls, c)
	}
}

// outcome returns what came of a call, to compare.
func outcome(c *record.Call) map[string]any {
	o := map[string]any{}
	if c.Error != nil {
		o["error"] = map[string]any{"code": c.Error.Code, "message": c.Error.Message}
	}
	var result any
	if json.Unmarshal(c.Result, &result) == nil {
		o["result"] = result
	}
	return o
}
