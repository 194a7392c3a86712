package errors_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	toolerrors "github.com/typedmcp/toolkit/errors"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// problems has one of every kind, with and without what may be missing.
func problems() []*toolerrors.Problem {
	at := func(steps ...toolerrors.Step) toolerrors.Path { return steps }
	m, e := toolerrors.Member, toolerrors.Element
	return []*toolerrors.Problem{
		{Code: toolerrors.CodeSyntax, Expected: "it ends too early, at byte 11"},
		{Path: at(m("limit")), Code: toolerrors.CodeType, Expected: "an integer", Received: "string", Excerpt: `"ten"`},
		{Path: at(m("items"), e(1), m("qty")), Code: toolerrors.CodeType, Expected: "an integer", Received: "object", Excerpt: `{"a":1}`},
		{Path: at(m("from")), Code: toolerrors.CodeType, Expected: "a date", Received: "number", Excerpt: "5", Example: `"2026-07-28"`},
		{Path: at(m("flag")), Code: toolerrors.CodeType, Expected: "an integer", Received: "boolean", Excerpt: "true"},
		{Path: at(m("figure"), m("kind")), Code: toolerrors.CodeType, Expected: `one of "box", "disc"`, Received: "number", Excerpt: "7", Nearest: `"box"`},
		{Path: at(m("name")), Code: toolerrors.CodeNull, Expected: "a string", Received: "null"},
		{Path: at(m("name")), Code: toolerrors.CodeNull, Expected: "a string", Received: "null", Optional: true},
		{Path: at(m("query")), Code: toolerrors.CodeMissing, Expected: "a string"},
		{Path: at(m("query")), Code: toolerrors.CodeMissing, Expected: "a string", Description: "Words to look for,\n in any form."},
		{Path: at(m("region")), Code: toolerrors.CodeMissing, Expected: "a string", Allowed: []string{`"eu"`, `"us"`}},
		{Path: at(m("region")), Code: toolerrors.CodeMissing, Expected: "a string", Allowed: []string{`"eu"`, `"us"`}, Description: "Where the data lives"},
		{Path: at(m("querry")), Code: toolerrors.CodeUnknown, Nearest: `"query"`, Allowed: []string{`"query"`}},
		{Path: at(m("colour")), Code: toolerrors.CodeUnknown, Allowed: []string{`"query"`, `"limit"`}},
		{Path: at(m("colour")), Code: toolerrors.CodeUnknown},
		{Path: at(m("first name"), m("a.b"), e(0)), Code: toolerrors.CodeDuplicate},
		{Path: at(m("n")), Code: toolerrors.CodeRange, Expected: "be from 0 to 255", Received: "number", Excerpt: "300"},
		{Path: at(m("n")), Code: toolerrors.CodeRange, Expected: "be from 0 to 255", Received: "number"},
		{Path: at(m("status")), Code: toolerrors.CodeEnum, Allowed: []string{`"open"`, `"closed"`}, Received: "string", Excerpt: `"opne"`, Nearest: `"open"`},
		{Path: at(m("status")), Code: toolerrors.CodeEnum, Allowed: []string{`"open"`, `"closed"`}, Received: "string"},
		{Path: at(m("limit")), Code: toolerrors.CodeRule, Rule: "max", Expected: "be at most 100", Received: "number", Excerpt: "500"},
		{Path: at(m("key")), Code: toolerrors.CodeRule, Rule: "min", Expected: "have at least 8 characters", Received: "string"},
		{Path: at(m("labels"), m("a1")), Code: toolerrors.CodeRule, Rule: "alpha", Expected: "have letters a-z and A-Z only", Received: "string", Excerpt: `"a1"`, InName: true},
		{Path: at(m("reason")), Code: toolerrors.CodeCondition, Expected: "required when status is closed"},
		{Path: at(m("reason")), Code: toolerrors.CodeCondition, Expected: "required when status is closed", Allowed: []string{`"fixed"`, `"duplicate"`}},
		{Path: at(m("card")), Code: toolerrors.CodeCondition, Expected: "required when method is card", Example: `"4111111111111111"`},
		{Path: at(m("cart")), Code: toolerrors.CodeHandle, Received: "string", Excerpt: `"crt_1"`, Allowed: []string{"create_cart", "copy_cart"}},
		{Path: at(m("cart")), Code: toolerrors.CodeHandle, Received: "string", Excerpt: `"ord_1"`, Expected: "begin with crt_"},
		{Path: at(m("cart")), Code: toolerrors.CodeHandle, Received: "string", Expected: "begin with crt_"},
		{Code: toolerrors.CodeLimit, Expected: "nested deeper than 64 levels"},
	}
}

