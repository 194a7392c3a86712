package handler

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	toolerrors "github.com/typedmcp/toolkit/errors"
	toolreflect "github.com/typedmcp/toolkit/reflect"
)

const (
	// textCorrected goes before the arguments with holes, textAcceptable before those without.
	textCorrected  = "These arguments would be accepted once what stands in < > is filled in:\n"
	textAcceptable = "These arguments would be accepted:\n"
	// textAsSent stands for a good value that is too long to be repeated, or secret.
	textAsSent = "<as sent>"
	// maxCorrected is the size in bytes that the arguments stay under; larger ones are not shown.
	maxCorrected = 1 << 10
	// maxKept is the size in bytes up to which a good value is repeated.
	maxKept = 60
	// maxHole is the size in bytes that the words in a hole stay under.
	maxHole = 120
	// maxRefusal is the size in bytes that a text with corrected arguments stays under.
	maxRefusal = 4 << 10
)

// corrected returns the smallest arguments that would be accepted in place of raw, with the
// words that introduce them: good values are kept, unknown members are dropped, and what is
// missing or wrong is a hole that says what belongs there. It returns "" where a list of
// problems says it all: for one problem, for broken JSON, and for arguments that would be
// too long to repeat.
func corrected(shape *toolreflect.Shape, raw []byte, problems []*toolerrors.Problem) string {
	if len(problems) < 2 {
		return ""
	}
	c := &corrector{at: map[string][]*toolerrors.Problem{}, lacks: map[string][]*toolerrors.Problem{}, below: map[string]bool{}}
	for _, p := range problems {
		if p.Code == toolerrors.CodeSyntax || p.Code == toolerrors.CodeLimit || len(p.Path) == 0 {
			return ""
		}
		pointer := p.Path.Pointer()
		c.at[pointer] = append(c.at[pointer], p)
		for n := range p.Path {
			c.below[p.Path[:n].Pointer()] = true
		}
		if p.Code == toolerrors.CodeMissing || p.Code == toolerrors.CodeCondition && strings.HasPrefix(p.Rule, "required") {
			parent := p.Path[:len(p.Path)-1].Pointer()
			c.lacks[parent] = append(c.lacks[parent], p)
		}
	}
	c.value(shape, bytes.TrimSpace(raw))
	switch {
	case len(c.out) > maxCorrected:
		return ""
	case c.holes > 0:
		return textCorrected + string(c.out) + c.notes.text()
	}
	return textAcceptable + string(c.out) + c.notes.text()
}

// A corrector writes arguments anew along the problems that were found in them.
type corrector struct {
	at    map[string][]*toolerrors.Problem // by the pointer to the value
	lacks map[string][]*toolerrors.Problem // those of members that are to be added, by the pointer to the object
	below map[string]bool                  // the pointers below which there are problems
	path  toolerrors.Path
	out   []byte
	holes int   // how many were written
	notes notes // what their values will decide
}

// target returns the shape behind pointers, or nil if it is not known.
func target(s *toolreflect.Shape) *toolreflect.Shape {
	for s != nil && (s.Form == toolreflect.PointerForm || s.Form == toolreflect.CheckedForm) {
		s = s.Elem
	}
	return s
}

// value writes a value: as it is if it is good, a hole if it is not.
func (c *corrector) value(s *toolreflect.Shape, raw jsontext.Value) {
	s = target(s)
	if len(c.out) > maxCorrected {
		return // it will not be shown
	}
	pointer := c.path.Pointer()
	for _, p := range c.at[pointer] {
		if p.Code != toolerrors.CodeUnknown && p.Code != toolerrors.CodeDuplicate && !p.InName {
			c.hole(p)
			return
		}
	}
	if !c.below[pointer] {
		c.keep(raw)
		return
	}
	if s != nil && s.Form == toolreflect.UnionForm {
		variant, _ := variantOf(s, raw)
		if s = nil; variant != nil {
			s = variant.Shape
		}
	}
	switch raw.Kind() {
	case jsontext.KindBeginObject:
		c.object(s, raw)
	case jsontext.KindBeginArray:
		c.array(s, raw)
	default:
		c.keep(raw)
	}
}

// keep writes a good value, or says that it may stay.
func (c *corrector) keep(raw jsontext.Value) {
	compact := slices.Clone(raw)
	if len(raw) > 2*maxKept || compact.Compact() != nil || len(compact) > maxKept {
		c.asSent()
		return
	}
	c.out = append(c.out, toolerrors.Excerpt(compact)...)
}

func (c *corrector) asSent() {
	c.out = append(c.out, textAsSent...)
	c.holes++
}

// object writes an object: its known members in the order in which they were sent, then
// those that it lacks.
func (c *corrector) object(s *toolreflect.Shape, raw jsontext.Value) {
	c.out = append(c.out, '{')
	start := len(c.out)
	members := newMembers(s)
	written := map[string]bool{}
	dec := jsontext.NewDecoder(bytes.NewReader(raw), tokenOptions)
	if _, err := dec.ReadToken(); err != nil {
		return
	}
	for dec.PeekKind() == jsontext.KindString {
		quoted, err := dec.ReadValue()
		if err != nil {
			return
		}
		name := string(unquote(bytes.Clone(quoted)))
		value, err := dec.ReadValue()
		if err != nil {
			return
		}
		c.path = append(c.path, toolerrors.Member(name))
		if c.keptName(&name) && !written[name] {
			written[name] = true
			holes := c.holes
			c.name(start, name)
			c.member(fieldNamed(s, name), value)
			members.wrote(s, name, c.holes > holes)
		}
		c.path = c.path[:len(c.path)-1]
	}
	for _, p := range c.lacks[c.path.Pointer()] {
		if name := p.Path[len(p.Path)-1].Name; !written[name] {
			written[name] = true
			c.name(start, name)
			if f := fieldNamed(s, name); f != nil && p.Code == toolerrors.CodeMissing {
				c.path = append(c.path, toolerrors.Member(name))
				c.skeleton(f.Shape, 0)
				c.path = c.path[:len(c.path)-1]
			} else {
				c.hole(p)
			}
			members.wrote(s, name, true)
		}
	}
	c.undecided(s, members)
	c.out = append(c.out, '}')
}

