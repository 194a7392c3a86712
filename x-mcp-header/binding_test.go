package xmcpheader

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBindings(t *testing.T) {
	const schema = `{"type":"object","properties":{
		"region":{"type":"string","x-mcp-header":"Region"},
		"list":{"type":"array","items":{"type":"string"}},
		"maybe":{"type":["string","null"]},
		"any":{},
		"filter":{"type":"object","properties":{"page":{"type":"integer","x-mcp-header":"Page"},"deep":{"type":"boolean","x-mcp-header":"Deep-Er"}}},
		"x-mcp-header":{"type":"string"},
		"sample":{"type":"object","default":{"x-mcp-header":"Not"},"examples":[{"x-mcp-header":5}],"enum":[{"x-mcp-header":""}]}
	}}`
	got, err := Bindings([]byte(schema))
	if err != nil {
		t.Fatal(err)
	}
	want := []Binding{
		{"Region", []string{"region"}, "string"},
		{"Page", []string{"filter", "page"}, "integer"},
		{"Deep-Er", []string{"filter", "deep"}, "boolean"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("bindings (-want +got):\n%s", diff)
	}
	if got[1].Header() != "Mcp-Param-Page" || got[1].Parameter() != "filter.page" {
		t.Errorf("header %s, parameter %s", got[1].Header(), got[1].Parameter())
	}
	if none, err := Bindings([]byte(`{"type":"object"}`)); none != nil || err != nil {
		t.Errorf("no annotations: %v, %v", none, err)
	}
}

// TestAnnotationErrors has every rule of the specification.
func TestAnnotationErrors(t *testing.T) {
	for _, tt := range []struct{ name, schema, want string }{
		{"empty", `{"properties":{"a":{"type":"string","x-mcp-header":""}}}`,
			`x-mcp-header at "/properties/a": the name is empty; write the name of a header, such as Region`},
		{"no string", `{"properties":{"a":{"type":"string","x-mcp-header":5}}}`,
			`x-mcp-header at "/properties/a": the value is not a string; write the name of a header, such as Region`},
		{"no token", `{"properties":{"a":{"type":"string","x-mcp-header":"My Region"}}}`,
			`x-mcp-header at "/properties/a": "My Region" is not a token of HTTP; use letters, digits and !#$%&'*+-.^_` + "`" + `|~ only`},
		{"control character", `{"properties":{"a":{"type":"string","x-mcp-header":"A\r\nB"}}}`,
			`x-mcp-header at "/properties/a": "A\r\nB" is not a token of HTTP; use letters, digits and !#$%&'*+-.^_` + "`" + `|~ only`},
		{"twice", `{"properties":{"a":{"type":"string","x-mcp-header":"Region"},"b":{"type":"string","x-mcp-header":"REGION"}}}`,
			`x-mcp-header at "/properties/b": the name "REGION" stands at "/properties/a" already; case does not count; choose another name`},
		{"number", `{"properties":{"a":{"type":"number","x-mcp-header":"A"}}}`,
			`x-mcp-header at "/properties/a": a header carries a string, an integer or a boolean, and the type is "number"; drop the annotation, or change the type`},
		{"no type", `{"properties":{"a":{"x-mcp-header":"A"}}}`,
			`x-mcp-header at "/properties/a": a header carries a string, an integer or a boolean, and the type is not given; drop the annotation, or change the type`},
		{"type list", `{"properties":{"a":{"type":["string","null"],"x-mcp-header":"A"}}}`,
			`x-mcp-header at "/properties/a": a header carries a string, an integer or a boolean, and the type is a list; drop the annotation, or change the type`},
		{"a type of no kind", `{"properties":{"a":{"type":5,"x-mcp-header":"A"}}}`,
			`x-mcp-header at "/properties/a": a header carries a string, an integer or a boolean, and the type is no name of a type; drop the annotation, or change the type`},
		{"the root", `{"type":"string","x-mcp-header":"A"}`, `x-mcp-header at "": ` + unreachable},
		{"items", `{"properties":{"a":{"type":"array","items":{"type":"string","x-mcp-header":"A"}}}}`, `x-mcp-header at "/properties/a/items": ` + unreachable},
		{"additionalProperties", `{"additionalProperties":{"type":"string","x-mcp-header":"A"}}`, `x-mcp-header at "/additionalProperties": ` + unreachable},
		{"a union", `{"properties":{"a":{"anyOf":[{"type":"null"},{"type":"string","x-mcp-header":"A"}]}}}`, `x-mcp-header at "/properties/a/anyOf/1": ` + unreachable},
		{"a condition", `{"if":{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}}`, `x-mcp-header at "/if/properties/a": ` + unreachable},
		{"a definition", `{"$defs":{"T/~":{"type":"string","x-mcp-header":"A"}}}`, `x-mcp-header at "/$defs/T~1~0": ` + unreachable},
	} {
		t.Run(tt.name, func(t *testing.T) {
			bindings, err := Bindings([]byte(tt.schema))
			if err == nil {
				t.Fatalf("no error, bindings %v", bindings)
			}
			if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
	_, err := Bindings([]byte(`{"properties":{"a":{"x-mcp-header":""},"b":{"x-mcp-header":""}}}`))
	if err == nil || strings.Count(err.Error(), "\n") != 1 {
		t.Errorf("two errors: %v", err)
	}
	if _, err := Bindings([]byte(`{"x-mcp-header":`)); err == nil {
		t.Error("broken JSON: no error")
	}
}

const unreachable = "the parameter is not reached through properties alone, so one header cannot carry it; drop the annotation, or move the parameter"
