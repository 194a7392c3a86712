package subschema

import (
	"encoding/json"
	"strings"
)

// A typeSet is a set of the types of JSON. Numbers are two of them: those with and those
// without a fraction.
type typeSet uint8

const (
	nullType typeSet = 1 << iota
	booleanType
	integerType
	fractionType
	stringType
	arrayType
	objectType

	allTypes   = 1<<7 - 1
	numberType = integerType | fractionType
)

// each returns the types of a set one by one.
func (t typeSet) each() []typeSet {
	var all []typeSet
	for one := nullType; one <= objectType; one <<= 1 {
		if t&one != 0 {
			all = append(all, one)
		}
	}
	return all
}

var typeNames = map[string]typeSet{
	"null": nullType, "boolean": booleanType, "integer": integerType, "number": numberType, "string": stringType, "array": arrayType, "object": objectType,
}

// String names the types as JSON Schema does.
func (t typeSet) String() string {
	var names []string
	for _, name := range []string{"object", "array", "string", "number", "integer", "boolean", "null"} {
		if set := typeNames[name]; t&set == set {
			names = append(names, name)
			t &^= set
		}
	}
	if t&fractionType != 0 {
		names = append(names, "number with a fraction")
	}
	return strings.Join(names, ", ")
}

// typesOf returns the types that a schema allows by its type keyword. ok is false if that
// cannot be read.
func typesOf(n node) (set typeSet, ok bool) {
	value, has := n.keywords()["type"]
	if !has {
		return allTypes, true
	}
	switch v := value.(type) {
	case string:
		set, ok = typeNames[v]
		return set, ok
	case []any:
		for _, name := range v {
			text, _ := name.(string)
			one, known := typeNames[text]
			if !known {
				return allTypes, false
			}
			set |= one
		}
		return set, true
	}
	return allTypes, false
}

// typeOf returns the type of a value.
func typeOf(value any) typeSet {
	switch v := value.(type) {
	case nil:
		return nullType
	case bool:
		return booleanType
	case string:
		return stringType
	case []any:
		return arrayType
	case map[string]any:
		return objectType
	case json.Number:
		n, ok := number(v)
		switch {
		case !ok:
			return numberType
		case n.IsInt():
			return integerType
		}
		return fractionType
	}
	return allTypes
}
