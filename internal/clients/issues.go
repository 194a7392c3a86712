package clients

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// An Issue is one part of a tool that a client refuses or changes.
type Issue struct {
	*Entry
	Path string // a JSON Pointer into the tool: /inputSchema/properties/limit
}

// Issues returns what the clients in the table would make of a tool, in the order of the
// tool and then of the table. A schema that is no JSON gives an error.
func Issues(tool *mcp.Tool) ([]Issue, error) {
	places := []place{{path: "/name", part: nameOf, text: tool.Name}}
	for _, s := range []struct {
		name   string
		part   part
		schema any
	}{{"inputSchema", input, tool.InputSchema}, {"outputSchema", output, tool.OutputSchema}} {
		if s.schema == nil {
			continue
		}
		raw, err := json.Marshal(s.schema)
		if err != nil {
			return nil, fmt.Errorf("the %s of %q cannot be written as JSON: %w", s.name, tool.Name, err)
		}
		var tree any
		if err := json.Unmarshal(raw, &tree); err != nil {
			return nil, fmt.Errorf("the %s of %q cannot be read: %w", s.name, tool.Name, err)
		}
		w := walk{part: s.part, root: tree}
		w.schema("/"+s.name, tree, true)
		places = append(places, w.places...)
	}
	var list []Issue
	for _, p := range places {
		for i := range table {
			if e := &table[i]; e.parts&p.part != 0 && e.finds(p) {
				list = append(list, Issue{e, p.path})
			}
		}
	}
	return list, nil
}

// A part is what an entry looks at.
type part int

const (
	nameOf part = 1 << iota
	input
	output
)

// A place is the name of a tool, or a schema in it.
type place struct {
	path string
	part part
	text string         // of a name
	node map[string]any // of a schema; nil for a boolean one
	root bool           // of a schema: it is the whole one
	tree any            // of a schema: the whole one
}

// has reports whether the schema has one of the keywords.
func (p place) has(keywords ...string) bool {
	for _, k := range keywords {
		if _, ok := p.node[k]; ok {
			return true
		}
	}
	return false
}

// is reports whether the type of the schema is t.
func (p place) is(t string) bool { return p.node["type"] == t }

// A walk collects the schemas in a schema.
type walk struct {
	part   part
	root   any
	places []place
}

// The keywords below which schemas stand: one, a list of them, or several by name.
var (
	single = []string{"items", "additionalProperties", "additionalItems", "unevaluatedProperties", "unevaluatedItems", "contains", "propertyNames", "not", "if", "then", "else"}
	lists  = []string{"items", "prefixItems", "anyOf", "oneOf", "allOf"}
	named  = []string{"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"}
)

// schema adds a schema and those in it, by keyword and name.
func (w *walk) schema(path string, value any, root bool) {
	node, ok := value.(map[string]any)
	if !ok {
		if _, isBool := value.(bool); isBool {
			w.places = append(w.places, place{path: path, part: w.part, root: root, tree: w.root})
		}
		return
	}
	w.places = append(w.places, place{path: path, part: w.part, node: node, root: root, tree: w.root})
	for _, k := range single {
		if k == "additionalProperties" && node[k] == false {
			continue // the one boolean schema that everybody takes
		}
		w.schema(path+"/"+k, node[k], false)
	}
	for _, k := range lists {
		list, ok := node[k].([]any)
		for i := 0; ok && i < len(list); i++ {
			w.schema(fmt.Sprintf("%s/%s/%d", path, k, i), list[i], false)
		}
	}
	for _, k := range named {
		members, ok := node[k].(map[string]any)
		if !ok {
			continue
		}
		names := make([]string, 0, len(members))
		for name := range members {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			w.schema(path+"/"+k+"/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(name), members[name], false)
		}
	}
}
