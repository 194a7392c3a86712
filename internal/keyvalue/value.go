package keyvalue

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/typedmcp/toolkit/internal/ordered"
)

// deepest bounds how far references and forms are followed.
const deepest = 12

// parts returns a schema with what its references, allOf and forms lead to: all that may be said of
// the value.
func (r *reader) parts(schema any, depth int) []*ordered.Object {
	object, ok := schema.(*ordered.Object)
	if !ok || depth > deepest {
		return nil
	}
	parts := []*ordered.Object{object}
	if ref, ok := strings.CutPrefix(object.Text("$ref"), "#"); ok {
		parts = append(parts, r.parts(r.at(ref), depth+1)...)
	}
	for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
		for _, form := range object.List(keyword) {
			parts = append(parts, r.parts(form, depth+1)...)
			if len(parts) > 1000 {
				return parts
			}
		}
	}
	return parts
}

// at follows a JSON Pointer. nil if it leads nowhere.
func (r *reader) at(pointer string) any {
	at := r.root
	for step := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		object, ok := at.(*ordered.Object)
		if step == "" {
			continue
		}
		if !ok {
			return nil
		}
		at = object.Get(strings.NewReplacer("~1", "/", "~0", "~").Replace(step))
	}
	return at
}

// properties returns the schemas of the members that are listed.
func properties(parts []*ordered.Object) map[string]any {
	names := map[string]any{}
	for _, part := range parts {
		members := part.Object("properties")
		for _, name := range members.Names() {
			if _, ok := names[name]; !ok {
				names[name] = members.Get(name)
			}
		}
	}
	return names
}

// typesOf returns the types that are allowed by some part, those of the values of enum and const
// included. None means any.
func typesOf(parts []*ordered.Object) map[string]bool {
	types := map[string]bool{}
	for _, part := range parts {
		switch t := part.Get("type").(type) {
		case string:
			types[t] = true
		case []any:
			for _, name := range t {
				if text, ok := name.(string); ok {
					types[text] = true
				}
			}
		default:
			for _, value := range allowed(part) {
				types[typeOf(value)] = true
			}
			if part.Has("properties") {
				types["object"] = true
			}
			if part.Has("items") {
				types["array"] = true
			}
		}
	}
	return types
}

// allowed returns the values of enum and const.
func allowed(part *ordered.Object) []any {
	values := slices.Clone(part.List("enum"))
	if part.Has("const") {
		values = append(values, part.Get("const"))
	}
	return values
}

// read turns a text into a value of a type that is allowed.
func read(parts []*ordered.Object, key, text string) (any, error) {
	types := typesOf(parts)
	for _, part := range parts {
		for _, value := range allowed(part) {
			if s, ok := value.(string); ok && s == text || !ok && string(ordered.Encode(value)) == text {
				return value, nil
			}
		}
	}
	value, err := ordered.Decode([]byte(text))
	kind := typeOf(value)
	if kind == "number" && types["integer"] {
		kind = "integer" // or not, which is for the server to say
	}
	switch {
	case err != nil && (len(types) == 0 || types["string"]):
		return text, nil
	case err == nil && kind == "string":
		if types["string"] && len(types) == 1 {
			return text, nil // the quotes belong to it
		}
		return value, nil
	case err == nil && (len(types) == 0 || types[kind]):
		return value, nil
	case types["string"]:
		return text, nil
	}
	return nil, fmt.Errorf("%s=%s: must be %s", key, text, words(types))
}

// words says what a value may be.
func words(types map[string]bool) string {
	forms := map[string]string{
		"integer": "an integer, such as 5", "number": "a number, such as 2.5", "boolean": "true or false", "null": "null",
		"array": `a JSON array, such as ["a"]`, "object": `a JSON object, such as {"a":1}`, "string": "a text",
	}
	var all []string
	for _, name := range slices.Sorted(maps.Keys(types)) {
		if form, ok := forms[name]; ok {
			all = append(all, form)
		}
	}
	return strings.Join(all, ", or ")
}

// typeOf names the type of a JSON value.
func typeOf(value any) string {
	switch value.(type) {
	case string:
		return "string"
	case json.Number:
		return "number"
	case bool:
		return "boolean"
	case []any:
		return "array"
	case *ordered.Object:
		return "object"
	}
	return "null"
}
