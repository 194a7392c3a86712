package lint

import (
	"slices"
	"strconv"
	"strings"
)

var resultRules = []Rule{
	{
		ID: "result-no-schema", Title: "a tool that reads and has no output schema", Severity: Info,
		Reason: "With an outputSchema, clients and programs can check and pass on what a tool returns; without one it is text that a model has to parse.",
		Source: outputSchemas, Remedy: `write "outputSchema", if it returns more than text`,
		Bad:  `{"name":"get_issue"}`,
		Good: `{"name":"get_issue","outputSchema":{"type":"object","properties":{"title":{"type":"string"}}}}`,
		check: eachTool(func(p *pass, t *tool) {
			if len(t.words) > 1 && t.reads() && t.output() == nil && !slices.ContainsFunc(t.words, func(w string) bool { return slices.Contains(textThings, w) }) {
				p.report(t, "/outputSchema", "there is no outputSchema")
			}
		}),
	},
	{
		ID: "result-opaque", Title: "a result of nothing but identifiers", Severity: Warning,
		Reason: "A model cannot tell one UUID from another, mistakes them, and needs a call for each to learn what it is.",
		Source: article, Remedy: "return a name or a title beside each",
		Bad:  `{"name":"search_issues","annotations":{"readOnlyHint":true},"outputSchema":{"type":"object","properties":{"issue_ids":{"type":"array","items":{"type":"string","format":"uuid"}}}}}`,
		Good: `{"name":"search_issues","annotations":{"readOnlyHint":true},"outputSchema":{"type":"object","properties":{"issues":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"title":{"type":"string"}}}}}}}`,
		check: eachTool(func(p *pass, t *tool) {
			if output := t.output(); t.isRead() && output != nil {
				if identifiers, others := leaves(output, "", output, 0); len(identifiers) > 0 && others == 0 {
					p.report(t, "/outputSchema", "the result has only %s", strings.Join(identifiers[:min(3, len(identifiers))], ", "))
				}
			}
		}),
	},
	{
		ID: "result-untyped", Title: "an output schema that says nothing", Severity: Warning,
		Reason: "Clients take it for a promise of structured content, and nobody learns what that is.",
		Source: outputSchemas, Remedy: "say what the members are, or leave the outputSchema out",
		Bad:  `{"name":"get_issue","outputSchema":{"type":"object"}}`,
		Good: `{"name":"get_issue","outputSchema":{"type":"object","properties":{"title":{"type":"string"}}}}`,
		check: eachTool(func(p *pass, t *tool) {
			output := t.output()
			if output == nil {
				return
			}
			for _, keyword := range []string{"properties", "additionalProperties", "patternProperties", "items", "prefixItems", "$ref", "anyOf", "oneOf", "allOf", "enum", "const"} {
				if v, ok := output[keyword]; ok {
					if members, isObject := v.(map[string]any); (keyword != "properties" && keyword != "additionalProperties" || !isObject || len(members) > 0) && v != true {
						return
					}
				}
			}
			if kind := kindOf(output); kind == "" || kind == "object" || kind == "array" {
				p.report(t, "/outputSchema", "the outputSchema does not say what the result has")
			}
		}),
	},
}

// textThings are words for what is returned as a text, an image or the like.
var textThings = strings.Fields("text content contents file files media image images screenshot html markdown pdf bytes log logs diff tree resource resources message echo summary render")

// leaves returns the names of the members of a result that are identifiers, and how many others
// have a value.
func leaves(node map[string]any, name string, root any, depth int) (identifiers []string, others int) {
	w := parameterWalk{root: root}
	node = w.resolve(node)
	if depth > 6 {
		return nil, 1
	}
	add := func(below any, name string) {
		schema, ok := below.(map[string]any)
		if !ok {
			return
		}
		ids, n := leaves(schema, name, root, depth+1)
		identifiers, others = append(identifiers, ids...), others+n
	}
	inner := false
	properties, _ := node["properties"].(map[string]any)
	for _, member := range sortedNames(properties) {
		inner = true
		add(properties[member], member)
	}
	for _, keyword := range []string{"items", "additionalProperties"} {
		if _, ok := node[keyword].(map[string]any); ok {
			inner = true
			add(node[keyword], name)
		}
	}
	for _, keyword := range []string{"anyOf", "oneOf", "allOf"} {
		list, _ := node[keyword].([]any)
		for _, item := range list {
			inner = true
			add(item, name)
		}
	}
	switch kind := kindOf(node); {
	case inner || kind == "null":
	case isIdentifier(name) || node["format"] == "uuid":
		identifiers = append(identifiers, strconv.Quote(name))
	case isPosition(name): // of a list, and nothing about what is in it
	default:
		others++
	}
	return identifiers, others
}

// isIdentifier reports whether a name is that of an id.
func isIdentifier(name string) bool {
	list := words(name)
	return len(list) > 0 && slices.Contains([]string{"id", "ids", "uuid", "uuids", "guid", "guids"}, list[len(list)-1])
}

// isPosition reports whether a name is that of a count or a cursor beside a list.
func isPosition(name string) bool {
	return slices.ContainsFunc(words(name), func(w string) bool {
		return slices.Contains([]string{"total", "count", "cursor", "next", "page", "more", "offset"}, w)
	})
}
