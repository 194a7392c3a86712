package scaffold

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A field is a Go field while it is being written.
type field struct {
	name string // in Go
	typ  string
	tags []tag
}

// A tag is one key of a struct tag.
type tag struct{ key, value string }

// literal writes the tags as a Go string.
func literal(tags []tag) string {
	var parts []string
	for _, t := range tags {
		parts = append(parts, t.key+":"+strconv.Quote(t.value))
	}
	text := strings.Join(parts, " ")
	if strings.Contains(text, "`") {
		return strconv.Quote(text)
	}
	return "`" + text + "`"
}

// known are keywords that types and tags can say. A schema that has others gets a type of
// its own.
var known = map[string]bool{
	"$schema": true, "additionalProperties": true, "const": true, "default": true, "deprecated": true, "description": true, "enum": true, "examples": true,
	"exclusiveMaximum": true, "exclusiveMinimum": true, "format": true, "items": true, "maxItems": true, "maxLength": true, "maxProperties": true,
	"maximum": true, "minItems": true, "minLength": true, "minProperties": true, "minimum": true, "multipleOf": true, "pattern": true, "properties": true,
	"propertyNames": true, "required": true, "title": true, "type": true, "uniqueItems": true, "x-mcp-header": true,
}

// formats are those that the format tag takes.
var formats = []string{"date", "date-time", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uri", "uri-reference", "iri", "iri-reference", "uri-template", "uuid", "json-pointer", "relative-json-pointer", "regex"}

// plain reports whether types and tags can say the schema.
func (n *node) plain() bool {
	for _, name := range n.names {
		if !known[name] {
			return false
		}
	}
	if names := n.sub("propertyNames"); names != nil && string(names.raw) != `{"type":"string"}` {
		return false
	}
	if format := n.text("format"); format != "" && (!slices.Contains(formats, format) || n.text("type") != "string") {
		return false
	}
	if n.has("properties") && n.sub("additionalProperties") != nil && string(n.sub("additionalProperties").raw) != "{}" {
		return false
	}
	for _, value := range append(n.list("enum"), n.keywords["const"]) {
		switch value.Kind() {
		case '{', '[', 'n':
			return false
		}
	}
	if n.has("items") && n.sub("items") == nil {
		return false // a list of schemas
	}
	return true
}

// typeOf returns the Go type for a schema and the tags that say the rest of it. name is for
// types that have to be made.
func (g *generator) typeOf(n *node, name string) (string, []tag) {
	if !n.plain() {
		return g.rawType(n, name), nil
	}
	typ := n.text("type")
	if types := n.list("type"); types != nil {
		return g.typeList(n, types, name)
	}
	if typ == "" {
		typ = typeOfEnum(n)
	}
	switch typ {
	case "string":
		if n.text("format") == "date-time" && !n.has("enum", "const", "minLength", "maxLength", "pattern", "default", "examples") {
			g.imports["time"] = true
			return "time.Time", nil
		}
		return "string", g.textTags(n)
	case "integer", "number":
		goType := "int"
		if typ == "number" {
			goType = "float64"
		}
		return goType, g.numberTags(n)
	case "boolean":
		return "bool", enumTag(n)
	case "array":
		return g.listType(n, name)
	case "object":
		if members, err := n.properties(); err == nil && len(members) > 0 {
			return g.structType(n, members, name), nil
		}
		value := "any"
		if additional := n.sub("additionalProperties"); additional != nil && string(additional.raw) != "{}" {
			var tags []tag
			if value, tags = g.typeOf(additional, name+"Value"); len(rules(tags)) > 0 {
				return "map[string]" + value, join(sizeRules(n, "minProperties", "maxProperties"), tags)
			}
		}
		return "map[string]" + value, validateTag(sizeRules(n, "minProperties", "maxProperties"))
	}
	return "any", nil
}

// typeOfEnum guesses the type of a schema that has values only.
func typeOfEnum(n *node) string {
	values := append(n.list("enum"), n.keywords["const"])
	switch values[0].Kind() {
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case '0':
		return "number"
	}
	return ""
}

// typeList is for a list of types: a pointer where one of two is null, and otherwise any.
func (g *generator) typeList(n *node, types []jsontext.Value, name string) (string, []tag) {
	var names []string
	for _, raw := range types {
		var typ string
		if json.Unmarshal(raw, &typ) != nil {
			return g.rawType(n, name), nil
		}
		names = append(names, typ)
	}
	if i := slices.Index(names, "null"); i >= 0 && len(names) == 2 && !n.has("enum", "const") {
		single, err := parse([]byte(strings.Replace(string(n.raw), string(n.keywords["type"]), strconv.Quote(names[1-i]), 1)))
		if err != nil {
			return g.rawType(n, name), nil
		}
		typ, tags := g.typeOf(single, name)
		return "*" + strings.TrimPrefix(typ, "*"), append(tags, tag{"nullable", "true"})
	}
	for _, name := range n.names {
		if name != "type" && name != "description" && name != "title" {
			return g.rawType(n, name), nil
		}
	}
	return "any", []tag{{"jsonschema", "anyof_type=" + strings.Join(names, ";")}}
}

// textTags says what a string must be.
func (g *generator) textTags(n *node) []tag {
	tags := enumTag(n)
	if format := n.text("format"); format != "" {
		tags = append(tags, tag{"format", format})
	}
	if pattern := n.text("pattern"); pattern != "" {
		tags = append(tags, tag{"pattern", pattern})
	}
	return append(tags, validateTag(sizeRules(n, "minLength", "maxLength"))...)
}

// numberTags says what a number must be.
func (g *generator) numberTags(n *node) []tag {
	var list []string
	for _, rule := range []struct{ keyword, name string }{{"minimum", "min"}, {"exclusiveMinimum", "gt"}, {"maximum", "max"}, {"exclusiveMaximum", "lt"}} {
		if value := n.keywords[rule.keyword]; value.Kind() == '0' {
			list = append(list, rule.name+"="+string(value))
		}
	}
	tags := append(enumTag(n), validateTag(list)...)
	if value := n.keywords["multipleOf"]; value != nil {
		tags = append(tags, tag{"jsonschema", "multipleOf=" + string(value)})
	}
	return tags
}

// listType is for arrays.
func (g *generator) listType(n *node, name string) (string, []tag) {
	list := sizeRules(n, "minItems", "maxItems")
	if string(n.keywords["uniqueItems"]) == "true" {
		list = append(list, "unique")
	}
	items := n.sub("items")
	if items == nil {
		return "[]any", validateTag(list)
	}
	elem, tags := g.typeOf(items, singular(name))
	if text := items.text("description"); text != "" && !g.isNamed(elem) {
		elem, tags = g.rawType(items, singular(name)), nil // a tag has no place for it
	}
	return "[]" + elem, join(list, tags)
}

// join puts the rules of the elements after dive. An enum tag speaks of the elements anyway.
func join(list []string, elements []tag) []tag {
	var tags []tag
	inner := rules(elements)
	for _, t := range elements {
		if t.key != "validate" {
			tags = append(tags, t)
		}
	}
	if len(inner) > 0 {
		list = append(append(list, "dive"), inner...)
	}
	return append(tags, validateTag(list)...)
}

// rules returns the rules in tags.
func rules(tags []tag) []string {
	for _, t := range tags {
		if t.key == "validate" {
			return strings.Split(t.value, ",")
		}
	}
	return nil
}

func validateTag(list []string) []tag {
	if len(list) == 0 {
		return nil
	}
	return []tag{{"validate", strings.Join(list, ",")}}
}

func sizeRules(n *node, least, most string) []string {
	var list []string
	if value := n.keywords[least]; value != nil {
		list = append(list, "min="+string(value))
	}
	if value := n.keywords[most]; value != nil {
		list = append(list, "max="+string(value))
	}
	return list
}

// enumTag writes the allowed values.
func enumTag(n *node) []tag {
	values := n.list("enum")
	if n.has("const") {
		values = []jsontext.Value{n.keywords["const"]}
	}
	if len(values) == 0 {
		return nil
	}
	return []tag{{"enum", joinValues(values)}}
}

// joinValues writes values between commas, as tags have them.
func joinValues(values []jsontext.Value) string {
	var texts []string
	for _, value := range values {
		texts = append(texts, strings.ReplaceAll(bare(value), ",", `\,`))
	}
	return strings.Join(texts, ",")
}

// bare writes a value as a tag has it: a string without quotes, all else as JSON.
func bare(value jsontext.Value) string {
	var s string
	if value.Kind() == '"' && json.Unmarshal(value, &s) == nil {
		return s
	}
	return string(value)
}

// rawType makes a type that takes JSON as it is and brings the schema along.
func (g *generator) rawType(n *node, name string) string {
	name = g.typeName(name)
	g.imports["encoding/json"], g.imports["github.com/invopop/jsonschema"] = true, true
	schema := string(n.withoutAnnotations())
	g.types = append(g.types, fmt.Sprintf(`
// %[1]s is JSON of a form that a struct cannot say; its schema is checked.
type %[1]s json.RawMessage

// JSONSchema returns the schema.
func (%[1]s) JSONSchema() *jsonschema.Schema {
	return mustSchema(%[2]s)
}

// UnmarshalJSON keeps the value as it is.
func (v *%[1]s) UnmarshalJSON(raw []byte) error {
	*v = append((*v)[:0], raw...)
	return nil
}
`, name, goString(schema)))
	g.needsSchema = true
	return name
}

// withoutAnnotations returns the schema without what the field's tags say.
func (n *node) withoutAnnotations() jsontext.Value {
	out := jsontext.Value{'{'}
	for _, name := range n.names {
		if name != "default" && name != "x-mcp-header" {
			out = appendMember(out, name, n.keywords[name])
		}
	}
	return append(out, '}')
}

// goString writes a text as a Go string that is easy to read.
func goString(s string) string {
	if !strings.Contains(s, "`") {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}
