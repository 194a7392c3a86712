package subschema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schema reads a schema.
func schema(t testing.TB, text string) *Schema {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return New(value)
}

// line writes gaps in a short form.
func line(gaps []Gap) string {
	var all []string
	for _, gap := range gaps {
		text := gap.Pointer + " " + gap.Keyword
		if gap.Name != "" {
			text += " " + gap.Name
		}
		if len(gap.Values) > 0 {
			var b bytes.Buffer
			enc := json.NewEncoder(&b)
			enc.SetEscapeHTML(false)
			if err := enc.Encode(gap.Values); err != nil {
				return err.Error()
			}
			text += " " + strings.TrimSpace(b.String())
		}
		if gap.Unsure {
			text += "?"
		}
		all = append(all, strings.TrimSpace(text))
	}
	return strings.Join(all, "; ")
}

// TestGaps says for pairs of schemas what keeps the second from accepting all that the first
// accepts. The second column of wants is the way back.
func TestGaps(t *testing.T) {
	for _, tt := range []struct{ name, from, to, there, back string }{
		{"same", `{"type":"string"}`, `{"type":"string","description":"d"}`, "", ""},
		{"anything", `{"type":"string"}`, `true`, "", `type ["object, array, number, boolean, null"]`},
		{"nothing", `false`, `{"type":"string"}`, "", ""},
		{"types", `{"type":["string","null"]}`, `{"type":"string"}`, `type ["null"]`, ""},
		{"integers", `{"type":"number"}`, `{"type":"integer"}`, `type ["number with a fraction"]`, ""},
		{"bounds", `{"type":"integer","minimum":1,"maximum":10}`, `{"type":"integer","minimum":0,"maximum":5}`, "maximum", "minimum"},
		{"bounds in other words", `{"type":"integer","exclusiveMinimum":0,"maximum":9.5}`, `{"type":"integer","minimum":1.0,"exclusiveMaximum":10}`, "", ""},
		{"bounds of fractions", `{"type":"number","exclusiveMinimum":0}`, `{"type":"number","minimum":0}`, "", "exclusiveMinimum"},
		{"a bound where there was none", `{"type":"integer"}`, `{"type":"integer","maximum":5}`, "maximum", ""},
		{"multiples", `{"type":"integer","multipleOf":6}`, `{"type":"integer","multipleOf":3}`, "", "multipleOf"},
		{"lengths", `{"type":"string","minLength":2,"maxLength":3}`, `{"type":"string","minLength":1,"maxLength":4}`, "", "minLength; maxLength"},
		{"patterns", `{"type":"string","pattern":"^a"}`, `{"type":"string","pattern":"^[ab]"}`, "pattern", "pattern"},
		{"formats", `{"type":"string","format":"date"}`, `{"type":"string"}`, "", "format"},
		{"an enum", `{"enum":["a","b"]}`, `{"enum":["b","a","c"]}`, "", `enum ["c"]`},
		{"an enum of a type", `{"type":"string","enum":["a",1]}`, `{"type":"string","maxLength":1}`, "", "enum"},
		{"an enum in bounds", `{"enum":[1,2.0,3]}`, `{"type":"integer","maximum":2}`, "value [3]", "enum"},
		{"booleans", `{"type":"boolean"}`, `{"enum":[true]}`, "enum [false]", ""},
		{"a const", `{"const":"a"}`, `{"enum":["a","b"]}`, "", `enum ["b"]`},
		{"a date in an enum", `{"enum":["2026-07-28"]}`, `{"type":"string","format":"date"}`, "", "enum"},
		{"no date in an enum", `{"enum":["today"]}`, `{"type":"string","format":"date"}`, `value ["today"]`, "enum"},

		{"a property is required", `{"type":"object","properties":{"a":{}}}`, `{"type":"object","properties":{"a":{}},"required":["a"]}`, "required a", ""},
		{"closed", `{"type":"object","properties":{"a":{}}}`, `{"type":"object","properties":{"a":{}},"additionalProperties":false}`, "additionalProperties", ""},
		{"a property goes", `{"type":"object","properties":{"a":{},"b":{}},"additionalProperties":false}`, `{"type":"object","properties":{"a":{}},"additionalProperties":false}`, "additionalProperties b", ""},
		{"a property comes, open", `{"type":"object","properties":{}}`, `{"type":"object","properties":{"a":{"type":"string"}}}`, `/properties/a type ["object, array, number, boolean, null"]`, ""},
		{"a property of a property", `{"type":"object","properties":{"a":{"type":"object","properties":{"b/c":{"type":"integer","maximum":9}}}}}`, `{"type":"object","properties":{"a":{"type":"object","properties":{"b/c":{"type":"integer","maximum":5}}}}}`, "/properties/a/properties/b~1c maximum", ""},
		{"a property that cannot be", `{"type":"object","properties":{"a":false}}`, `{"type":"object","properties":{"a":{"type":"string"}}}`, "", "additionalProperties a"},
		{"map values", `{"type":"object","additionalProperties":{"type":"integer"}}`, `{"type":"object","additionalProperties":{"type":"number"}}`, "", `/additionalProperties type ["number with a fraction"]`},
		{"map values and a property", `{"type":"object","additionalProperties":{"type":"integer"}}`, `{"type":"object","properties":{"a":{"type":"number"}},"additionalProperties":{"type":"integer"}}`, "", `/additionalProperties type ["number with a fraction"]`},
		{"names", `{"type":"object","properties":{"a":{},"b":{}},"additionalProperties":false}`, `{"type":"object","propertyNames":{"enum":["a","b"]}}`, "", "additionalProperties"},
		{"counts of members", `{"type":"object","properties":{"a":{},"b":{}},"required":["a"],"additionalProperties":false}`, `{"type":"object","minProperties":1,"maxProperties":2}`, "", "required a; additionalProperties"},
		{"patterns of names", `{"type":"object","patternProperties":{"^x":{"type":"integer"}},"additionalProperties":{"type":"string"}}`, `{"type":"object","patternProperties":{"^x":{"type":"number"}},"additionalProperties":{"type":"string"}}`, "", `/patternProperties/^x type ["number with a fraction"]`},
		{"dependent", `{"type":"object","required":["b"]}`, `{"type":"object","dependentRequired":{"a":["b"]}}`, "", "required b"},

		{"elements", `{"type":"array","items":{"type":"integer"},"maxItems":3}`, `{"type":"array","items":{"type":"number"},"maxItems":4}`, "", `maxItems; /items type ["number with a fraction"]`},
		{"unique elements", `{"type":"array","maxItems":1}`, `{"type":"array","uniqueItems":true}`, "", "maxItems"},
		{"tuples", `{"type":"array","prefixItems":[{"type":"integer"},{"type":"string"}],"maxItems":2}`, `{"type":"array","prefixItems":[{"type":"number"}]}`, "", `maxItems; /prefixItems/0 type ["number with a fraction"]; /prefixItems/1 type ["object, array, number, boolean, null"]`},
		{"contains", `{"type":"array","contains":{"type":"integer"},"minContains":2}`, `{"type":"array","contains":{"type":"number"}}`, "", "contains?"},

		{"a reference", `{"$ref":"#/$defs/a","$defs":{"a":{"type":"string","maxLength":3}}}`, `{"type":"string","maxLength":3}`, "", ""},
		{"a reference to something narrower", `{"type":"string","maxLength":3}`, `{"$ref":"#/$defs/a","$defs":{"a":{"type":"string","maxLength":2}}}`, "/$defs/a maxLength", ""},
		{"recursion", `{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#/$defs/n"}},"v":{"type":"integer"}}}}}`, `{"$ref":"#/$defs/m","$defs":{"m":{"type":"object","properties":{"v":{"type":"number"},"kids":{"type":"array","items":{"$ref":"#/$defs/m"}}}}}}`, "", `/$defs/n/properties/v type ["number with a fraction"]`},
		{"recursion to nothing", `{"type":"string"}`, `{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/a"}}}`, "/$defs/a ?", `type ["object, array, number"]`},
		{"another document", `{"$ref":"https://example.com/a"}`, `{"$ref":"https://example.com/a","title":"t"}`, "", ""},
		{"all of", `{"allOf":[{"type":"string"},{"maxLength":3}]}`, `{"type":"string","maxLength":3}`, "", ""},
		{"any of", `{"anyOf":[{"type":"string"},{"type":"null"}]}`, `{"type":["string","null"]}`, "", ""},
		{"any of, more", `{"anyOf":[{"type":"string"},{"type":"null"}]}`, `{"anyOf":[{"type":"null"},{"type":"string"},{"type":"integer"}]}`, "", `anyOf ["integer"]`},
		{"any of, narrower", `{"anyOf":[{"type":"string"},{"type":"null"}]}`, `{"anyOf":[{"type":"string","maxLength":5},{"type":"null"}]}`, "/anyOf/0 maxLength", ""},
		{"one of, by kind", `{"oneOf":[{"type":"object","properties":{"k":{"const":"a"},"n":{"type":"integer"}},"required":["k"]},{"type":"object","properties":{"k":{"const":"b"}},"required":["k"]}]}`,
			`{"oneOf":[{"type":"object","properties":{"k":{"const":"a"},"n":{"type":"number"}},"required":["k"]},{"type":"object","properties":{"k":{"const":"b"}},"required":["k"]}]}`, "", `oneOf ["object"]?`},
		{"one of, overlapping", `{"type":"integer"}`, `{"oneOf":[{"type":"integer"},{"type":"number","minimum":5}]}`, `oneOf ["integer"]?`, `type ["number with a fraction"]`},
		{"not", `{"type":"string"}`, `{"not":{"type":"null"}}`, "", `type ["object, array, number, boolean"]`},
		{"if", `{"type":"object","if":{"required":["a"]},"then":{"required":["b"]}}`, `{"type":"object","if":{"required":["a"]},"then":{"required":["b"]},"description":"d"}`, "", ""},
		{"if, changed", `{"type":"object","if":{"required":["a"]},"then":{"required":["b"]}}`, `{"type":"object","if":{"required":["a"]},"then":{"required":["c"]}}`, "if?", "if?"},
		{"unevaluated", `{"type":"object"}`, `{"type":"object","unevaluatedProperties":false}`, "unevaluatedProperties?", ""},

		{"draft-07 and 2020-12", `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`, `{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`, "", ""},
		{"a $ref of draft-07", `{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"s":{"type":"string"}},"$ref":"#/definitions/s","maxLength":3}`, `{"type":"string","maxLength":3}`, "maxLength", ""},
		{"a list of items in draft-07", `{"$schema":"http://json-schema.org/draft-07/schema#","type":"array","items":[{"type":"string"}],"additionalItems":{"type":"null"}}`, `{"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"null"}}`, "", ""},
		{"another dialect", `{"$schema":"http://json-schema.org/draft-04/schema#","type":"string"}`, `{"type":"string"}`, "?", "?"},
		{"an identifier within", `{"properties":{"a":{"$id":"https://example.com/a"}}}`, `{}`, "?", "?"},
		{"no schema", `{"type":"string"}`, `{"type":"text"}`, "?", `type ["object, array, number, boolean, null"]`},
		{"a number too long", `{"type":"integer"}`, `{"type":"integer","maximum":1e999999999}`, "maximum?", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			from, to := schema(t, tt.from), schema(t, tt.to)
			if diff := cmp.Diff(tt.there, line(Gaps(from, to, Options{}))); diff != "" {
				t.Errorf("there (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.back, line(Gaps(to, from, Options{}))); diff != "" {
				t.Errorf("back (-want +got):\n%s", diff)
			}
		})
	}
}

