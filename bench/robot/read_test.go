package robot

import (
	"encoding/json"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRead has texts of three libraries and what the robot takes from them.
func TestRead(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []remark
	}{
		{"a list of problems", "The arguments of t have 4 problems. Correct them and call the tool again:\n" +
			"- limit: must be at most 100, got 500.\n- items[1].qty: expected an integer, got \"a: b\".\n" +
			"- labels[\"to: do\"].x: must not be empty.\n- arguments: expected an object, got an array.\n\n" +
			"These arguments would be accepted:\n- not: read",
			[]remark{{[]string{"limit"}, "must be at most 100, got 500."}, {[]string{"items", "1", "qty"}, `expected an integer, got "a: b".`},
				{[]string{"labels", "to: do", "x"}, "must not be empty."}, {nil, "expected an object, got an array."}}},
		{"JSON Pointers", "input schema validation failed: /items/0/a~1b: minimum: got 0, want 1; <root>: missing properties 'x', 'y'; /o: additional properties 'z' not allowed",
			[]remark{{[]string{"items", "0", "a/b"}, "minimum: got 0, want 1"}, {[]string{"x"}, wordsMissing}, {[]string{"y"}, wordsMissing}, {[]string{"o", "z"}, wordsUnknown}}},
		{"places in the schema", `validating "arguments": validating root: validating /properties/query: validating /$defs/Query: validating /$defs/Query/properties/all: ` +
			`validating /$defs/Query/properties/all/items: validating /$defs/Query: required: missing properties: ["op"]`,
			[]remark{{[]string{"query", "all", "*", "op"}, wordsMissing}}},
		{"the root of the schema", `validating "arguments": validating root: unexpected additional properties ["a" "b"]`, []remark{{[]string{"a"}, wordsUnknown}, {[]string{"b"}, wordsUnknown}}},
		{"nothing", "it failed", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, read(tt.text), cmp.AllowUnexported(remark{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestClauses has sentences, an object for which they hold, and one for which they do not.
func TestClauses(t *testing.T) {
	names := map[string]any{"x": nil, "other": nil, "kind": map[string]any{"default": "b"}}
	for _, tt := range []struct{ sentence, holds, broken string }{
		{"Must be at least 3.", `{"x":3}`, `{"x":2.5}`},
		{"must be less than 3, got 5.", `{"x":2}`, `{"x":3}`},
		{"Must be at most 1h30m.", `{"x":"90m"}`, `{"x":"2h"}`},
		{"Must be later than other.", `{"x":"2026-01-02T00:00:00Z","other":"2026-01-01T00:00:00Z"}`, `{"x":"2026-01-01T00:00:00Z","other":"2026-01-01T00:00:00Z"}`},
		{"Must not be earlier than other.", `{"x":"2026-01-01T00:00:00Z","other":"2026-01-01T00:00:00Z"}`, `{"x":"2026-01-01T00:00:00Z","other":"2026-01-01T00:00:01Z"}`},
		{"Must be the same as other.", `{"x":"a","other":"a"}`, `{"x":"a","other":"b"}`},
		{"Must differ from other.", `{"x":"a"}`, `{"x":"a","other":"a"}`},
		{"Must be longer than other.", `{"x":[1,2],"other":[3]}`, `{"x":[1],"other":[3]}`},
		{"Must contain the text of other.", `{"x":"abc","other":"b"}`, `{"x":"abc","other":"d"}`},
		{"Must have exactly 2 entries.", `{"x":{"a":1,"b":2}}`, `{"x":{"a":1}}`},
		{"Must have at most 2 characters.", `{"x":"äö"}`, `{"x":"abc"}`},
		{"must not be empty, got \"\".", `{"x":"a"}`, `{"x":""}`},
		{`Must start with "R-".`, `{"x":"R-1"}`, `{"x":"1R-"}`},
		{`Must not contain "!".`, `{"x":"a"}`, `{"x":"a!"}`},
		{`Must contain one of the characters "#@".`, `{"x":"a@"}`, `{"x":"a"}`},
		{`Must be "once" (in any case).`, `{"x":"ONCE"}`, `{"x":"twice"}`},
		{"Must be one of slow, fast (in any case).", `{"x":"FAST"}`, `{"x":"medium"}`},
		{"Must be none of a, b.", `{"x":"c"}`, `{"x":"b"}`},
		{"Must not be 13.", `{"x":12}`, `{"x":13}`},
		{"Must be in upper case.", `{"x":"A"}`, `{"x":"a"}`},
		{"Must have letters a-z and A-Z only.", `{"x":"aZ"}`, `{"x":"a1"}`},
		{"Must not have the same item twice.", `{"x":[1,2]}`, `{"x":[1,2,1]}`},
		{"Must not have two items with the same id.", `{"x":[{"id":1,"n":1},{"id":2,"n":1}]}`, `{"x":[{"id":1},{"id":1}]}`},
		{"Required when other is given.", `{}`, `{"other":1}`},
		{"Required when other is not given.", `{"other":1}`, `{}`},
		{"Required unless kind is b.", `{}`, `{"kind":"a"}`},
		{"Not allowed when kind is a.", `{"x":1}`, `{"x":1,"kind":"a"}`},
		{"Not allowed when other and kind are given.", `{"x":1,"other":1}`, `{"x":1,"other":1,"kind":"a"}`},
		{"Required when other or kind is given.", `{}`, `{"kind":"a"}`},
		{"Exactly one of these must be given: x, or other with kind.", `{"other":1,"kind":"a"}`, `{"x":1,"other":1,"kind":"a"}`},
	} {
		found := clauses("Some words first. "+tt.sentence, names)
		if len(found) != 1 {
			t.Errorf("%s: %d clauses", tt.sentence, len(found))
			continue
		}
		for text, want := range map[string]bool{tt.holds: true, tt.broken: false} {
			value, err := parse([]byte(text))
			object, ok := value.(map[string]any)
			if err != nil || !ok {
				t.Fatal(text, err)
			}
			if got := found[0].holds(object, "x"); got != want {
				t.Errorf("%s %s: holds %v", tt.sentence, text, got)
			}
		}
	}
}

func TestExamples(t *testing.T) {
	for text, want := range map[string]string{
		`"asia" is not allowed. Use one of "eu", "us". Did you mean "eu"?`:                    `["eu","eu","us"]`,
		`required but missing. Expected a string: Its code. For example {"a":[1,"x. y"]}.`:    `[{"a":[1,"x. y"]}]`,
		`must be a color such as #ff8800 or be a color such as rgb(255,136,0), got "green".`:  `["#ff8800","rgb(255,136,0)"]`,
		`must be a date or time in the form 2006-01-02, got "x".`:                             `["2006-01-02"]`,
		`null is not allowed; expected one of 1, 2.`:                                          `[1,2]`,
		`must be at least 1, got 0.`:                                                          `[]`,
		`unknown parameter. Did you mean "x"?`:                                                `["x"]`,
		`expected a string, got the string "For". Leave it out. Did you mean something else?`: `[]`,
	} {
		got := examples(text)
		if got == nil {
			got = []any{}
		}
		if write(got) != want {
			t.Errorf("%s\nshows %s, want %s", text, write(got), want)
		}
	}
}

func TestSample(t *testing.T) {
	for _, expr := range []string{`^[A-Z]{2}[0-9]{4}$`, `^[a-z][a-z0-9-]*$`, `^(0[xX])?[0-9a-fA-F]+$`, `^PEM`, `\+`, `-X$`, `^a|b$`, `^[-+]?[0-9]+(?:\.[0-9]+)?$`, `^.{3}$`} {
		for _, n := range []int{0, 5} {
			if got := sample(expr, n); !regexp.MustCompile(expr).MatchString(got) {
				t.Errorf("%s does not match %q", expr, got)
			}
		}
	}
	if got := sample(`^[a-z]+$`, 5); len(got) != 5 {
		t.Errorf("%q has not 5 characters", got)
	}
	if got := sample(`(`, 5); got != "" {
		t.Errorf("%q from no pattern", got)
	}
}

// TestCorrect has single corrections, for what a caller would find odd.
func TestCorrect(t *testing.T) {
	const schema = `{"type":"object","properties":{
		"name":{"type":"string","minLength":2},
		"n":{"type":"integer","minimum":1,"maximum":9},
		"tags":{"type":"array","items":{"type":"string","minLength":1},"maxItems":2,"uniqueItems":true},
		"from":{"type":"string","format":"date-time"},
		"to":{"type":"string","format":"date-time","description":"The end. Must be later than from."}
	},"required":["name"],"additionalProperties":false}`
	for _, tt := range []struct{ name, text, arguments, want string }{
		{"what is not named stays", "- n: must be at most 9, got 90.", `{"name":"","n":90}`, `{"n":9,"name":""}`},
		{"near the old value", "- n: expected an integer, got the number 2.5.", `{"name":"ab","n":2.5}`, `{"n":2,"name":"ab"}`},
		{"a name", `- nmae: unknown parameter. Did you mean "name"?`, `{"nmae":"ab"}`, `{"name":"ab"}`},
		{"a name that is there", `- nmae: unknown parameter. Did you mean "name"?`, `{"nmae":"ab","name":"cd"}`, `{"name":"cd"}`},
		{"no name", `- colour: unknown parameter. Known here: "name".`, `{"colour":1,"name":"ab"}`, `{"name":"ab"}`},
		{"the others of a list stay", "- tags: must have at most 2 items, got 3 items.", `{"name":"ab","tags":["x","y","z"]}`, `{"name":"ab","tags":["x","y"]}`},
		{"an item that would stand twice", `- tags[1]: must not be empty, got "".`, `{"name":"ab","tags":["x",""]}`, `{"name":"ab","tags":["x","a"]}`},
		{"beside what it is compared with", `- from: expected a date and time (RFC 3339), got the string "x". For example "2026-07-28T09:00:00Z".`,
			`{"name":"ab","from":"x","to":"2025-01-01T00:00:00Z"}`, `{"from":"2024-12-31T23:00:00Z","name":"ab","to":"2025-01-01T00:00:00Z"}`},
		{"twice", "- n: given more than once. Give it once.", `{"name":"ab","n":1,"n":2}`, `{"n":2,"name":"ab"}`},
		{"all of it", "- arguments: expected an object, got an array.", `[]`, `{"name":"xx"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b, err := New(json.RawMessage(schema))
			if err != nil {
				t.Fatal(err)
			}
			got, err := b.Correct(tt.text, json.RawMessage(tt.arguments))
			if err != nil || string(got) != tt.want {
				t.Errorf("%s %v, want %s", got, err, tt.want)
			}
		})
	}
	if _, err := New(json.RawMessage(`{`)); err == nil {
		t.Error("a schema that is no JSON is taken")
	}
	b, err := New(json.RawMessage(schema))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Correct("", json.RawMessage(`{`)); err == nil {
		t.Error("arguments that are no JSON are taken")
	}
}
