package lint

import (
	"maps"
	"regexp"
	"strconv"
	"strings"
)

// A parameter is a property somewhere in the inputSchema.
type parameter struct {
	name string
	path string // a JSON Pointer into the tool
	// node is the schema, or what its $ref leads to with the keywords beside that laid over it.
	node  map[string]any
	owner *parameter // that it is a part of; nil for an argument of its own
}

// A parameterWalk collects the properties of an inputSchema, those behind a $ref once.
type parameterWalk struct {
	root  any
	seen  map[string]bool // pointers that were walked
	found []*parameter
}

func (w *parameterWalk) schema(path string, v any, owner *parameter) {
	node, ok := v.(map[string]any)
	if !ok || w.seen[path] {
		return
	}
	w.seen[path] = true
	if target, at, ok := w.follow(node); ok {
		w.schema(at, target, owner)
	}
	properties, _ := node["properties"].(map[string]any)
	for _, name := range sortedNames(properties) {
		at := path + "/properties/" + escape(name)
		below, ok := properties[name].(map[string]any)
		if !ok {
			below = map[string]any{}
		}
		p := &parameter{name: name, path: at, node: w.resolve(below), owner: owner}
		w.found = append(w.found, p)
		w.schema(at, below, p)
	}
	for _, keyword := range []string{"items", "additionalProperties"} {
		w.schema(path+"/"+keyword, node[keyword], owner)
	}
	for _, keyword := range []string{"anyOf", "oneOf", "allOf", "prefixItems"} {
		list, _ := node[keyword].([]any)
		for i, item := range list {
			w.schema(path+"/"+keyword+"/"+strconv.Itoa(i), item, owner)
		}
	}
}

// follow returns what a $ref within the document leads to, and where that stands.
func (w *parameterWalk) follow(node map[string]any) (target map[string]any, path string, ok bool) {
	ref, _ := node["$ref"].(string)
	pointer, local := strings.CutPrefix(ref, "#/")
	if !local {
		return nil, "", false
	}
	at := w.root
	for token := range strings.SplitSeq(pointer, "/") {
		members, isObject := at.(map[string]any)
		if !isObject {
			return nil, "", false
		}
		at = members[strings.NewReplacer("~1", "/", "~0", "~").Replace(token)]
	}
	target, ok = at.(map[string]any)
	return target, "/inputSchema/" + pointer, ok
}

// resolve lays the keywords of a schema over those that its $ref leads to.
func (w *parameterWalk) resolve(node map[string]any) map[string]any {
	merged := node
	for range 8 { // a chain that is longer, or has no end, is none
		target, _, ok := w.follow(merged)
		if !ok {
			break
		}
		merged = maps.Clone(merged)
		delete(merged, "$ref")
		for k, v := range target {
			if _, has := merged[k]; !has {
				merged[k] = v
			}
		}
	}
	return merged
}

// description returns what is said of the parameter.
func (p *parameter) description() string {
	description, _ := p.node["description"].(string)
	return strings.TrimSpace(description)
}

// title returns the title of the parameter.
func (p *parameter) title() string {
	title, _ := p.node["title"].(string)
	return strings.TrimSpace(title)
}

// has reports whether the parameter has one of the keywords.
func (p *parameter) has(keywords ...string) bool {
	for _, k := range keywords {
		if _, ok := p.node[k]; ok {
			return true
		}
	}
	return false
}

// hasAny reports whether the parameter has one of the bounds, or the exclusive form of it.
func (p *parameter) hasAny(bounds []string) bool {
	for _, bound := range bounds {
		if p.has(bound, "exclusive"+strings.ToUpper(bound[:1])+bound[1:]) {
			return true
		}
	}
	return false
}

// kind returns the type of the parameter, without null; "" if it has none or several.
func (p *parameter) kind() string { return kindOf(p.node) }

func kindOf(node map[string]any) string {
	switch t := node["type"].(type) {
	case string:
		return t
	case []any:
		kind := ""
		for _, one := range t {
			if name, _ := one.(string); name != "null" {
				if kind != "" {
					return ""
				}
				kind = name
			}
		}
		return kind
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		kind := ""
		list, _ := node[keyword].([]any)
		for _, item := range list {
			variant, _ := item.(map[string]any)
			if name := kindOf(variant); name != "null" {
				if kind != "" {
					return ""
				}
				kind = name
			}
		}
		if kind != "" {
			return kind
		}
	}
	return ""
}

// isNumber reports whether the parameter is a number or an integer.
func (p *parameter) isNumber() bool { return p.kind() == "number" || p.kind() == "integer" }

// items returns the schema of the items of a list, or an empty one.
func (p *parameter) items() map[string]any {
	node, _ := p.node["items"].(map[string]any)
	return node
}

// tells reports whether the description has the name of a part as a word: [{start, end}].
func (p *parameter) tells(part string) bool {
	return p != nil && regexp.MustCompile(`\b`+regexp.QuoteMeta(part)+`\b`).MatchString(p.description())
}

// hasDocumentedParts reports whether a parameter has parts, and all of them a description.
func (t *tool) hasDocumentedParts(p *parameter) bool {
	parts := 0
	for _, part := range t.parameters {
		if part.owner != p {
			continue
		}
		if part.description() == "" && !part.has("enum", "const") {
			return false
		}
		parts++
	}
	return parts > 0
}
