package docpage

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit/internal/ordered"
	"github.com/typedmcp/toolkit/internal/samples"
	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// pageOf documents one tool with an inputSchema.
func pageOf(t *testing.T, schema string) Tool {
	t.Helper()
	page, err := New([]json.RawMessage{json.RawMessage(`{"name":"do","inputSchema":` + schema + `}`)})
	if err != nil {
		t.Fatal(err)
	}
	return page.Tools[0]
}

func TestRows(t *testing.T) {
	for _, test := range []struct{ name, schema, want string }{
		{"types", `{"properties":{"a":{"type":["string","null"]},"b":{"enum":[1,"x"]},"c":{},"d":true,"e":false,"f":{"const":true},"g":{"items":{"type":"integer"}}}}`,
			`a: string or null; b: number or string, 1, "x"; c: any; d: any; e: never allowed; f: boolean, always true; g: array of integer`},
		{"nullable by anyOf", `{"properties":{"a":{"anyOf":[{"type":"integer","minimum":1},{"type":"null"}]}}}`, `a: integer or null`},
		{"a list of either", `{"properties":{"a":{"type":"array","items":{"type":["string","integer"]}}}}`, `a: array of (string or integer)`},
		{"items with rules", `{"properties":{"a":{"type":"array","items":{"type":"string","maxLength":3}}}}`, `a: array of string; a[]: string, at most 3 characters`},
		{"a map", `{"properties":{"a":{"type":"object","additionalProperties":{"type":"object","properties":{"n":{"type":"string"}}}}}}`,
			`a: object of object; a.*.n: string`},
		{"reference with siblings", `{"properties":{"a":{"$ref":"#/$defs/x~1y","minLength":2}},"$defs":{"x/y":{"type":"string","maxLength":5}}}`,
			`a: string, at least 2 characters, at most 5 characters`},
		{"reference out of the document", `{"properties":{"a":{"$ref":"https://example.com/s.json"}}}`, `a: any`},
		{"reference to itself", `{"properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"$ref":"#/$defs/x"}}}`, `a: any`},
		{"recursion", `{"properties":{"a":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"object","properties":{"next":{"$ref":"#/$defs/n"}}}}}`,
			`a: object; a.next: object, in the same form as a`},
		{"recursion of the whole", `{"type":"object","properties":{"not":{"$ref":"#"}}}`, `not: object, in the same form as the whole`},
		{"recursion in a list", `{"properties":{"a":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"array","items":{"$ref":"#/$defs/n"}}}}`,
			`a: array of array of array of array of array; a[]: array of array of array of array of array, in the same form as a`},
		{"allOf", `{"allOf":[{"properties":{"a":{"type":"integer"}},"required":["a"]},{"properties":{"a":{"minimum":3},"b":{}}}]}`, `a*: integer, at least 3; b: any`},
		{"forms by title", `{"anyOf":[{"title":"By id","properties":{"id":{}}},{"properties":{"name":{}}}]}`, `id (in the form "By id"): any; name (in form 2 of 2): any`},
		{"closed", `{"properties":{"a":{"type":"object","properties":{"b":{}},"additionalProperties":false}}}`, `a: object, no other members; a.b: any`},
		{"deprecated", `{"properties":{"a":{"type":"boolean","deprecated":true}}}`, `a: boolean, deprecated`},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, row := range pageOf(t, test.schema).Parameters {
				line := row.Path
				if row.Required {
					line += "*"
				}
				if row.Form != "" {
					line += " (" + row.Form + ")"
				}
				got = append(got, strings.Join(append([]string{line + ": " + row.Type}, row.Rules...), ", "))
			}
			if diff := cmp.Diff(test.want, strings.Join(got, "; ")); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
		})
	}
}

