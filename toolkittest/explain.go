package toolkittest

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/typedmcp/toolkit"
)

// Explain logs what a call would do, step by step, and returns it: repairs, defaults, the
// verdict of each rule of the Go type, the headers that a client must send, and what a model
// would read if the arguments are refused. The function is not called. An unknown tool, or
// a toolkit that is wrong, ends the test.
func Explain(t testing.TB, tk *toolkit.Toolkit, tool, arguments string) *toolkit.Explanation {
	t.Helper()
	if err := tk.Err(); err != nil {
		t.Fatalf("toolkit: %v", err)
	}
	explanation, err := tk.Explain(context.Background(), tool, json.RawMessage(arguments))
	if err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + explanation.String())
	return explanation
}
