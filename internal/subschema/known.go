package subschema

import (
	"math/big"
	"regexp"
	"slices"
	"strings"
)

// known is what is known of a value: that it satisfies all the schemas, and is of one of the
// types.
type known struct {
	nodes  []node
	types  typeSet
	unions []union // of the nodes, one alternative of which the value satisfies too
}

// A union is the anyOf or the oneOf of a schema.
type union []node

// know collects what is known of a value that satisfies schemas: references and allOf are
// followed. What is not understood adds nothing.
func know(nodes ...node) known {
	k := known{types: allTypes}
	for _, n := range nodes {
		k.add(n, 0)
	}
	return k
}

// and returns what is known if the value satisfies another schema too.
func (k known) and(nodes ...node) known {
	k.nodes, k.unions = slices.Clip(k.nodes), slices.Clip(k.unions)
	for _, n := range nodes {
		k.add(n, 0)
	}
	return k
}

func (k *known) add(n node, depth int) {
	if depth > 50 || slices.ContainsFunc(k.nodes, func(old node) bool { return old.doc == n.doc && old.pointer == n.pointer }) {
		return
	}
	k.nodes = append(k.nodes, n)
	if n.doc.opaque {
		return
	}
	if n.isFalse() {
		k.types = 0
		return
	}
	if target, ok := n.target(); ok {
		k.add(target, depth+1)
		if n.doc.dialect == draft7 {
			return // what stands beside $ref may be ignored
		}
	}
	if set, ok := typesOf(n); ok {
		k.types &= set
	}
	if enum, ok := n.enum(); ok {
		var set typeSet
		for _, value := range enum {
			set |= typeOf(value)
		}
		k.types &= set
	}
	for _, below := range n.list("allOf") {
		k.add(below, depth+1)
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if alternatives := n.list(keyword); len(alternatives) > 0 {
			k.unions = append(k.unions, alternatives)
		}
	}
}

// usable returns the nodes whose keywords mean what they say.
func (k known) usable() []node {
	return slices.DeleteFunc(slices.Clone(k.nodes), func(n node) bool {
		return n.doc.opaque || n.doc.dialect == draft7 && n.has("$ref") || n.keywords() == nil
	})
}

// enum returns the values of enum or const.
func (n node) enum() ([]any, bool) {
	if value, ok := n.keywords()["const"]; ok {
		return []any{value}, true
	}
	values, ok := n.keywords()["enum"].([]any)
	return values, ok
}

// values returns all values that there can be, if they are few.
func (k known) values() ([]any, bool) {
	var values []any
	found := false
	for _, n := range k.usable() {
		if enum, ok := n.enum(); ok && (!found || len(enum) < len(values)) {
			values, found = enum, true
		}
	}
	if !found {
		if k.types&^(nullType|booleanType) != 0 {
			return nil, false
		}
		values = []any{nil, false, true}
	}
	return slices.DeleteFunc(slices.Clone(values), func(value any) bool {
		return k.types&typeOf(value) == 0 || slices.ContainsFunc(k.nodes, func(n node) bool { return !n.doc.opaque && !n.mayAccept(value) })
	}), true
}

// lower returns the highest lower bound, and upper the lowest upper bound.
func (k known) lower(t typeSet) bound {
	var b bound
	for _, n := range k.usable() {
		b = tighter(b, lower(n, t), 1)
	}
	return b
}

func (k known) upper(t typeSet) bound {
	var b bound
	for _, n := range k.usable() {
		b = tighter(b, upper(n, t), -1)
	}
	return b
}

// isMultipleOf reports whether all numbers are multiples of m.
func (k known) isMultipleOf(m *big.Rat, t typeSet) bool {
	if t == integerType && isMultiple(big.NewRat(1, 1), m) {
		return true
	}
	return slices.ContainsFunc(k.usable(), func(n node) bool {
		own, ok := number(n.keywords()["multipleOf"])
		return ok && isMultiple(own, m)
	})
}

// least returns the highest of a count that schemas demand, such as minLength.
func (k known) least(keyword string) int64 {
	var n int64
	for _, one := range k.usable() {
		if c, ok := one.count(keyword); ok {
			n = max(n, c)
		}
	}
	return n
}