// TestLines holds every sentence against a golden file.
func TestLines(t *testing.T) {
	var b strings.Builder
	for _, p := range problems() {
		b.WriteString(toolerrors.Line(p) + "\n")
	}
	golden(t, "lines.txt", b.String())
}

func TestText(t *testing.T) {
	all := problems()
	golden(t, "text.txt", toolerrors.Text("search_issues", all[:1])+"\n\n"+toolerrors.Text("search_issues", all[:3])+"\n\n"+toolerrors.Text("search_issues", all)+"\n")
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// TestTextIsBounded gives Text more and longer problems than it shows.
func TestTextIsBounded(t *testing.T) {
	var many []*toolerrors.Problem
	for range 1000 {
		many = append(many, &toolerrors.Problem{Path: toolerrors.Path{toolerrors.Member(strings.Repeat("x", 1000))}, Code: toolerrors.CodeDuplicate})
	}
	text := toolerrors.Text("t", many)
	if len(text) > 4<<10 || !strings.HasSuffix(text, " more.") {
		t.Errorf("%d bytes, ends in %q", len(text), text[len(text)-20:])
	}
}

func TestPath(t *testing.T) {
	for _, tt := range []struct {
		path          toolerrors.Path
		text, pointer string
	}{
		{nil, "arguments", ""},
		{toolerrors.Path{toolerrors.Member("items"), toolerrors.Element(1), toolerrors.Member("qty")}, "items[1].qty", "/items/1/qty"},
		{toolerrors.Path{toolerrors.Member("first name")}, `["first name"]`, "/first name"},
		{toolerrors.Path{toolerrors.Member("a/b~c")}, `["a/b~c"]`, "/a~1b~0c"},
		{toolerrors.Path{toolerrors.Member("0"), toolerrors.Element(0)}, `["0"][0]`, "/0/0"},
		{toolerrors.Path{toolerrors.Member("")}, `[""]`, "/"},
	} {
		if got := tt.path.String(); got != tt.text {
			t.Errorf("String %q, want %q", got, tt.text)
		}
		if got := tt.path.Pointer(); got != tt.pointer {
			t.Errorf("Pointer %q, want %q", got, tt.pointer)
		}
	}
}

func TestNearest(t *testing.T) {
	known := []string{"query", "status", "start_rfc_3339", "maxDepth", "limit", "page_size"}
	for name, want := range map[string]string{
		"querry": "query", "Query": "query", "start_rfc3339": "start_rfc_3339", "startRFC3339": "start_rfc_3339", "depth": "maxDepth",
		"limits": "limit", "pageSize": "page_size", "stauts": "status", "colour": "", "": "", strings.Repeat("q", 100): "", "世界": "",
	} {
		if got := toolerrors.Nearest(name, known); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestExcerpt(t *testing.T) {
	for value, want := range map[string]string{
		`"short"`:                     `"short"`,
		strings.Repeat("a", 70):       strings.Repeat("a", 60) + "…",
		"\"a\nb\x1b\u202ec\"":         `"a\nb\x1b\u202ec"`,
		"世界":                          "世界",
		strings.Repeat("a", 59) + "ü": strings.Repeat("a", 59) + "…",
	} {
		if got := toolerrors.Excerpt([]byte(value)); got != want {
			t.Errorf("Excerpt(%q) = %q, want %q", value, got, want)
		}
	}
}
