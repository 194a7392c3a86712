package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/typedmcp/toolkit/handler"
)

// A parameter is what the schema of a tool says of one of its parameters.
type parameter struct {
	schema   map[string]any
	required bool // of every call
}

// findParameter follows properties to a parameter.
func findParameter(inputSchema json.RawMessage, path []string) (*parameter, error) {
	dec := json.NewDecoder(bytes.NewReader(inputSchema))
	dec.UseNumber()
	p := &parameter{required: true}
	if err := dec.Decode(&p.schema); err != nil {
		return nil, err
	}
	for _, step := range path {
		names, _ := p.schema["required"].([]any)
		p.required = p.required && slices.Contains(names, any(step))
		properties, _ := p.schema["properties"].(map[string]any)
		next, ok := properties[step].(map[string]any)
		if !ok {
			return nil, fmt.Errorf("the inputSchema has no schema of %s", strings.Join(path, "."))
		}
		p.schema = next
	}
	return p, nil
}

// values returns all the values that the schema allows, as texts, or nil if it does not list them.
func (p *parameter) values(typ string) []string {
	if typ == "boolean" {
		return []string{"false", "true"}
	}
	listed, ok := p.schema["enum"].([]any)
	if constant, single := p.schema["const"]; single {
		listed, ok = []any{constant}, true
	}
	if !ok {
		return nil
	}
	values := []string{}
	for _, value := range listed {
		if text, ok := textOf(value, typ); ok && !slices.Contains(values, text) && p.accepts(value) {
			values = append(values, text)
		}
	}
	return values
}

// textOf returns a value as it stands in a header that needs no encoding, and whether it has the
// type.
func textOf(value any, typ string) (string, bool) {
	switch value := value.(type) {
	case string:
		return value, typ == "string"
	case json.Number:
		text := value.String()
		return text, typ == "integer" && !strings.ContainsAny(text, ".eE")
	}
	return "", false
}

// sample returns a value that the schema allows, as a text.
func (p *parameter) sample(typ string) (string, bool) {
	var candidates []any
	if examples, ok := p.schema["examples"].([]any); ok {
		candidates = append(candidates, examples...)
	}
	if enum, ok := p.schema["enum"].([]any); ok {
		candidates = append(candidates, enum...)
	}
	for _, keyword := range []string{"const", "default", "minimum", "maximum"} {
		if value, ok := p.schema[keyword]; ok {
			candidates = append(candidates, value)
		}
	}
	candidates = append(candidates, plainSamples...)
	if length, ok := p.schema["minLength"].(json.Number); ok {
		if n, err := length.Int64(); err == nil && n <= longestSample {
			candidates = append(candidates, strings.Repeat("x", int(max(n, 0))))
		}
	}
	if typ == "boolean" {
		return "true", p.accepts(true)
	}
	for _, value := range candidates {
		if text, ok := textOf(value, typ); ok && p.accepts(value) {
			return text, true
		}
	}
	return "", false
}

const longestSample = 1000

// plainSamples are values of which one is acceptable to most schemas, the forms of JSON Schema
// among them.
var plainSamples = []any{
	"text", "x", "1", "A1", "2026-07-28", "2026-07-28T12:00:00Z", "12:00:00Z", "PT1H", "a@example.com", "example.com",
	"https://example.com/", "192.0.2.1", "2001:db8::1", "00000000-0000-4000-8000-000000000000", "/", "",
	json.Number("1"), json.Number("0"), json.Number("10"), json.Number("100"), json.Number("-1"),
}

// accepts reports whether the schema of the parameter accepts a value, as far as it can be said
// without the rest of the inputSchema.
func (p *parameter) accepts(value any) bool {
	schema, err := json.Marshal(map[string]any{"type": "object", "properties": map[string]any{"value": p.schema}})
	if err != nil {
		return false
	}
	arguments, err := json.Marshal(map[string]any{"value": value})
	if err != nil {
		return false
	}
	h, err := handler.New(func(context.Context, map[string]any) (struct{}, error) { return struct{}{}, nil },
		handler.Config{Tool: "sample", InputSchema: json.RawMessage(schema)})
	return err != nil || h.Explain(context.Background(), arguments).Accepted
}
