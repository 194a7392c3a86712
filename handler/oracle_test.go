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
		g := &generator{random: random, root: doc.(map[string]any)}
		for range 40 {
			raw, err := json.Marshal(g.value(g.root, 0))
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

// A generator makes JSON near a schema. It knows nothing of shapes.
type generator struct {
	random *rand.Rand
	root   map[string]any
}

func (g *generator) oneIn(n int) bool { return g.random.IntN(n) == 0 }

func (g *generator) value(schema map[string]any, depth int) any {
	if g.oneIn(40) {
		return g.anything()
	}
	if ref, ok := schema["$ref"].(string); ok {
		name := strings.TrimPrefix(ref, "#/$defs/")
		return g.value(g.root["$defs"].(map[string]any)[name].(map[string]any), depth+1)
	}
	if union, ok := schema["anyOf"].([]any); ok {
		return g.value(union[g.random.IntN(len(union))].(map[string]any), depth)
	}
	if enum, ok := schema["enum"].([]any); ok && !g.oneIn(6) {
		return enum[g.random.IntN(len(enum))]
	}
	typ := schema["type"]
	if list, ok := typ.([]any); ok {
		typ = list[g.random.IntN(len(list))]
	}
	switch typ {
	case "string":
		return g.text(schema)
	case "integer", "number":
		return g.number(schema, typ == "integer")
	case "boolean":
		return g.oneIn(2)
	case "array":
		items := make([]any, g.size(schema, "minItems", "maxItems", depth))
		for i := range items {
			items[i] = g.value(schema["items"].(map[string]any), depth+1)
		}
		return items
	case "object":
		return g.object(schema, depth)
	case "null":
		return nil
	}
	return g.anything()
}

func (g *generator) anything() any {
	return []any{nil, true, "", "a", 0, 1, -1, 2.5, json.Number("5.0"), json.Number("1e2"), json.Number("99999999999999999999"), []any{}, []any{1, nil}, map[string]any{}, map[string]any{"f0": 1}}[g.random.IntN(15)]
}

func (g *generator) text(schema map[string]any) any {
	if schema["format"] == "date-time" {
		return []string{"2026-07-28T09:00:00Z", "2026-07-28T09:00:00.5+02:00", "2026-07-28", "yesterday", ""}[g.random.IntN(5)]
	}
	if pattern, _ := schema["pattern"].(string); strings.Contains(pattern, "0-9") {
		return []string{"5", "-12", "0", "05", "", "5.0", "x", "9007199254740993"}[g.random.IntN(8)]
	}
	n := g.size(schema, "minLength", "maxLength", 0)
	var b strings.Builder
	for range n {
		b.WriteString([]string{"a", "b", "c", "Z", "ü", "😀"}[min(g.random.IntN(9), 5)])
	}
	return b.String()
}

func (g *generator) number(schema map[string]any, whole bool) any {
	around := []float64{0, 1, 2, 3, -1}
	for _, key := range []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"} {
		if n, ok := schema[key].(json.Number); ok {
			f, err := n.Float64()
			if err == nil {
				around = append(around, f, f-1, f+1)
			}
		}
	}
	n := around[g.random.IntN(len(around))]
	switch {
	case g.oneIn(8):
		return json.Number(fmt.Sprintf("%.1f", n)) // 5.0 is an integer
	case !whole && g.oneIn(2), g.oneIn(12):
		return n + 0.5
	case whole:
		return json.Number(fmt.Sprintf("%.0f", n))
	}
	return n
}

func (g *generator) object(schema map[string]any, depth int) any {
	object := map[string]any{}
	properties, _ := schema["properties"].(map[string]any)
	required := map[string]bool{}
	if list, ok := schema["required"].([]any); ok {
		for _, name := range list {
			required[name.(string)] = true
		}
	}
	for name, property := range properties {
		if required[name] && !g.oneIn(25) || !required[name] && g.oneIn(2) && depth < 6 {
			object[name] = g.value(property.(map[string]any), depth+1)
		}
	}
	if g.oneIn(25) {
		object["unknown"] = g.anything()
	}
	if additional, ok := schema["additionalProperties"].(map[string]any); ok {
		for i := range g.size(schema, "minProperties", "maxProperties", depth) {
			object[fmt.Sprintf("k%d", i)] = g.value(additional, depth+1)
		}
	}
	return object
}

// size returns a length at or around the bounds of a schema.
func (g *generator) size(schema map[string]any, least, most string, depth int) int {
	sizes := []int{0, 1, 2}
	for _, key := range []string{least, most} {
		if n, ok := schema[key].(json.Number); ok {
			i, err := n.Int64()
			if err == nil {
				sizes = append(sizes, int(i), int(i), max(int(i)-1, 0), int(i)+1)
			}
		}
	}
	if depth > 6 {
		return 0
	}
	return sizes[g.random.IntN(len(sizes))]
}