// most returns the lowest of a count that schemas allow, or -1.
func (k known) most(keyword string) int64 {
	n := int64(-1)
	for _, one := range k.usable() {
		if c, ok := one.count(keyword); ok && (n < 0 || c < n) {
			n = c
		}
	}
	return n
}

// says reports whether one of the schemas has a keyword with this value.
func (k known) says(keyword string, value any) bool {
	return slices.ContainsFunc(k.usable(), func(n node) bool {
		own, ok := n.keywords()[keyword]
		return ok && equalJSON(own, value)
	})
}

// requires returns the names of members that must be there.
func (k known) requires() map[string]bool {
	names := map[string]bool{}
	for _, n := range k.usable() {
		for _, name := range texts(n.keywords()["required"]) {
			names[name] = true
		}
	}
	return names
}

func texts(value any) []string {
	list, _ := value.([]any)
	var all []string
	for _, v := range list {
		if text, ok := v.(string); ok {
			all = append(all, text)
		}
	}
	return all
}

// names returns the names of members that any of the schemas has a property for.
func (k known) names() map[string]bool {
	names := map[string]bool{}
	for _, n := range k.usable() {
		for _, m := range n.members("properties") {
			names[m.name] = true
		}
	}
	return names
}

// member returns what is known of the member with a name.
func (k known) member(name string) known {
	var nodes []node
	for _, n := range k.usable() {
		nodes = append(nodes, n.constrain(name)...)
	}
	return know(nodes...)
}

// constrain returns the schemas that a schema has for the member with a name.
func (n node) constrain(name string) []node {
	var nodes []node
	if property, ok := n.member("properties", name); ok {
		nodes = append(nodes, property)
	}
	unsure := false
	for _, m := range n.members("patternProperties") {
		matches, ok := match(m.name, name)
		unsure = unsure || !ok
		if matches {
			nodes = append(nodes, m.node)
		}
	}
	if additional, ok := n.sub("additionalProperties"); ok && len(nodes) == 0 && !unsure {
		nodes = append(nodes, additional)
	}
	return nodes
}

// match reports whether a pattern is found in a text. ok is false if that cannot be known,
// since Go's regular expressions are not quite those of ECMAScript.
func match(pattern, text string) (matches, ok bool) {
	re, err := regexp.Compile(pattern)
	if err != nil || strings.ContainsAny(pattern, "\\") && !isASCII(text) {
		return false, false
	}
	return re.MatchString(text), true
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r > 127 })
}

// isOpen reports whether there may be members that no schema has a property for.
func (p *prover) isOpen(k known) bool {
	for _, n := range k.usable() {
		if additional, ok := n.sub("additionalProperties"); ok && len(n.members("patternProperties")) == 0 && p.isEmpty(know(additional)) {
			return false
		}
	}
	return !p.declared || !k.isDeclared()
}

// isDeclared reports whether the members are listed, and nothing is said of others.
func (k known) isDeclared() bool {
	listed := false
	for _, n := range k.usable() {
		if n.has("additionalProperties", "patternProperties", "unevaluatedProperties") {
			return false
		}
		listed = listed || n.has("properties")
	}
	return listed
}

// element returns what is known of the element at an index of an array.
func (k known) element(i int) known {
	var nodes []node
	for _, n := range k.usable() {
		prefix, rest, hasRest := n.elements()
		if i < len(prefix) {
			nodes = append(nodes, prefix[i])
		} else if hasRest {
			nodes = append(nodes, rest)
		}
	}
	return know(nodes...)
}

// elements returns the schemas of the first elements of an array, and of the others.
func (n node) elements() (prefix []node, rest node, hasRest bool) {
	if n.doc.dialect == draft7 {
		if _, isList := n.keywords()["items"].([]any); isList {
			rest, hasRest = n.sub("additionalItems")
			return n.list("items"), rest, hasRest
		}
		rest, hasRest = n.sub("items")
		return nil, rest, hasRest
	}
	rest, hasRest = n.sub("items")
	return n.list("prefixItems"), rest, hasRest && rest.isSchema()
}

// prefixes returns how many elements have schemas of their own.
func (k known) prefixes() int {
	n := 0
	for _, one := range k.usable() {
		prefix, _, _ := one.elements()
		n = max(n, len(prefix))
	}
	return n
}
