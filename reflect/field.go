package reflect

import (
	"fmt"
	"reflect"
	"strings"
)

// A target is a value that tags are being applied to: its shape and schema, both
// private to it, and where to report.
type target struct {
	w      *walker
	at     place
	shape  *Shape  // never a PointerForm
	doc    *schema // private
	words  []string
	obj    *object // the struct around a field, nil for what lies below `dive`
	parent *target // the list or map around an element
	self   int     // the field's index in obj
}

// field applies the tag of field i to its shape and schema.
func (w *walker) field(o *object, i int, kw *keywords) {
	sf := o.fields[i]
	tag := sf.tag
	field := o.shape.Fields[i]
	at := o.place(i)

	shape, doc := field.Shape, o.docs[i]
	if tag.json.quoted {
		if s, d, ok := quote(shape, doc); ok {
			shape, doc, field.Quoted = s, d, true
		} else {
			w.fail(at, tagPair{"json", tag.json.text}.String(), fmt.Sprintf("the string option does nothing for %s", sf.typ), "drop the option")
		}
	}
	top, inner := w.private(shape)
	t := &target{w: w, at: at, shape: inner, doc: doc.clone(), obj: o, self: i}
	field.Shape, o.docs[i] = top, t.doc

	t.keywords(kw)
	if tag.title != "" {
		t.doc.title = tag.title
	}
	switch {
	case tag.description != "":
		t.doc.description = tag.description
	case kw.read == nil || kw.read.Description == "":
		if text := comment(o.typ, sf.index); text != "" {
			t.doc.description = text
		}
	}
	if form := doc.description; form != "" && inner.Form != CustomForm && form != t.doc.description {
		// What the type has to say about its form, such as a duration's, stays.
		t.words = append(t.words, form)
	}
	t.doc.deprecated = t.doc.deprecated || tag.deprecated
	field.Secret = tag.secret
	field.Handle = tag.handle
	field.Description = t.doc.description
	t.enumTag(tag.enum)
	t.formatTag(tag.format)
	t.patternTag(tag.pattern)

	var presence presence
	if w.opts.Direction == Arguments {
		presence = t.validateTag(tag.validate)
		field.Conditions = presence.conditions
		t.header(field, tag)
	}
	t.consistent()
	t.nullable(top, tag, kw)
	t.values(field, tag, kw)
	t.required(field, sf, kw, presence)
	if w.opts.Direction == Results && (tag.json.omitEmpty || tag.json.omitZero) && sf.typ.Kind() == reflect.Pointer {
		t.doc.nullable = false // a nil pointer is left out
	}
	t.finish()
}

// private returns a copy of a shape whose rules can be set: the shape itself, and the
// innermost one behind its pointers.
func (w *walker) private(s *Shape) (top, inner *Shape) {
	c := *s
	if s.Form == PointerForm {
		c.Elem, inner = w.private(s.Elem)
		return &c, inner
	}
	c.Rules = append([]*Rule(nil), s.Rules...)
	w.copies = append(w.copies, shapeCopy{to: &c, from: s})
	return &c, &c
}

// complete fills the copies of shapes that were not finished when they were copied.
func (w *walker) complete() {
	for _, c := range w.copies {
		switch c.from.Form {
		case ObjectForm:
			c.to.Form, c.to.Fields, c.to.Whole, c.to.Open, c.to.byName = ObjectForm, c.from.Fields, c.from.Whole, c.from.Open, c.from.byName
		case UnionForm:
			c.to.Form, c.to.Discriminator, c.to.Variants = UnionForm, c.from.Discriminator, c.from.Variants
		case CheckedForm:
			c.to.Form, c.to.Elem, c.to.Checker = CheckedForm, c.from.Elem, c.from.Checker
		}
	}
}

// element returns the target for the elements of a list or the values of a map.
func (t *target) element() *target {
	top, inner := t.w.private(t.shape.Elem)
	t.shape.Elem = top
	child := &target{w: t.w, at: t.at, shape: inner, parent: t}
	if t.shape.Form == MapForm {
		child.doc = t.doc.additional.clone()
		t.doc.additional = child.doc
	} else {
		child.doc = t.doc.items.clone()
		t.doc.items = child.doc
	}
	return child
}

// finish appends what the schema cannot say to the description, and looks for an example.
func (t *target) finish() {
	t.exampleOfRules()
	t.doc.description = sentences(append([]string{t.doc.description}, t.words...)...)
}

// required decides whether the member must be present.
func (t *target) required(field *Field, sf structField, kw *keywords, p presence) {
	tag := sf.tag
	if t.w.opts.Direction == Results {
		field.Required = !tag.json.omitEmpty && !tag.json.omitZero && !sf.optional
		return
	}
	explicit := tag.required || p.required || kw.required
	word := `required:"true"`
	if p.required {
		word = tagPair{"validate", tag.validate}.String()
	} else if kw.required {
		word = tagPair{"jsonschema", tag.jsonschema}.String()
	}
	switch {
	case explicit && field.Default != nil:
		t.fail(word, "a required field never uses its default", "drop required or the default")
	case explicit && p.omit != "":
		t.fail(word, fmt.Sprintf("required and %s contradict each other", p.omit), "drop one of them")
	case explicit && len(p.conditions) > 0:
		t.fail(word, fmt.Sprintf("required leaves nothing for %s to decide", p.conditions[0].Name), "drop one of them")
	}
	optional := tag.json.omitEmpty || tag.json.omitZero || sf.optional || field.Default != nil ||
		p.omit != "" || len(p.conditions) > 0 || sf.typ.Kind() == reflect.Pointer
	field.Required = explicit || !optional && !t.w.opts.RequiredFromTags
}

// nullable makes null a value of its own.
func (t *target) nullable(top *Shape, tag fieldTag, kw *keywords) {
	if !tag.nullable && !kw.nullable || t.w.opts.Direction == Results {
		return
	}
	word := `nullable:"true"`
	if !tag.nullable {
		word = tagPair{"jsonschema", tag.jsonschema}.String()
	}
	switch top.GoType.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
		top.Nullable = true
		*t.doc = *orNull(t.doc)
	default:
		t.fail(word, fmt.Sprintf("%s cannot tell null from its zero value", top.GoType), fmt.Sprintf("make the field a *%s", top.GoType))
	}
}

func (t *target) fail(tag, problem, remedy string) { t.w.fail(t.at, tag, problem, remedy) }

// sentences joins texts; each but the last gets a full stop if it has no end yet.
func sentences(texts ...string) string {
	var b strings.Builder
	for _, s := range texts {
		s = strings.TrimSpace(s)
		if s == "" {
			continue
		}
		if b.Len() > 0 {
			if !strings.ContainsAny(b.String()[b.Len()-1:], ".!?:") {
				b.WriteByte('.')
			}
			b.WriteByte(' ')
		}
		b.WriteString(s)
	}
	return b.String()
}

// upperFirst makes the first letter of s a capital.
func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
