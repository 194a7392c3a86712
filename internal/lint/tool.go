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

	"github.com/typedmcp/toolkit/internal/clients"
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

	found  []clients.Issue // by issues, once
	looked bool
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

// output returns the root of the outputSchema, or nil.
func (t *tool) output() map[string]any {
	node, _ := t.value["outputSchema"].(map[string]any)
	return node
}

// arguments returns the parameters that are no parts of others.
func (t *tool) arguments() []*parameter {
	var found []*parameter
	for _, p := range t.parameters {
		if p.owner == nil {
			found = append(found, p)
		}
	}
	return found
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

// sortedNames returns the names of members in a fixed order.
func sortedNames[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// escape writes a name as a step of a JSON Pointer.
func escape(name string) string { return strings.NewReplacer("~", "~0", "/", "~1").Replace(name) }
