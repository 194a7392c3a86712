package handler

import (
	"bytes"
	"reflect"

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
	if variant == nil {
		return d.noVariant(s, tag)
	}
	inner := d.nested(raw)
	defer inner.release()
	target := reflect.New(variant.Shape.GoType)
	ok := inner.object(variant.Shape, target.Elem(), jsontext.KindBeginObject)
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
	if !inner.value(s.Elem, v) {
		return false
	}
	broken, err := s.Checker.Check(raw)
	if err == nil && len(broken) == 0 {
		return d.rules(s, v)
	}
	if d.collect == nil {
		return false
	}
	if err != nil {
		return d.unreadable(s, raw, err)
	}
	for _, p := range schemaProblems(d.collect.path, broken, raw) {
		d.report(func(q *toolerrors.Problem) { *q = *p })
	}
	return false
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

// noVariant notes an object whose discriminator does not say what it is.
func (d *decoder) noVariant(s *toolreflect.Shape, tag jsontext.Value) bool {
	if d.collect == nil {
		return false
	}
	d.enter(toolerrors.Member(s.Discriminator))
	defer d.leave()
	allowed := make([]string, len(s.Variants))
	for i, v := range s.Variants {
		allowed[i] = string(jsontext.Value(appendQuoted(v.Name)))
	}
	return d.report(func(p *toolerrors.Problem) {
		p.Allowed, p.Received, p.Excerpt = allowed, kindName(tag.Kind()), toolerrors.Excerpt(tag)
		switch tag.Kind() {
		case jsontext.KindInvalid:
			p.Code, p.Expected = toolerrors.CodeMissing, "a string"
			p.Description = "It says what the object is"
		case jsontext.KindString:
			p.Code, p.Rule, p.Nearest = toolerrors.CodeEnum, "enum", toolerrors.Nearest(string(tag), allowed)
		default:
			p.Code, p.Expected = toolerrors.CodeType, "a string"
		}
	})
}

// appendQuoted writes a text as a JSON string.
func appendQuoted(text string) []byte {
	// The error reports invalid UTF-8, which has been replaced all the same.
	quoted, _ := jsontext.AppendQuote(nil, text)
	return quoted
}
