package toolkit

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	toolerrors "github.com/typedmcp/toolkit/errors"
	"github.com/typedmcp/toolkit/handler"
	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// A handleField is a *Handle[T].
type handleField interface {
	stateType() reflect.Type
	handleID() string
	setState(raw []byte) error
}

func (h *Handle[T]) stateType() reflect.Type   { return reflect.TypeFor[T]() }
func (h *Handle[T]) handleID() string          { return h.ID }
func (h *Handle[T]) setState(raw []byte) error { return readState(raw, &h.Value) }

// asHandle returns the *Handle behind an addressable value, or nil.
func asHandle(v reflect.Value) handleField {
	h, _ := v.Addr().Interface().(handleField)
	return h
}

// isHandle reports whether a type is a Handle.
func isHandle(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && asHandle(reflect.New(t).Elem()) != nil
}

// handleResolver compiles what fills in the handles in arguments; see handler.Config. untagged
// gets the types whose fields do not say by a tag which handles they take.
func (tk *Toolkit) handleResolver(untagged *[]reflect.Type) func(reflect.Type, func() (*toolreflect.Shape, error)) (handler.Resolve, error) {
	return func(args reflect.Type, describe func() (*toolreflect.Shape, error)) (handler.Resolve, error) {
		if !mayHold(args, map[reflect.Type]bool{}) {
			return nil, nil
		}
		shape, err := describe()
		if err != nil {
			return nil, fmt.Errorf("the handles in the arguments cannot be found: %w", err)
		}
		c := &handleCompiler{tk: tk, steps: map[handlePlace]*handleStep{}}
		root := c.compile(shape, "", args.String())
		if err := errors.Join(c.errs...); err != nil {
			return nil, err
		}
		*untagged = c.untagged
		if !root.reaches(map[*handleStep]bool{}) {
			return nil, nil
		}
		return func(ctx context.Context, v reflect.Value) ([]*Problem, error) {
			r := &handleResolution{ctx: ctx}
			err := r.run(root, v, false)
			return r.problems, err
		}, nil
	}
}

// mayHold reports whether a Handle, a handle tag or an interface stands in a type. It costs
// little, since most tools have none.
func mayHold(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Interface:
		return t.NumMethod() > 0
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return mayHold(t.Elem(), seen)
	case reflect.Map:
		return mayHold(t.Key(), seen) || mayHold(t.Elem(), seen)
	case reflect.Struct:
		if isHandle(t) {
			return true
		}
		for field := range t.Fields() {
			if _, tagged := field.Tag.Lookup("handle"); tagged || mayHold(field.Type, seen) {
				return true
			}
		}
	}
	return false
}

// A handlePlace is a shape below a handle tag.
type handlePlace struct {
	shape  *toolreflect.Shape
	prefix string
}

// A handleStep is what is to be done with the values of one shape.
type handleStep struct {
	form     toolreflect.Form
	set      *handleSet // of a Handle
	elem     *handleStep
	fields   []handleMember
	variants map[reflect.Type]*handleStep // by the struct
}

// A handleMember is a member of an object with handles in it.
type handleMember struct {
	*toolreflect.Field
	step *handleStep
}

// reaches reports whether there are handles.
func (s *handleStep) reaches(seen map[*handleStep]bool) bool {
	if s == nil || seen[s] {
		return false
	}
	seen[s] = true
	if s.set != nil || s.elem.reaches(seen) {
		return true
	}
	for _, m := range s.fields {
		if m.step.reaches(seen) {
			return true
		}
	}
	for _, v := range s.variants {
		if v.reaches(seen) {
			return true
		}
	}
	return false
}

// A handleCompiler makes the steps of one argument type.
type handleCompiler struct {
	tk       *Toolkit
	steps    map[handlePlace]*handleStep
	untagged []reflect.Type
	errs     []error
}

// compile returns the steps of a shape. prefix is that of the tag around it, or ""; at is
// the Go field, for errors.
func (c *handleCompiler) compile(s *toolreflect.Shape, prefix, at string) *handleStep {
	if s == nil {
		return nil
	}
	place := handlePlace{s, prefix}
	if step, ok := c.steps[place]; ok {
		return step
	}
	step := &handleStep{form: s.Form}
	c.steps[place] = step
	if s.Form == toolreflect.TextForm && isHandle(s.GoType) {
		typ := asHandle(reflect.New(s.GoType).Elem()).stateType()
		set, err := c.tk.handlesFor(typ, prefix)
		if err != nil {
			c.errs = append(c.errs, fmt.Errorf("%s: %w", at, err))
		}
		if prefix == "" && !slices.Contains(c.untagged, typ) {
			c.untagged = append(c.untagged, typ)
		}
		step.set = set
		return step
	}
	if s.Key != nil && isHandle(s.Key.GoType) {
		c.errs = append(c.errs, fmt.Errorf("%s: a handle cannot be the key of a map; use a list", at))
	}
	step.elem = c.compile(s.Elem, prefix, at)
	for _, f := range s.Fields {
		where := s.GoType.String() + "." + f.GoName
		member := c.compile(f.Shape, f.Handle, where)
		reaches := member.reaches(map[*handleStep]bool{})
		if f.Handle != "" && !reaches && len(c.errs) == 0 {
			c.errs = append(c.errs, fmt.Errorf("%s: the tag handle:%q is for a toolkit.Handle, or a list of them; drop the tag, or change the type", where, f.Handle))
		}
		step.fields = append(step.fields, handleMember{f, member})
	}
	for _, v := range s.Variants {
		if step.variants == nil {
			step.variants = map[reflect.Type]*handleStep{}
		}
		step.variants[v.Shape.GoType] = c.compile(v.Shape, "", v.Shape.GoType.String())
	}
	return step
}

