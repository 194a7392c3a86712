package handler

import (
	"encoding"
	"reflect"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	toolerrors "github.com/typedmcp/toolkit/errors"
	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// object decodes a JSON object into a struct. Names are compared exactly, each may
// stand once, and one that has no field is refused unless the shape is open.
func (d *decoder) object(s *toolreflect.Shape, v reflect.Value, kind jsontext.Kind) bool {
	if kind != jsontext.KindBeginObject {
		return d.wrongType(s, kind)
	}
	if !d.open() {
		return false
	}
	base := d.push(len(s.Fields))
	ok := true
	var bad []int // the fields whose value has a problem; noted for a collector only
	for d.tokens.PeekKind() == jsontext.KindString {
		name, good := d.name()
		if !good {
			return false
		}
		i := s.FieldIndex(name)
		switch {
		case i < 0 && (s.Open || s.Discriminator != "" && string(name) == s.Discriminator):
			good = d.skip()
		case i < 0:
			good = d.unknown(s, name, base)
		case d.has(base, i):
			good = d.duplicate(string(name))
		default:
			d.presence[base+i>>6] |= 1 << (i & 63)
			good = d.member(s.Fields[i], v)
			if !good && d.collect != nil {
				bad = append(bad, i)
			}
		}
		if !good && d.stop() {
			return false
		}
		ok = ok && good
	}
	if !d.close() {
		return false
	}
	ok = d.absent(s, v, base) && ok
	if !ok && d.stop() {
		return false
	}
	ok = d.neighbours(s, v, base, bad) && ok
	d.presence = d.presence[:base]
	return ok && (s.Whole == nil || d.whole(s, v))
}

// member decodes one member into its Go field.
func (d *decoder) member(f *toolreflect.Field, v reflect.Value) bool {
	target := fieldOf(v, f.Index)
	if d.collect == nil {
		return d.value(f.Shape, target)
	}
	d.enter(toolerrors.Member(f.Name))
	if f.Secret {
		d.collect.secret++
		defer func() { d.collect.secret-- }()
	}
	before := len(d.collect.problems)
	ok := d.value(f.Shape, target)
	if !f.Required {
		for _, p := range d.collect.problems[before:] {
			p.Optional = p.Optional || len(p.Path) == len(d.collect.path)
		}
	}
	d.leave()
	return ok
}

// fieldOf returns the Go field at index, making the embedded structs on the way.
func fieldOf(v reflect.Value, index []int) reflect.Value {
	for i, n := range index {
		if i > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		v = v.Field(n)
	}
	return v
}

// absent deals with the members that were not given: a required one is a problem, a
// default is filled in.
func (d *decoder) absent(s *toolreflect.Shape, v reflect.Value, base int) bool {
	ok := true
	for i, f := range s.Fields {
		if d.has(base, i) {
			continue
		}
		switch {
		case f.Required:
			if d.collect == nil {
				return false
			}
			ok = false
			d.missing(f)
		case f.Default != nil:
			d.setDefault(f, fieldOf(v, f.Index))
			d.defaulted(f)
		}
	}
	return ok
}

// mapping decodes a JSON object into a Go map.
func (d *decoder) mapping(s *toolreflect.Shape, v reflect.Value, kind jsontext.Kind) bool {
	if kind != jsontext.KindBeginObject {
		return d.wrongType(s, kind)
	}
	if !d.open() {
		return false
	}
	v.Set(reflect.MakeMap(v.Type()))
	keyType, elemType := v.Type().Key(), v.Type().Elem()
	ok := true
	for d.tokens.PeekKind() == jsontext.KindString {
		raw, good := d.name()
		if !good {
			return false
		}
		name := string(raw)
		key := reflect.New(keyType).Elem()
		readable := setKey(key, name)
		if readable && v.MapIndex(key).IsValid() {
			good = d.duplicate(d.entry(name).Name)
		} else {
			d.enter(d.entry(name))
			if !readable {
				good = d.badKey(s.Key, name)
			} else {
				elem := reflect.New(elemType).Elem()
				good = d.keyRules(s.Key, key, name)
				if good || !d.stop() {
					good = d.value(s.Elem, elem) && good
				}
				v.SetMapIndex(key, elem)
			}
			d.leave()
		}
		if !good && d.stop() {
			return false
		}
		ok = ok && good
	}
	if !d.close() {
		return false
	}
	if !ok {
		d.rulesDespite(s, v, reflect.Value{})
	}
	return ok
}

// entry is the step to an entry of a map. In a secret one the names are secret too.
func (d *decoder) entry(name string) toolerrors.Step {
	if d.collect != nil && d.collect.secret > 0 {
		name = "…"
	}
	return toolerrors.Member(name)
}

// keyRules checks a member name against the rules for names.
func (d *decoder) keyRules(s *toolreflect.Shape, key reflect.Value, name string) bool {
	if s == nil || len(s.Rules) == 0 {
		return true
	}
	for _, r := range s.Rules {
		if d.satisfies(r, key, reflect.Value{}) {
			continue
		}
		if d.collect == nil {
			return false
		}
		return d.badName(r, name)
	}
	return true
}

// setKey sets a map key from a member name, as the JSON library would.
func setKey(key reflect.Value, name string) bool {
	if u, ok := key.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return u.UnmarshalText([]byte(name)) == nil
	}
	switch {
	case key.Kind() == reflect.String:
		key.SetString(name)
	case key.CanInt():
		n, err := strconv.ParseInt(name, 10, key.Type().Bits())
		key.SetInt(n)
		return err == nil && strconv.FormatInt(n, 10) == name
	case key.CanUint():
		n, err := strconv.ParseUint(name, 10, key.Type().Bits())
		key.SetUint(n)
		return err == nil && strconv.FormatUint(n, 10) == name
	}
	return true
}

// push makes room for the presence bits of n fields and returns where they begin.
func (d *decoder) push(n int) int {
	base := len(d.presence)
	words := toolreflect.PresenceWords(n)
	d.presence = slices.Grow(d.presence, words)[:base+words]
	clear(d.presence[base:])
	return base
}

// has reports whether field i of the object at base was given.
func (d *decoder) has(base, i int) bool { return d.presence[base+i>>6]&(1<<(i&63)) != 0 }

// open reads the token that begins an object or array.
func (d *decoder) open() bool {
	if _, err := d.tokens.ReadToken(); err != nil {
		return d.syntaxError(err)
	}
	return true
}

// close reads the token that ends an object or array.
func (d *decoder) close() bool { return d.open() }

// name reads a member name. The bytes are valid until the next read.
func (d *decoder) name() ([]byte, bool) {
	raw, err := d.tokens.ReadValue()
	if err != nil {
		return nil, d.syntaxError(err)
	}
	return unquote(raw), true
}

// unquote returns the text of a JSON string; it allocates only for escapes.
func unquote(raw []byte) []byte {
	if slices.Index(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	text, _ := jsontext.AppendUnquote(nil, raw)
	return text
}
