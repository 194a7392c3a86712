package subschema

import "slices"

// isEmpty reports whether it is certain that no value is as it is known to be.
func (p *prover) isEmpty(k known) bool {
	if !p.step() || p.emptying > 12 {
		return false
	}
	p.emptying++
	defer func() { p.emptying-- }()
	if k.types == 0 {
		return true
	}
	if values, ok := k.values(); ok {
		return len(values) == 0
	}
	for _, n := range k.usable() {
		if not, ok := n.sub("not"); ok && not.isTrue() {
			return true
		}
	}
	return !slices.ContainsFunc(k.types.each(), func(t typeSet) bool { return !p.isEmptyOf(k, t) })
}

// isEmptyOf is isEmpty for the values of one type.
func (p *prover) isEmptyOf(k known, t typeSet) bool {
	for _, u := range k.unions {
		if !slices.ContainsFunc(u, func(n node) bool { return know(n).types&t != 0 }) {
			return true
		}
	}
	switch t {
	case integerType, fractionType:
		low, high := k.lower(t), k.upper(t)
		if low.at == nil || high.at == nil {
			return false
		}
		c := low.at.Cmp(high.at)
		return c > 0 || c == 0 && (low.exclusive || high.exclusive || t == fractionType && low.at.IsInt())
	case stringType:
		most := k.most("maxLength")
		return most >= 0 && k.least("minLength") > most
	case arrayType:
		most := k.most("maxItems")
		least := k.least("minItems")
		if most >= 0 && least > most {
			return true
		}
		for i := range min(int(min(least, 1000)), k.prefixes()+1) {
			if p.isEmpty(k.element(i)) {
				return true
			}
		}
	case objectType:
		required := k.requires()
		most := k.most("maxProperties")
		if most >= 0 && max(k.least("minProperties"), int64(len(required))) > most {
			return true
		}
		for name := range required {
			if p.isEmpty(k.member(name)) {
				return true
			}
		}
	}
	return false
}

// excludes reports whether it is certain that a value which is as it is known to be does not
// satisfy a schema.
func (p *prover) excludes(k known, n node) bool { return p.isEmpty(k.and(n)) }
