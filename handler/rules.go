package handler

import (
	"reflect"
	"slices"
	"sync"

	"github.com/go-playground/validator/v10"

	toolerrors "github.com/typedmcp/toolkit/errors"
	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// plainValidator runs validator's own rules for whoever brings none.
var plainValidator = sync.OnceValue(func() *validator.Validate { return validator.New() })

// checked runs the rules of a scalar that was read from raw.
func (d *decoder) checked(s *toolreflect.Shape, v reflect.Value, raw []byte) bool {
	ok := true
	for _, r := range s.Rules {
		if len(r.Others) > 0 || d.satisfies(r, v, reflect.Value{}) {
			continue
		}
		if d.collect == nil {
			return false
		}
		ok = d.broken(s, r, raw)
	}
	return ok
}

// rules runs the rules of a list, map or pointer target that has been decoded.
func (d *decoder) rules(s *toolreflect.Shape, v reflect.Value) bool {
	ok := true
	for _, r := range s.Rules {
		if len(r.Others) > 0 || d.satisfies(r, v, reflect.Value{}) {
			continue
		}
		if d.collect == nil {
			return false
		}
		ok = d.broken(s, r, sizeOf(v))
	}
	return ok
}

// satisfies reports whether v satisfies r. parent is the struct around v for a
// cross-field rule, otherwise invalid.
func (d *decoder) satisfies(r *toolreflect.Rule, v, parent reflect.Value) bool {
	switch {
	case r.Check != nil:
		return r.Check(v)
	case r.CheckStruct != nil:
		return r.CheckStruct(d.ctx, v)
	case parent.IsValid():
		return d.plan.validate.VarWithValueCtx(d.ctx, v.Interface(), parent.Interface(), r.Tag) == nil
	}
	return d.plan.validate.VarCtx(d.ctx, v.Interface(), r.Tag) == nil
}

// neighbours runs the rules of an object that look at several of its members: the
// conditions on presence, and the comparisons between two members that were both
// given and are both good.
func (d *decoder) neighbours(s *toolreflect.Shape, v reflect.Value, base int, bad []int) bool {
	ok := true
	given := toolreflect.Presence(d.presence[base : base+toolreflect.PresenceWords(len(s.Fields))])
	for i, f := range s.Fields {
		for _, c := range f.Conditions {
			if !c.Broken(given, i, v) {
				continue
			}
			if d.collect == nil {
				return false
			}
			ok = d.condition(f, c)
		}
		if !given.Has(i) || slices.Contains(bad, i) {
			continue
		}
		if !d.comparisons(f, f.Shape, v, given, bad) {
			if d.collect == nil {
				return false
			}
			ok = false
		}
	}
	return ok
}

// whole runs the rules about an object whose members are all good.
func (d *decoder) whole(s *toolreflect.Shape, v reflect.Value) bool {
	ok := true
	for _, r := range s.Whole {
		if d.satisfies(r, v, reflect.Value{}) {
			continue
		}
		ok = d.report(func(p *toolerrors.Problem) {
			p.Code, p.Rule, p.Expected, p.Received = toolerrors.CodeRule, r.Name, r.Words, "object"
		})
		if d.collect == nil {
			return false
		}
	}
	return ok
}

// comparisons runs the cross-field rules of one member.
func (d *decoder) comparisons(f *toolreflect.Field, s *toolreflect.Shape, parent reflect.Value, given toolreflect.Presence, bad []int) bool {
	ok := true
	for _, r := range s.Rules {
		if len(r.Others) == 0 {
			continue
		}
		if slices.ContainsFunc(r.Others, func(i int) bool { return !given.Has(i) || slices.Contains(bad, i) }) {
			continue
		}
		value := fieldOf(parent, f.Index)
		for value.Kind() == reflect.Pointer && !value.IsNil() {
			value = value.Elem()
		}
		if value.Kind() == reflect.Pointer || d.satisfies(r, value, parent) {
			continue
		}
		if d.collect == nil {
			return false
		}
		ok = d.comparison(f, r)
	}
	if s.Form == toolreflect.PointerForm {
		return d.comparisons(f, s.Elem, parent, given, bad) && ok
	}
	return ok
}

// sizeOf is what an error shows of a list or map that is too long or too short.
func sizeOf(v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		return []byte(count(v.Len(), "item"))
	case reflect.Map:
		if v.Len() == 1 {
			return []byte("1 entry")
		}
		return []byte(count(v.Len(), "entrie")) // entries
	}
	return nil
}
