package toolkit_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// comparePage holds the generated parts of a page against the code, or rewrites them.
func comparePage(t *testing.T, file string, parts map[string]string) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	page := string(raw)
	for name, text := range parts {
		begin, end := "<!-- "+name+": begin -->\n", "<!-- "+name+": end -->"
		before, rest, ok := strings.Cut(page, begin)
		_, after, ok2 := strings.Cut(rest, end)
		if !ok || !ok2 {
			t.Fatalf("%s has no place for %s", file, name)
		}
		page = before + begin + text + end + after
	}
	if *update {
		if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(raw), page); diff != "" {
		t.Errorf("%s is out of date, run go test . -update (-page +code):\n%s", file, diff)
	}
}
