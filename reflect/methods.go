package reflect

import (
	"encoding"
	"encoding/json"
	"reflect"

	jsonv2 "github.com/go-json-experiment/json"
)

// The interfaces by which a type takes over its own JSON, and the order in which the
// JSON library looks for them.
var (
	jsonWriters = []reflect.Type{reflect.TypeFor[jsonv2.MarshalerTo](), reflect.TypeFor[json.Marshaler]()}
	jsonReaders = []reflect.Type{reflect.TypeFor[jsonv2.UnmarshalerFrom](), reflect.TypeFor[json.Unmarshaler]()}
	textWriters = []reflect.Type{reflect.TypeFor[encoding.TextAppender](), reflect.TypeFor[encoding.TextMarshaler]()}
	textReaders = []reflect.Type{reflect.TypeFor[encoding.TextUnmarshaler]()}
)

// implements reports whether t or *t has one of the interfaces.
func implements(t reflect.Type, interfaces []reflect.Type) bool {
	if t.Kind() == reflect.Interface {
		return false
	}
	p := reflect.PointerTo(t)
	for _, i := range interfaces {
		if t.Implements(i) || p.Implements(i) {
			return true
		}
	}
	return false
}

// hasMethods reports whether t has any say in its JSON, in any direction.
func hasMethods(t reflect.Type) bool {
	return implements(t, jsonWriters) || implements(t, jsonReaders) || implements(t, textWriters) || implements(t, textReaders)
}

// ownJSON reports whether t reads or writes JSON by a method of its own.
func ownJSON(t reflect.Type, d Direction) bool {
	if d == Arguments {
		return implements(t, jsonReaders)
	}
	return implements(t, jsonWriters)
}

// ownText reports whether t is read from or written as a JSON string by a method of
// its own.
func ownText(t reflect.Type, d Direction) bool {
	if d == Arguments {
		return implements(t, textReaders)
	}
	return implements(t, textWriters)
}
