package handler

import (
	"context"
	"fmt"
	"reflect"
	"sync"

	"github.com/go-playground/validator/v10"

	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// A plan decodes and checks the arguments of one tool. It is made once and read by
// every call.
type plan struct {
	shape    *toolreflect.Shape
	maxDepth int
	validate *validator.Validate
	// defaults holds the decoded default of each field that has one. A value is
	// copied from here if copying it shares nothing, and otherwise decoded anew.
	defaults map[*toolreflect.Field]reflect.Value
	// samples holds the examples that were made for lists and objects, by *toolreflect.Shape.
	samples *sync.Map
}

// newPlan compiles a shape.
func newPlan(shape *toolreflect.Shape, cfg Config) (*plan, error) {
	p := &plan{
		shape:    shape,
		maxDepth: cfg.MaxDepth,
		validate: cfg.Validator,
		defaults: map[*toolreflect.Field]reflect.Value{},
		samples:  new(sync.Map),
	}
	return p, p.readDefaults(shape, map[*toolreflect.Shape]bool{})
}

// readDefaults decodes every default below s.
func (p *plan) readDefaults(s *toolreflect.Shape, seen map[*toolreflect.Shape]bool) error {
	if s == nil || seen[s] {
		return nil
	}
	seen[s] = true
	for _, f := range s.Fields {
		if err := p.readDefaults(f.Shape, seen); err != nil {
			return err
		}
		if f.Default == nil {
			continue
		}
		v, ok := p.decodeDefault(f)
		if !ok {
			return fmt.Errorf("%s.%s: default %s cannot be decoded; give a value that the field accepts", s.GoType, f.GoName, f.Default)
		}
		p.defaults[f] = v
	}
	for _, v := range s.Variants {
		if err := p.readDefaults(v.Shape, seen); err != nil {
			return err
		}
	}
	if err := p.readDefaults(s.Key, seen); err != nil {
		return err
	}
	return p.readDefaults(s.Elem, seen)
}

// decodeDefault decodes the default of f.
func (p *plan) decodeDefault(f *toolreflect.Field) (reflect.Value, bool) {
	sub := *p
	sub.shape = f.Shape
	return sub.pass(context.Background(), f.Default, nil)
}

// setDefault fills in the default of an absent member.
func (d *decoder) setDefault(f *toolreflect.Field, v reflect.Value) {
	def := d.plan.defaults[f]
	if sharesMemory(def.Kind()) {
		def, _ = d.plan.decodeDefault(f)
	}
	if def.IsValid() {
		v.Set(def)
	}
}

// sharesMemory reports whether copies of a value may refer to the same data.
func sharesMemory(k reflect.Kind) bool {
	switch k {
	case reflect.Slice, reflect.Map, reflect.Pointer, reflect.Interface, reflect.Struct, reflect.Array:
		return true
	}
	return false
}
