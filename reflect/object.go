package reflect

import (
	"reflect"
	"strings"
)

// An object is a struct while it is being described.
type object struct {
	typ    reflect.Type
	shape  *Shape
	fields []structField
	docs   []*schema
	// dependent has, for the name of a member, the names of those that it requires.
	dependent map[string][]string
}

// object describes a struct: an object with known members.
func (w *walker) object(t reflect.Type, s *Shape) *schema {
	fields, errs := flatten(t)
	for _, err := range errs {
		w.errs = append(w.errs, err)
	}
	s.Form = ObjectForm
	s.Open = w.opts.AllowUnknown || w.opts.Direction == Results
	o := &object{typ: t, shape: s, fields: fields}
	s.byName = make(map[string]int, len(fields))
	// First every type, so that rules which look at a neighbour find it.
	for i, f := range fields {
		shape, doc := w.visit(f.typ, o.place(i))
		o.docs = append(o.docs, doc)
		s.Fields = append(s.Fields, &Field{Name: f.name, GoName: f.goName, Index: f.index, Shape: shape})
		s.byName[f.name] = i
	}
	keywords := w.invopop(o)
	doc := &schema{typ: "object", object: true, closed: !s.Open}
	for i := range fields {
		w.field(o, i, keywords[i])
	}
	if w.opts.Direction == Arguments {
		w.groups(o, keywords)
		w.structRules(o, doc)
	}
	for i := range fields {
		doc.properties = append(doc.properties, property{fields[i].name, o.docs[i]})
		if s.Fields[i].Required {
			doc.required = append(doc.required, fields[i].name)
		}
		if names := o.dependent[fields[i].name]; names != nil {
			doc.dependentRequired = append(doc.dependentRequired, dependency{fields[i].name, names})
		}
	}
	if len(errs) == 0 {
		w.structs = append(w.structs, t)
	}
	return doc
}

func (o *object) place(i int) place { return place{o.typ.String(), o.fields[i].goName} }

// sibling returns the index of the field that a rule names, or -1. A rule names Go
// fields, as validator does: a field of the struct itself or of a struct embedded in
// it, with or without the way.
func (o *object) sibling(i int, name string) int {
	own := o.fields[i].goName
	prefix := own[:strings.LastIndexByte(own, '.')+1]
	for _, want := range []string{prefix + name, name} {
		for j := range o.fields {
			if o.fields[j].goName == want {
				return j
			}
		}
	}
	found := -1
	for j := range o.fields {
		if strings.HasSuffix(o.fields[j].goName, "."+name) {
			if found >= 0 {
				return -1
			}
			found = j
		}
	}
	return found
}

// siblingNames lists what a rule in field i may name.
func (o *object) siblingNames(i int) []string {
	var names []string
	for j := range o.fields {
		if j != i {
			names = append(names, o.fields[j].goName)
		}
	}
	return names
}
