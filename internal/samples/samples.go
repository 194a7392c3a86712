package samples

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A Generator makes values near one schema. It is not safe for concurrent use.
type Generator struct {
	random *rand.Rand
	root   map[string]any
}

// New returns a generator for a schema that was decoded with its numbers kept
// (json.Decoder.UseNumber). The same seed gives the same values.
func New(schema map[string]any, seed uint64) *Generator {
	return &Generator{rand.New(rand.NewPCG(seed, 2)), schema}
}

// Value returns the next value. About one in two satisfies the schema.
func (g *Generator) Value() any { return g.value(g.root, 0) }

// deepest bounds how far recursive schemas are followed.
const deepest = 6

func (g *Generator) oneIn(n int) bool { return g.random.IntN(n) == 0 }

func pick[T any](g *Generator, values []T) T { return values[g.random.IntN(len(values))] }

func (g *Generator) value(schema map[string]any, depth int) any {
	if g.oneIn(40) {
		return g.anything()
	}
	if ref, ok := schema["$ref"].(string); ok {
		definitions, _ := g.root["$defs"].(map[string]any)
		target, _ := definitions[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
		return g.value(target, depth+1)
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if union, ok := schema[keyword].([]any); ok && len(union) > 0 {
			if variant, ok := pick(g, union).(map[string]any); ok {
				return g.value(variant, depth)
			}
		}
	}
	if enum, ok := schema["enum"].([]any); ok && len(enum) > 0 && !g.oneIn(6) {
		return pick(g, enum)
	}
	typ := schema["type"]
	if list, ok := typ.([]any); ok && len(list) > 0 {
		typ = pick(g, list)
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
		of, _ := schema["items"].(map[string]any)
		for i := range items {
			items[i] = g.value(of, depth+1)
		}
		return items
	case "object":
		return g.object(schema, depth)
	case "null":
		return nil
	}
	return g.anything()
}

// anything returns a value of any type.
func (g *Generator) anything() any {
	return pick(g, []any{
		nil, true, "", "a", 0, 1, -1, 2.5, json.Number("5.0"), json.Number("1e2"), json.Number("99999999999999999999"),
		[]any{}, []any{1, nil}, map[string]any{}, map[string]any{"a": 1},
	})
}

// formats has texts that are, and that are not, of a format.
var formats = map[string][]string{
	"date-time": {"2026-07-28T09:00:00Z", "2026-07-28T09:00:00.5+02:00", "2026-07-28", "yesterday", ""},
	"date":      {"2026-07-28", "2026-02-30", "28.7.2026", ""},
	"email":     {"a@example.com", "a", ""},
	"uri":       {"https://example.com/a?b=c", "example", ""},
	"uuid":      {"6ba7b810-9dad-11d1-80b4-00c04fd430c8", "6ba7b810", ""},
	"ipv4":      {"192.0.2.1", "192.0.2", ""},
	"ipv6":      {"2001:db8::1", "2001", ""},
	"hostname":  {"example.com", "-a-", ""},
}

func (g *Generator) text(schema map[string]any) any {
	if format, ok := schema["format"].(string); ok && formats[format] != nil {
		return pick(g, formats[format])
	}
	if pattern, _ := schema["pattern"].(string); strings.Contains(pattern, "0-9") && !g.oneIn(4) {
		return pick(g, []string{"5", "-12", "0", "05", "", "5.0", "x", "9007199254740993", "true", "1e3"})
	}
	if examples, ok := schema["examples"].([]any); ok && len(examples) > 0 && g.oneIn(2) {
		return pick(g, examples)
	}
	var b strings.Builder
	for range g.size(schema, "minLength", "maxLength", 0) {
		b.WriteString(pick(g, []string{"a", "b", "c", "Z", "ü", "😀", "a", "a", "a"}))
	}
	return b.String()
}

func (g *Generator) number(schema map[string]any, whole bool) any {
	around := []float64{0, 1, 2, 3, -1}
	for _, key := range []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"} {
		if n, ok := schema[key].(json.Number); ok {
			if f, err := n.Float64(); err == nil {
				around = append(around, f, f-1, f+1)
			}
		}
	}
	n := pick(g, around)
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

func (g *Generator) object(schema map[string]any, depth int) any {
	object := map[string]any{}
	properties, _ := schema["properties"].(map[string]any)
	required := map[string]bool{}
	if list, ok := schema["required"].([]any); ok {
		for _, name := range list {
			if name, ok := name.(string); ok {
				required[name] = true
			}
		}
	}
	for _, name := range sortedNames(properties) {
		property, _ := properties[name].(map[string]any)
		if required[name] && !g.oneIn(25) || !required[name] && g.oneIn(2) && depth < deepest {
			object[name] = g.value(property, depth+1)
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

func sortedNames(properties map[string]any) []string {
	names := make([]string, 0, len(properties))
	for name := range properties {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// size returns a length at or around the bounds of a schema.
func (g *Generator) size(schema map[string]any, least, most string, depth int) int {
	sizes := []int{0, 1, 2}
	for _, key := range []string{least, most} {
		if n, ok := schema[key].(json.Number); ok {
			if i, err := n.Int64(); err == nil && i < 10000 {
				sizes = append(sizes, int(i), int(i), max(int(i)-1, 0), int(i)+1)
			}
		}
	}
	if depth > deepest {
		return 0
	}
	return pick(g, sizes)
}
