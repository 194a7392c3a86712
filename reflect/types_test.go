package reflect_test

import (
	"encoding/json"
	"math/big"
	"net/netip"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/invopop/jsonschema"

	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// schemaOf describes T and holds the schema against the meta schema of 2020-12.
func schemaOf[T any](t testing.TB, opts toolreflect.Options) string {
	t.Helper()
	d, err := toolreflect.Describe(reflect.TypeFor[T](), opts)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := toolreflect.NewChecker(d.Schema); err != nil {
		t.Errorf("%s\n%v", d.Schema, err)
	}
	again, err := toolreflect.Describe(reflect.TypeFor[T](), opts)
	if err != nil || string(again.Schema) != string(d.Schema) {
		t.Errorf("the second run gives other bytes: %s, %v", again.Schema, err)
	}
	return string(d.Schema)
}

type (
	word     string
	uuid     [16]byte
	color    int
	percent  float64
	generic  [2]int
	listTree []listTree
)

func (u uuid) MarshalText() ([]byte, error) { return make([]byte, 36), nil }
func (u *uuid) UnmarshalText([]byte) error  { return nil }

func (color) Enum() []color { return []color{1, 2} }

func (*percent) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "number", Minimum: "0", Maximum: "100", Description: "Percent."}
}

type page[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next,omitempty"`
}

type tree[T any] struct {
	Value T         `json:"value"`
	Kids  []tree[T] `json:"kids,omitempty"`
}

type leafNode struct {
	A string `json:"a"`
}

type person struct {
	Name   string  `json:"name"`
	Friend *person `json:"friend,omitempty"`
}

type outerPerson struct {
	One person   `json:"one" description:"The first"`
	All []person `json:"all"`
}

