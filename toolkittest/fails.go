package toolkittest

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/handler"
)

// A Failure is how a call failed.
type Failure struct {
	// Text is what the model reads; of a protocol error, its message.
	Text string
	// Problems are those of arguments that were refused; empty if they were not the reason.
	Problems []Problem
	// Meta is the _meta of the result; nil for a protocol error.
	Meta mcp.Meta
	// Protocol is the JSON-RPC error that the client got in place of a result, or nil.
	Protocol *toolkit.ProtocolError

	t    testing.TB
	tool string
}

// A Problem is one thing that is wrong with the arguments, as programs read it in _meta. See
// [toolkit.Problem] for the meaning of its fields.
type Problem struct {
	Path     string   `json:"path"`     // as in the text: items[1].qty
	Pointer  string   `json:"pointer"`  // the same as a JSON Pointer: /items/1/qty
	Code     string   `json:"code"`     // the kind of problem: missing, unknown, type, enum, rule, …
	Rule     string   `json:"rule"`     // the rule that is broken: min, required_with, …
	Expected string   `json:"expected"` // what is allowed, in words
	Allowed  []string `json:"allowed"`  // the values or names that are allowed, as JSON
	Received string   `json:"received"` // the JSON type of what was sent
	Nearest  string   `json:"nearest"`  // the allowed value or name closest to what was sent, as JSON
	Example  string   `json:"example"`  // a valid value, as JSON
}

// Fails calls a tool as [Call] does, and returns how it failed. A call that succeeds ends the test.
func Fails(t testing.TB, tk *toolkit.Toolkit, tool string, arguments any, options ...CallOption) *Failure {
	t.Helper()
	answer, err := newClient(t, tk, options).call(tool, arguments)
	if err != nil {
		f := &Failure{Text: err.Error(), t: t, tool: tool}
		if wire, ok := errors.AsType[*jsonrpc.Error](err); ok {
			f.Text = wire.Message
			f.Protocol = &toolkit.ProtocolError{Code: wire.Code, Message: wire.Message}
			if len(wire.Data) > 0 {
				f.Protocol.Data = wire.Data
			}
		}
		return f
	}
	if !answer.IsError {
		t.Fatalf("%s succeeded; it should have failed:\n%s", tool, textOf(answer))
	}
	f := &Failure{Text: textOf(answer), Meta: answer.Meta, t: t, tool: tool}
	if problems, ok := answer.Meta[handler.MetaProblems]; ok {
		raw, err := json.Marshal(problems)
		if err == nil {
			err = json.Unmarshal(raw, &f.Problems)
		}
		if err != nil {
			t.Fatalf("%s: the problems in _meta: %v", tool, err)
		}
	}
	return f
}

// ProblemsAt fails the test unless the arguments were refused for problems at exactly these paths, in
// any order: limit, items[1].qty, filter["first name"].
func (f *Failure) ProblemsAt(paths ...string) {
	f.t.Helper()
	got := []string{}
	for _, p := range f.Problems {
		got = append(got, p.Path)
	}
	want := slices.Sorted(slices.Values(paths))
	slices.Sort(got)
	if diff := cmp.Diff(append([]string{}, want...), got); diff != "" {
		f.t.Errorf("%s has problems at other paths (-want +got):\n%s\nThe model reads:\n%s", f.tool, diff, f.Text)
	}
}
