package render

import (
	"strings"
	"unicode"
)

// Clean returns text without what a terminal would obey: control characters but for line
// breaks and tabs, and characters that change the direction of writing.
func Clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r), r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069':
			return -1
		}
		return r
	}, strings.ReplaceAll(text, "\r\n", "\n"))
}

// oneLine returns the first line of a text that has one, cleaned.
func oneLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(Clean(text)), "\n")
	return strings.Join(strings.Fields(line), " ")
}

// clip cuts a text to a number of characters.
func clip(text string, width int) string {
	runes := []rune(text)
	if len(runes) <= width {
		return text
	}
	return string(runes[:max(width-1, 0)]) + "…"
}
