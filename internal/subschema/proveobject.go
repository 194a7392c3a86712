package subschema

import (
	"maps"
	"slices"
)

// maxCategories is how many kinds of names of members are told apart.
const maxCategories = 64

func (p *prover) proveObject(k known, n node) []Gap {
	required := k.requires()
	names := k.names()
	for _, m := range n.members("properties") {
		names[m.name] = true
	}
	sorted := slices.Sorted(maps.Keys(names))
	open := p.isOpen(k)
	atMost := int64(-1)
	if !open {
		atMost = 0
		for _, name := range sorted {
			if !p.isEmpty(p.member(k, name)) {
				atMost++
			}
		}
	}
	gaps := proveCounts(k, n, "minProperties", "maxProperties", int64(len(required)), atMost)
	for _, name := range texts(n.keywords()["required"]) {
		if !required[name] {
			gaps = append(gaps, Gap{Pointer: n.pointer, Keyword: "required", Name: name})
		}
	}
	gaps = append(gaps, p.proveDependent(k, n, required)...)
	gaps = append(gaps, p.proveNames(k, n, sorted, open)...)
	p.depth++
	defer func() { p.depth-- }()
	for _, name := range sorted {
		gaps = append(gaps, p.proveMember(k, n, name)...)
	}
	if open {
		gaps = append(gaps, p.proveOthers(k, n)...)
	}
	return gaps
}

// member returns what is known of the member with a name. Nothing can be there if only
// declared members are supposed to be, and it is not one.
func (p *prover) member(k known, name string) known {
	if p.declared && k.isDeclared() && !k.names()[name] {
		return known{}
	}
	return k.member(name)
}

// proveMember looks at one member that a schema has a property for.
func (p *prover) proveMember(k known, n node, name string) []Gap {
	has := p.member(k, name)
	if p.isEmpty(has) {
		return nil
	}
	var gaps []Gap
	for _, want := range n.constrain(name) {
		if p.isEmpty(know(want)) {
			gaps = append(gaps, Gap{Pointer: n.pointer, Keyword: "additionalProperties", Name: name})
			continue
		}
		gaps = append(gaps, p.prove(has, want)...)
	}
	for _, m := range n.members("patternProperties") {
		if _, ok := match(m.name, name); !ok && !hasSame(k, n, "properties", "patternProperties", "additionalProperties") {
			gaps = append(gaps, Gap{Pointer: n.pointer, Keyword: "patternProperties", Unsure: true})
		}
	}
	return gaps
}

// proveOthers looks at the members that no schema has a property for.
func (p *prover) proveOthers(k known, n node) []Gap {
	additional, limits := n.sub("additionalProperties")
	patterns := n.members("patternProperties")
	if !limits && len(patterns) == 0 || hasSame(k, n, "properties", "patternProperties", "additionalProperties") {
		return nil
	}
	categories, ok := k.categories()
	if !ok {
		return []Gap{{Pointer: n.pointer, Keyword: "patternProperties", Unsure: true}}
	}
	var gaps []Gap
	for _, c := range categories {
		if p.isEmpty(c.value) {
			continue
		}
		matched := false // for certain, by a pattern of n
		for _, m := range patterns {
			matched = matched || c.patterns[m.name]
			if c.not[m.name] {
				continue
			}
			// A name that matches the pattern of n may be of any category.
			gaps = append(gaps, p.prove(c.value, m.node)...)
		}
		if !limits || matched {
			continue
		}
		if p.isEmpty(know(additional)) {
			gaps = append(gaps, Gap{Pointer: n.pointer, Keyword: "additionalProperties"})
			continue
		}
		gaps = append(gaps, p.prove(c.value, additional)...)
	}
	return gaps
}

// A category are names of members that the known schemas treat alike.
type category struct {
	patterns, not map[string]bool // that the names match, and do not match, for certain
	value         known
}

// categories tells the names apart that no schema has a property for: by the patterns that they
// match, or by their matching none. A name may match several; each of them alone says enough.
func (k known) categories() ([]category, bool) {
	all := []category{{map[string]bool{}, map[string]bool{}, know()}}
	for _, n := range k.usable() {
		patterns := n.members("patternProperties")
		additional, limits := n.sub("additionalProperties")
		if len(patterns) == 0 {
			if limits {
				for i := range all {
					all[i].value = all[i].value.and(additional)
				}
			}
			continue
		}
		var next []category
		for _, c := range all {
			rest := c.value
			if limits {
				rest = rest.and(additional)
			}
			none := maps.Clone(c.not)
			for _, m := range patterns {
				none[m.name] = true
			}
			next = append(next, category{c.patterns, none, rest})
			for _, m := range patterns {
				with := maps.Clone(c.patterns)
				with[m.name] = true
				next = append(next, category{with, c.not, c.value.and(m.node)})
			}
		}
		if all = next; len(all) > maxCategories {
			return nil, false
		}
	}
	return all, true
}

// proveNames looks at propertyNames.
func (p *prover) proveNames(k known, n node, names []string, open bool) []Gap {
	want, ok := n.sub("propertyNames")
	if !ok || want.isTrue() {
		return nil
	}
	var refused []any
	for _, name := range names {
		if !p.isEmpty(p.member(k, name)) && !want.surelyAccepts(name) {
			refused = append(refused, name)
		}
	}
	if len(refused) > 0 {
		return []Gap{{Pointer: n.pointer, Keyword: "propertyNames", Values: refused}}
	}
	if !open {
		return nil
	}
	var known []node
	for _, own := range k.usable() {
		if has, ok := own.sub("propertyNames"); ok {
			known = append(known, has)
		}
	}
	has := know(known...)
	has.types &= stringType
	p.depth++
	defer func() { p.depth-- }()
	if len(p.prove(has, want)) > 0 {
		return []Gap{{Pointer: n.pointer, Keyword: "propertyNames"}}
	}
	return nil
}

// proveDependent looks at dependentRequired, dependentSchemas and their predecessor
// dependencies.
func (p *prover) proveDependent(k known, n node, required map[string]bool) []Gap {
	var gaps []Gap
	for _, keyword := range []string{"dependentRequired", "dependencies", "dependentSchemas"} {
		if !n.has(keyword) || hasSame(k, n, keyword) {
			continue
		}
		for _, m := range n.members(keyword) {
			if p.isEmpty(p.member(k, m.name)) {
				continue // it is never there
			}
			if list, isList := m.node.value.([]any); isList {
				for _, name := range texts(list) {
					if !required[name] && !k.dependent(m.name, name) {
						gaps = append(gaps, Gap{Pointer: n.pointer, Keyword: keyword, Name: name})
					}
				}
				continue
			}
			if len(p.prove(k, m.node)) > 0 {
				gaps = append(gaps, Gap{Pointer: n.pointer, Keyword: keyword, Name: m.name, Unsure: true})
			}
		}
	}
	return gaps
}

// dependent reports whether one member is there only together with another one.
func (k known) dependent(member, other string) bool {
	return slices.ContainsFunc(k.usable(), func(n node) bool {
		keyword := "dependentRequired"
		if n.doc.dialect == draft7 {
			keyword = "dependencies"
		}
		lists, _ := n.keywords()[keyword].(map[string]any)
		return slices.Contains(texts(lists[member]), other)
	})
}
