package handler

import (
	"bytes"
	"context"
	"reflect"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	toolerrors "github.com/typedmcp/toolkit/errors"
	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// A decoder walks JSON tokens along a shape, once. It decodes each value straight
// into its Go field and checks names, presence, types and rules on the way.
//
// It runs in two modes. Without a collector it stops at the first problem, which
// costs nothing and says nothing: the path of good calls. With one it notes the
// problem, skips the value and goes on.
type decoder struct {
	plan     *plan
	ctx      context.Context
	tokens   *jsontext.Decoder
	input    *bytes.Buffer
	presence []uint64 // a stack: the presence bits of the objects being decoded
	collect  *collector
}

// A collector gathers the problems of a call in the order of the arguments.
type collector struct {
	problems []*toolerrors.Problem
	path     []toolerrors.Step
	secret   int          // how many secret fields are around the present value
	explain  *Explanation // gets the verdicts of the rules; nil for nobody
	broken   bool         // the JSON itself is broken, or there are too many problems; nothing more can be said
}

var decoders = sync.Pool{New: func() any {
	return &decoder{tokens: new(jsontext.Decoder), input: new(bytes.Buffer)}
}}

// tokenOptions let the walk see duplicate names, which it reports itself.
var tokenOptions = jsontext.AllowDuplicateNames(true)

// decode is the strict pass. It returns an addressable value of the argument type.
func (p *plan) decode(ctx context.Context, raw []byte) (reflect.Value, bool) {
	if tooDeep(raw, p.maxDepth) {
		return reflect.Value{}, false
	}
	return p.pass(ctx, raw, nil)
}

// pass walks the arguments once.
func (p *plan) pass(ctx context.Context, raw []byte, collect *collector) (reflect.Value, bool) {
	d := decoders.Get().(*decoder)
	defer d.release()
	d.plan, d.ctx, d.collect = p, ctx, collect
	*d.input = *bytes.NewBuffer(raw)
	d.tokens.Reset(d.input, tokenOptions)

	args := reflect.New(p.shape.GoType).Elem()
	ok := d.value(p.shape, args)
	if (ok || !d.stop()) && !isEOF(d.tokens) {
		ok = d.syntax()
	}
	return args, ok
}

// release gives the decoder back without what it points to.
func (d *decoder) release() {
	d.plan, d.ctx, d.collect = nil, nil, nil
	*d.input = bytes.Buffer{}
	d.presence = d.presence[:0]
	decoders.Put(d)
}

// value decodes the next JSON value into v and checks it. It returns false if there
// was a problem; with a collector the value has then been skipped or read, unless
// the JSON itself is broken.
func (d *decoder) value(s *toolreflect.Shape, v reflect.Value) bool {
	kind := d.tokens.PeekKind()
	if kind == jsontext.KindInvalid {
		return d.syntax()
	}
	if kind == jsontext.KindNull && !decidesOnNull(s) {
		if !s.Nullable && !takesNull(s) {
			return d.null(s)
		}
		v.SetZero()
		return d.skip()
	}
	switch s.Form {
	case toolreflect.ObjectForm:
		return d.object(s, v, kind)
	case toolreflect.MapForm:
		return d.mapping(s, v, kind) && d.rules(s, v)
	case toolreflect.ListForm:
		return d.list(s, v, kind) && d.rules(s, v)
	case toolreflect.TupleForm:
		return d.tuple(s, v, kind) && d.rules(s, v)
	case toolreflect.StringForm:
		return d.str(s, v, kind)
	case toolreflect.BooleanForm:
		return d.boolean(s, v, kind)
	case toolreflect.IntegerForm, toolreflect.UnsignedForm, toolreflect.NumberForm:
		return d.number(s, v, kind)
	case toolreflect.PointerForm:
		return d.pointer(s, v)
	case toolreflect.UnionForm:
		return d.union(s, v, kind)
	case toolreflect.CheckedForm:
		return d.withChecker(s, v)
	}
	return d.leaf(s, v, kind)
}

// decidesOnNull reports whether the type itself says what null is: as any other value.
func decidesOnNull(s *toolreflect.Shape) bool {
	switch s.Form {
	case toolreflect.AnyForm, toolreflect.CustomForm, toolreflect.CheckedForm:
		return true
	case toolreflect.PointerForm:
		return s.Elem.Form != toolreflect.AnyForm && !s.Nullable && decidesOnNull(s.Elem)
	}
	return false
}

// takesNull reports whether s is a pointer to what takes every value. A null makes the
// pointer nil then.
func takesNull(s *toolreflect.Shape) bool {
	for s.Form == toolreflect.PointerForm {
		s = s.Elem
	}
	return s.Form == toolreflect.AnyForm
}

// pointer decodes into what v points to.
func (d *decoder) pointer(s *toolreflect.Shape, v reflect.Value) bool {
	target := reflect.New(s.Elem.GoType)
	v.Set(target.Convert(v.Type()))
	return d.value(s.Elem, target.Elem()) && d.rules(s, target.Elem())
}

// skip reads the next value and drops it.
func (d *decoder) skip() bool {
	if err := d.tokens.SkipValue(); err != nil {
		return d.syntaxError(err)
	}
	return true
}

// tooDeep reports whether raw is nested deeper than limit. It is a guard and not a
// parser: of broken JSON it may say anything.
func tooDeep(raw []byte, limit int) bool {
	depth := 0
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '{', '[':
			if depth++; depth > limit {
				return true
			}
		case '}', ']':
			depth--
		case '"':
			for i++; i < len(raw) && raw[i] != '"'; i++ {
				if raw[i] == '\\' {
					i++
				}
			}
		}
	}
	return false
}