func TestExamples(t *testing.T) {
	for _, test := range []struct{ name, schema, call, refused string }{
		{"what is required", `{"type":"object","required":["a"],"properties":{"a":{"type":"string"},"b":{"type":"integer"}}}`, `{"a":"a"}`, `{}`},
		{"values of the schema", `{"type":"object","required":["a","b","c","d"],"properties":{"a":{"examples":["x"]},"b":{"default":5},"c":{"enum":[null,"y"]},"d":{"const":1}}}`,
			`{"a":"x","b":5,"c":"y","d":1}`, `{"b":5,"c":"other","d":1}`},
		{"bounds", `{"type":"object","required":["a","b","c"],"properties":{"a":{"type":"integer","minimum":5},"b":{"type":"number","exclusiveMaximum":1},"c":{"type":"integer","multipleOf":7}}}`,
			`{"a":5,"b":0.5,"c":7}`, `{"a":4,"c":7}`},
		{"lengths", `{"type":"object","required":["name"],"properties":{"name":{"type":"string","minLength":6,"maxLength":7}}}`, `{"name":"name n"}`, `{"name":""}`},
		{"a format", `{"type":"object","required":["at"],"properties":{"at":{"type":"string","format":"date-time"}}}`, `{"at":"2026-07-28T09:00:00Z"}`, `{"at":"soon"}`},
		{"a pattern", `{"type":"object","required":["key"],"properties":{"key":{"type":"string","pattern":"^[A-Z]{2,}-\\d+$"}}}`, `{"key":"AA-1"}`, `{"key":"?"}`},
		{"a list", `{"type":"object","required":["a"],"properties":{"a":{"type":"array","minItems":2,"items":{"type":"boolean"}}}}`, `{"a":[true,true]}`, `{"a":[]}`},
		{"one of several", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`, `{"a":"a","b":"b"}`, `{}`},
		{"a form", `{"type":"object","required":["a"],"properties":{"a":{"oneOf":[{"type":"object","required":["n"],"properties":{"n":{"const":1}}},{"type":"string"}]}}}`, `{"a":{"n":1}}`, `{}`},
		{"of the server", `{"type":"object","examples":[{"n":2},{"n":"no"}],"properties":{"n":{"type":"integer"}}}`, `{"n":2}`, `{"n":true}`},
		{"impossible", `{"type":"object","required":["a"],"properties":{"a":false}}`, ``, ``},
		{"not an object", `{"type":"string"}`, ``, ``},
		{"never refused", `{"type":"object"}`, `{}`, ``},
	} {
		t.Run(test.name, func(t *testing.T) {
			tool := pageOf(t, test.schema)
			call, refused := "", ""
			if len(tool.Calls) > 0 {
				call = string(tool.Calls[0].Arguments)
			}
			if tool.Refusal != nil {
				refused = string(tool.Refusal.Arguments)
				if !strings.HasPrefix(tool.Refusal.Text, "The arguments of do have ") {
					t.Errorf("the text is %q", tool.Refusal.Text)
				}
			}
			if call != test.call || refused != test.refused {
				t.Errorf("call %s, refused %s; want %s, %s", call, refused, test.call, test.refused)
			}
		})
	}
}

// TestRandomSchemas holds the examples of random schemas against the schemas.
func TestRandomSchemas(t *testing.T) {
	maker := samples.NewSchemas(6)
	called, refused := 0, 0
	for i := range 500 {
		schema := maker.Document()
		schema["type"] = "object"
		raw, err := json.Marshal(schema)
		if err != nil {
			t.Fatal(err)
		}
		tool := pageOf(t, string(raw))
		checker, err := toolreflect.NewChecker(raw)
		if err != nil {
			continue // such as a reference that leads nowhere
		}
		for _, call := range tool.Calls {
			if broken, err := checker.Check(call.Arguments); err != nil || len(broken) > 0 {
				t.Errorf("schema %d, %s: the call %s is not accepted: %v %v", i, raw, call.Arguments, broken, err)
			}
			called++
		}
		if tool.Refusal != nil {
			if broken, err := checker.Check(tool.Refusal.Arguments); err != nil || len(broken) == 0 {
				t.Errorf("schema %d, %s: the call %s is not refused (%v)", i, raw, tool.Refusal.Arguments, err)
			}
			refused++
		}
	}
	if called < 200 || refused < 50 {
		t.Errorf("only %d calls and %d refusals of 500 were made", called, refused)
	}
}

// TestBounds makes sure that schemas that grow when they are read have an end.
func TestBounds(t *testing.T) {
	var defs, wide []string
	for i := range 40 {
		defs = append(defs, fmt.Sprintf(`"d%d":{"type":"object","properties":{"a":{"$ref":"#/$defs/d%d"},"b":{"$ref":"#/$defs/d%d"}},"anyOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]}`, i, i+1, i+1, i+1, i+2))
		wide = append(wide, fmt.Sprintf(`"p%d":{"type":"array","items":{"anyOf":[{"$ref":"#/$defs/d0"},{"$ref":"#/$defs/d1"}]}}`, i))
	}
	tool := pageOf(t, `{"type":"object","properties":{`+strings.Join(wide, ",")+`},"$defs":{`+strings.Join(defs, ",")+`}}`)
	if n := len(tool.Parameters); n > mostRows+1 {
		t.Errorf("%d rows", n)
	}
	if last := tool.Parameters[len(tool.Parameters)-1]; last.Path != "…" {
		t.Errorf("the last row does not say that there are more: %+v", last)
	}
}

func TestNotTools(t *testing.T) {
	for raw, want := range map[string]string{`[]`: "tool 1 is not a JSON object", `{`: "tool 1: jsontext: unexpected EOF after offset 1"} {
		if _, err := New([]json.RawMessage{json.RawMessage(raw)}); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", raw, err, want)
		}
	}
	page, err := New([]json.RawMessage{json.RawMessage(`{"name":"a","title":7,"inputSchema":true}`)})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Tool{Name: "a", Parameters: []Row{}}, page.Tools[0]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestMatching(t *testing.T) {
	for _, test := range []struct {
		pattern string
		least   int
		want    string
	}{
		{`^a+$`, 0, "a"}, {`^[0-9]{4}-[0-9]{2}$`, 0, "1111-11"}, {`^(open|closed)$`, 0, "open"}, {`^\S+@\S+$`, 0, "a@a"},
		{`^[a-c]*$`, 5, "aaaaa"}, {`x?y`, 0, "xy"}, {`.`, 0, "a"}, {`^[^a-zA-Z0-9_./ -]$`, 0, "!"},
	} {
		if got, ok := matching(test.pattern, test.least); !ok || got != test.want {
			t.Errorf("%s: %q, %v; want %q", test.pattern, got, ok, test.want)
		}
	}
	for _, pattern := range []string{`(?=a)b`, `[`, `^\b$`, `[^\x00-\x{10FFFF}]`, `^(a{1000}){1000}$`} {
		if got, ok := matching(pattern, 0); ok {
			t.Errorf("%s is said to match %q", pattern, got)
		}
	}
}

// TestTarget follows references.
func TestTarget(t *testing.T) {
	value, err := ordered.Decode([]byte(`{"a":{"b/c":{"d~e":1}}}`))
	if err != nil {
		t.Fatal(err)
	}
	root, ok := value.(*ordered.Object)
	if !ok {
		t.Fatal("not an object")
	}
	d := document{root}
	if got := d.target("#/a/b~1c/d~0e"); got != json.Number("1") {
		t.Errorf("got %v", got)
	}
	for _, ref := range []string{"", "#a", "#/x", "#/a/b~1c/d~0e/f", "other.json#/a"} {
		if got := d.target(ref); got != nil {
			t.Errorf("%q leads to %v", ref, got)
		}
	}
}
