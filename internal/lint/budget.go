package lint

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/typedmcp/toolkit/internal/tokens"
)

// large is a definition whose description has many sentences.
func large(sentences int) string {
	return `{"name":"search_issues","description":"` + strings.Repeat("Search issues by their words. ", sentences) + `"}`
}

// many is a list of tools that differ by a number, each with a description of many sentences.
func many(tools, sentences int) string {
	list := make([]string, tools)
	for i := range list {
		list[i] = strings.Replace(large(sentences), "search_issues", fmt.Sprintf("search_issues_%d", i+1), 1)
	}
	return "[" + strings.Join(list, ",") + "]"
}

var budgetRules = []Rule{
	{
		ID: "budget-tool-bytes", Title: "a definition that is too large", Severity: Warning,
		Reason: "Every client loads all definitions before it can call one of them. The limit is toolBytes of the configuration.",
		Source: article, Remedy: "shorten descriptions, split the tool, or leave the outputSchema out",
		Bad:  large(600),
		Good: large(5),
		check: eachTool(func(p *pass, t *tool) {
			if limit, n := p.limits.ToolBytes, t.bytes(); limit > 0 && n > limit {
				p.report(t, "", "the definition has %d bytes, more than %d, most of them in %s", n, limit, t.largest())
			}
		}),
	},
	{
		ID: "budget-tool-tokens", Title: "a tool that takes too much of the context", Severity: Warning,
		Reason: "Every request pays for it, also those that never call the tool. The limit is toolTokens of the configuration; tokens are an estimate.",
		Source: article, Remedy: "shorten descriptions, or split the tool",
		Bad:  large(600),
		Good: large(5),
		check: eachTool(func(p *pass, t *tool) {
			if limit, n := p.limits.ToolTokens, t.tokens(); limit > 0 && n > limit {
				p.report(t, "", "a model reads about %d tokens, more than %d", n, limit)
			}
		}),
	},
	{
		ID: "budget-total-bytes", Title: "definitions that are too large together", Severity: Warning,
		Reason: "Every client loads all definitions before it can call one of them. The limit is totalBytes of the configuration.",
		Source: article, Remedy: "shorten the largest, or divide the server",
		Bad:  many(10, 600),
		Good: many(10, 5),
		check: func(p *pass) {
			n := 0
			for _, t := range p.tools {
				n += t.bytes()
			}
			if limit := p.limits.TotalBytes; limit > 0 && n > limit {
				p.report(nil, "", "the definitions have %d bytes, more than %d%s", n, limit, p.heaviest((*tool).bytes))
			}
		},
	},
	{
		ID: "budget-total-tokens", Title: "tools that take too much of the context together", Severity: Warning,
		Reason: "Every request pays for all of them. The limit is totalTokens of the configuration; tokens are an estimate.",
		Source: article, Remedy: "shorten the largest, divide the server, or leave out what is rarely used",
		Bad:  many(10, 600),
		Good: many(10, 5),
		check: func(p *pass) {
			n := 0
			for _, t := range p.tools {
				n += t.tokens()
			}
			if limit := p.limits.TotalTokens; limit > 0 && n > limit {
				p.report(nil, "", "a model reads about %d tokens, more than %d%s", n, limit, p.heaviest((*tool).tokens))
			}
		},
	},
	{
		ID: "budget-tools", Title: "too many tools", Severity: Warning,
		Reason: "Models choose worse among many tools, and OpenAI refuses more than 128 in a request. The limit is tools of the configuration.",
		Source: openaiGuide, Remedy: "make one tool of those that are called together, or divide the server",
		Bad:  many(129, 1),
		Good: many(128, 1),
		check: func(p *pass) {
			if limit := p.limits.Tools; limit > 0 && len(p.tools) > limit {
				p.report(nil, "", "there are %d tools, more than %d", len(p.tools), limit)
			}
		},
	},
}

// largest names the member of the definition that has most of its bytes.
func (t *tool) largest() string {
	largest, size := "", 0
	for _, name := range sortedNames(t.value) {
		if raw, err := json.Marshal(t.value[name]); err == nil && len(raw) > size {
			largest, size = name, len(raw)
		}
	}
	return largest
}

// heaviest names the tools that cost most.
func (p *pass) heaviest(cost func(*tool) int) string {
	list := slices.Clone(p.tools)
	slices.SortStableFunc(list, func(a, b *tool) int { return cmp.Compare(cost(b), cost(a)) })
	names := make([]string, 0, 3)
	for _, t := range list[:min(3, len(list))] {
		names = append(names, fmt.Sprintf("%s (%d)", t.name, cost(t)))
	}
	return ", most of all " + strings.Join(names, ", ")
}

// bytes returns how large the definition is on the wire.
func (t *tool) bytes() int {
	var b bytes.Buffer
	if err := json.Compact(&b, t.raw); err != nil {
		return len(t.raw)
	}
	return b.Len()
}

// tokens estimates what a model reads: the name, the description and the inputSchema, which
// are what clients hand on.
func (t *tool) tokens() int {
	n := tokens.Estimate(t.name) + tokens.Estimate(t.description)
	if schema, err := json.Marshal(t.value["inputSchema"]); err == nil && t.input() != nil {
		n += tokens.Estimate(string(schema))
	}
	return n
}
