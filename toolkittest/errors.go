package toolkittest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/internal/violations"
)

// A SnapshotOption holds more than the definitions of tools.
type SnapshotOption func(t testing.TB, tk *toolkit.Toolkit, command string)

// WithErrors holds what a model reads when it errs against a second file, such as
// testdata/errors.md: for each parameter and keyword of an inputSchema, arguments that break it
// alone, and the text of the refusal. So an update of a library cannot change these texts unseen. It is
// Markdown, for people to read. Rules that stand in no keyword are not tried; they are in the
// descriptions that the snapshot has. No function is called.
func WithErrors(file string) SnapshotOption {
	return func(t testing.TB, tk *toolkit.Toolkit, command string) {
		t.Helper()
		now, err := errorTexts(t, tk)
		if err != nil {
			t.Fatal(err)
		}
		if command == "" {
			if err := write(file, now); err != nil {
				t.Fatal(err)
			}
			return
		}
		before, err := os.ReadFile(file)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			t.Fatalf("there is no file %s of errors yet. Write it, and put it under version control:\n  %s", file, command)
		case err != nil:
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(before), string(now)); diff != "" {
			t.Errorf("what models read when they err is not what %s has (-there +now):\n%s\nIf that is meant, write it anew:\n  %s", file, diff, command)
		}
	}
}

// errorTexts writes what a model reads of every violation.
func errorTexts(t testing.TB, tk *toolkit.Toolkit) ([]byte, error) {
	var report violations.Report
	for _, tool := range tk.Tools() {
		decoder := json.NewDecoder(bytes.NewReader(tool.InputSchema.(json.RawMessage)))
		decoder.UseNumber()
		var schema map[string]any
		if err := decoder.Decode(&schema); err != nil {
			return nil, fmt.Errorf("the inputSchema of %s: %w", tool.Name, err)
		}
		var answers []violations.Answer
		for _, v := range violations.Of(schema) {
			explanation, err := tk.Explain(t.Context(), tool.Name, v.Arguments)
			if err != nil {
				return nil, err
			}
			answers = append(answers, violations.Answer{Violation: v, Text: explanation.Text})
		}
		report.Tool(tool.Name, answers)
	}
	return report.Bytes(), nil
}
