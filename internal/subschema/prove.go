package subschema

import (
	"fmt"
	"slices"
	"strings"
)

// A Gap is one reason why it is not proved that a schema accepts what another one accepts.
type Gap struct {
	// Pointer leads to the schema that may refuse a value, in the document of the second schema.
	Pointer string
	// Keyword is the one that may refuse it: "type", "required", "enum", or "" for the
	// schema false.
	Keyword string
	// Name is the property that is required, refused or described, where it is about one.
	Name string
	// Values are those that were accepted, as far as they are known one by one, or the names
	// of types for Keyword "type".
	Values []any
	// Unsure says that the values could not be compared, rather than that a value is known
	// to be refused.
	Unsure bool
}

// Options change what is asked.
type Options struct {
	// Declared supposes that objects have no members but those that the first schema lists,
	// where it says nothing of others.
	Declared bool
}

// Gaps returns why it is not certain that every value that from accepts is accepted by to;
// nil if it is.
func Gaps(from, to *Schema, options Options) []Gap {
	if same(from.node(), to.node()) {
		return nil
	}
	if from.opaque || to.opaque || to.node().judge() == nil {
		return []Gap{{Unsure: true}}
	}
	p := &prover{declared: options.Declared, left: maxSteps, begun: map[string]int{}}
	gaps := p.prove(know(from.node()), to.node())
	if p.left <= 0 {
		gaps = append(gaps, Gap{Unsure: true})
	}
	return distinct(gaps)
}

// maxSteps is how many pairs of schemas are looked at.
const maxSteps = 20000

// A prover proves one thing. The proof goes by induction over the size of values: a pair of
// schemas that is met again, for a part of the value that it was met for, needs no other proof.
type prover struct {
	declared bool
	left     int
	depth    int            // of the part of the value that is looked at
	begun    map[string]int // the pairs that are being proved, with their depth
	emptying int
}

func (p *prover) step() bool {
	p.left--
	return p.left > 0
}

// prove returns why it is not certain that values which are as they are known to be satisfy n.
func (p *prover) prove(k known, n node) []Gap {
	if !p.step() {
		return nil // and Gaps says so
	}
	if n.isTrue() || p.isEmpty(k) || slices.ContainsFunc(k.nodes, func(own node) bool { return same(own, n) }) {
		return nil
	}
	if n.isFalse() {
		return []Gap{{Pointer: n.pointer}}
	}
	if n.keywords() == nil {
		return []Gap{{Pointer: n.pointer, Unsure: true}}
	}
	key := keyOf(k, n)
	if depth, ok := p.begun[key]; ok {
		if depth < p.depth {
			return nil
		}
		return []Gap{{Pointer: n.pointer, Unsure: true}} // it refers to nothing but itself
	}
	p.begun[key] = p.depth
	defer delete(p.begun, key)
	gaps := p.proveWhole(k, n)
	if len(gaps) == 0 || len(k.unions) == 0 {
		return gaps
	}
	// One alternative after the other.
	alternatives := k.unions[0]
	k.unions = slices.Clone(k.unions[1:])
	gaps = nil
	for _, alternative := range alternatives {
		gaps = append(gaps, p.prove(k.and(alternative), n)...)
	}
	return gaps
}

// keyOf names a pair.
func keyOf(k known, n node) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %d", k.types, len(k.unions))
	for _, one := range append(slices.Clone(k.nodes), n) {
		fmt.Fprintf(&b, "\n%p%s", one.doc, one.pointer)
	}
	return b.String()
}

// proveWhole is prove without a look at the alternatives one by one.
func (p *prover) proveWhole(k known, n node) []Gap {
	if values, ok := k.values(); ok {
		return proveValues(values, n)
	}
	var gaps []Gap
	if set, ok := typesOf(n); !ok {
		gaps = append(gaps, Gap{Pointer: n.pointer, Keyword: "type", Unsure: true})
	} else if lost := k.types &^ set; lost != 0 {
		lost = p.possible(k, lost)
		if lost != 0 {
			gaps = append(gaps, Gap{Pointer: n.pointer, Keyword: "type", Values: []any{lost.String()}})
		}
		k.types &= set
	}
	if enum, ok := n.enum(); ok && k.types != 0 {
		keyword := "enum"
		if n.has("const") {
			keyword = "const"
		}
		return append(gaps, Gap{Pointer: n.pointer, Keyword: keyword, Values: nil, Unsure: len(enum) == 0})
	}
	for _, t := range k.types.each() {
		one := k
		one.types = t
		gaps = append(gaps, p.proveType(one, t, n)...)
	}
	gaps = append(gaps, p.proveParts(k, n)...)
	return distinct(gaps)
}