// A handleResolution fills in the handles of one call.
type handleResolution struct {
	ctx      context.Context
	path     toolerrors.Path
	secret   int
	problems []*Problem
}

// run fills in the handles in v, which can be set. An ID that was left out is none, if it may be.
func (r *handleResolution) run(s *handleStep, v reflect.Value, optional bool) error {
	if s == nil {
		return nil
	}
	if s.set != nil {
		return r.fill(s.set, asHandle(v), optional)
	}
	switch s.form {
	case toolreflect.PointerForm:
		if !v.IsNil() {
			return r.run(s.elem, v.Elem(), optional)
		}
	case toolreflect.CheckedForm:
		return r.run(s.elem, v, optional)
	case toolreflect.ListForm, toolreflect.TupleForm:
		for i := range v.Len() {
			if err := r.below(toolerrors.Element(i), s.elem, v.Index(i), false); err != nil {
				return err
			}
		}
	case toolreflect.MapForm:
		return r.entries(s, v)
	case toolreflect.ObjectForm:
		return r.members(s, v)
	case toolreflect.UnionForm:
		return r.variant(s, v)
	}
	return nil
}

// below goes one step down.
func (r *handleResolution) below(step toolerrors.Step, s *handleStep, v reflect.Value, optional bool) error {
	if len(r.problems) >= toolerrors.MaxProblems || s == nil {
		return nil
	}
	r.path = append(r.path, step)
	err := r.run(s, v, optional)
	r.path = r.path[:len(r.path)-1]
	return err
}

// members fills in the members of a struct.
func (r *handleResolution) members(s *handleStep, v reflect.Value) error {
	for _, m := range s.fields {
		field, err := v.FieldByIndexErr(m.Index)
		if err != nil {
			continue // in an embedded struct that was not given
		}
		if m.Secret {
			r.secret++
		}
		err = r.below(toolerrors.Member(m.Name), m.step, field, !m.Required)
		if m.Secret {
			r.secret--
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// entries fills in the values of a map, in the order of their names.
func (r *handleResolution) entries(s *handleStep, v reflect.Value) error {
	if !s.elem.reaches(map[*handleStep]bool{}) {
		return nil
	}
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	for _, key := range keys {
		value := reflect.New(v.Type().Elem()).Elem()
		value.Set(v.MapIndex(key))
		if err := r.below(toolerrors.Member(fmt.Sprint(key)), s.elem, value, false); err != nil {
			return err
		}
		v.SetMapIndex(key, value)
	}
	return nil
}

// variant fills in the struct in an interface.
func (r *handleResolution) variant(s *handleStep, v reflect.Value) error {
	if v.IsNil() {
		return nil
	}
	if inner := v.Elem(); inner.Kind() == reflect.Pointer {
		return r.run(s.variants[inner.Type().Elem()], inner.Elem(), false)
	}
	value := reflect.New(v.Elem().Type()).Elem()
	value.Set(v.Elem())
	err := r.run(s.variants[value.Type()], value, false)
	v.Set(value)
	return err
}

// fill looks one handle up.
func (r *handleResolution) fill(set *handleSet, h handleField, optional bool) error {
	id := h.handleID()
	if id == "" && optional {
		return nil
	}
	key, err := set.key(r.ctx, id)
	if err == nil {
		var raw []byte
		if raw, err = set.store.Load(r.ctx, key, set.renewal()); err == nil {
			if err := h.setState(raw); err != nil {
				return set.failed(r.ctx, "read", err)
			}
			return nil
		}
	}
	if !errors.Is(err, ErrNoHandle) {
		if _, told := errors.AsType[*ToolError](err); told {
			return err
		}
		return set.storeError(r.ctx, id, err)
	}
	p := set.problem(r.ctx, id)
	p.Path = slices.Clone(r.path)
	if r.secret > 0 {
		p.Excerpt = ""
	}
	r.problems = append(r.problems, p)
	return nil
}

// checkCreates reports a Tool.Creates that cannot be.
func (tk *Toolkit) checkCreates(creates HandleCreator, result reflect.Type) error {
	if creates == nil {
		return nil
	}
	set := creates.handles()
	switch {
	case set == nil:
		return errors.New("Creates is a nil *Handles; make it with toolkit.NewHandles before the tool is registered")
	case set.tk != tk:
		return errors.New("Creates is of another toolkit; make it with toolkit.NewHandles on this one")
	case set.err != nil:
		return fmt.Errorf("Creates cannot be used: %w", set.err)
	}
	if may := gives(result, set.typ, map[reflect.Type]bool{}); !may {
		return fmt.Errorf("Creates says that the tool makes a Handle[%s], but its result %s has none; put it into the result, or drop Creates", set.typ, result)
	}
	return nil
}

// gives reports whether a result may hold a Handle of a type. Text and free content may.
func gives(t, state reflect.Type, seen map[reflect.Type]bool) bool {
	root := len(seen) == 0
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.String:
		return root
	case reflect.Slice, reflect.Array, reflect.Pointer, reflect.Map:
		return root && t.Elem().Kind() == reflect.Uint8 || gives(t.Elem(), state, seen)
	case reflect.Struct:
		if isHandle(t) {
			return asHandle(reflect.New(t).Elem()).stateType() == state
		}
		for field := range t.Fields() {
			if gives(field.Type, state, seen) {
				return true
			}
		}
	}
	return false
}
