package reflect

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
)

// A GoField is the field of a struct that a part of a schema was made from.
type GoField struct {
	// Name is the type with the field, and with the way to it through embedded structs:
	// "main.SearchArgs.Page.Limit".
	Name string
	// Type is the type of the field: "*int".
	Type string
}

// GoField returns the field that a part of a schema describes, or the one around it. schema is
// the one that was made together with the shape; pointer is a JSON Pointer (RFC 6901) into it.
// The zero value means that no field is there: the part belongs to the type as a whole.
func (s *Shape) GoField(schema []byte, pointer string) GoField {
	var root any
	if s == nil || json.Unmarshal(schema, &root) != nil {
		return GoField{}
	}
	f := &fieldFinder{root: root, fields: map[string]GoField{}, seen: map[string]bool{}}
	f.visit("", root, s)
	for {
		if field, ok := f.fields[pointer]; ok {
			return field
		}
		end := strings.LastIndexByte(pointer, '/')
		if end < 0 {
			return GoField{}
		}
		pointer = pointer[:end]
	}
}

// A fieldFinder walks a schema and a shape side by side.
type fieldFinder struct {
	root   any
	fields map[string]GoField // by the pointer to the property
	seen   map[string]bool
}

func (f *fieldFinder) visit(at string, value any, s *Shape) {
	schema, ok := value.(map[string]any)
	if !ok || s == nil || f.seen[at] {
		return
	}
	f.seen[at] = true
	for s.Form == PointerForm || s.Form == CheckedForm {
		s = s.Elem
	}
	if ref, ok := schema["$ref"].(string); ok {
		if name, ok := strings.CutPrefix(ref, "#/$defs/"); ok {
			root, _ := f.root.(map[string]any)
			definitions, _ := root["$defs"].(map[string]any)
			f.visit("/$defs/"+name, definitions[strings.NewReplacer("~1", "/", "~0", "~").Replace(name)], s)
		}
	}
	properties, _ := schema["properties"].(map[string]any)
	for name, property := range properties {
		if s.Form != ObjectForm {
			break
		}
		i := s.FieldIndex([]byte(name))
		if i < 0 {
			continue // the discriminator of a variant
		}
		field, below := s.Fields[i], at+"/properties/"+escapePointer(name)
		f.fields[below] = GoField{Name: s.GoType.String() + "." + field.GoName, Type: typeAt(s.GoType, field.Index)}
		f.visit(below, property, field.Shape)
	}
	f.visit(at+"/items", schema["items"], s.Elem)
	f.visit(at+"/additionalProperties", schema["additionalProperties"], s.Elem)
	for _, keyword := range []string{"anyOf", "oneOf"} {
		list, _ := schema[keyword].([]any)
		for i, alternative := range list {
			of := s
			if s.Form == UnionForm && i < len(s.Variants) {
				of = s.Variants[i].Shape
			}
			f.visit(at+"/"+keyword+"/"+strconv.Itoa(i), alternative, of)
		}
	}
}

// typeAt returns the type of a field.
func typeAt(t reflect.Type, index []int) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return ""
	}
	return t.FieldByIndex(index).Type.String()
}

func escapePointer(name string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}