// TestTypes has what each Go type is written as, as an argument and as a result.
func TestTypes(t *testing.T) {
	for _, tt := range []struct {
		name       string
		argument   func(testing.TB, toolreflect.Options) string
		want       string
		wantResult string // the same unless set
	}{
		{name: "string", argument: schemaOf[string], want: `{"type":"string"}`},
		{name: "named string", argument: schemaOf[word], want: `{"type":"string"}`},
		{name: "bool", argument: schemaOf[bool], want: `{"type":"boolean"}`},
		{name: "int", argument: schemaOf[int], want: `{"type":"integer"}`},
		{name: "int8", argument: schemaOf[int8], want: `{"type":"integer","minimum":-128,"maximum":127}`},
		{name: "int16", argument: schemaOf[int16], want: `{"type":"integer","minimum":-32768,"maximum":32767}`},
		{name: "int32", argument: schemaOf[int32], want: `{"type":"integer","minimum":-2147483648,"maximum":2147483647}`},
		{name: "uint", argument: schemaOf[uint], want: `{"type":"integer","minimum":0}`},
		{name: "uint8", argument: schemaOf[uint8], want: `{"type":"integer","minimum":0,"maximum":255}`},
		{name: "uint32", argument: schemaOf[uint32], want: `{"type":"integer","minimum":0,"maximum":4294967295}`},
		{name: "uint64", argument: schemaOf[uint64], want: `{"type":"integer","minimum":0}`},
		{name: "float", argument: schemaOf[float64], want: `{"type":"number"}`},
		{name: "slice", argument: schemaOf[[]string], want: `{"type":"array","items":{"type":"string"}}`},
		{name: "slice of slices", argument: schemaOf[[][]int8], want: `{"type":"array","items":{"type":"array","items":{"type":"integer","minimum":-128,"maximum":127}}}`},
		{name: "array", argument: schemaOf[[2]string], want: `{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":2}`},
		{name: "named array", argument: schemaOf[generic], want: `{"type":"array","items":{"type":"integer"},"minItems":2,"maxItems":2}`},
		{name: "array of bytes", argument: schemaOf[[2]byte], want: `{"type":"array","items":{"type":"integer","minimum":0,"maximum":255},"minItems":2,"maxItems":2}`},
		{name: "bytes", argument: schemaOf[[]byte], want: `{"type":"string","contentEncoding":"base64"}`},
		{name: "map", argument: schemaOf[map[string]int], want: `{"type":"object","properties":{},"additionalProperties":{"type":"integer"}}`},
		{name: "map of any", argument: schemaOf[map[string]any], want: `{"type":"object","properties":{},"additionalProperties":{}}`},
		{name: "map with integer names", argument: schemaOf[map[int]string], want: `{"type":"object","description":"Names must be integers.","properties":{},"additionalProperties":{"type":"string"}}`},
		{name: "map with text names", argument: schemaOf[map[netip.Addr]bool], want: `{"type":"object","properties":{},"additionalProperties":{"type":"boolean"}}`},
		{name: "any", argument: schemaOf[any], want: `{}`},
		{name: "raw", argument: schemaOf[json.RawMessage], want: `{}`},
		{name: "time", argument: schemaOf[time.Time], want: `{"type":"string","format":"date-time"}`},
		{name: "duration", argument: schemaOf[time.Duration], want: `{"type":"string","description":"A duration such as 1h30m or 90s."}`},
		{name: "number", argument: schemaOf[json.Number], want: `{"type":"number"}`},
		{name: "big.Int", argument: schemaOf[big.Int], want: `{"type":"integer"}`},
		{name: "uuid", argument: schemaOf[uuid], want: `{"type":"string"}`},
		{name: "netip.Addr", argument: schemaOf[netip.Addr], want: `{"type":"string"}`},
		{name: "pointer", argument: schemaOf[*int], want: `{"type":"integer"}`, wantResult: `{"type":["integer","null"]}`},
		{name: "pointer to a pointer", argument: schemaOf[**int], want: `{"type":"integer"}`, wantResult: `{"type":["integer","null"]}`},
		{name: "enum of a type", argument: schemaOf[color], want: `{"type":"integer","enum":[1,2]}`},
		{name: "schema of a type", argument: schemaOf[percent], want: `{"type":"number","description":"Percent.","maximum":100,"minimum":0}`},
		{name: "list of itself", argument: schemaOf[listTree], want: `{"type":"array","items":{"$ref":"#/$defs/listTree"},"$defs":{"listTree":{"type":"array","items":{"$ref":"#/$defs/listTree"}}}}`},
		{name: "empty struct", argument: schemaOf[struct{}], want: `{"type":"object","properties":{},"additionalProperties":false}`, wantResult: `{"type":"object","properties":{}}`},
		{
			name: "generic struct", argument: schemaOf[page[leafNode]],
			want:       `{"type":"object","properties":{"items":{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}},"next":{"type":"string"}},"required":["items"],"additionalProperties":false}`,
			wantResult: `{"type":"object","properties":{"items":{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}},"next":{"type":"string"}},"required":["items"]}`,
		},
		{
			name: "generic recursive struct", argument: schemaOf[tree[leafNode]],
			want: `{"type":"object","properties":{"value":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false},"kids":{"type":"array","items":{"$ref":"#/$defs/tree_leafNode"}}},"required":["value"],"additionalProperties":false,` +
				`"$defs":{"tree_leafNode":{"type":"object","properties":{"value":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false},"kids":{"type":"array","items":{"$ref":"#/$defs/tree_leafNode"}}},"required":["value"],"additionalProperties":false}}}`,
			wantResult: `{"type":"object","properties":{"value":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},"kids":{"type":"array","items":{"$ref":"#/$defs/tree_leafNode"}}},"required":["value"],` +
				`"$defs":{"tree_leafNode":{"type":"object","properties":{"value":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},"kids":{"type":"array","items":{"$ref":"#/$defs/tree_leafNode"}}},"required":["value"]}}}`,
		},
		{
			name: "recursive struct within another", argument: schemaOf[outerPerson],
			want: `{"type":"object","properties":{"one":{"$ref":"#/$defs/person","description":"The first"},"all":{"type":"array","items":{"$ref":"#/$defs/person"}}},"required":["one","all"],"additionalProperties":false,` +
				`"$defs":{"person":{"type":"object","properties":{"name":{"type":"string"},"friend":{"$ref":"#/$defs/person"}},"required":["name"],"additionalProperties":false}}}`,
			wantResult: `{"type":"object","properties":{"one":{"$ref":"#/$defs/person","description":"The first"},"all":{"type":"array","items":{"$ref":"#/$defs/person"}}},"required":["one","all"],` +
				`"$defs":{"person":{"type":"object","properties":{"name":{"type":"string"},"friend":{"$ref":"#/$defs/person"}},"required":["name"]}}}`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, tt.argument(t, toolreflect.Options{})); diff != "" {
				t.Errorf("as an argument (-want +got):\n%s", diff)
			}
			want := tt.wantResult
			if want == "" {
				want = tt.want
			}
			if diff := cmp.Diff(want, tt.argument(t, toolreflect.Options{Direction: toolreflect.Results})); diff != "" {
				t.Errorf("as a result (-want +got):\n%s", diff)
			}
		})
	}
}

type base struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
}

type Optional struct {
	Extra string `json:"extra"`
}

type embedding struct {
	base
	*Optional
	Named  base   `json:"named"`
	Name   string `json:"name" description:"Stands for that of base"`
	hidden int
	Left   int `json:"-"`
}

// TestEmbedding flattens structs as encoding/json does.
func TestEmbedding(t *testing.T) {
	_ = embedding{}.hidden
	want := `{"type":"object","properties":{"id":{"type":"integer"},"extra":{"type":"string"},` +
		`"named":{"type":"object","properties":{"id":{"type":"integer"},"name":{"type":"string"}},"required":["id","name"],"additionalProperties":false},` +
		`"name":{"type":"string","description":"Stands for that of base"}},"required":["id","named","name"],"additionalProperties":false}`
	if diff := cmp.Diff(want, schemaOf[embedding](t, toolreflect.Options{})); diff != "" {
		t.Errorf("schema (-want +got):\n%s", diff)
	}
}

func TestAllowUnknown(t *testing.T) {
	want := `{"type":"object","properties":{"id":{"type":"integer"},"name":{"type":"string"}},"required":["id","name"]}`
	if diff := cmp.Diff(want, schemaOf[base](t, toolreflect.Options{AllowUnknown: true})); diff != "" {
		t.Errorf("schema (-want +got):\n%s", diff)
	}
}
