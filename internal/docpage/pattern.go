package docpage

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"
)

// matching returns a text that a pattern matches, of at least so many characters where the pattern
// leaves it open, or false. Patterns are those of Go, which most of ECMA-262 are too.
func matching(pattern string, least int) (string, bool) {
	expr, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "", false
	}
	compiled, err := regexp.Compile(pattern)
	if err != nil {
		return "", false
	}
	for _, repeat := range []int{1, 3, least} {
		var b strings.Builder
		if writeMatch(&b, expr, min(repeat, 1000)) && compiled.MatchString(b.String()) && utf8.RuneCountInString(b.String()) >= least {
			return b.String(), true
		}
	}
	return "", false
}

// writeMatch writes a text that the expression matches, with open repetitions as often as repeat
// says. It reports false if that cannot be done, or would be too long.
func writeMatch(b *strings.Builder, expr *syntax.Regexp, repeat int) bool {
	if b.Len() > 10_000 {
		return false
	}
	switch expr.Op {
	case syntax.OpNoMatch:
		return false
	case syntax.OpLiteral:
		b.WriteString(string(expr.Rune))
	case syntax.OpCharClass:
		r, ok := ofClass(expr.Rune)
		if !ok {
			return false
		}
		b.WriteRune(r)
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('a')
	case syntax.OpCapture:
		return writeMatch(b, expr.Sub[0], repeat)
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		least, most := bounds(expr)
		times := max(least, repeat)
		if most >= 0 {
			times = min(times, most)
		}
		for range times {
			if !writeMatch(b, expr.Sub[0], 1) {
				return false
			}
		}
	case syntax.OpConcat:
		for _, sub := range expr.Sub {
			if !writeMatch(b, sub, repeat) {
				return false
			}
		}
	case syntax.OpAlternate:
		return writeMatch(b, expr.Sub[0], repeat)
	}
	return true
}

// bounds returns how often an expression repeats; -1 for without an end.
func bounds(expr *syntax.Regexp) (least, most int) {
	switch expr.Op {
	case syntax.OpPlus:
		return 1, -1
	case syntax.OpQuest:
		return 0, 1
	case syntax.OpRepeat:
		return expr.Min, expr.Max
	}
	return 0, -1
}

// ofClass returns a character of a class, one that is easily read if there is one.
func ofClass(ranges []rune) (rune, bool) {
	in := func(r rune) bool {
		for i := 0; i+1 < len(ranges); i += 2 {
			if ranges[i] <= r && r <= ranges[i+1] {
				return true
			}
		}
		return false
	}
	for _, r := range "a1A-_. /" {
		if in(r) {
			return r, true
		}
	}
	for i := 0; i+1 < len(ranges); i += 2 {
		if unicode.IsPrint(ranges[i]) {
			return ranges[i], true
		}
	}
	return 0, false
}
