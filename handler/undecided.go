package handler

import (
	"slices"
	"strings"

	toolerrors "github.com/typedmcp/toolkit/errors"
	toolreflect "github.com/typedmcp/toolkit/reflect"
)

const (
	// textUndecided goes before the rules that the new values will decide.
	textUndecided = "\n\nRules that could not be checked yet:"
	// maxNotes is how many lines follow it.
	maxNotes = 10
)

// notes are rules that cannot be decided before all else in the arguments is good, one
// line each.
type notes []string

func (n notes) text() string {
	if len(n) == 0 {
		return ""
	}
	if len(n) > maxNotes {
		more := len(n) - maxNotes + 1
		n = append(slices.Clone(n[:maxNotes-1]), "- "+count(more, "more rule")+".")
	}
	return textUndecided + "\n" + strings.Join(n, "\n")
}

// members is what stands in an object of corrected arguments, by the index of its field.
type members struct {
	written []bool
	open    []bool // has a hole in it
	unseen  bool   // the object is new: no rule has looked at it yet
}

func newMembers(s *toolreflect.Shape) *members {
	if s == nil || s.Form != toolreflect.ObjectForm {
		return &members{}
	}
	return &members{written: make([]bool, len(s.Fields)), open: make([]bool, len(s.Fields))}
}

// wrote notes a member of an object, and whether it has a hole in it.
func (m *members) wrote(s *toolreflect.Shape, name string, open bool) {
	if len(m.written) == 0 {
		return
	}
	if i := s.FieldIndex([]byte(name)); i >= 0 {
		m.written[i], m.open[i] = true, open
	}
}

// anyOpen reports whether one of the members has a hole in it.
func (m *members) anyOpen(fields []int) bool {
	return slices.ContainsFunc(fields, func(i int) bool { return m.open[i] })
}

// undecided notes the rules about several members of an object that look at a hole: those that may
// require or exclude a member, those that compare two of them, and those about the whole.
func (c *corrector) undecided(s *toolreflect.Shape, m *members) {
	for i := range m.written {
		f := s.Fields[i]
		for _, condition := range f.Conditions {
			undecided := m.unseen || condition.OnValues && m.anyOpen(condition.Others)
			if undecided && m.written[i] == condition.Excludes {
				c.note(f.Name, condition.Words)
			}
		}
		if m.written[i] {
			c.comparisons(f, f.Shape, m, m.open[i])
		}
	}
	if len(m.written) > 0 {
		for _, rule := range s.Whole { // asked once all members are good, so not yet
			c.note("", "must "+rule.Words)
		}
	}
}

// comparisons notes the comparisons of a member with others, of which one has a hole.
func (c *corrector) comparisons(f *toolreflect.Field, s *toolreflect.Shape, m *members, open bool) {
	for _, rule := range s.Rules {
		given := !slices.ContainsFunc(rule.Others, func(i int) bool { return !m.written[i] })
		if len(rule.Others) > 0 && given && (open || m.anyOpen(rule.Others)) {
			c.note(f.Name, "must "+rule.Words)
		}
	}
	if s.Form == toolreflect.PointerForm {
		c.comparisons(f, s.Elem, m, open)
	}
}

// note adds a line about a member of the object at the present path, or about the object
// itself.
func (c *corrector) note(member, words string) {
	path := c.path
	if member != "" {
		path = append(slices.Clone(c.path), toolerrors.Member(member))
	}
	line := "- " + path.String() + ": " + words + "."
	if len(path) == 0 {
		line = "- The arguments " + words + "."
	}
	if !slices.Contains(c.notes, line) {
		c.notes = append(c.notes, line)
	}
}
