package handler

import (
	"reflect"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	toolerrors "github.com/typedmcp/toolkit/errors"
	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// list decodes a JSON array into a slice. An empty array gives an empty slice, not
// a nil one.
func (d *decoder) list(s *toolreflect.Shape, v reflect.Value, kind jsontext.Kind) bool {
	if kind != jsontext.KindBeginArray {
		return d.wrongType(s, kind)
	}
	if !d.open() {
		return false
	}
	v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	before := len(d.problems())
	var bad []int // the items that have a problem
	for i := 0; d.more(); i++ {
		v.Grow(1)
		v.SetLen(i + 1)
		if d.element(s.Elem, v.Index(i), i) {
			continue
		}
		if d.stop() {
			return false
		}
		bad = append(bad, i)
	}
	if !d.close() {
		return false
	}
	if bad != nil {
		d.rulesDespite(s, v, d.comparable(s, v, bad, before))
	}
	return bad == nil
}

// tuple decodes a JSON array into a Go array, whose length it must have.
func (d *decoder) tuple(s *toolreflect.Shape, v reflect.Value, kind jsontext.Kind) bool {
	if kind != jsontext.KindBeginArray {
		return d.wrongType(s, kind)
	}
	if !d.open() {
		return false
	}
	ok, n := true, 0
	for ; d.more(); n++ {
		var good bool
		if n < v.Len() {
			good = d.element(s.Elem, v.Index(n), n)
		} else {
			good = d.skip()
		}
		if !good && d.stop() {
			return false
		}
		ok = ok && good
	}
	if !d.close() {
		return false
	}
	if n != v.Len() {
		return d.report(func(p *toolerrors.Problem) {
			p.Code, p.Rule = toolerrors.CodeRule, "len"
			p.Expected = "have exactly " + count(v.Len(), "item")
			p.Received, p.Excerpt = "array", count(n, "item")
		})
	}
	return ok
}

// element decodes the element at index i.
func (d *decoder) element(s *toolreflect.Shape, v reflect.Value, i int) bool {
	if d.collect == nil {
		return d.value(s, v)
	}
	d.enter(toolerrors.Element(i))
	ok := d.value(s, v)
	d.leave()
	return ok
}

// more reports whether another element follows.
func (d *decoder) more() bool {
	kind := d.tokens.PeekKind()
	return kind != jsontext.KindEndArray && kind != jsontext.KindInvalid
}

// count says how many there are: "1 item", "3 items".
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}
