package reflect

import (
	"maps"
	"slices"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A Violation is one place where a value does not satisfy a schema.
type Violation struct {
	// Path leads to the value; array indexes are decimal numbers.
	Path []string
	// Keyword is the schema keyword: "type", "minimum", "required".
	Keyword string
	// Name is the member that Keyword "required" or "dependentRequired" misses or
	// "additionalProperties" refuses, otherwise "".
	Name string
	// Words complete "must …", without the value: "be at least 1". For "dependentRequired"
	// they say when the member is required.
	Words string
	// Allowed are the values that may stand there instead, as JSON: for "enum" and "const",
	// and for a missing member that has an enumeration.
	Allowed []string
	// Known are the members that the schema knows, for "additionalProperties".
	Known []string
	// Type is the type of a missing member, or "".
	Type string
	// Description is that of a missing member, or "".
	Description string
	// Example is a valid value as JSON where nothing else says how one looks, or "".
	Example string
}

// explain fills in what the schema says about the place of a violation.
func (c *Checker) explain(v *Violation) {
	switch v.Keyword {
	case "additionalProperties":
		if s := schemaAt(c.schema, v.Path); s != nil {
			v.Known = slices.Sorted(maps.Keys(s.Properties))
		}
	case "required", "dependentRequired":
		s := schemaAt(c.schema, append(slices.Clone(v.Path), v.Name))
		if s == nil {
			return
		}
		v.Description, v.Allowed = s.Description, allowedBy(s)
		if s.Types != nil {
			if types := s.Types.ToStrings(); len(types) == 1 {
				v.Type = types[0]
			}
		}
		if len(s.Examples) > 0 {
			v.Example = jsonList(s.Examples[:1])
		} else if s.Format != nil {
			v.Example = formatExample(s.Format.Name)
		}
	}
}

// formatExample returns a value of a format as JSON, or "".
func formatExample(format string) string {
	if text, ok := formatExamples[format]; ok {
		return string(appendText(nil, text))
	}
	return ""
}

// allowedBy returns the values of an enumeration, as JSON.
func allowedBy(s *jsonschema.Schema) []string {
	var list []string
	if s.Enum != nil {
		for _, v := range s.Enum.Values {
			list = append(list, jsonList([]any{v}))
		}
	}
	if s.Const != nil {
		list = append(list, jsonList([]any{*s.Const}))
	}
	return list
}

// schemaAt returns the schema of the value at a path, or nil where the schema does not say
// it outright.
func schemaAt(s *jsonschema.Schema, path []string) *jsonschema.Schema {
	for hops := 0; s != nil && s.Ref != nil; hops++ {
		if s = s.Ref; hops == maxSchemaDepth {
			return nil // it refers to itself and says nothing
		}
	}
	if s == nil || len(path) == 0 {
		return s
	}
	step, rest := path[0], path[1:]
	if member, ok := s.Properties[step]; ok {
		return schemaAt(member, rest)
	}
	if member, ok := s.AdditionalProperties.(*jsonschema.Schema); ok {
		return schemaAt(member, rest)
	}
	n, err := strconv.Atoi(step)
	if err != nil {
		return nil
	}
	items, _ := s.Items.(*jsonschema.Schema)
	switch {
	case n < len(s.PrefixItems):
		items = s.PrefixItems[n]
	case s.Items2020 != nil:
		items = s.Items2020
	}
	return schemaAt(items, rest)
}
