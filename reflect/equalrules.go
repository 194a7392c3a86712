package reflect

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// equal applies eq and ne: to a value, or to the length of a list or map.
func (t *target) equal(tag, name, param string) {
	switch k := kindOf(t.shape); {
	case k&(listKind|mapKind|bytesKind) != 0 && name == "eq":
		t.length(tag, "len", param, k)
		return
	case k&(listKind|mapKind|bytesKind) != 0:
		t.notLength(tag, param, k)
		return
	case k == durationKind && name == "eq":
		t.durationBound(tag, "len", param)
		return
	}
	raw, problem := t.parameter(param)
	if problem != "" {
		t.fail(tag, name+": "+problem, "write a value of the field's type")
		return
	}
	if name == "eq" && (t.plainString() || t.plainNumber() || t.shape.Form == BooleanForm) {
		t.setEnum(name, param, tag, []jsontext.Value{raw})
		return
	}
	other, err := decodeValue(t.shape, raw)
	if err != nil {
		t.fail(tag, fmt.Sprintf("%s=%s: not a %s", name, param, t.shape.GoType), "write a value of the field's type")
		return
	}
	if name == "eq" {
		t.add(name, param, "be "+plainText(raw), false, func(v reflect.Value) bool { return v.Equal(other) })
		return
	}
	t.add(name, param, "not be "+plainText(raw), false, func(v reflect.Value) bool { return !v.Equal(other) })
}

// parameter reads the parameter of eq or ne as JSON.
func (t *target) parameter(param string) (jsontext.Value, string) {
	return parseValue(t.shape, param)
}

// notLength applies ne to a length.
func (t *target) notLength(tag, param string, k kind) {
	probe := &target{w: &walker{}, shape: &Shape{GoType: t.shape.GoType, Form: t.shape.Form}, doc: &schema{}}
	probe.length(tag, "len", param, k)
	if len(probe.shape.Rules) == 0 {
		t.fail(tag, "ne="+param+": a length is an integer from 0", "write one")
		return
	}
	exactly := probe.shape.Rules[0]
	t.add("ne", param, strings.Replace(exactly.Words, "have exactly", "not have exactly", 1), false,
		func(v reflect.Value) bool { return !exactly.Check(v) })
}

// oneof applies an enumeration in validator's form: words between blanks, in single
// quotes if they have blanks themselves.
func (t *target) oneof(tag, param string) {
	var raws []jsontext.Value
	for _, text := range splitOneof(param) {
		raw, problem := parseValue(t.shape, text)
		if problem != "" {
			t.fail(tag, "oneof: "+problem, "write values of the field's type between blanks")
			return
		}
		raws = append(raws, raw)
	}
	if len(raws) == 0 {
		t.fail(tag, "oneof has no values", "write them between blanks: oneof=a b")
		return
	}
	if !t.plainString() && !t.plainNumber() {
		rule, err := enumRule(t.shape, "oneof", param, raws)
		if err != nil {
			t.fail(tag, "oneof: "+err.Error(), "use the enum tag")
			return
		}
		t.add("oneof", param, rule.Words, false, rule.Check)
		return
	}
	t.setEnum("oneof", param, tag, raws)
}

var oneofWord = regexp.MustCompile(`'[^']*'|\S+`)

// splitOneof splits the parameter of oneof as validator does.
func splitOneof(param string) []string {
	words := oneofWord.FindAllString(param, -1)
	for i, w := range words {
		words[i] = strings.ReplaceAll(w, "'", "")
	}
	return words
}

// unique applies unique: no two items, map values or members of a field are the same.
func (t *target) unique(tag, param string) {
	if param != "" {
		t.uniqueField(tag, param)
		return
	}
	if t.shape.Form == MapForm {
		t.add("unique", "", "not have the same value under two names", false, func(v reflect.Value) bool {
			seen := newSet(v.Type().Elem())
			for iter := v.MapRange(); iter.Next(); {
				if !seen.add(iter.Value()) {
					return false
				}
			}
			return true
		})
		return
	}
	t.doc.uniqueItems = true
	t.add("unique", "", "not have the same item twice", true, func(v reflect.Value) bool {
		seen := newSet(v.Type().Elem())
		for i := range v.Len() {
			if !seen.add(v.Index(i)) {
				return false
			}
		}
		return true
	})
}

// uniqueField applies unique=Field: no two structs of a list share the field.
func (t *target) uniqueField(tag, field string) {
	elem := t.shape.Elem
	for elem != nil && elem.Form == PointerForm {
		elem = elem.Elem
	}
	if elem == nil || elem.Form != ObjectForm || t.shape.Form == MapForm {
		t.fail(tag, "unique="+field+" is a rule for lists of structs", "write unique alone")
		return
	}
	var found *Field
	for _, f := range elem.Fields {
		if f.GoName == field {
			found = f
		}
	}
	if found == nil {
		t.fail(tag, fmt.Sprintf("%s has no field %s", elem.GoType, field), "name a Go field of the struct")
		return
	}
	t.add("unique", field, "not have two items with the same "+found.Name, false, func(v reflect.Value) bool {
		seen := newSet(found.Shape.GoType)
		for i := range v.Len() {
			item := v.Index(i)
			for item.Kind() == reflect.Pointer && !item.IsNil() {
				item = item.Elem()
			}
			if item.Kind() != reflect.Struct {
				continue
			}
			value, err := item.FieldByIndexErr(found.Index)
			if err == nil && !seen.add(value) {
				return false
			}
		}
		return true
	})
}

// A set tells whether a value was added before.
type set struct {
	hashed map[any]bool    // for types that == compares as JSON does
	listed []reflect.Value // for all others
}

func newSet(t reflect.Type) *set {
	if flat(t) {
		return &set{hashed: map[any]bool{}}
	}
	return &set{}
}

// flat reports whether == on values of t compares what JSON shows.
func flat(t reflect.Type) bool {
	switch k := t.Kind(); {
	case k == reflect.String, k >= reflect.Bool && k <= reflect.Float64:
		return true
	case k == reflect.Array:
		return flat(t.Elem())
	}
	return false
}

func (s *set) add(v reflect.Value) bool {
	if s.hashed != nil {
		key := v.Interface()
		if s.hashed[key] {
			return false
		}
		s.hashed[key] = true
		return true
	}
	for _, other := range s.listed {
		if reflect.DeepEqual(v.Interface(), other.Interface()) {
			return false
		}
	}
	s.listed = append(s.listed, v)
	return true
}
