package handler

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	toolerrors "github.com/typedmcp/toolkit/errors"
	"github.com/typedmcp/toolkit/internal/samples"
	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// FuzzOracle makes random Go struct types with random tags, and random JSON near their
// schemas. The strict plan must accept exactly what an independent validator accepts for
// the schema that is advertised.
func FuzzOracle(f *testing.F) {
	for seed := range uint64(60) {
		f.Add(seed)
	}
	shapes, err := toolreflect.NewUnion("kind", map[string]oracleShape{"circle": oracleCircle{}, "group": &oracleGroup{}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 1))
		typ := randomStruct(random, 0)
		described, err := toolreflect.Describe(typ, toolreflect.Options{Unions: []*toolreflect.Union{shapes}})
		if err != nil {
			return // a contradiction among the tags, which registration refuses
		}
		p, err := newPlan(described.Shape, Config{MaxDepth: defaultMaxDepth, Validator: plainValidator()})
		if err != nil {
			t.Fatalf("%s: %v", typ, err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(described.Schema))
		if err != nil {
			t.Fatal(err)
		}
		compiler := jsonschema.NewCompiler()
		compiler.AssertFormat()
		if err := compiler.AddResource("schema.json", doc); err != nil {
			t.Fatal(err)
		}
		judge, err := compiler.Compile("schema.json")
		if err != nil {
			t.Fatalf("%s\n%v", described.Schema, err)
		}
		near := samples.New(doc.(map[string]any), seed)
		for range 40 {
			raw, err := json.Marshal(near.Value())
			if err != nil {
				t.Fatal(err)
			}
			value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
			if err != nil {
				t.Fatal(err)
			}
			verdict := judge.Validate(value)
			_, accepted := p.decode(context.Background(), raw)
			if accepted == (verdict == nil) {
				continue
			}
			_, problems := p.diagnose(context.Background(), raw)
			if verdict == nil && onlyRange(problems) {
				continue // a number that the Go type cannot hold, which no schema says for 64 bits
			}
			var text []string
			for _, problem := range problems {
				text = append(text, toolerrors.Line(problem))
			}
			t.Fatalf("type %s\nschema %s\narguments %s\naccepted %v, judge: %v\n%s", typ, described.Schema, raw, accepted, verdict, strings.Join(text, "\n"))
		}
	})
}

func onlyRange(problems []*toolerrors.Problem) bool {
	for _, p := range problems {
		if p.Code != toolerrors.CodeRange {
			return false
		}
	}
	return len(problems) > 0
}

// Types with names, which reflect cannot make.
type (
	oracleNode struct {
		Name string       `json:"name" validate:"min=1"`
		Kids []oracleNode `json:"kids,omitempty" validate:"max=2"`
	}
	oracleColor string
	oraclePage  struct {
		Limit int `json:"limit,omitempty" validate:"min=1,max=10"`
	}
)

// An oracleShape is a union.
type (
	oracleShape  interface{ shape() }
	oracleCircle struct {
		Radius float64 `json:"radius" validate:"gt=0"`
	}
	oracleGroup struct {
		Kind   string        `json:"kind"`
		Shapes []oracleShape `json:"shapes,omitempty" validate:"max=2"`
	}
)

func (oracleCircle) shape() {}
func (*oracleGroup) shape() {}

func (oracleColor) Enum() []oracleColor { return []oracleColor{"red", "green"} }

// leaf is a type with the tags that may stand on it.
type leafType struct {
	typ  reflect.Type
	tags []string
}

var leafTypes = []leafType{
	{reflect.TypeFor[string](), []string{``, `validate:"min=1"`, `validate:"max=3"`, `validate:"len=2"`, `validate:"min=1,max=4"`, `enum:"a,b,ccc"`, `validate:"oneof=a b"`, `pattern:"^[a-c]+$"`, `validate:"alpha"`, `validate:"startswith=a"`, `default:"ab"`, `validate:"omitempty,min=2"`}},
	{reflect.TypeFor[int](), []string{``, `validate:"min=-1,max=5"`, `validate:"gt=0"`, `validate:"lt=3"`, `enum:"1,2,3"`, `validate:"eq=2"`, `default:"3"`, `jsonschema:"multipleOf=2"`}},
	{reflect.TypeFor[int8](), []string{``, `validate:"min=0"`}},
	{reflect.TypeFor[uint16](), []string{``, `validate:"max=9"`}},
	{reflect.TypeFor[int64](), []string{``, `validate:"gte=-5"`, `json-string`}},
	{reflect.TypeFor[float64](), []string{``, `validate:"gt=0,lt=1.5"`, `validate:"min=0.5"`, `enum:"0.5,2"`}},
	{reflect.TypeFor[bool](), []string{``, `enum:"true"`}},
	{reflect.TypeFor[time.Time](), []string{``}},
	{reflect.TypeFor[oracleColor](), []string{``, `default:"red"`}},
	{reflect.TypeFor[any](), []string{``}},
	{reflect.TypeFor[*int](), []string{``, `nullable:"true"`, `validate:"omitempty,min=2"`, `validate:"required"`}},
	{reflect.TypeFor[*string](), []string{``, `nullable:"true" enum:"x,y"`, `required:"true"`}},
	{reflect.TypeFor[[]string](), []string{``, `validate:"max=2"`, `validate:"min=1,unique"`, `enum:"a,b"`, `validate:"dive,min=2"`, `validate:"required,dive,required"`}},
	{reflect.TypeFor[[]int](), []string{``, `validate:"unique"`, `validate:"len=2,dive,min=0"`, `nullable:"true"`}},
	{reflect.TypeFor[[2]int](), []string{``}},
	{reflect.TypeFor[[][]bool](), []string{``, `validate:"dive,max=1"`}},
	{reflect.TypeFor[map[string]int](), []string{``, `validate:"min=1,max=2"`, `validate:"dive,min=1"`}},
	{reflect.TypeFor[map[string][]string](), []string{``, `validate:"dive,max=1,dive,min=1"`}},
	{reflect.TypeFor[oracleNode](), []string{``}},
	{reflect.TypeFor[*oracleNode](), []string{``, `nullable:"true"`}},
	{reflect.TypeFor[[]oraclePage](), []string{``, `validate:"max=2"`}},
	{reflect.TypeFor[oraclePage](), []string{``}},
	{reflect.TypeFor[oracleShape](), []string{``}},
	{reflect.TypeFor[[]oracleShape](), []string{``, `validate:"max=1"`}},
}

// randomStruct makes a struct type.
func randomStruct(random *rand.Rand, depth int) reflect.Type {
	var fields []reflect.StructField
	for i := range 1 + random.IntN(5) {
		l := leafTypes[random.IntN(len(leafTypes))]
		tag := l.tags[random.IntN(len(l.tags))]
		typ := l.typ
		if depth < 2 && random.IntN(6) == 0 {
			typ, tag = randomStruct(random, depth+1), ""
			if random.IntN(2) == 0 {
				typ = reflect.SliceOf(typ)
			}
		}
		name := fmt.Sprintf("f%d", i)
		options := []string{"", ",omitempty", ",omitzero"}[random.IntN(3)]
		if tag == "json-string" {
			tag, options = "", options+",string"
		}
		fields = append(fields, reflect.StructField{
			Name: strings.ToUpper(name),
			Type: typ,
			Tag:  reflect.StructTag(strings.TrimSpace(fmt.Sprintf(`json:"%s%s" %s`, name, options, tag))),
		})
	}
	return reflect.StructOf(fields)
}
