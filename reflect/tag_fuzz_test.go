package reflect

import (
	"reflect"
	"testing"
)

// FuzzScanTag holds the scanner against reflect.StructTag: what that finds under a key
// the scanner finds too, or it reports a problem.
func FuzzScanTag(f *testing.F) {
	for _, seed := range []string{
		`json:"a" enum:"a,b"`, `json:"a`, `json:"a"enum:"b"`, `a:b`, ` json:"\u0041" `, `json:"a" json:"b"`, `enum:"a\,b"`, `x-mcp-header:"R"`, "json:\"\\x\"", `:"x"`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, tag string) {
		pairs, problems := scanTag(tag)
		seen := map[string]bool{}
		for _, p := range pairs {
			if seen[p.key] {
				continue // Go reads the first
			}
			seen[p.key] = true
			if want, ok := reflect.StructTag(tag).Lookup(p.key); ok && want != p.value {
				t.Errorf("%q: %s is %q, Go reads %q", tag, p.key, p.value, want)
			}
		}
		if len(problems) > 0 {
			return
		}
		for _, key := range tagKeys {
			if want, ok := reflect.StructTag(tag).Lookup(key); ok && !seen[key] {
				t.Errorf("%q: %s:%q is lost", tag, key, want)
			}
		}
		parseTag(reflect.StructTag(tag)) // must not panic
	})
}
