package errors

import (
	"strconv"
	"strings"
)

// A Path leads from the arguments object to one value in it. Its zero value is
// the arguments object itself.
type Path []Step

// A Step is one part of a [Path]: a member name or an array index.
type Step struct {
	// Name is the member's name as the caller wrote it; unused for an index.
	Name string
	// Index is the position in an array, from 0; -1 for a member.
	Index int
}

// Member is the step to the member called name.
func Member(name string) Step { return Step{Name: name, Index: -1} }

// Element is the step to the array element at index i.
func Element(i int) Step { return Step{Index: i} }

// String returns the path as a person would write it: items[1].qty. A name that
// is not an identifier is quoted: filter["first name"]. The empty path is
// "arguments".
func (p Path) String() string {
	if len(p) == 0 {
		return "arguments"
	}
	var b strings.Builder
	for i, s := range p {
		switch {
		case s.Index >= 0:
			b.WriteByte('[')
			b.WriteString(strconv.Itoa(s.Index))
			b.WriteByte(']')
		case !isPlainName(s.Name):
			b.WriteByte('[')
			b.WriteString(strconv.Quote(s.Name))
			b.WriteByte(']')
		default:
			if i > 0 {
				b.WriteByte('.')
			}
			b.WriteString(s.Name)
		}
	}
	return b.String()
}

// Pointer returns the path as a JSON Pointer (RFC 6901): /items/1/qty. The empty
// path is "".
func (p Path) Pointer() string {
	var b strings.Builder
	for _, s := range p {
		b.WriteByte('/')
		if s.Index >= 0 {
			b.WriteString(strconv.Itoa(s.Index))
			continue
		}
		b.WriteString(pointerEscaper.Replace(s.Name))
	}
	return b.String()
}

var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1")

// isPlainName reports whether name needs no quotes in a path.
func isPlainName(name string) bool {
	if name == "" || len(name) > maxNameLength {
		return false
	}
	for i, r := range name {
		switch {
		case r == '_' || r == '-' && i > 0 || r == '$' && i == 0:
		case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z':
		case '0' <= r && r <= '9' && i > 0:
		default:
			return false
		}
	}
	return true
}
