package handler

import (
	stdjson "encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	toolerrors "github.com/typedmcp/toolkit/errors"
)

// explained are the keywords whose verdicts are told one by one, in this order.
var explained = []string{"type", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
	"pattern", "format", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "required", "additionalProperties", "anyOf", "oneOf", "allOf", "not", "dependentRequired"}

// maxExplained is how many verdicts of a schema are told at most.
const maxExplained = 1000

// A schemaExplainer walks a schema written by hand along arguments.
type schemaExplainer struct {
	root   map[string]any
	broken map[string]string // the words, by path and keyword
	to     *Explanation
}

// explainSchema notes the defaults and verdicts of a schema written by hand.
func (h *Handler) explainSchema(e *Explanation, arguments stdjson.RawMessage) {
	x := &schemaExplainer{broken: map[string]string{}, to: e}
	var value any
	if stdjson.Unmarshal(h.input, &x.root) != nil || stdjson.Unmarshal(arguments, &value) != nil {
		return
	}
	violations, err := h.inputSchema.checker.Check(arguments)
	if err != nil {
		return
	}
	for _, v := range violations {
		key := steps(v.Path).String() + "\n" + v.Keyword
		if v.Keyword == "required" || v.Keyword == "additionalProperties" || v.Keyword == "dependentRequired" {
			x.broken[key] = strings.TrimPrefix(x.broken[key]+", ", ", ") + v.Words
			continue
		}
		x.broken[key] = v.Words
	}
	x.schema(nil, x.root, value, 0)
}

func (x *schemaExplainer) schema(path toolerrors.Path, node any, value any, hops int) {
	schema, ok := node.(map[string]any)
	if !ok || hops > 50 || len(x.to.Verdicts) >= maxExplained {
		return
	}
	if ref, ok := schema["$ref"].(string); ok {
		if name, ok := strings.CutPrefix(ref, "#/$defs/"); ok {
			definitions, _ := x.root["$defs"].(map[string]any)
			x.schema(path, definitions[name], value, hops+1)
		}
	}
	for _, keyword := range explained {
		demanded, ok := schema[keyword]
		if !ok || !applies(keyword, value) || keyword == "additionalProperties" && demanded != false {
			continue
		}
		raw, err := stdjson.Marshal(demanded)
		if err != nil {
			continue
		}
		words, isBroken := x.broken[path.String()+"\n"+keyword]
		if words = "must " + words; !isBroken {
			words = fmt.Sprintf("%s %s", keyword, shortened(string(raw)))
		}
		x.to.Verdicts = append(x.to.Verdicts, Verdict{path.String(), keyword, words, !isBroken})
	}
	switch value := value.(type) {
	case map[string]any:
		properties, _ := schema["properties"].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			below := append(slices.Clip(path), toolerrors.Member(name))
			if member, given := value[name]; given {
				x.schema(below, properties[name], member, hops)
				continue
			}
			property, _ := properties[name].(map[string]any)
			if def, ok := property["default"]; ok {
				if raw, err := stdjson.Marshal(def); err == nil {
					x.to.Defaults = append(x.to.Defaults, Default{below.String(), raw})
				}
			}
		}
		for _, name := range slices.Sorted(maps.Keys(value)) {
			if _, known := properties[name]; !known {
				x.schema(append(slices.Clip(path), toolerrors.Member(name)), schema["additionalProperties"], value[name], hops)
			}
		}
	case []any:
		for i, item := range value {
			x.schema(append(slices.Clip(path), toolerrors.Element(i)), schema["items"], item, hops)
		}
	}
}

// applies reports whether a keyword says something about values of this type.
func applies(keyword string, value any) bool {
	switch keyword {
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		_, ok := value.(float64)
		return ok
	case "minLength", "maxLength", "pattern", "format":
		_, ok := value.(string)
		return ok
	case "minItems", "maxItems", "uniqueItems":
		_, ok := value.([]any)
		return ok
	case "minProperties", "maxProperties", "required", "additionalProperties", "dependentRequired":
		_, ok := value.(map[string]any)
		return ok
	}
	return true
}

// shortened cuts a text to what can be read in a line.
func shortened(text string) string {
	if runes := []rune(text); len(runes) > 80 {
		return string(runes[:79]) + "…"
	}
	return text
}

// sortedHeaders returns the names of headers, those of the request before those of parameters.
func sortedHeaders(headers map[string]string) []string {
	names := slices.Sorted(maps.Keys(headers))
	slices.SortStableFunc(names, func(a, b string) int {
		return strings.Compare(strconv.FormatBool(strings.HasPrefix(a, "Mcp-Param-")), strconv.FormatBool(strings.HasPrefix(b, "Mcp-Param-")))
	})
	return names
}
