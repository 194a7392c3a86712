package toolkittest_test

import (
	"testing"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/toolkittest"
)

func (f *failures) Log(...any) {}

// TestExplain ends a test that explains what is not there.
func TestExplain(t *testing.T) {
	if toolkittest.Explain(t, findToolkit(), "find", `{"query":""}`).Accepted {
		t.Error("an empty query was accepted")
	}
	text := reported(t, func(t testing.TB) { toolkittest.Explain(t, findToolkit(), "fnd", "{}") })
	if want := `unknown tool "fnd"; did you mean "find"? (-32602)`; text != want {
		t.Errorf("reported %q, want %q", text, want)
	}
	text = reported(t, func(t testing.TB) { toolkittest.Explain(t, toolkit.New("", "1"), "fnd", "{}") })
	if want := "toolkit: the server has no name; pass one to New"; text != want {
		t.Errorf("reported %q, want %q", text, want)
	}
}
