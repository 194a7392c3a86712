package violations_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/typedmcp/toolkit/internal/samples"
	"github.com/typedmcp/toolkit/internal/violations"
)

const schema = `{"type":"object","properties":{
	"query":{"type":"string","minLength":2,"maxLength":4},
	"state":{"type":"string","enum":["open","closed"]},
	"limit":{"type":"integer","minimum":1,"maximum":3},
	"day":{"type":"string","format":"date"},
	"items":{"type":"array","minItems":1,"maxItems":2,"uniqueItems":true,"items":{"$ref":"#/$defs/item"}},
	"first name":{"type":"number","exclusiveMinimum":0,"multipleOf":0.5}},
	"$defs":{"item":{"type":"object","properties":{"qty":{"type":"integer","minimum":1}},"required":["qty"],"additionalProperties":false}},
	"required":["query"],"additionalProperties":false}`

func decode(t *testing.T, text string) map[string]any {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var value map[string]any
	if err := decoder.Decode(&value); err != nil {
		t.Fatal(err)
	}
	return value
}

func TestOf(t *testing.T) {
	want := []string{
		`["first name"] type {"first name":{"wrong":true},"query":"xx"}`,
		`["first name"] exclusiveMinimum {"first name":0,"query":"xx"}`,
		`["first name"] multipleOf {"first name":0.25,"query":"xx"}`,
		`day type {"day":{"wrong":true},"query":"xx"}`,
		`day format {"day":"not of that format","query":"xx"}`,
		`items type {"items":{"wrong":true},"query":"xx"}`,
		`items minItems {"items":[],"query":"xx"}`,
		`items maxItems {"items":[{"qty":1},{"qty":1},{"qty":1}],"query":"xx"}`,
		`items uniqueItems {"items":[{"qty":1},{"qty":1}],"query":"xx"}`,
		`items[0] type {"items":[[{}]],"query":"xx"}`,
		`items[0].qty required {"items":[{}],"query":"xx"}`,
		`items[0].qty type {"items":[{"qty":{"wrong":true}}],"query":"xx"}`,
		`items[0].qty minimum {"items":[{"qty":0}],"query":"xx"}`,
		`items[0].unknown_parameter additionalProperties {"items":[{"qty":1,"unknown_parameter":true}],"query":"xx"}`,
		`limit type {"limit":{"wrong":true},"query":"xx"}`,
		`limit minimum {"limit":0,"query":"xx"}`,
		`limit maximum {"limit":4,"query":"xx"}`,
		`query required {}`,
		`query type {"query":{"wrong":true}}`,
		`query minLength {"query":"x"}`,
		`query maxLength {"query":"xxxxx"}`,
		`state type {"query":"xx","state":{"wrong":true}}`,
		`state enum {"query":"xx","state":"openx"}`,
		`unknown_parameter additionalProperties {"query":"xx","unknown_parameter":true}`,
	}
	var got []string
	compiler := jsonschema.NewCompiler()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiler.AddResource("s.json", doc); err != nil {
		t.Fatal(err)
	}
	compiler.AssertFormat()
	compiled := compiler.MustCompile("s.json")
	for _, v := range violations.Of(decode(t, schema)) {
		got = append(got, v.Path+" "+v.Keyword+" "+string(v.Arguments))
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(v.Arguments))
		if err != nil {
			t.Fatal(err)
		}
		if compiled.Validate(value) == nil {
			t.Errorf("%s %s: %s is valid", v.Path, v.Keyword, v.Arguments)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestOfAnySchema does not stumble over schemas at random, nor over some that are made to.
func TestOfAnySchema(t *testing.T) {
	for seed := range uint64(500) {
		violations.Of(samples.NewSchemas(seed).Document())
	}
	for _, text := range []string{
		`{}`, `{"properties":5,"required":5}`, `{"$ref":"#"}`, `{"properties":{"a":{"$ref":"#"}},"required":["a"]}`,
		`{"type":"object","properties":{"a":{"$ref":"#/properties/a"}},"required":["a"]}`,
		`{"properties":{"a":{"type":"string","minLength":1e99,"maxLength":999999999999}}}`,
		`{"properties":{"a":{"type":"array","minItems":99999999,"items":{"type":"array","minItems":9999999,"items":{}}}}}`,
		`{"properties":{"a":{"type":"number","minimum":1e999999,"multipleOf":0}}}`,
		`{"properties":{"a":{"enum":[]},"b":{"enum":[null]},"c":true,"d":{"type":[]},"e":{"type":["null","boolean","object","array"]}}}`,
	} {
		violations.Of(decode(t, text))
	}
}

func TestReport(t *testing.T) {
	var r violations.Report
	r.Tool("find", []violations.Answer{
		{violations.Violation{Path: "limit", Keyword: "maximum", Arguments: json.RawMessage(`{"limit":101}`)}, "It is wrong:\n- limit: at most 100\n\nTry again. \n"},
		{violations.Violation{Path: "q", Keyword: "maxLength", Arguments: json.RawMessage(`"` + strings.Repeat("x", 400) + `"`)}, ""},
	})
	r.Tool("none", nil)
	want := "What a model reads when the arguments of a call break one thing of the inputSchema.\n\n# find\n\n## limit: maximum\n\n    {\"limit\":101}\n\n" +
		"> It is wrong:\n> - limit: at most 100\n>\n> Try again.\n\n## q: maxLength\n\n    \"" + strings.Repeat("x", 149) + " … (402 bytes) … " + strings.Repeat("x", 74) + "\"\n\n" +
		"The arguments are accepted.\n\n# none\n\nThe inputSchema has nothing that could be broken.\n"
	if diff := cmp.Diff(want, string(r.Bytes())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
