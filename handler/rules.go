package handler

import (
	"reflect"
	"slices"
	"strconv"
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
		d.correct(v)
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
		if same := twice(r, v); same != "" {
			ok = d.broken(s, r, []byte(same))
			continue
		}
		ok = d.broken(s, r, sizeOf(v))
		if v.Kind() == reflect.Slice && v.Len() == 0 {
			problems := d.collect.problems
			problems[len(problems)-1].Example = string(d.sampleOf(s)) // how an item looks
		}
	}
	return ok
}

// rulesDespite runs the rules of a list or map some of whose elements have problems, so
// that all are told at once: those on how many there are on v, and the others that are
// native on good, the list of its good items.
func (d *decoder) rulesDespite(s *toolreflect.Shape, v, good reflect.Value) {
	for _, r := range s.Rules {
		seen := good
		switch r.Name {
		case "min", "max", "len", "gt", "gte", "lt", "lte", "eq", "ne":
			seen = v
		}
		if r.Check != nil && seen.IsValid() && !r.Check(seen) {
			d.broken(s, r, sizeOf(v))
		}
	}
}

// comparable returns the items of a list that the rule unique can compare: those that are
// good, and where it compares one member of the items, those in which that one is good.
// bad are the others, before is how many problems there were before the list.
func (d *decoder) comparable(s *toolreflect.Shape, v reflect.Value, bad []int, before int) reflect.Value {
	compared := ""
	for _, r := range s.Rules {
		if r.Name == "unique" {
			compared = memberName(target(s.Elem), r.Param)
		}
	}
	unusable := map[int]bool{}
	if compared == "" {
		for _, i := range bad {
			unusable[i] = true
		}
	} else {
		depth := len(d.collect.path)
		for _, p := range d.problems()[before:] {
			if len(p.Path) == depth+1 || p.Path[depth+1].Name == compared {
				unusable[p.Path[depth].Index] = true
			}
		}
	}
	good := reflect.MakeSlice(v.Type(), 0, v.Len())
	for i := range v.Len() {
		if !unusable[i] {
			good = reflect.Append(good, v.Index(i))
		}
	}
	return good
}

// memberName returns the name in JSON of a Go field, or "".
func memberName(s *toolreflect.Shape, goName string) string {
	for _, f := range s.Fields {
		if f.GoName == goName {
			return f.Name
		}
	}
	return ""
}

// maxCompared is how many items twice looks at, since it compares each with each.
const maxCompared = 100

// twice says which two items of a list are the same for the rule unique, or "".
func twice(r *toolreflect.Rule, v reflect.Value) string {
	if r.Name != "unique" || v.Kind() != reflect.Slice || r.Check == nil {
		return ""
	}
	for i := range min(v.Len(), maxCompared) {
		for j := range i {
			pair := reflect.Append(reflect.MakeSlice(v.Type(), 0, 2), v.Index(j), v.Index(i))
			if !r.Check(pair) {
				return "the same at [" + strconv.Itoa(j) + "] and [" + strconv.Itoa(i) + "]"
			}
		}
	}
	return ""
}

// satisfies reports whether v satisfies r. parent is the struct around v for a
// cross-field rule, otherwise invalid.
func (d *decoder) satisfies(r *toolreflect.Rule, v, parent reflect.Value) bool {
	ok := d.check(r, v, parent)
	d.verdict(r, ok)
	return ok
}

func (d *decoder) check(r *toolreflect.Rule, v, parent reflect.Value) bool {
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
			broken := c.Broken(given, i, v)
			d.conditionVerdict(f, c, !broken)
			if !broken {
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
	if d.collect != nil {
		ok = d.consequences(s, v, given) && ok
	}
	return ok
}

// consequences notes the conditions that are broken as soon as what was noted about the
// presence of members is put right: a member that must be given may require or exclude
// another one.
func (d *decoder) consequences(s *toolreflect.Shape, v reflect.Value, given toolreflect.Presence) bool {
	after := slices.Clone(given)
	noted := make([]bool, len(s.Fields))
	follow := func(i int, give bool) {
		noted[i] = true
		after[i>>6] &^= 1 << (i & 63)
		if give {
			after.Set(i)
		}
	}
	for i, f := range s.Fields {
		if f.Required && !given.Has(i) {
			follow(i, true)
		}
		for _, c := range f.Conditions {
			if c.Broken(given, i, v) {
				follow(i, !c.Excludes)
			}
		}
	}
	ok := true
	for again := true; again; {
		again = false
		for i, f := range s.Fields {
			for _, c := range f.Conditions {
				if !noted[i] && c.Broken(after, i, v) {
					follow(i, !c.Excludes)
					again, ok = true, d.condition(f, c)
				}
			}
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
		d.enter(toolerrors.Member(f.Name))
		good := value.Kind() == reflect.Pointer || d.satisfies(r, value, parent)
		d.leave()
		if good {
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
