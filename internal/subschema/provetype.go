package subschema

import (
	"slices"
)

// proveType looks at the keywords that are about values of one type, and at unions.
func (p *prover) proveType(k known, t typeSet, n node) []Gap {
	var gaps []Gap
	switch t {
	case integerType, fractionType:
		gaps = proveNumber(k, t, n)
	case stringType:
		gaps = proveString(k, n)
	case arrayType:
		gaps = p.proveArray(k, n)
	case objectType:
		gaps = p.proveObject(k, n)
	}
	if n.has("anyOf") && !hasSame(k, n, "anyOf") {
		gaps = append(gaps, p.proveUnion(k, t, n, "anyOf")...)
	}
	if n.has("oneOf") && !hasSame(k, n, "oneOf") {
		gaps = append(gaps, p.proveUnion(k, t, n, "oneOf")...)
	}
	return gaps
}

func proveNumber(k known, t typeSet, n node) []Gap {
	var gaps []Gap
	gap := func(keyword string, unsure bool) {
		gaps = append(gaps, Gap{Pointer: n.pointer, Keyword: keyword, Unsure: unsure})
	}
	for _, keyword := range []string{"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"} {
		value, ok := n.keywords()[keyword]
		if !ok {
			continue
		}
		if _, ok := number(value); !ok {
			gap(keyword, true)
			continue
		}
		only := node{n.doc, n.pointer, map[string]any{keyword: value}}
		if !k.lower(t).implies(lower(only, t), 1) || !k.upper(t).implies(upper(only, t), -1) {
			gap(keyword, false)
		}
	}
	if value, ok := n.keywords()["multipleOf"]; ok {
		if m, ok := number(value); !ok || !k.isMultipleOf(m, t) {
			gap("multipleOf", !ok)
		}
	}
	return gaps
}

func proveString(k known, n node) []Gap {
	var gaps []Gap
	gaps = append(gaps, proveCounts(k, n, "minLength", "maxLength", 0, -1)...)
	for _, keyword := range []string{"pattern", "format"} {
		if value, ok := n.keywords()[keyword]; ok && !k.says(keyword, value) {
			gaps = append(gaps, Gap{Pointer: n.pointer, Keyword: keyword})
		}
	}
	return gaps
}

// proveCounts looks at a least and a most number of things, of which there are known to be at
// least and at most so many for other reasons; -1 means without end.
func proveCounts(k known, n node, least, most string, atLeast, atMost int64) []Gap {
	var gaps []Gap
	if n.has(least) {
		want, ok := n.count(least)
		if !ok || max(k.least(least), atLeast) < want {
			gaps = append(gaps, Gap{Pointer: n.pointer, Keyword: least, Unsure: !ok})
		}
	}
	if n.has(most) {
		want, ok := n.count(most)
		has := k.most(most)
		if has < 0 || atMost >= 0 && atMost < has {
			has = atMost
		}
		if !ok || has < 0 || has > want {
			gaps = append(gaps, Gap{Pointer: n.pointer, Keyword: most, Unsure: !ok})
		}
	}
	return gaps
}

func (p *prover) proveArray(k known, n node) []Gap {
	gaps := proveCounts(k, n, "minItems", "maxItems", 0, -1)
	most := k.most("maxItems")
	if n.keywords()["uniqueItems"] == true && !k.says("uniqueItems", true) && (most < 0 || most > 1) {
		gaps = append(gaps, Gap{Pointer: n.pointer, Keyword: "uniqueItems"})
	}
	if n.has("contains") && !hasSame(k, n, "contains", "minContains", "maxContains") && !p.provesContains(k, n) {
		gaps = append(gaps, Gap{Pointer: n.pointer, Keyword: "contains", Unsure: true})
	}
	if _, isList := n.keywords()["items"].([]any); isList && n.doc.dialect != draft7 {
		return append(gaps, Gap{Pointer: n.pointer, Keyword: "items", Unsure: true})
	}
	prefix, rest, hasRest := n.elements()
	p.depth++
	defer func() { p.depth-- }()
	count := max(len(prefix), k.prefixes())
	for i := range count + 1 {
		if most >= 0 && int64(i) >= most {
			break
		}
		switch {
		case i < len(prefix):
			gaps = append(gaps, p.prove(k.element(i), prefix[i])...)
		case hasRest:
			gaps = append(gaps, p.prove(k.element(i), rest)...)
		}
	}
	return gaps
}

// provesContains reports whether a known contains implies the one of n.
func (p *prover) provesContains(k known, n node) bool {
	want, ok := n.sub("contains")
	if !ok {
		return false
	}
	least := int64(1)
	if n.has("minContains") {
		if least, ok = n.count("minContains"); !ok {
			return false
		}
	}
	if n.has("maxContains") {
		return false
	}
	if least == 0 {
		return true
	}
	return slices.ContainsFunc(k.usable(), func(own node) bool {
		has, ok := own.sub("contains")
		if !ok {
			return false
		}
		count := int64(1)
		if c, given := own.count("minContains"); given && own.doc.dialect == modern {
			count = c
		}
		p.depth++
		defer func() { p.depth-- }()
		return count >= least && len(p.prove(know(has), want)) == 0
	})
}

// proveUnion looks for the alternative that accepts all values, and for oneOf makes sure
// that no other one accepts any.
func (p *prover) proveUnion(k known, t typeSet, n node, keyword string) []Gap {
	var fit []node // those that accept values of the type at all
	for _, alternative := range n.list(keyword) {
		if know(alternative).types&t != 0 {
			fit = append(fit, alternative)
		}
	}
	var first []Gap
	for i, alternative := range fit {
		gaps := p.prove(k, alternative)
		if len(gaps) == 0 {
			if keyword == "anyOf" {
				return nil
			}
			others := slices.Delete(slices.Clone(fit), i, i+1)
			if !slices.ContainsFunc(others, func(other node) bool { return !p.excludes(k, other) }) {
				return nil
			}
		}
		first = append(first, gaps...)
	}
	if len(fit) == 1 && len(first) > 0 {
		return first // they say more
	}
	return []Gap{{Pointer: n.pointer, Keyword: keyword, Values: []any{t.String()}, Unsure: len(fit) > 0}}
}