// possible returns the types of a set that a value may really be of.
func (p *prover) possible(k known, set typeSet) typeSet {
	for _, t := range set.each() {
		one := k
		one.types = t
		if p.isEmpty(one) {
			set &^= t
		}
	}
	return set
}

// proveValues tries values.
func proveValues(values []any, n node) []Gap {
	var refused, unlisted []any
	enum, listed := n.enum()
	for _, value := range values {
		if !n.surelyAccepts(value) {
			refused = append(refused, value)
			if listed && !contains(enum, value) {
				unlisted = append(unlisted, value)
			}
		}
	}
	switch {
	case len(refused) == 0:
		return nil
	case len(unlisted) == len(refused):
		return []Gap{{Pointer: n.pointer, Keyword: "enum", Values: refused}}
	}
	if set, ok := typesOf(n); ok && !slices.ContainsFunc(refused, func(v any) bool { return typeOf(v)&set != 0 }) {
		var lost typeSet
		for _, value := range refused {
			lost |= typeOf(value)
		}
		return []Gap{{Pointer: n.pointer, Keyword: "type", Values: []any{lost.String()}}}
	}
	return []Gap{{Pointer: n.pointer, Keyword: "value", Values: refused}}
}

// proveParts looks at the keywords that hold schemas for the same value.
func (p *prover) proveParts(k known, n node) []Gap {
	var gaps []Gap
	unsure := func(keyword string) { gaps = append(gaps, Gap{Pointer: n.pointer, Keyword: keyword, Unsure: true}) }
	if n.has("$ref") {
		if target, ok := n.target(); ok {
			gaps = append(gaps, p.prove(k, target)...)
		} else if !k.says("$ref", n.keywords()["$ref"]) {
			unsure("$ref")
		}
	}
	for _, below := range n.list("allOf") {
		gaps = append(gaps, p.prove(k, below)...)
	}
	if not, ok := n.sub("not"); ok && !p.excludes(k, not) && !p.refuses(k, not) {
		unsure("not")
	}
	if n.has("if") && n.has("then", "else") && !hasSame(k, n, "if", "then", "else") {
		for _, keyword := range []string{"then", "else"} {
			if branch, ok := n.sub(keyword); ok && len(p.prove(k, branch)) > 0 {
				unsure("if")
				break
			}
		}
	}
	for _, keyword := range []string{"unevaluatedItems", "unevaluatedProperties"} {
		if below, ok := n.sub(keyword); ok && !below.isTrue() && k.types&(arrayType|objectType) != 0 {
			unsure(keyword)
		}
	}
	return gaps
}

// refuses reports whether one of the known schemas refuses all that not accepts.
func (p *prover) refuses(k known, not node) bool {
	return slices.ContainsFunc(k.usable(), func(own node) bool {
		refused, ok := own.sub("not")
		return ok && len(p.prove(know(not), refused)) == 0
	})
}

// hasSame reports whether one of the known schemas has the same schemas in keywords that
// belong together.
func hasSame(k known, n node, keywords ...string) bool {
	return slices.ContainsFunc(k.usable(), func(own node) bool {
		return own.doc.dialect == n.doc.dialect && !slices.ContainsFunc(keywords, func(keyword string) bool {
			return !sameKeyword(own, n, keyword, map[[2]string]bool{}) && (own.has(keyword) || n.has(keyword))
		})
	})
}

// distinct returns gaps without those that were found twice.
func distinct(gaps []Gap) []Gap {
	var out []Gap
	for _, gap := range gaps {
		i := slices.IndexFunc(out, func(o Gap) bool {
			return o.Pointer == gap.Pointer && o.Keyword == gap.Keyword && o.Name == gap.Name
		})
		if i < 0 {
			out = append(out, gap)
			continue
		}
		for _, value := range gap.Values {
			if !contains(out[i].Values, value) {
				out[i].Values = append(slices.Clip(out[i].Values), value)
			}
		}
	}
	return out
}
