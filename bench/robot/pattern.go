package robot

import (
	"regexp/syntax"
	"strings"
)

// sample returns a text that a regular expression matches, with about n characters, or "".
func sample(expr string, n int) string {
	parsed, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return ""
	}
	var b strings.Builder
	spell(&b, parsed.Simplify(), n)
	return b.String()
}

func spell(b *strings.Builder, re *syntax.Regexp, n int) {
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		if len(re.Rune) > 0 {
			b.WriteRune(letterOf(re.Rune))
		}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('x')
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			spell(b, sub, n)
		}
	case syntax.OpAlternate:
		spell(b, re.Sub[0], n)
	case syntax.OpPlus:
		spell(b, re.Sub[0], n)
		grow(b, re.Sub[0], n)
	case syntax.OpStar:
		grow(b, re.Sub[0], n)
	}
}

// grow repeats what may be repeated until there are n characters.
func grow(b *strings.Builder, re *syntax.Regexp, n int) {
	for before := -1; b.Len() < n && b.Len() > before; {
		before = b.Len()
		spell(b, re, n)
	}
}

// letterOf returns a character of a class, given as pairs of first and last: one in the
// middle, which is seldom a special one.
func letterOf(ranges []rune) rune {
	last := len(ranges) - 2
	return ranges[last] + (ranges[last+1]-ranges[last])/2
}
