package toolkittest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/toolkittest"
)

func TestWithErrors(t *testing.T) {
	tk := newRecords()
	tk.Remove("count", "whoami", "send", "sleep")
	folder := t.TempDir()
	tools, errs := filepath.Join(folder, "tools.json"), filepath.Join(folder, "errors.md")
	t.Setenv("TOOLKIT_UPDATE", "1")
	toolkittest.Snapshot(t, tk, tools, toolkittest.WithErrors(errs))
	t.Setenv("TOOLKIT_UPDATE", "")
	toolkittest.Snapshot(t, tk, tools, toolkittest.WithErrors(errs))
	text, err := os.ReadFile(errs)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/lookup-errors.md")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(text)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}

	other := newRecords(toolkit.WithErrorText(func(tool string, _ []*toolkit.Problem) string { return tool + " is sad" }))
	other.Remove("count", "whoami", "send", "sleep")
	got := reported(t, func(t testing.TB) { toolkittest.Snapshot(t, other, tools, toolkittest.WithErrors(errs)) })
	if !strings.Contains(got, "what models read when they err is not what "+errs+" has") || !strings.Contains(got, "lookup is sad") || !strings.Contains(got, "-update") {
		t.Errorf("got %q", got)
	}
	got = reported(t, func(t testing.TB) { toolkittest.Snapshot(t, tk, tools, toolkittest.WithErrors(errs+"x")) })
	if !strings.Contains(got, "there is no file "+errs+"x of errors yet") {
		t.Errorf("got %q", got)
	}
}
