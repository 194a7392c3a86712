package handler

import (
	"bytes"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	toolerrors "github.com/typedmcp/toolkit/errors"
	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// union decodes a JSON object into a Go interface. Its discriminator may stand anywhere in
// it and is looked for first: what else is wrong can be said only of one variant.
func (d *decoder) union(s *toolreflect.Shape, v reflect.Value, kind jsontext.Kind) bool {
	if kind != jsontext.KindBeginObject {
		return d.wrongType(s, kind)
	}
	value, err := d.tokens.ReadValue()
	if err != nil {
		return d.syntaxError(err)
	}
	raw := bytes.Clone(value) // the inner decoder reads on its own
	variant, tag := variantOf(s, raw)
	known := variant != nil
	if !known {
		if d.collect == nil {
			return false
		}
		variant = meant(s, raw, tag)
		d.noVariant(s, tag, variant)
		if variant == nil {
			return false
		}
	}
	inner := d.nested(raw)
	defer inner.release()
	target := reflect.New(variant.Shape.GoType)
	ok := inner.object(variant.Shape, target.Elem(), jsontext.KindBeginObject) && known
	if variant.GoType.Kind() == reflect.Pointer {
		v.Set(target)
	} else {
		v.Set(target.Elem())
	}
	return ok
}

// nested returns a decoder for a value that was read already. It adds to the same problems.
func (d *decoder) nested(raw []byte) *decoder {
	inner := decoders.Get().(*decoder)
	inner.plan, inner.ctx, inner.collect = d.plan, d.ctx, d.collect
	*inner.input = *bytes.NewBuffer(raw)
	inner.tokens.Reset(inner.input, tokenOptions)
	return inner
}

// withChecker decodes a value whose type has changed its own schema: it must satisfy that,
// and be what the type is besides.
func (d *decoder) withChecker(s *toolreflect.Shape, v reflect.Value) bool {
	value, err := d.tokens.ReadValue()
	if err != nil {
		return d.syntaxError(err)
	}
	raw := bytes.Clone(value)
	inner := d.nested(raw)
	defer inner.release()
	before := len(d.problems())
	good := inner.value(s.Elem, v)
	if !good && d.stop() {
		return false
	}
	broken, err := s.Checker.Check(raw)
	if good && err == nil && len(broken) == 0 {
		return d.rules(s, v)
	}
	if d.collect == nil {
		return false
	}
	if err != nil {
		return d.unreadable(s, raw, err)
	}
	said := map[string]bool{}
	for _, p := range d.problems()[before:] {
		said[p.Path.Pointer()] = true
	}
	for _, p := range schemaProblems(d.collect.path, broken, raw) {
		if !said[p.Path.Pointer()] {
			d.report(func(q *toolerrors.Problem) { *q = *p })
		}
	}
	return false
}

// problems are those that were noted so far.
func (d *decoder) problems() []*toolerrors.Problem {
	if d.collect == nil {
		return nil
	}
	return d.collect.problems
}

// variantOf returns the variant that an object is, or nil and its discriminator, which is
// nil if there is none.
func variantOf(s *toolreflect.Shape, raw jsontext.Value) (*toolreflect.Variant, jsontext.Value) {
	tag := valueAt(raw, toolerrors.Path{toolerrors.Member(s.Discriminator)})
	if tag.Kind() != jsontext.KindString {
		return nil, tag
	}
	name, err := jsontext.AppendUnquote(nil, tag)
	if err != nil {
		return nil, tag
	}
	return s.Variant(string(name)), tag
}

// meant returns the variant that an object without a valid discriminator most likely is, so
// that its other members can be looked at: the one with the nearest name, or the one
// that knows most of them. It is nil if there is none, or more than one.
func meant(s *toolreflect.Shape, raw, tag jsontext.Value) *toolreflect.Variant {
	if tag.Kind() == jsontext.KindString {
		names := make([]string, len(s.Variants))
		for i, v := range s.Variants {
			names[i] = v.Name
		}
		if near := toolerrors.Nearest(string(unquote(tag)), names); near != "" {
			return s.Variant(near)
		}
	}
	var found *toolreflect.Variant
	most := 0
	for _, v := range s.Variants {
		switch known := knownMembers(v.Shape, s.Discriminator, raw); {
		case known > most:
			found, most = v, known
		case known == most:
			found = nil
		}
	}
	return found
}

// knownMembers counts the members of an object but for the discriminator that are fields.
func knownMembers(s *toolreflect.Shape, discriminator string, raw jsontext.Value) int {
	dec := jsontext.NewDecoder(bytes.NewReader(raw), tokenOptions)
	if _, err := dec.ReadToken(); err != nil {
		return 0
	}
	known := 0
	for dec.PeekKind() == jsontext.KindString {
		tok, err := dec.ReadToken()
		if err != nil {
			return known
		}
		if name := tok.String(); name != discriminator && s.FieldIndex([]byte(name)) >= 0 {
			known++
		}
		if dec.SkipValue() != nil {
			return known
		}
	}
	return known
}

// noVariant notes an object whose discriminator does not say what it is. likely is the
// variant that it seems to be, or nil.
func (d *decoder) noVariant(s *toolreflect.Shape, tag jsontext.Value, likely *toolreflect.Variant) {
	d.enter(toolerrors.Member(s.Discriminator))
	defer d.leave()
	allowed := make([]string, len(s.Variants))
	for i, v := range s.Variants {
		allowed[i] = string(appendQuoted(v.Name))
	}
	d.report(func(p *toolerrors.Problem) {
		p.Allowed, p.Received, p.Excerpt = allowed, kindName(tag.Kind()), toolerrors.Excerpt(tag)
		if likely != nil {
			p.Nearest = string(appendQuoted(likely.Name))
		}
		switch tag.Kind() {
		case jsontext.KindInvalid:
			p.Code, p.Expected = toolerrors.CodeMissing, "a string"
			p.Description = "It says what the object is"
		case jsontext.KindString:
			p.Code, p.Rule = toolerrors.CodeEnum, "enum"
		default:
			p.Code, p.Expected = toolerrors.CodeType, "one of "+strings.Join(allowed, ", ")
		}
	})
}

// appendQuoted writes a text as a JSON string.
func appendQuoted(text string) []byte {
	// The error reports invalid UTF-8, which has been replaced all the same.
	quoted, _ := jsontext.AppendQuote(nil, text)
	return quoted
}
