package stateless

import (
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestPage(t *testing.T) {
	var tools []Listed
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		tools = append(tools, Listed{name, []byte(`"` + name + `"`)})
	}
	list := NewList(tools, 2, mcp.Cacheable{TTLMs: 5, CacheScope: "private"})
	if want := `,"ttlMs":5,"cacheScope":"private","tools":[`; string(list.caching) != want {
		t.Errorf("caching %s, want %s", list.caching, want)
	}
	only := func(names string) func(int) bool {
		return func(i int) bool { return strings.Contains(names, list.names[i]) }
	}
	for _, tt := range []struct {
		after   string
		visible func(int) bool
		want    string
	}{
		{"", nil, `"a","b" then b`},
		{"b", nil, `"c","d" then d`},
		{"d", nil, `"e" then `},
		{"e", nil, ` then `},
		{"bb", nil, `"c","d" then d`},
		{"", only("abcde"), `"a","b" then b`},
		{"", only("ace"), `"a","c" then c`},
		{"c", only("ace"), `"e" then `},
		{"", only("ae"), `"a","e" then `},
		{"", only("bde"), `"b","d" then d`},
		{"", only(""), ` then `},
		{"e", only("e"), ` then `},
	} {
		pieces, next := list.page(tt.after, tt.visible)
		text := ""
		for _, piece := range pieces {
			text += string(piece)
		}
		if got := fmt.Sprintf("%s then %s", text, next); got != tt.want {
			t.Errorf("after %q: %s, want %s", tt.after, got, tt.want)
		}
	}
}

func TestCursors(t *testing.T) {
	for _, name := range []string{"a", "search_issues", strings.Repeat("x", 128)} {
		if got, err := ReadCursor(WriteCursor(name)); err != nil || got != name {
			t.Errorf("%s comes back as %q, %v", name, got, err)
		}
	}
	if got, err := ReadCursor(""); err != nil || got != "" {
		t.Errorf("no cursor: %q, %v", got, err)
	}
	for _, bad := range []string{"1:a", "MTo", "YQ", "!"} {
		if got, err := ReadCursor(bad); err == nil {
			t.Errorf("%q is taken for %q", bad, got)
		}
	}
}