// keptName reports whether the member at the present path is kept, and corrects its name.
func (c *corrector) keptName(name *string) bool {
	for _, p := range c.at[c.path.Pointer()] {
		switch {
		case p.Code == toolerrors.CodeUnknown:
			near, err := strconv.Unquote(p.Nearest)
			if err != nil {
				return false
			}
			*name = near
		case p.Code == toolerrors.CodeNull && p.Optional, p.Code == toolerrors.CodeCondition:
			return false
		case p.InName:
			*name = "<a name that must " + p.Expected + ">"
			c.holes++
		}
	}
	return true
}

// name writes the name of a member of the object that began at start.
func (c *corrector) name(start int, name string) {
	if len(c.out) > start {
		c.out = append(c.out, ',')
	}
	if strings.HasPrefix(name, "<") {
		c.out = append(append(c.out, name...), ':')
		return
	}
	if quoted, err := jsontext.AppendQuote(nil, name); err == nil && len(quoted) <= maxKept {
		c.out = append(c.out, toolerrors.Excerpt(quoted)...)
	} else {
		c.asSent()
	}
	c.out = append(c.out, ':')
}

// member writes the value of a member; a secret one is not repeated.
func (c *corrector) member(f *toolreflect.Field, raw jsontext.Value) {
	pointer := c.path.Pointer()
	switch {
	case f == nil:
		c.value(nil, raw)
	case f.Secret && c.below[pointer]:
		c.words(noun(f.Shape))
	case f.Secret && !slices.ContainsFunc(c.at[pointer], func(p *toolerrors.Problem) bool { return p.Code != toolerrors.CodeUnknown }):
		c.asSent()
	default:
		c.value(f.Shape, raw)
	}
}

// array writes a list with its elements corrected.
func (c *corrector) array(s *toolreflect.Shape, raw jsontext.Value) {
	var elem *toolreflect.Shape
	if s != nil {
		elem = s.Elem
	}
	c.out = append(c.out, '[')
	dec := jsontext.NewDecoder(bytes.NewReader(raw), tokenOptions)
	if _, err := dec.ReadToken(); err != nil {
		return
	}
	for i := 0; ; i++ {
		if k := dec.PeekKind(); k == jsontext.KindEndArray || k == jsontext.KindInvalid {
			break
		}
		value, err := dec.ReadValue()
		if err != nil {
			return
		}
		if i > 0 {
			c.out = append(c.out, ',')
		}
		c.path = append(c.path, toolerrors.Element(i))
		c.value(elem, bytes.Clone(value))
		c.path = c.path[:len(c.path)-1]
	}
	c.out = append(c.out, ']')
}

// hole writes what belongs in the place of a problem.
func (c *corrector) hole(p *toolerrors.Problem) {
	words := p.Expected
	switch p.Code {
	case toolerrors.CodeRule, toolerrors.CodeRange:
		words = "must " + p.Expected
	case toolerrors.CodeCondition:
		words = "a value"
	}
	if p.Code == toolerrors.CodeHandle {
		words = "another handle"
	} else if len(p.Allowed) > 0 {
		words = "one of " + strings.Join(p.Allowed, ", ")
	}
	c.words(words)
}

func (c *corrector) words(words string) {
	if len(words) > maxHole {
		words = strings.ToValidUTF8(words[:maxHole], "") + "…"
	}
	c.out = append(append(append(c.out, '<'), words...), '>')
	c.holes++
}

// maxSkeleton is how deep members of missing objects are written.
const maxSkeleton = 4

// skeleton writes what a missing member needs at least.
func (c *corrector) skeleton(s *toolreflect.Shape, depth int) {
	values := enumOf(s)
	s = target(s)
	switch {
	case len(values) > 0:
		c.words("one of " + strings.Join(values, ", "))
	case s.Form == toolreflect.ObjectForm && depth < maxSkeleton:
		c.out = append(c.out, '{')
		start := len(c.out)
		members := newMembers(s)
		members.unseen = true
		for _, f := range s.Fields {
			if f.Required {
				c.name(start, f.Name)
				c.path = append(c.path, toolerrors.Member(f.Name))
				c.skeleton(f.Shape, depth+1)
				c.path = c.path[:len(c.path)-1]
				members.wrote(s, f.Name, true)
			}
		}
		c.undecided(s, members)
		c.out = append(c.out, '}')
	default:
		c.words(noun(s))
	}
}

// fieldNamed returns the field of a shape, or nil.
func fieldNamed(s *toolreflect.Shape, name string) *toolreflect.Field {
	if s == nil || s.Form != toolreflect.ObjectForm {
		return nil
	}
	if i := s.FieldIndex([]byte(name)); i >= 0 {
		return s.Fields[i]
	}
	return nil
}
