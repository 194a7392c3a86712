package render

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestClean takes away what a terminal would obey, and nothing else.
func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"a\tb\r\nc\n":       "a\tb\nc\n",
		"\x1b]0;title\x07x": "]0;titlex",
		"a\u202eb\u2066c":   "abc",
		"\u009b2Jx":         "2Jx",
		"a\x9b2J\xffb":      "a\ufffd2J\ufffdb",
		"progress\r":        "progress",
		"del\x7f":           "del",
		"Grüße, 世界":         "Grüße, 世界",
	} {
		if diff := cmp.Diff(want, Clean(in)); diff != "" {
			t.Errorf("Clean(%q) (-want +got):\n%s", in, diff)
		}
	}
}

// TestCleaner writes a text in two parts, cut at every place.
func TestCleaner(t *testing.T) {
	const text, want = "Grüße\x1b[31m, 世界\u009b!\x07\n", "Grüße[31m, 世界!\n"
	for i := range len(text) + 1 {
		var out bytes.Buffer
		cleaner := NewCleaner(&out)
		for _, part := range []string{text[:i], text[i:]} {
			if n, err := cleaner.Write([]byte(part)); n != len(part) || err != nil {
				t.Fatalf("Write(%q) = %d, %v", part, n, err)
			}
		}
		if diff := cmp.Diff(want, out.String()); diff != "" {
			t.Errorf("cut at %d (-want +got):\n%s", i, diff)
		}
	}
}

// TestJSON makes sure that JSON keeps its meaning and reaches a terminal without harm.
func TestJSON(t *testing.T) {
	raw := json.RawMessage("{ \"z\": \"\u009b2J\x7f\u202e<&>\\u001b\", \r\n \"a\": 9007199254740993, \"bad\": \"\xff\" }")
	var line bytes.Buffer
	if err := JSONLine(&line, raw); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(`{"z":"\u009b2J\u007f\u202e<&>\u001b","a":9007199254740993,"bad":"`+"\ufffd"+`"}`+"\n", line.String()); diff != "" {
		t.Errorf("JSONLine (-want +got):\n%s", diff)
	}
	var list bytes.Buffer
	if err := JSON(&list, []json.RawMessage{json.RawMessage(`{"b":1.0,"a":"<"}`), json.RawMessage(`2`)}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("[\n  {\n    \"b\": 1.0,\n    \"a\": \"<\"\n  },\n  2\n]\n", list.String()); diff != "" {
		t.Errorf("JSON (-want +got):\n%s", diff)
	}
	if err := JSON(&list, []json.RawMessage{json.RawMessage(`{`)}); err == nil {
		t.Error("JSON takes what is none")
	}
	if err := JSONLine(&list, json.RawMessage(`{`)); err == nil {
		t.Error("JSONLine takes what is none")
	}
}
