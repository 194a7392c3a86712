package violations

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
)

// formats are values of the formats that JSON Schema knows.
var formats = map[string]string{
	"date-time": "2026-07-28T12:00:00Z", "date": "2026-07-28", "time": "12:00:00Z", "duration": "PT1H", "email": "a@example.com",
	"idn-email": "a@example.com", "hostname": "example.com", "idn-hostname": "example.com", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1", "uri": "https://example.com/",
	"uri-reference": "/a", "iri": "https://example.com/", "iri-reference": "/a", "uuid": "123e4567-e89b-42d3-a456-426614174000", "uri-template": "/{a}",
	"json-pointer": "/a", "relative-json-pointer": "0", "regex": "a",
}

// valid returns a small value that satisfies a schema as well as can be done without search: the
// default, an example, the first of an enum, or the least that the bounds allow. Patterns are not
// solved.
func (m *maker) valid(schema map[string]any, depth int) any {
	schema = m.resolve(schema)
	if value, ok := schema["const"]; ok {
		return value
	}
	if enum, ok := schema["enum"].([]any); ok && len(enum) > 0 {
		return enum[0]
	}
	if value, ok := schema["default"]; ok {
		return value
	}
	if examples, ok := schema["examples"].([]any); ok && len(examples) > 0 {
		return examples[0]
	}
	kinds := texts(schema["type"])
	if len(kinds) == 0 {
		for _, keyword := range []string{"anyOf", "oneOf", "allOf"} {
			if variants, ok := schema[keyword].([]any); ok && len(variants) > 0 && depth <= deepest {
				if variant, ok := variants[0].(map[string]any); ok {
					return m.valid(variant, depth+1)
				}
			}
		}
		return "x"
	}
	switch kinds[0] {
	case "string":
		if text, ok := formats[fmt.Sprint(schema["format"])]; ok {
			return text
		}
		n, _ := count(schema["minLength"])
		return strings.Repeat("x", min(max(n, 1), 1<<16))
	case "integer", "number":
		return json.Number(decimal(validNumber(schema)))
	case "boolean":
		return true
	case "array":
		n, _ := count(schema["minItems"])
		list := []any{}
		items, _ := schema["items"].(map[string]any)
		most := 100
		if depth > 2 {
			most = 1 // lists of lists of lists would grow beyond all bounds
		}
		for i := 0; i < min(n, most) && depth <= deepest; i++ {
			list = append(list, m.valid(items, depth+1))
		}
		return list
	case "object":
		object := map[string]any{}
		properties, _ := schema["properties"].(map[string]any)
		for _, name := range texts(schema["required"]) {
			if property, ok := properties[name].(map[string]any); ok && depth <= deepest {
				object[name] = m.valid(property, depth+1)
			}
		}
		return object
	}
	return nil
}

// validNumber returns the number nearest to 1 within the bounds.
func validNumber(schema map[string]any) *big.Rat {
	n := big.NewRat(1, 1)
	if step, ok := number(schema["multipleOf"]); ok && step.Sign() > 0 {
		n = step
	}
	for _, lower := range []string{"minimum", "exclusiveMinimum"} {
		if bound, ok := number(schema[lower]); ok && n.Cmp(bound) <= 0 {
			if n = bound; lower == "exclusiveMinimum" {
				n = new(big.Rat).Add(bound, big.NewRat(1, 1))
			}
		}
	}
	for _, upper := range []string{"maximum", "exclusiveMaximum"} {
		if bound, ok := number(schema[upper]); ok && n.Cmp(bound) >= 0 {
			if n = bound; upper == "exclusiveMaximum" {
				n = new(big.Rat).Sub(bound, big.NewRat(1, 1))
			}
		}
	}
	return n
}

// texts returns the strings of a list, or the one that stands alone.
func texts(value any) []string {
	switch v := value.(type) {
	case string:
		return []string{v}
	case []any:
		var list []string
		for _, item := range v {
			if text, ok := item.(string); ok {
				list = append(list, text)
			}
		}
		return list
	}
	return nil
}

// number returns a number of a schema. Those with huge exponents are left alone.
func number(value any) (*big.Rat, bool) {
	text := ""
	switch v := value.(type) {
	case json.Number:
		text = v.String()
	case float64:
		text = fmt.Sprint(v)
	default:
		return nil, false
	}
	if len(text) > 40 || strings.ContainsAny(text, "eE") {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

// count returns a number of things.
func count(value any) (int, bool) {
	n, ok := number(value)
	if !ok || !n.IsInt() || !n.Num().IsInt64() || n.Sign() < 0 {
		return 0, false
	}
	return int(n.Num().Int64()), true
}

// decimal writes a number without a fraction where it has none.
func decimal(n *big.Rat) string {
	if n.IsInt() {
		return n.Num().String()
	}
	return strings.TrimRight(n.FloatString(20), "0")
}
