package subschema

import (
	"encoding/json"
	"math/big"
	"strconv"
	"strings"
)

// number reads a number exactly. ok is false for what is none, and for exponents that would
// fill the memory.
func number(value any) (n *big.Rat, ok bool) {
	text, isNumber := value.(json.Number)
	if !isNumber || len(text) > 1000 {
		return nil, false
	}
	if i := strings.IndexAny(string(text), "eE"); i >= 0 {
		if exponent, err := strconv.Atoi(string(text[i+1:])); err != nil || exponent > 1000 || exponent < -1000 {
			return nil, false
		}
	}
	return new(big.Rat).SetString(string(text))
}

// count reads a number of items, characters or members.
func (n node) count(keyword string) (int64, bool) {
	r, ok := number(n.keywords()[keyword])
	if !ok || !r.IsInt() || !r.Num().IsInt64() || r.Sign() < 0 {
		return 0, false
	}
	return r.Num().Int64(), true
}

// A bound is a limit of numbers; the number itself is allowed unless it is exclusive.
type bound struct {
	at        *big.Rat // nil if there is none
	exclusive bool
}

// lower returns the lower bound that a schema sets, and upper the upper one.
func lower(n node, t typeSet) bound { return boundOf(n, t, "minimum", "exclusiveMinimum", 1) }
func upper(n node, t typeSet) bound { return boundOf(n, t, "maximum", "exclusiveMaximum", -1) }

// boundOf reads a bound. That of integers is the next integer that is allowed.
func boundOf(n node, t typeSet, inclusive, exclusive string, up int64) bound {
	var b bound
	if at, ok := number(n.keywords()[inclusive]); ok {
		b = bound{at, false}
	}
	if at, ok := number(n.keywords()[exclusive]); ok {
		b = tighter(b, bound{at, true}, up)
	}
	if b.at == nil || t != integerType {
		return b
	}
	whole := new(big.Int).Div(b.at.Num(), b.at.Denom()) // the floor
	switch {
	case b.at.IsInt():
		if b.exclusive {
			whole.Add(whole, big.NewInt(up))
		}
	case up > 0:
		whole.Add(whole, big.NewInt(1))
	}
	return bound{new(big.Rat).SetInt(whole), false}
}

// tighter returns the bound that allows less; up is 1 for lower bounds and -1 for upper ones.
func tighter(a, b bound, up int64) bound {
	if a.implies(b, up) {
		return a
	}
	return b
}

// implies reports whether what a allows is allowed by b.
func (b bound) implies(other bound, up int64) bool {
	switch {
	case other.at == nil:
		return true
	case b.at == nil:
		return false
	}
	switch c := int64(b.at.Cmp(other.at)) * up; {
	case c > 0:
		return true
	case c < 0:
		return false
	}
	return b.exclusive || !other.exclusive
}

// isMultiple reports whether every multiple of a is one of b.
func isMultiple(a, b *big.Rat) bool {
	return b.Sign() > 0 && a.Sign() > 0 && new(big.Rat).Quo(a, b).IsInt()
}
