package toolkit

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
)

// writeState writes a value to be kept, and readState reads it. They are encoding/json, which
// reads what it has written.
func writeState(value any) ([]byte, error) { return json.Marshal(value) }

func readState(raw []byte, value any) error { return json.Unmarshal(raw, value) }

var (
	jsonMarshaler   = reflect.TypeFor[json.Marshaler]()
	jsonUnmarshaler = reflect.TypeFor[json.Unmarshaler]()
	textMarshaler   = reflect.TypeFor[encoding.TextMarshaler]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// checkState reports what in a type would not come back as it was kept.
func checkState(t reflect.Type) error {
	return stateError(t, t.String(), map[reflect.Type]bool{})
}

func stateError(t reflect.Type, at string, seen map[reflect.Type]bool) error {
	if seen[t] {
		return nil
	}
	seen[t] = true
	p := reflect.PointerTo(t)
	if p.Implements(jsonMarshaler) && p.Implements(jsonUnmarshaler) || p.Implements(textMarshaler) && p.Implements(textUnmarshaler) {
		return nil
	}
	switch t.Kind() {
	case reflect.Chan, reflect.Func, reflect.UnsafePointer, reflect.Complex64, reflect.Complex128:
		return fmt.Errorf("%s: %s has no JSON, so it cannot be kept; keep it in the program under a key, and the key here", at, t)
	case reflect.Interface:
		if t.NumMethod() > 0 {
			return fmt.Errorf("%s: %s is an interface with methods, so it cannot be read back; use a struct type", at, t)
		}
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return stateError(t.Elem(), at, seen)
	case reflect.Struct:
		exported := 0
		for field := range t.Fields() {
			if !field.IsExported() && !field.Anonymous {
				continue
			}
			exported++
			if field.Tag.Get("json") == "-" {
				continue
			}
			if err := stateError(field.Type, at+"."+field.Name, seen); err != nil {
				return err
			}
		}
		if exported == 0 && t.NumField() > 0 {
			return fmt.Errorf("%s: %s has unexported fields only, so nothing of it would be kept; export them", at, t)
		}
	}
	return nil
}
