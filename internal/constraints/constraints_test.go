package constraints_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit/internal/constraints"
	"github.com/typedmcp/toolkit/internal/ordered"
)

func TestOf(t *testing.T) {
	for _, tt := range []struct{ schema, phrases, sentences string }{
		{`{"type":"string"}`, "", ""},
		{`{"minimum":1,"maximum":100}`, "1 to 100", "Must be from 1 to 100."},
		{`{"minimum":1}`, "at least 1", "Must be at least 1."},
		{`{"maximum":1.5}`, "at most 1.5", "Must be at most 1.5."},
		{`{"minimum":3,"maximum":3}`, "always 3", "Must be 3."},
		{`{"exclusiveMinimum":0,"exclusiveMaximum":9}`, "more than 0; less than 9", "Must be more than 0. Must be less than 9."},
		{`{"multipleOf":5}`, "a multiple of 5", "Must be a multiple of 5."},
		{`{"minLength":1}`, "at least 1 character", "Must have at least 1 character."},
		{`{"minLength":0}`, "", ""},
		{`{"minLength":0,"maxLength":1}`, "0 to 1 character", "Must have 0 to 1 character."},
		{`{"minLength":2,"maxLength":2}`, "2 characters", "Must have exactly 2 characters."},
		{`{"maxItems":3,"uniqueItems":true}`, "at most 3 items; no item twice", "Must have at most 3 items. No item may stand there twice."},
		{`{"minProperties":2}`, "at least 2 members", "Must have at least 2 members."},
		{`{"pattern":"^a.$"}`, "matches ^a.$", "Must match the regular expression ^a.$ ."},
		{`{"format":"uri"}`, "format uri", "Must have the format uri."},
		{`{"contentEncoding":"base64","contentMediaType":"image/png"}`, "encoded as base64; holds image/png", "Must be encoded as base64. Must hold image/png."},
		{`{"enum":["a","",1,null]}`, `"a", "", 1, null`, `Must be one of "a", "", 1, null.`},
		{`{"const":"x"}`, `always "x"`, `Must be "x".`},
		{`{"default":20}`, "default 20", "Default: 20."},
		{`{"default":null}`, "default null", "Default: null."},
		{`{"examples":["a",2]}`, `e.g. "a", 2`, `Examples: "a", 2.`},
		{`{"deprecated":true,"readOnly":true}`, "deprecated; read only", "Deprecated. Set by the server; do not give it."},
		{`{"dependentRequired":{"a":["b","c"],"d":[]}}`, `with "a" also "b", "c"`, `With "a", "b", "c" must be given too.`},
		{`{"not":{"const":1}}`, `not {"const":1}`, `Must not satisfy the schema {"const":1}.`},
		{`{"contains":{"const":1},"maxContains":3}`, `contains {"const":1}; 1 to 3 of those`, `An item must satisfy the schema {"const":1}. From 1 to 3 of such items.`},
		{`{"if":{"a":1},"then":{"b":2},"else":{"c":3}}`, `if the value satisfies the schema {"a":1}, it must satisfy {"b":2}; otherwise it must satisfy {"c":3}`,
			`If the value satisfies the schema {"a":1}, it must satisfy {"b":2}; otherwise it must satisfy {"c":3}.`},
		{`{"pattern":"` + strings.Repeat("a", 500) + `"}`, "", ""},
		{`{"minimum":"1","enum":5,"pattern":7,"dependentRequired":[]}`, "", ""},
	} {
		schema, err := ordered.Decode([]byte(tt.schema))
		if err != nil {
			t.Fatal(err)
		}
		var phrases, sentences []string
		for _, c := range constraints.Of(schema.(*ordered.Object)) {
			phrases = append(phrases, c.Phrase)
			sentences = append(sentences, c.Sentence)
			for _, keyword := range c.Keywords {
				if keyword != "minContains" && keyword != "else" && !strings.Contains(tt.schema, keyword) {
					t.Errorf("%s: says something of %s", tt.schema, keyword)
				}
			}
		}
		if diff := cmp.Diff(tt.phrases, strings.Join(phrases, "; ")); diff != "" {
			t.Errorf("%s, phrases (-want +got):\n%s", tt.schema, diff)
		}
		if diff := cmp.Diff(tt.sentences, strings.Join(sentences, " ")); diff != "" {
			t.Errorf("%s, sentences (-want +got):\n%s", tt.schema, diff)
		}
	}
}

func TestAppend(t *testing.T) {
	for _, tt := range []struct{ description, sentence, want string }{
		{"How many", "Must be at least 1.", "How many. Must be at least 1."},
		{"How many.\n", "Must be at least 1.", "How many. Must be at least 1."},
		{"", "Must be at least 1.", "Must be at least 1."},
		{"How many", "", "How many"},
		{"How many (max 5)", "x.", "How many (max 5). x."},
	} {
		if got := constraints.Append(tt.description, tt.sentence); got != tt.want {
			t.Errorf("%q and %q: %q, want %q", tt.description, tt.sentence, got, tt.want)
		}
	}
}
