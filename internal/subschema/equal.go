package subschema

import (
	"encoding/json"
	"maps"
	"slices"
)

// same reports whether two schemas are written alike but for annotations, so that they mean
// the same. References are followed where only one side has them.
func same(a, b node) bool { return sameNode(a, b, map[[2]string]bool{}) }

func sameNode(a, b node, seen map[[2]string]bool) bool {
	if a.doc == b.doc && a.pointer == b.pointer {
		return true
	}
	if a.doc.opaque != b.doc.opaque || a.doc.dialect != b.doc.dialect {
		return a.isTrue() && b.isTrue() || a.isFalse() && b.isFalse() || sameInBoth(a, b)
	}
	if a.doc.opaque {
		// Its meaning may depend on the whole document.
		return equalJSON(a.doc.root, b.doc.root) && a.pointer == b.pointer
	}
	key := [2]string{a.pointer, b.pointer}
	if seen[key] {
		return true
	}
	seen[key] = true
	if onlyRef(a) != onlyRef(b) || onlyRef(a) && onlyRef(b) {
		targetA, okA := deref(a)
		targetB, okB := deref(b)
		if okA && okB {
			return sameNode(targetA, targetB, seen)
		}
		return equalJSON(a.keywords()["$ref"], b.keywords()["$ref"]) && !okA && !okB && a.has("$ref")
	}
	ka, isA := a.value.(map[string]any)
	kb, isB := b.value.(map[string]any)
	if !isA || !isB {
		return a.isTrue() && b.isTrue() || a.isFalse() && b.isFalse()
	}
	names := map[string]bool{}
	for name := range maps.Keys(ka) {
		names[name] = true
	}
	for name := range maps.Keys(kb) {
		names[name] = true
	}
	for name := range names {
		if isAnnotation(name) {
			continue
		}
		if !sameKeyword(a, b, name, seen) {
			return false
		}
	}
	return true
}

// sameKeyword compares one keyword of two schemas of the same dialect.
func sameKeyword(a, b node, name string, seen map[[2]string]bool) bool {
	va, hasA := a.keywords()[name]
	vb, hasB := b.keywords()[name]
	if hasA != hasB {
		return false
	}
	switch name {
	case "$ref":
		targetA, okA := a.target()
		targetB, okB := b.target()
		if okA && okB {
			return sameNode(targetA, targetB, seen)
		}
		return !okA && !okB && equalJSON(va, vb)
	case "enum", "required":
		return equalSets(va, vb)
	case "type":
		setA, okA := typesOf(a)
		setB, okB := typesOf(b)
		return okA && okB && setA == setB
	case "additionalItems", "additionalProperties", "contains", "else", "if", "not", "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties":
		return sameSub(a, b, name, seen)
	case "items":
		_, listA := va.([]any)
		_, listB := vb.([]any)
		if !listA && !listB {
			return sameSub(a, b, name, seen)
		}
		return listA && listB && sameLists(a.list(name), b.list(name), seen)
	case "allOf", "anyOf", "oneOf", "prefixItems":
		return sameLists(a.list(name), b.list(name), seen)
	case "properties", "patternProperties", "dependentSchemas":
		membersA, membersB := a.members(name), b.members(name)
		return slices.EqualFunc(membersA, membersB, func(x, y member) bool { return x.name == y.name && sameNode(x.node, y.node, seen) })
	}
	return equalJSON(va, vb)
}

func sameSub(a, b node, name string, seen map[[2]string]bool) bool {
	subA, _ := a.sub(name)
	subB, _ := b.sub(name)
	return sameNode(subA, subB, seen)
}

func sameLists(a, b []node, seen map[[2]string]bool) bool {
	return slices.EqualFunc(a, b, func(x, y node) bool { return sameNode(x, y, seen) })
}

// sameInBoth compares schemas of two dialects: those that have nothing but keywords which mean
// the same in all of them.
func sameInBoth(a, b node) bool {
	simple := func(n node) bool {
		for name, value := range n.keywords() {
			switch name {
			case "type", "enum", "const", "minLength", "maxLength", "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
				if _, isBool := value.(bool); isBool && name != "const" {
					return false // draft-04
				}
			default:
				if !isAnnotation(name) {
					return false
				}
			}
		}
		return n.isSchema() && n.doc.dialect != unknownDialect && !n.doc.opaque
	}
	if !simple(a) || !simple(b) {
		return false
	}
	for name := range assertions {
		if !sameKeyword(a, b, name, nil) {
			return false
		}
	}
	return true
}

// onlyRef reports whether a schema is nothing but a reference. What stands beside one in
// draft-07 counts, since only some validators ignore it.
func onlyRef(n node) bool {
	if !n.has("$ref") {
		return false
	}
	for name := range n.keywords() {
		if name != "$ref" && !isAnnotation(name) {
			return false
		}
	}
	return true
}

// deref follows references as long as there is nothing else.
func deref(n node) (node, bool) {
	for range 100 {
		if !onlyRef(n) {
			return n, true
		}
		next, ok := n.target()
		if !ok {
			return n, false
		}
		n = next
	}
	return n, false
}

// equalJSON compares values as JSON Schema does: 1.0 is 1.
func equalJSON(a, b any) bool {
	switch x := a.(type) {
	case map[string]any:
		y, ok := b.(map[string]any)
		return ok && maps.EqualFunc(x, y, equalJSON)
	case []any:
		y, ok := b.([]any)
		return ok && slices.EqualFunc(x, y, equalJSON)
	case json.Number:
		y, ok := b.(json.Number)
		if !ok {
			return false
		}
		m, okX := number(x)
		n, okY := number(y)
		return x == y || okX && okY && m.Cmp(n) == 0
	}
	switch b.(type) {
	case map[string]any, []any:
		return false
	}
	return a == b
}

// equalSets compares lists without their order.
func equalSets(a, b any) bool {
	x, okA := a.([]any)
	y, okB := b.([]any)
	return okA && okB && isSubset(x, y) && isSubset(y, x)
}

func isSubset(a, b []any) bool {
	for _, value := range a {
		if !contains(b, value) {
			return false
		}
	}
	return true
}

func contains(list []any, value any) bool {
	return slices.ContainsFunc(list, func(v any) bool { return equalJSON(v, value) })
}
