package export_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/typedmcp/toolkit/export"
)

// problems says what an interface does not take of definitions, by its documentation. It shares
// nothing with the code under test.
func problems(t *testing.T, api export.API, definitions json.RawMessage) []string {
	t.Helper()
	var list []map[string]any
	if err := json.Unmarshal(definitions, &list); err != nil {
		t.Fatal(err)
	}
	c := &subset{api: api}
	if api == export.Gemini {
		if len(list) != 1 || len(list[0]) != 1 {
			t.Fatalf("not one object with functionDeclarations: %s", definitions)
		}
		declarations, _ := list[0]["functionDeclarations"].([]any)
		list = nil
		for _, d := range declarations {
			list = append(list, d.(map[string]any))
		}
	}
	names := map[string]bool{}
	for _, function := range list {
		var schema any
		var has bool
		switch api {
		case export.Claude:
			schema, has = function["input_schema"]
			c.members("a tool", function, "name", "description", "input_schema")
		case export.OpenAI, export.OpenAIStrict:
			c.members("a tool", function, "type", "function")
			c.expect(function["type"] == "function", "the type is %v", function["type"])
			function, _ = function["function"].(map[string]any)
			c.members("a function", function, "name", "description", "parameters", "strict")
			schema, has = function["parameters"]
		case export.OpenAIResponses, export.OpenAIResponsesStrict:
			c.members("a tool", function, "type", "name", "description", "parameters", "strict")
			c.expect(function["type"] == "function", "the type is %v", function["type"])
			schema, has = function["parameters"]
		case export.Gemini:
			c.members("a declaration", function, "name", "description", "parameters")
			schema, has = function["parameters"]
		}
		name, _ := function["name"].(string)
		c.tool = name
		c.expect(toolName[api].MatchString(name), "the name is not taken")
		c.expect(!names[name], "the name stands twice")
		names[name] = true
		if d, ok := function["description"]; ok {
			text, isText := d.(string)
			c.expect(isText && text != "", "the description is %v", d)
		}
		if api != export.Gemini && api != export.Claude {
			c.expect(function["strict"] == strict(api), "strict is %v", function["strict"])
		}
		root, ok := schema.(map[string]any)
		switch {
		case !has && api == export.Gemini:
		case !ok:
			c.expect(false, "no schema: %v", schema)
		default:
			c.root(root)
		}
	}
	return c.found
}

func strict(api export.API) bool {
	return api == export.OpenAIStrict || api == export.OpenAIResponsesStrict
}

