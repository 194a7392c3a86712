package tagcheck

import (
	"go/types"
	"reflect"
	"strings"
	"time"
)

// A mirror makes types of package reflect from types of the compiler, so that the code of
// registration can read them. What it cannot make becomes any, about which there is
// nothing to say.
type mirror struct {
	structs map[reflect.Type]*types.Struct
	busy    map[types.Type]bool // being made, so that recursive types end
}

var anyType = reflect.TypeFor[any]()

// standard are types of the standard library with JSON of their own.
var standard = map[string]reflect.Type{
	"time.Time": reflect.TypeFor[time.Time](), "time.Duration": reflect.TypeFor[time.Duration](),
}

var basic = map[types.BasicKind]reflect.Type{
	types.Bool: reflect.TypeFor[bool](), types.String: reflect.TypeFor[string](),
	types.Int: reflect.TypeFor[int](), types.Int8: reflect.TypeFor[int8](), types.Int16: reflect.TypeFor[int16](), types.Int32: reflect.TypeFor[int32](), types.Int64: reflect.TypeFor[int64](),
	types.Uint: reflect.TypeFor[uint](), types.Uint8: reflect.TypeFor[uint8](), types.Uint16: reflect.TypeFor[uint16](), types.Uint32: reflect.TypeFor[uint32](), types.Uint64: reflect.TypeFor[uint64](),
	types.Float32: reflect.TypeFor[float32](), types.Float64: reflect.TypeFor[float64](),
}

// typeOf returns the mirror of a type.
func (m *mirror) typeOf(t types.Type) reflect.Type {
	t = types.Unalias(t)
	if named, ok := t.(*types.Named); ok {
		if typ := standard[named.String()]; typ != nil {
			return typ
		}
		if ownMethods(named) || m.busy[named] {
			return anyType
		}
		m.busy[named] = true
		defer delete(m.busy, named)
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if typ := basic[u.Kind()]; typ != nil {
			return typ
		}
	case *types.Pointer:
		return reflect.PointerTo(m.typeOf(u.Elem()))
	case *types.Slice:
		return reflect.SliceOf(m.typeOf(u.Elem()))
	case *types.Array:
		if u.Len() < 1<<16 {
			return reflect.ArrayOf(int(u.Len()), m.typeOf(u.Elem()))
		}
	case *types.Map:
		if key := m.typeOf(u.Key()); key != anyType && key.Comparable() {
			return reflect.MapOf(key, m.typeOf(u.Elem()))
		}
	case *types.Struct:
		return m.structOf(u)
	}
	return anyType
}

// ownMethods reports whether a type has a say in its JSON or its schema.
func ownMethods(t *types.Named) bool {
	set := types.NewMethodSet(types.NewPointer(t))
	for selection := range set.Methods() {
		switch selection.Obj().Name() {
		case "MarshalJSON", "UnmarshalJSON", "MarshalText", "UnmarshalText", "JSONSchema", "JSONSchemaExtend", "Enum", "MarshalJSONTo", "UnmarshalJSONFrom":
			return true
		}
	}
	return false
}

// structOf returns the mirror of a struct. reflect can make exported fields only, and
// embedded ones only without methods, so those of embedded structs become its own.
func (m *mirror) structOf(s *types.Struct) reflect.Type {
	var fields []reflect.StructField
	taken := map[string]bool{}
	m.collect(s, &fields, taken)
	typ := reflect.StructOf(fields)
	m.structs[typ] = s
	return typ
}

func (m *mirror) collect(s *types.Struct, fields *[]reflect.StructField, taken map[string]bool) {
	for i := range s.NumFields() {
		v, tag := s.Field(i), reflect.StructTag(s.Tag(i))
		name, _, _ := strings.Cut(tag.Get("json"), ",")
		if v.Embedded() && name == "" {
			t := types.Unalias(v.Type())
			if pointer, ok := t.(*types.Pointer); ok {
				t = pointer.Elem()
			}
			if inner, ok := t.Underlying().(*types.Struct); ok {
				m.collect(inner, fields, taken)
			}
			continue
		}
		if !v.Exported() || taken[v.Name()] {
			continue
		}
		taken[v.Name()] = true
		*fields = append(*fields, reflect.StructField{Name: v.Name(), Type: m.typeOf(v.Type()), Tag: tag})
	}
}

// field returns the field that an error speaks of: of the struct whose mirror has that name.
func (m *mirror) field(structName, name string) *types.Var {
	for typ, s := range m.structs {
		if typ.String() != structName {
			continue
		}
		if v := find(s, name); v != nil {
			return v
		}
	}
	return nil
}

// find looks for a field in a struct and in the structs embedded in it.
func find(s *types.Struct, name string) *types.Var {
	for v := range s.Fields() {
		if v.Name() == name {
			return v
		}
		if v.Embedded() {
			t := types.Unalias(v.Type())
			if pointer, ok := t.(*types.Pointer); ok {
				t = pointer.Elem()
			}
			if inner, ok := t.Underlying().(*types.Struct); ok {
				if found := find(inner, name); found != nil {
					return found
				}
			}
		}
	}
	return nil
}
