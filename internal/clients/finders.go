package clients

import (
	"errors"
	"maps"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func name(pattern string) func(place) bool {
	re := regexp.MustCompile(pattern)
	return func(p place) bool { return !re.MatchString(p.text) }
}

func longDescription(characters int) func(place) bool {
	return func(p place) bool {
		text, _ := p.node["description"].(string)
		return utf8.RuneCountInString(text) > characters
	}
}

func anyKeyword(keywords ...string) func(place) bool {
	return func(p place) bool { return p.has(keywords...) }
}

func atRoot(finds func(place) bool) func(place) bool {
	return func(p place) bool { return p.root && finds(p) }
}

func booleanSchema(p place) bool   { return p.node == nil }
func otherThanObject(p place) bool { return !p.is("object") }

func objectWithoutProperties(p place) bool {
	_, ok := p.node["properties"].(map[string]any)
	return p.is("object") && !ok
}

func nullKeyword(p place) bool {
	for _, k := range []string{"properties", "required", "items", "enum", "description"} {
		if value, ok := p.node[k]; ok && value == nil {
			return true
		}
	}
	return false
}

func optionalProperty(p place) bool {
	properties, _ := p.node["properties"].(map[string]any)
	required, _ := p.node["required"].([]any)
	for name := range properties {
		found := false
		for _, r := range required {
			found = found || r == name
		}
		if !found {
			return true
		}
	}
	return false
}

func openObject(p place) bool { return p.is("object") && p.node["additionalProperties"] != false }

func typeList(p place) bool {
	_, ok := p.node["type"].([]any)
	return ok
}

func stringFormat(taken ...string) func(place) bool {
	return func(p place) bool {
		format, ok := p.node["format"].(string)
		for _, t := range taken {
			ok = ok && format != t
		}
		return ok && p.is("string")
	}
}

func emptyEnumValue(p place) bool {
	values, _ := p.node["enum"].([]any)
	for _, v := range values {
		if v == "" {
			return true
		}
	}
	return false
}

func otherEnumValue(p place) bool {
	values, _ := p.node["enum"].([]any)
	for _, v := range values {
		if _, ok := v.(string); !ok {
			return true
		}
	}
	return false
}

func arrayWithoutItems(p place) bool { return p.is("array") && !p.has("items") }

func tuple(p place) bool {
	_, ok := p.node["items"].([]any)
	return ok || p.has("prefixItems")
}

func typeBesideAnyOf(p place) bool { return p.has("type") && p.has("anyOf") }

// propertyName looks at the names of the root, which are those that are checked.
func propertyName(pattern string) func(place) bool {
	re := regexp.MustCompile(pattern)
	return func(p place) bool {
		properties, _ := p.node["properties"].(map[string]any)
		for name := range properties {
			if p.root && !re.MatchString(name) {
				return true
			}
		}
		return false
	}
}

func draft07(p place) bool {
	dialect, _ := p.node["$schema"].(string)
	return strings.Contains(dialect, "draft-07")
}

func declares2020(p place) bool {
	dialect, _ := p.node["$schema"].(string)
	return strings.Contains(dialect, "2020-12")
}

func referenceElsewhere(p place) bool {
	ref, ok := p.node["$ref"].(string)
	return ok && !strings.HasPrefix(ref, "#/$defs/")
}

func danglingReference(p place) bool {
	ref, ok := p.node["$ref"].(string)
	if !ok || !strings.HasPrefix(ref, "#") {
		return ok // a document that no client loads
	}
	_, found := resolve(p.tree, ref)
	return !found
}

func besideReference(p place) bool {
	ref, ok := p.node["$ref"].(string)
	if !ok {
		return false
	}
	target, ok := resolve(p.tree, ref)
	definition, isObject := target.(map[string]any)
	for k := range p.node {
		if _, both := definition[k]; both && ok && isObject {
			return true
		}
	}
	return false
}

// recursive reports whether the schema, which has a $ref, stands in what it refers to.
func recursive(p place) bool {
	ref, ok := p.node["$ref"].(string)
	if !ok {
		return false
	}
	if ref == "#" {
		return true
	}
	target, ok := resolve(p.tree, ref)
	return ok && reaches(p.tree, target, ref, map[string]bool{})
}

// reaches reports whether a schema has a $ref to want, directly or by others.
func reaches(tree, value any, want string, seen map[string]bool) bool {
	switch value := value.(type) {
	case map[string]any:
		if ref, ok := value["$ref"].(string); ok {
			if ref == want {
				return true
			}
			if target, found := resolve(tree, ref); found && !seen[ref] {
				seen[ref] = true
				if reaches(tree, target, want, seen) {
					return true
				}
			}
		}
		for _, member := range value {
			if reaches(tree, member, want, seen) {
				return true
			}
		}
	case []any:
		for _, item := range value {
			if reaches(tree, item, want, seen) {
				return true
			}
		}
	}
	return false
}

// resolve follows a JSON Pointer fragment.
func resolve(tree any, ref string) (any, bool) {
	pointer := strings.TrimPrefix(ref, "#")
	for token := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		if pointer == "" {
			break
		}
		node, ok := tree.(map[string]any)
		if !ok {
			return nil, false
		}
		if tree, ok = node[strings.NewReplacer("~1", "/", "~0", "~").Replace(token)]; !ok {
			return nil, false
		}
	}
	return tree, true
}

func undeclaredRequired(p place) bool {
	properties, _ := p.node["properties"].(map[string]any)
	required, _ := p.node["required"].([]any)
	for _, r := range required {
		name, _ := r.(string)
		if _, ok := properties[name]; !ok && p.is("object") {
			return true
		}
	}
	return false
}

// invalid finds schemas that are none of a draft, whatever they declare.
func invalid(draft *jsonschema.Draft) func(place) bool {
	return func(p place) bool {
		if p.node == nil {
			return false
		}
		doc := maps.Clone(p.node)
		delete(doc, "$schema")
		c := jsonschema.NewCompiler()
		c.DefaultDraft(draft)
		c.UseLoader(noLoader{})
		const address = "urn:tool"
		if err := c.AddResource(address, doc); err != nil {
			return true
		}
		_, err := c.Compile(address)
		_, invalid := errors.AsType[*jsonschema.SchemaValidationError](err)
		return invalid
	}
}

// noLoader keeps the compiler from fetching what a $ref names.
type noLoader struct{}

func (noLoader) Load(string) (any, error) { return nil, errors.New("not loaded") }
