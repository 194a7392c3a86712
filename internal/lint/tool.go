package lint

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A tool is a definition as the rules look at it.
type tool struct {
	raw         json.RawMessage
	value       map[string]any // decoded with its numbers kept (json.Number)
	definition  *mcp.Tool
	name        string
	description string
	words       []string // of the name, without a prefix that all tools have
	parameters  []*parameter
	texts       []text
}

// A parameter is a property somewhere in the inputSchema.
type parameter struct {
	name string
	path string // a JSON Pointer into the tool
	// node is the schema, or what its $ref leads to with the keywords beside that laid over it.
	node  map[string]any
	owner *parameter // that it is a part of; nil for an argument of its own
}

// A text is a string of a definition that can reach a model.
type text struct {
	path string
	text string
	kind textKind
}

type textKind int

const (
	prose      textKind = iota // descriptions and titles
	identifier                 // names of the tool and of properties
	value                      // enum values, defaults, examples and all else
)

// parse reads definitions as a server wrote them.
func parse(definitions []json.RawMessage) ([]*tool, error) {
	tools := make([]*tool, len(definitions))
	for i, raw := range definitions {
		t := &tool{raw: raw, definition: new(mcp.Tool)}
		dec := json.NewDecoder(bytes.NewReader(raw))
		dec.UseNumber()
		if err := dec.Decode(&t.value); err != nil {
			return nil, fmt.Errorf("tool %d is not a JSON object: %w", i+1, err)
		}
		if err := json.Unmarshal(raw, t.definition); err != nil {
			return nil, fmt.Errorf("tool %d is none of MCP: %w", i+1, err)
		}
		t.name = t.definition.Name
		t.description = strings.TrimSpace(t.definition.Description)
		t.words = words(t.name)
		w := parameterWalk{root: t.value["inputSchema"], seen: map[string]bool{}}
		w.schema("/inputSchema", t.value["inputSchema"], nil)
		t.parameters = w.found
		t.collect("", t.value, prose)
		tools[i] = t
	}
	if prefix := commonWord(tools); prefix != "" {
		for _, t := range tools {
			t.words = t.words[1:]
		}
	}
	return tools, nil
}

// commonWord returns the word that all names begin with, if there is one and more follows it.
func commonWord(tools []*tool) string {
	if len(tools) < 2 {
		return ""
	}
	first := ""
	for i, t := range tools {
		if len(t.words) < 2 || i > 0 && t.words[0] != first {
			return ""
		}
		first = t.words[0]
	}
	if slices.Contains(readVerbs, first) || slices.Contains(writeVerbs, first) {
		return ""
	}
	return first
}

// input returns the root of the inputSchema, or nil.
func (t *tool) input() map[string]any {
	node, _ := t.value["inputSchema"].(map[string]any)
	return node
}

// collect adds the texts of a value. What only programs read is left out: _meta, icons, $ref
// and the like.
func (t *tool) collect(path string, v any, kind textKind) {
	switch v := v.(type) {
	case string:
		t.texts = append(t.texts, text{path, v, kind})
	case []any:
		for i, item := range v {
			t.collect(path+"/"+strconv.Itoa(i), item, kind)
		}
	case map[string]any:
		for _, name := range sortedNames(v) {
			below := path + "/" + escape(name)
			switch {
			case path == "" && (name == "_meta" || name == "icons" || name == "execution"):
			case path == "" && name == "name":
				t.collect(below, v[name], identifier)
			case name == "$ref" || name == "$schema" || name == "$id" || name == "$anchor" || name == "type" || name == "format" || name == "required":
				if _, isText := v[name].(string); !isText && name != "required" {
					t.collect(below, v[name], kind) // a property of that name
				}
			case name == "properties" || name == "$defs" || name == "definitions" || name == "patternProperties":
				members, _ := v[name].(map[string]any)
				for _, member := range sortedNames(members) {
					at := below + "/" + escape(member)
					t.texts = append(t.texts, text{at, member, identifier})
					t.collect(at, members[member], prose)
				}
			case name == "enum" || name == "const" || name == "default" || name == "examples" || name == "pattern":
				t.collect(below, v[name], value)
			case kind == value:
				t.texts = append(t.texts, text{below, name, value})
				t.collect(below, v[name], value)
			default:
				t.collect(below, v[name], kind)
			}
		}
	}
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

// description returns what is said of the parameter, its title included.
func (p *parameter) description() string {
	description, _ := p.node["description"].(string)
	return strings.TrimSpace(description)
}

// sortedNames returns the names of members in a fixed order.
func sortedNames[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// escape writes a name as a step of a JSON Pointer.
func escape(name string) string { return strings.NewReplacer("~", "~0", "/", "~1").Replace(name) }