var (
	common   = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)
	toolName = map[export.API]*regexp.Regexp{
		export.Claude: common, export.OpenAI: common, export.OpenAIStrict: common, export.OpenAIResponses: common, export.OpenAIResponsesStrict: common,
		export.Gemini: regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$`),
	}
	claudeProperty = regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,64}$`)
	geminiProperty = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_]{0,63}$`)
)

// anyPattern is a regular expression of an engine that takes all.
type anyPattern struct{}

func (anyPattern) MatchString(string) bool { return true }
func (anyPattern) String() string          { return "" }

// A subset collects what is not taken.
type subset struct {
	api   export.API
	tool  string
	found []string
	defs  map[string]any
	enums int
}

func (c *subset) expect(ok bool, format string, values ...any) {
	if !ok {
		c.found = append(c.found, fmt.Sprintf("%s, %s: %s", c.api, c.tool, fmt.Sprintf(format, values...)))
	}
}

func (c *subset) members(what string, object map[string]any, allowed ...string) {
	for name := range object {
		c.expect(slices.Contains(allowed, name), "%s has no %s", what, name)
	}
}

// root checks the schema of all arguments.
func (c *subset) root(s map[string]any) {
	c.defs, _ = s["$defs"].(map[string]any)
	c.enums = 0
	want := "object"
	if c.api == export.Gemini {
		want = "OBJECT"
		c.gemini(s, "")
	}
	c.expect(s["type"] == want, "the root is of type %v", s["type"])
	for _, keyword := range []string{"anyOf", "oneOf", "allOf", "enum", "not", "$ref"} {
		c.expect(s[keyword] == nil, "%s stands at the root", keyword)
	}
	if strict(c.api) {
		for name, d := range c.defs {
			c.strict(d, "/$defs/"+name, 0)
		}
		c.strict(s, "", 0)
		c.expect(c.enums <= 1000, "there are %d enum values", c.enums)
	}
	if c.api != export.Gemini {
		c.walk(s, "")
		compiler := jsonschema.NewCompiler()
		compiler.DefaultDraft(jsonschema.Draft2020)
		compiler.UseRegexpEngine(func(string) (jsonschema.Regexp, error) { return anyPattern{}, nil }) // more than Go's are allowed
		if err := compiler.AddResource("urn:tool", s); err != nil {
			c.expect(false, "%v", err)
		} else if _, err := compiler.Compile("urn:tool"); err != nil {
			c.expect(false, "no schema of 2020-12: %v", err)
		}
	}
}

// walk checks what the interfaces that take all of JSON Schema ask for.
func (c *subset) walk(v any, path string) {
	s, ok := v.(map[string]any)
	if !ok {
		return
	}
	if ref, ok := s["$ref"].(string); ok {
		c.expect(len(ref) > 8 && c.defs[ref[8:]] != nil, "%s refers to nothing: %s", path, ref)
	}
	if s["type"] == "object" {
		c.expect(s["properties"] != nil, "%s is an object without properties", path)
	}
	if s["type"] == "array" {
		c.expect(s["items"] != nil || s["prefixItems"] != nil, "%s is an array without items", path)
	}
	for name, value := range s {
		below := path + "/" + name
		if name == "$schema" || name == "x-mcp-header" {
			c.expect(false, "%s stands there", below)
		}
		if value == nil && name != "const" && name != "default" {
			c.expect(false, "%s is null", below)
		}
		switch value := value.(type) {
		case map[string]any:
			if name == "properties" || name == "$defs" || name == "patternProperties" || name == "dependentSchemas" {
				for key, one := range value {
					if name == "properties" && c.api == export.Claude {
						c.expect(claudeProperty.MatchString(key), "%s/%s: the name is not taken", below, key)
					}
					c.walk(one, below+"/"+key)
				}
			} else if name != "default" && name != "const" {
				c.walk(value, below)
			}
		case []any:
			if name == "anyOf" || name == "oneOf" || name == "allOf" || name == "prefixItems" {
				for _, one := range value {
					c.walk(one, below)
				}
			}
		}
	}
}

var strictKeywords = []string{"type", "title", "description", "enum", "pattern", "format", "multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
	"minItems", "maxItems", "items", "properties", "required", "additionalProperties", "anyOf", "$ref", "$defs"}

var strictFormats = []any{"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}

// strict checks a schema of a strict function.
func (c *subset) strict(v any, path string, deep int) {
	s, ok := v.(map[string]any)
	if !ok {
		c.expect(false, "%s is no object: %v", path, v)
		return
	}
	c.members(path, s, strictKeywords...)
	if s["$ref"] != nil {
		c.expect(len(s) == 1, "%s: something stands beside $ref", path)
		return
	}
	list, union := s["anyOf"].([]any)
	c.expect((s["type"] != nil) != union, "%s has both of type and anyOf, or none", path)
	for i, one := range list {
		c.strict(one, fmt.Sprintf("%s/anyOf/%d", path, i), deep)
	}
	if types, ok := s["type"].([]any); ok {
		c.expect(len(types) == 2 && types[1] == "null", "%s is of types %v", path, types)
	}
	if f, ok := s["format"]; ok {
		c.expect(slices.Contains(strictFormats, f), "%s has the format %v", path, f)
	}
	if values, ok := s["enum"].([]any); ok {
		c.enums += len(values)
		c.expect(len(values) > 0, "%s allows nothing", path)
	}
	if isOf(s, "array") {
		c.expect(deep < 11, "%s is too deep", path)
		c.strict(s["items"], path+"/items", deep+1)
	}
	if isOf(s, "object") {
		c.expect(deep < 11, "%s is too deep", path)
		properties, _ := s["properties"].(map[string]any)
		required, isList := s["required"].([]any)
		c.expect(isList && len(required) == len(properties), "%s requires %v", path, required)
		for _, name := range required {
			c.expect(properties[name.(string)] != nil, "%s requires %v, which is no property", path, name)
		}
		c.expect(s["additionalProperties"] == false, "%s is open", path)
		for name, one := range properties {
			c.strict(one, path+"/properties/"+name, deep+1)
		}
	}
}

func isOf(s map[string]any, typ string) bool {
	list, _ := s["type"].([]any)
	return s["type"] == typ || slices.Contains(list, any(typ))
}

var geminiKeywords = []string{"type", "title", "description", "nullable", "enum", "format", "pattern", "minimum", "maximum", "minLength", "maxLength",
	"minItems", "maxItems", "minProperties", "maxProperties", "items", "properties", "required", "anyOf"}

// gemini checks a Schema.
func (c *subset) gemini(v any, path string) {
	s, ok := v.(map[string]any)
	if !ok {
		c.expect(false, "%s is no object: %v", path, v)
		return
	}
	c.members(path, s, geminiKeywords...)
	if list, ok := s["anyOf"].([]any); ok {
		c.expect(s["type"] == nil, "%s has a type beside anyOf", path)
		for i, one := range list {
			c.gemini(one, fmt.Sprintf("%s/anyOf/%d", path, i))
		}
		return
	}
	format := s["format"]
	switch s["type"] {
	case "STRING":
		c.expect(format == nil || format == "date-time", "%s has the format %v", path, format)
	case "INTEGER":
		c.expect(format == nil || format == "int32" || format == "int64", "%s has the format %v", path, format)
	case "NUMBER":
		c.expect(format == nil || format == "float" || format == "double", "%s has the format %v", path, format)
	case "BOOLEAN":
	case "ARRAY":
		c.gemini(s["items"], path+"/items")
	case "OBJECT":
		properties, _ := s["properties"].(map[string]any)
		c.expect(len(properties) > 0, "%s has no properties", path)
		required, _ := s["required"].([]any)
		for _, name := range required {
			c.expect(properties[name.(string)] != nil, "%s requires %v, which is no property", path, name)
		}
		for name, one := range properties {
			c.expect(geminiProperty.MatchString(name), "%s/%s: the name is not taken", path, name)
			c.gemini(one, path+"/properties/"+name)
		}
	default:
		c.expect(false, "%s is of type %v", path, s["type"])
	}
	if values, ok := s["enum"].([]any); ok {
		for _, v := range values {
			text, isText := v.(string)
			c.expect(isText && text != "" && s["type"] == "STRING", "%s allows %v", path, v)
		}
	}
}
