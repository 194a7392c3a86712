package reflect

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// A structField is a Go field that is a member of the JSON object of its struct.
type structField struct {
	name     string // in JSON
	goName   string // with its way through embedded structs: "Page.Limit"
	index    []int
	typ      reflect.Type
	tag      fieldTag
	rawTag   reflect.StructTag
	named    bool // the json tag names it
	optional bool // it is reached through an embedded pointer
}

// flatten returns the members of a struct as encoding/json sees them: fields of
// embedded structs count as the outer struct's own, the shallowest of several fields
// with one name wins, and among equally deep ones the one whose tag names it. Fields
// that would cancel each other out, and so vanish without a word, are problems; so
// is everything else that the JSON library would refuse at the first call.
func flatten(root reflect.Type) ([]structField, []*TagError) {
	f := flattener{root: root, seen: map[reflect.Type]bool{root: true}}
	f.queue = []embedded{{typ: root}}
	for i := 0; i < len(f.queue); i++ {
		f.scan(f.queue[i])
	}
	return f.dominant(), f.errs
}

// An embedded is a struct whose fields are still to be looked at.
type embedded struct {
	typ      reflect.Type
	index    []int
	goName   string
	optional bool
	again    bool // its own embedded structs have been visited at a shallower depth
}

type flattener struct {
	root   reflect.Type
	seen   map[reflect.Type]bool
	queue  []embedded
	fields []structField
	errs   []*TagError
}

func (f *flattener) fail(field, tag, problem, remedy string) {
	f.errs = append(f.errs, &TagError{Type: f.root.String(), Field: field, Tag: tag, Problem: problem, Remedy: remedy})
}

// scan looks at the fields of one struct, breadth first.
func (f *flattener) scan(e embedded) {
	var tagged, usable bool
	for i := range e.typ.NumField() {
		sf := e.typ.Field(i)
		_, has := sf.Tag.Lookup("json")
		tagged = tagged || has
		tag, problems := parseTag(sf.Tag)
		goName := e.goName + sf.Name
		for _, p := range problems {
			f.fail(goName, p.tag, p.problem, p.remedy)
		}
		if tag.json.ignored {
			continue
		}
		if !sf.IsExported() && !sf.Anonymous {
			if has {
				f.fail(goName, tagPair{"json", tag.json.text}.String(), "the field is not exported, so it has no JSON",
					"begin its name with a capital letter, or drop the tag")
			}
			continue
		}
		usable = true
		field := structField{
			name:     cmp.Or(tag.json.name, sf.Name),
			goName:   goName,
			index:    append(slices.Clone(e.index), i),
			typ:      sf.Type,
			tag:      tag,
			rawTag:   sf.Tag,
			named:    tag.json.name != "",
			optional: e.optional,
		}
		if sf.Anonymous && !field.named {
			f.embed(e, sf, field)
			continue
		}
		if !sf.IsExported() {
			f.fail(goName, "", "the embedded type is not exported, so JSON cannot reach it as a member", "export the type, or drop its json name")
			continue
		}
		f.fields = append(f.fields, field)
	}
	if e.typ.NumField() > 0 && !tagged && !usable {
		f.fail(strings.TrimSuffix(e.goName, "."), "", fmt.Sprintf("%s has unexported fields only, so it has no JSON", e.typ), "export its fields, or use another type")
	}
}

// embed queues an embedded struct.
func (f *flattener) embed(e embedded, sf reflect.StructField, field structField) {
	t, pointer := sf.Type, false
	if t.Kind() == reflect.Pointer && t.Name() == "" {
		t, pointer = t.Elem(), true
	}
	switch {
	case t.Kind() != reflect.Struct:
		f.fail(field.goName, "", fmt.Sprintf("%s is embedded and is not a struct", sf.Type), fmt.Sprintf("give it a json name: json:%q", lowerFirst(sf.Name)))
		return
	case pointer && !sf.IsExported():
		f.fail(field.goName, "", "an embedded pointer to an unexported struct cannot be set", "embed the struct itself, or export it")
		return
	case hasMethods(t):
		f.fail(field.goName, "", fmt.Sprintf("%s is embedded and has JSON methods of its own, which then stand for the whole struct", t),
			fmt.Sprintf("give it a json name: json:%q", lowerFirst(sf.Name)))
		return
	}
	if field.tag.json.omitEmpty || field.tag.json.omitZero || field.tag.json.quoted {
		f.fail(field.goName, tagPair{"json", field.tag.json.text}.String(), "the fields of an embedded struct stand on their own, so the option does nothing", "drop the option, or give the struct a json name")
	}
	if !e.again {
		f.queue = append(f.queue, embedded{typ: t, index: field.index, goName: field.goName + ".", optional: field.optional || pointer, again: f.seen[t]})
	}
	f.seen[t] = true
}

// dominant picks one field for each name and returns them in the order of the struct.
func (f *flattener) dominant() []structField {
	byName := map[string][]structField{}
	for _, field := range f.fields {
		byName[field.name] = append(byName[field.name], field)
	}
	var out []structField
	for _, field := range f.fields {
		same := byName[field.name]
		if same == nil {
			continue
		}
		delete(byName, field.name)
		slices.SortStableFunc(same, func(a, b structField) int {
			return cmp.Or(cmp.Compare(len(a.index), len(b.index)), -compareBool(a.named, b.named))
		})
		if len(same) > 1 && len(same[0].index) == len(same[1].index) && same[0].named == same[1].named {
			f.fail(same[1].goName, "", fmt.Sprintf("has the JSON name %q, like %s", field.name, same[0].goName), "give one of them another json name")
		}
		out = append(out, same[0])
	}
	slices.SortFunc(out, func(a, b structField) int { return slices.Compare(a.index, b.index) })
	return out
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// lowerFirst proposes a JSON name for a Go name.
func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}