// TestDeclared supposes that callers give declared members only.
func TestDeclared(t *testing.T) {
	for _, tt := range []struct{ from, to, want string }{
		{`{"type":"object","properties":{"a":{}}}`, `{"type":"object","properties":{"a":{},"b":{"type":"string"}}}`, ""},
		{`{"type":"object","properties":{"a":{}}}`, `{"type":"object","properties":{"a":{}},"additionalProperties":false}`, ""},
		{`{"type":"object","properties":{"a":{}}}`, `{"type":"object","properties":{"b":{}},"additionalProperties":false}`, "additionalProperties a"},
		{`{"type":"object","properties":{"a":{}},"additionalProperties":true}`, `{"type":"object","properties":{"a":{},"b":{"type":"null"}}}`, `/properties/b type ["object, array, string, number, boolean"]`},
		{`{"type":"object"}`, `{"type":"object","properties":{"b":{"type":"null"}}}`, `/properties/b type ["object, array, string, number, boolean"]`},
	} {
		if got := line(Gaps(schema(t, tt.from), schema(t, tt.to), Options{Declared: true})); got != tt.want {
			t.Errorf("%s\n%s: %s, want %s", tt.from, tt.to, got, tt.want)
		}
	}
}

// TestManySteps gives up where a proof would take too long.
func TestManySteps(t *testing.T) {
	var from, to []string
	for i := range 40 {
		from = append(from, fmt.Sprintf(`{"anyOf":[{"required":["a%d"]},{"required":["b%d"]}]}`, i, i))
		to = append(to, fmt.Sprintf(`{"anyOf":[{"required":["b%d"]},{"required":["a%d"]},{"required":["c"]}]}`, i, i))
	}
	a := schema(t, `{"type":"object","allOf":[`+strings.Join(from, ",")+`]}`)
	b := schema(t, `{"type":"object","allOf":[`+strings.Join(to, ",")+`]}`)
	gaps := Gaps(a, b, Options{})
	if len(gaps) == 0 || !gaps[len(gaps)-1].Unsure {
		t.Errorf("gaps %s", line(gaps))
	}
}
