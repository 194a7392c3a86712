package toolkit

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// limitWords say what each limit bounds, by the name of its field.
var limitWords = map[string]string{
	"MaxBodyBytes":    "the body of an HTTP request",
	"MaxDepth":        "how deep arguments are nested",
	"MaxConcurrent":   "calls that run at the same time",
	"RateLimit":       "calls by one user of a token",
	"MaxResultBytes":  "the result of a call",
	"SessionTimeout":  "how long a session of an older client may be silent",
	"TransferTimeout": "how long a client may take to send the body of a request, and to take an answer or an event of a stream",
	"ShutdownTimeout": "how long calls may go on when the server is stopped",
}

// TestSecurityLimits holds the table of docs/security.md against the limits that are set.
func TestSecurityLimits(t *testing.T) {
	var want strings.Builder
	want.WriteString("| limit | what it bounds | default |\n| --- | --- | --- |\n")
	limits := reflect.ValueOf(defaultLimits)
	for i := range limits.NumField() {
		name := limits.Type().Field(i).Name
		words, ok := limitWords[name]
		if !ok || limits.Field(i).IsZero() {
			t.Errorf("Limits.%s has no words, or no default", name)
		}
		fmt.Fprintf(&want, "| `%s` | %s | %s |\n", name, words, limitValue(name, limits.Field(i).Interface()))
	}
	const page, begin, end = "docs/security.md", "<!-- limits: begin -->\n", "<!-- limits: end -->"
	raw, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(raw), begin)
	got, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no table between its marks", page)
	}
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(page, []byte(before+begin+want.String()+end+after), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want.String(), got); diff != "" {
		t.Errorf("%s (-in code +there), rewrite it with make update:\n%s", page, diff)
	}
}

func limitValue(name string, value any) string {
	switch v := value.(type) {
	case RateLimit:
		return fmt.Sprintf("%d in %s", v.Calls, v.Per)
	case time.Duration:
		return v.String()
	case int, int64:
		n := reflect.ValueOf(v).Int()
		if strings.HasSuffix(name, "Bytes") {
			return fmt.Sprintf("%d MiB", n>>20)
		}
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("unknown type %T", value)
}
