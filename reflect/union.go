package reflect

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A Union lets a Go interface stand in arguments and results: it is an object that says in
// one member, the discriminator, which of the registered struct types it is.
type Union struct {
	iface         reflect.Type
	discriminator string
	variants      []unionVariant // by name
	marshalers    *jsonv2.Marshalers
}

// A unionVariant is one type that the interface may hold.
type unionVariant struct {
	name string
	typ  reflect.Type // as it stands in the interface: a struct, or a pointer to one
	base reflect.Type // the struct
	// own is the way to the field of the struct that is the discriminator, or nil.
	own []int
	// wrapper is a struct of the discriminator and the struct; nil if it has its own field.
	wrapper reflect.Type
}

// NewUnion returns the union of the interface I. variants holds one value of each type, by
// the value that the discriminator has for it; nothing of the values but their types is
// used. A variant may have a string field for the discriminator, which is set on its way
// out. The error says what cannot be used, and why.
func NewUnion[I any](discriminator string, variants map[string]I) (*Union, error) {
	u := &Union{iface: reflect.TypeFor[I](), discriminator: discriminator}
	var errs []error
	fail := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf("union %s: "+format, append([]any{u.iface}, args...)...))
	}
	if u.iface.Kind() != reflect.Interface || u.iface.NumMethod() == 0 || u.iface.Name() == "" {
		fail("only an interface type with a name and a method can be one; give the variants a method that they share")
		return nil, errors.Join(errs...)
	}
	if discriminator == "" {
		fail("the discriminator has no name; write one such as kind")
	}
	if len(variants) == 0 {
		fail("there are no variants; give one value of each type")
	}
	for name, value := range variants {
		v, problem := newUnionVariant(discriminator, name, reflect.TypeOf(value))
		if problem != "" {
			fail("variant %q: %s", name, problem)
			continue
		}
		if i := slices.IndexFunc(u.variants, func(o unionVariant) bool { return o.base == v.base }); i >= 0 {
			fail("%s stands for %q and for %q; give each variant a type of its own", v.base, u.variants[i].name, name)
		}
		u.variants = append(u.variants, v)
	}
	slices.SortFunc(u.variants, func(a, b unionVariant) int { return strings.Compare(a.name, b.name) })
	slices.SortFunc(errs, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	u.marshalers = jsonv2.MarshalToFunc(func(enc *jsontext.Encoder, value I) error {
		return u.encode(enc, reflect.ValueOf(value))
	})
	return u, nil
}

// newUnionVariant looks at the type of one variant.
func newUnionVariant(discriminator, name string, t reflect.Type) (v unionVariant, problem string) {
	if name == "" {
		return v, "the name is empty; write the value of the discriminator"
	}
	if t == nil {
		return v, "the value is nil, so its type is not known; give an empty struct"
	}
	v = unionVariant{name: name, typ: t, base: t}
	if t.Kind() == reflect.Pointer {
		v.base = t.Elem()
	}
	if v.base.Kind() != reflect.Struct {
		return v, fmt.Sprintf("%s is no struct; a variant is an object", t)
	}
	if hasMethods(v.base) {
		return v, fmt.Sprintf("%s has JSON methods of its own, so the discriminator cannot be added", t)
	}
	fields, _ := flatten(v.base) // its errors are those of Describe
	for _, f := range fields {
		if f.name != discriminator {
			continue
		}
		if f.typ.Kind() != reflect.String {
			return v, fmt.Sprintf("the field %s is the discriminator, but no string", f.goName)
		}
		v.own = f.index
	}
	if v.own == nil {
		v.wrapper = reflect.StructOf([]reflect.StructField{
			{Name: "Discriminator", Type: reflect.TypeFor[string](), Tag: reflect.StructTag(fmt.Sprintf("json:%q", discriminator))},
			{Name: "Variant", Type: v.base, Tag: `json:",embed"`},
		})
	}
	return v, ""
}

// encode writes a value with its discriminator. What is no variant is left to the library;
// the check of the result against its schema finds it.
func (u *Union) encode(enc *jsontext.Encoder, value reflect.Value) error {
	for value.Kind() == reflect.Pointer && !value.IsNil() {
		value = value.Elem()
	}
	i := slices.IndexFunc(u.variants, func(v unionVariant) bool { return v.base == value.Type() })
	if i < 0 {
		return errors.ErrUnsupported
	}
	v := u.variants[i]
	if v.own != nil {
		if field, err := value.FieldByIndexErr(v.own); err != nil || field.String() == v.name {
			return errors.ErrUnsupported // as it should be, or unreachable
		}
		c := reflect.New(v.base)
		c.Elem().Set(value)
		c.Elem().FieldByIndex(v.own).SetString(v.name)
		return jsonv2.MarshalEncode(enc, c.Interface())
	}
	w := reflect.New(v.wrapper)
	w.Elem().Field(0).SetString(v.name)
	w.Elem().Field(1).Set(value)
	return jsonv2.MarshalEncode(enc, w.Interface())
}

// UnionResultOptions returns [ResultOptions] for results that may hold unions.
func UnionResultOptions(unions []*Union) jsonv2.Options {
	if len(unions) == 0 {
		return resultOptions
	}
	var all []*jsonv2.Marshalers
	for _, u := range unions {
		all = append(all, u.marshalers)
	}
	return jsonv2.JoinOptions(resultOptions, jsonv2.WithMarshalers(jsonv2.JoinMarshalers(append(all, resultMarshalers)...)))
}

// union describes an interface: an object whose discriminator says which variant it is.
func (w *walker) union(u *Union, s *Shape) *schema {
	s.Form, s.Discriminator = UnionForm, u.discriminator
	w.checked = true
	names := &schema{typ: "string"}
	doc := &schema{typ: "object", object: true, properties: []property{{u.discriminator, names}}, required: []string{u.discriminator}}
	for _, v := range u.variants {
		shape := &Shape{GoType: v.base, Discriminator: u.discriminator}
		variant := w.object(v.base, shape)
		tag := appendText(nil, v.name)
		names.enum = append(names.enum, tag)
		which := &schema{typ: "string", enum: []jsontext.Value{tag}}
		if i := slices.IndexFunc(variant.properties, func(p property) bool { return p.name == u.discriminator }); i >= 0 {
			which.description = variant.properties[i].schema.description
			variant.properties = slices.Delete(variant.properties, i, i+1)
			variant.required = slices.DeleteFunc(variant.required, func(name string) bool { return name == u.discriminator })
		}
		variant.properties = slices.Insert(variant.properties, 0, property{u.discriminator, which})
		variant.required = slices.Insert(variant.required, 0, u.discriminator)
		doc.anyOf = append(doc.anyOf, variant)
		s.Variants = append(s.Variants, &Variant{Name: v.name, GoType: v.typ, Shape: shape})
	}
	if w.opts.Direction == Results {
		return orNull(doc) // a nil interface
	}
	return doc
}
