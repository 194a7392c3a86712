package reflect_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	toolreflect "github.com/typedmcp/toolkit/reflect"
)

func TestCheckerRefusesSchemas(t *testing.T) {
	for _, tt := range []struct{ name, schema, want string }{
		{"no JSON", `{`, "the schema is not JSON: unexpected EOF"},
		{"an unknown dialect", `{"$schema":"http://json-schema.org/draft-04/schema#"}`, `the dialect "http://json-schema.org/draft-04/schema#" is not understood; write a schema of 2020-12 or draft-07`},
		{"a remote reference", `{"$ref":"https://example.com/a.json"}`, "the schema refers to https://example.com/a.json; schemas are not loaded, so write it into $defs"},
		{"a file", `{"$ref":"file:///etc/passwd"}`, "the schema refers to etc/passwd; schemas are not loaded, so write it into $defs"},
		{"too deep", strings.Repeat(`{"items":`, 101) + "{}" + strings.Repeat("}", 101), "the schema is nested 102 levels deep; at most 100 are read"},
		{"too large", `{"description":"` + strings.Repeat("x", 1<<20) + `"}`, "the schema has 1048594 bytes; at most 1048576 are read"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := toolreflect.NewChecker([]byte(tt.schema))
			if err == nil {
				t.Fatal("no error")
			}
			if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
	for name, schema := range map[string]string{
		"a dangling reference": `{"$ref":"#/$defs/missing"}`,
		"a bad type":           `{"type":"objekt"}`,
		"a bad pattern":        `{"pattern":"("}`,
	} {
		if _, err := toolreflect.NewChecker([]byte(schema)); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestViolations has the words for every keyword.
func TestViolations(t *testing.T) {
	for _, tt := range []struct{ schema, value, want string }{
		{`{"type":"integer"}`, `"x"`, "type: be of type integer"},
		{`{"type":["integer","null"]}`, `"x"`, "type: be of type integer or null"},
		{`{"enum":["a",1]}`, `"x"`, `enum: be one of "a", 1`},
		{`{"const":"a"}`, `"x"`, `const: be "a"`},
		{`{"minimum":1}`, `0`, "minimum: be at least 1"},
		{`{"maximum":1.5}`, `2`, "maximum: be at most 1.5"},
		{`{"exclusiveMinimum":1}`, `1`, "exclusiveMinimum: be greater than 1"},
		{`{"exclusiveMaximum":1}`, `1`, "exclusiveMaximum: be less than 1"},
		{`{"multipleOf":2}`, `3`, "multipleOf: be a multiple of 2"},
		{`{"minLength":1}`, `""`, "minLength: have at least 1 character"},
		{`{"maxLength":2}`, `"abc"`, "maxLength: have at most 2 characters"},
		{`{"minItems":2}`, `[1]`, "minItems: have at least 2 items"},
		{`{"maxItems":1}`, `[1,2]`, "maxItems: have at most 1 item"},
		{`{"uniqueItems":true}`, `[1,1]`, "uniqueItems: not have the same item twice"},
		{`{"minProperties":1}`, `{}`, "minProperties: have at least 1 entry"},
		{`{"maxProperties":1}`, `{"a":1,"b":2}`, "maxProperties: have at most 1 entry"},
		{`{"pattern":"^a$"}`, `"b"`, "pattern: match the pattern ^a$"},
		{`{"format":"uuid"}`, `"b"`, "format: be a UUID"},
		{`{"required":["a","b"]}`, `{}`, "required: have a; required: have b"},
		{`{"properties":{"a":{}},"additionalProperties":false}`, `{"b":1}`, "additionalProperties: not have b"},
		{`{"properties":{"a":false}}`, `{"a":1}`, "/a not: not be there"},
		{`{"anyOf":[{"type":"string"},{"type":"null"}]}`, `1`, "anyOf: have one of the forms that the schema lists"},
		{`{"oneOf":[{"type":"string"},{"minLength":0}]}`, `"a"`, "oneOf: have one of the forms that the schema lists"},
		{`{"not":{"type":"string"}}`, `"a"`, "not: not have the form that the schema excludes"},
		{`{"items":{"properties":{"n":{"minimum":1}}}}`, `[{"n":1},{"n":0}]`, "/1/n minimum: be at least 1"},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"string"}]}`, `[1]`, "/0 type: be of type string"},
		{`{}`, `[1e400]`, ""},
	} {
		checker, err := toolreflect.NewChecker([]byte(tt.schema))
		if err != nil {
			t.Fatal(err)
		}
		broken, err := checker.Check([]byte(tt.value))
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, v := range broken {
			at := ""
			for _, step := range v.Path {
				at += "/" + step
			}
			if at != "" {
				at += " "
			}
			texts = append(texts, at+v.Keyword+": "+v.Words)
		}
		if diff := cmp.Diff(tt.want, strings.Join(texts, "; ")); diff != "" {
			t.Errorf("%s of %s (-want +got):\n%s", tt.value, tt.schema, diff)
		}
	}
	checker, err := toolreflect.NewChecker([]byte(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, value := range []string{`1e999999`, `[1E+99999]`, strings.Repeat("9", 500), `{`} {
		if _, err := checker.Check([]byte(value)); err == nil {
			t.Errorf("%.20s: no error", value)
		}
	}
}

// TestCheckerOrder makes sure that the same arguments are always answered in the same words.
func TestCheckerOrder(t *testing.T) {
	c, err := toolreflect.NewChecker([]byte(`{"properties":{"a":{"type":"object","properties":{"x":{"maximum":1},"y":{"maximum":1}}},"b":{"maximum":1},"c":{"minLength":1}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		list, err := c.Check([]byte(`{"c":"","a":{"y":2,"x":3},"b":4}`))
		if err != nil {
			t.Fatal(err)
		}
		var paths []string
		for _, v := range list {
			paths = append(paths, strings.Join(v.Path, "."))
		}
		if got, want := strings.Join(paths, " "), "c a.y a.x b"; got != want {
			t.Fatalf("the order is %s, want %s", got, want)
		}
	}
}
