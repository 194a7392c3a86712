package handler

import (
	"context"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	toolreflect "github.com/typedmcp/toolkit/reflect"
)

const (
	// maxSample is the size in bytes up to which a list or object is shown as an example.
	maxSample = 240
	// maxSampleDepth is how deep it is nested at most.
	maxSampleDepth = 5
)

// sampleOf returns a valid value to show for a list or object that is missing or is something
// else, or nil: the members that must be given, each with its example or a plain value. It
// is decoded before it is shown, so that it is acceptable for sure. It is made once: a call
// may have many problems.
func (p *plan) sampleOf(s *toolreflect.Shape) []byte {
	if example := exampleOf(s); example != nil {
		return example
	}
	switch shape := target(s); shape.Form {
	case toolreflect.ObjectForm, toolreflect.ListForm, toolreflect.TupleForm, toolreflect.UnionForm:
	default:
		return nil
	}
	if made, ok := p.samples.Load(s); ok {
		return made.([]byte)
	}
	raw, ok := p.sample(nil, s, 0)
	if !ok || len(raw) > maxSample || !p.accepts(s, raw) {
		raw = nil
	}
	p.samples.Store(s, raw)
	return raw
}

// accepts reports whether a value alone is what a shape says.
func (p *plan) accepts(s *toolreflect.Shape, raw []byte) bool {
	_, ok := p.decoded(s, raw)
	return ok
}

// decoded decodes a value alone. A method or rule of the user that panics at it does not
// accept it.
func (p *plan) decoded(s *toolreflect.Shape, raw []byte) (v reflect.Value, ok bool) {
	defer func() { ok = recover() == nil && ok }()
	sub := *p
	sub.shape = s
	return sub.pass(context.Background(), raw, nil)
}

// sample appends a valid value of a shape, as far as one can be found.
func (p *plan) sample(out []byte, s *toolreflect.Shape, depth int) ([]byte, bool) {
	if example := exampleOf(s); example != nil {
		return append(out, example...), true
	}
	s = target(s)
	switch {
	case depth > maxSampleDepth || len(out) > maxSample:
		return out, false
	case s.Example != nil:
		return append(out, s.Example...), true
	case len(s.Enum) > 0:
		return append(out, s.Enum[0]...), true
	}
	switch s.Form {
	case toolreflect.ObjectForm:
		return p.sampleObject(append(out, '{'), s, depth)
	case toolreflect.UnionForm:
		v := s.Variants[0]
		out = append(appendMember(append(out, '{'), s.Discriminator), appendQuoted(v.Name)...)
		return p.sampleObject(out, v.Shape, depth)
	case toolreflect.MapForm:
		return append(out, "{}"...), true
	case toolreflect.ListForm, toolreflect.TupleForm:
		return p.sampleItems(out, s, depth)
	}
	for _, raw := range plainSamples(s) {
		if p.accepts(s, raw) {
			return append(out, raw...), true
		}
	}
	return out, false
}

// sampleObject appends the members of an object that must be given, among them those that
// the others require, and its end.
func (p *plan) sampleObject(out []byte, s *toolreflect.Shape, depth int) ([]byte, bool) {
	object := reflect.New(s.GoType).Elem()
	given := make(toolreflect.Presence, toolreflect.PresenceWords(len(s.Fields)))
	members := make([][]byte, len(s.Fields))
	add := func(i int) bool {
		f := s.Fields[i]
		raw, ok := p.sample(nil, f.Shape, depth+1)
		if !ok {
			return false
		}
		v, ok := p.decoded(f.Shape, raw)
		if ok {
			fieldOf(object, f.Index).Set(v)
			given.Set(i)
			members[i] = raw
		}
		return ok
	}
	demanded := func(i int) bool {
		return s.Fields[i].Required || slices.ContainsFunc(s.Fields[i].Conditions, func(c *toolreflect.Condition) bool {
			return !c.Excludes && c.Broken(given, i, object)
		})
	}
	for again := true; again; {
		again = false
		for i, f := range s.Fields {
			if given.Has(i) || f.Name == s.Discriminator || !demanded(i) {
				continue
			}
			if again = add(i); !again {
				return out, false
			}
		}
	}
	for i, f := range s.Fields {
		if given.Has(i) {
			out = append(appendMember(out, f.Name), members[i]...)
		}
	}
	return append(out, '}'), true
}

// appendMember appends the name of a member, with what stands before and after it.
func appendMember(out []byte, name string) []byte {
	if out[len(out)-1] != '{' {
		out = append(out, ',')
	}
	return append(append(out, appendQuoted(name)...), ':')
}

// sampleItems appends a list with the same item as often as it must have one, and once at
// least.
func (p *plan) sampleItems(out []byte, s *toolreflect.Shape, depth int) ([]byte, bool) {
	item, ok := p.sample(nil, s.Elem, depth+1)
	if !ok {
		return out, false
	}
	n := 1
	if s.Form == toolreflect.TupleForm {
		n = s.GoType.Len()
	}
	for _, r := range s.Rules {
		if least, err := strconv.Atoi(r.Param); err == nil && (r.Name == "min" || r.Name == "gte" || r.Name == "len") {
			n = max(n, min(least, maxSample))
		}
	}
	out = append(out, '[')
	for i := range n {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, item...)
	}
	return append(out, ']'), len(out) <= maxSample
}

// plainSamples are values to try where a tag gives no example: plain ones, and those that
// the parameters of the rules speak of.
func plainSamples(s *toolreflect.Shape) []jsontext.Value {
	var texts []string
	switch s.JSONType() {
	case "boolean":
		return []jsontext.Value{jsontext.Value("true")}
	case "integer", "number":
		texts = []string{"1", "0"}
		for _, r := range s.Rules {
			n, err := strconv.ParseFloat(r.Param, 64)
			if err != nil {
				continue
			}
			for _, near := range []float64{n, n + 1, n - 1, n / 2} {
				texts = append(texts, strconv.FormatFloat(near, 'f', -1, 64))
			}
		}
	case "string":
		texts = []string{"text", "TEXT", "1"}
		for _, r := range s.Rules {
			texts = append(texts, r.Param)
			if n, err := strconv.Atoi(r.Param); err == nil && n > 0 && n <= maxSample {
				texts = append(texts, strings.Repeat("x", n))
			}
		}
		values := make([]jsontext.Value, len(texts))
		for i, text := range texts {
			values[i] = appendQuoted(text)
		}
		return values
	}
	values := make([]jsontext.Value, len(texts))
	for i, text := range texts {
		values[i] = jsontext.Value(text)
	}
	return values
}
