package snapshot

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
)

// canonical writes a value with sorted names, two blanks of indentation and a line break
// at the end. Characters that nobody sees are written as escapes, so that a review shows
// them.
func canonical(value any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(value); err != nil {
		return []byte("null\n") // cannot be: it was decoded from JSON
	}
	text := b.String()
	if strings.IndexFunc(text, hidden) < 0 {
		return b.Bytes()
	}
	var out bytes.Buffer
	for _, r := range text {
		switch {
		case !hidden(r):
			out.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&out, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&out, `\u%04x`, r)
		}
	}
	return out.Bytes()
}

// hidden reports whether a character is not seen, or changes how others are shown: control
// characters but for line breaks and tabs, marks of writing direction, joiners and blanks
// of no width, and the tag characters that can spell a text out of sight.
func hidden(r rune) bool {
	switch {
	case r < 0x20:
		return r != '\n' && r != '\t' && r != '\r'
	case r >= 0x7f && r <= 0x9f, r == 0xad, r == 0x34f, r == 0x61c, r == 0x115f, r == 0x1160, r == 0x17b4, r == 0x17b5, r == 0x3164, r == 0xffa0, r == 0xfeff:
		return true
	case r >= 0x180b && r <= 0x180f, r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x206f:
		return true
	case r >= 0xfff9 && r <= 0xfffb, r >= 0xe0000 && r <= 0xe0fff:
		return true
	}
	return false
}

// sortSchemas sorts the lists in the schemas of a definition whose order means nothing, which
// some servers write in another order on every run.
func sortSchemas(definition map[string]any) {
	for _, name := range []string{"inputSchema", "outputSchema"} {
		sortSchema(definition[name])
	}
}

func sortSchema(value any) {
	schema, ok := value.(map[string]any)
	if !ok {
		return
	}
	for _, name := range []string{"required", "type"} {
		if list, ok := schema[name].([]any); ok {
			sortTexts(list)
		}
	}
	if dependent, ok := schema["dependentRequired"].(map[string]any); ok {
		for _, list := range dependent {
			if list, ok := list.([]any); ok {
				sortTexts(list)
			}
		}
	}
	for name, below := range schema {
		switch keywords[name] {
		case oneSchema:
			sortSchema(below)
			if list, ok := below.([]any); ok { // items of draft-07
				for _, s := range list {
					sortSchema(s)
				}
			}
		case schemaList:
			if list, ok := below.([]any); ok {
				for _, s := range list {
					sortSchema(s)
				}
			}
		case schemaMap:
			if all, ok := below.(map[string]any); ok {
				for _, s := range all {
					sortSchema(s)
				}
			}
		}
	}
}

// sortTexts sorts a list if all of it are strings.
func sortTexts(list []any) {
	if slices.ContainsFunc(list, func(v any) bool { _, ok := v.(string); return !ok }) {
		return
	}
	slices.SortFunc(list, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
}

// A place says where the schemas in the value of a keyword are.
type place int

const (
	_ place = iota
	oneSchema
	schemaList
	schemaMap
)

// keywords are those of JSON Schema that have schemas in them, in draft-07 and 2020-12.
var keywords = map[string]place{
	"additionalItems": oneSchema, "additionalProperties": oneSchema, "contains": oneSchema, "contentSchema": oneSchema,
	"else": oneSchema, "if": oneSchema, "items": oneSchema, "not": oneSchema, "propertyNames": oneSchema, "then": oneSchema,
	"unevaluatedItems": oneSchema, "unevaluatedProperties": oneSchema,
	"allOf": schemaList, "anyOf": schemaList, "oneOf": schemaList, "prefixItems": schemaList,
	"$defs": schemaMap, "definitions": schemaMap, "dependentSchemas": schemaMap, "dependencies": schemaMap,
	"patternProperties": schemaMap, "properties": schemaMap,
}
