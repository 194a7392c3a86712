package render

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean returns text without what a terminal would obey: control characters but for line
// breaks and tabs, and characters that change the direction of writing. Bytes that are not
// UTF-8 become U+FFFD.
func Clean(text string) string {
	return strings.Map(func(r rune) rune {
		if obeyed(r) {
			return -1
		}
		return r
	}, text)
}

// obeyed reports whether a terminal would do something at a character.
func obeyed(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
}

// EscapeJSON returns a JSON text with the same meaning in which the characters that Clean
// takes away are written as escapes. They can only stand in strings.
func EscapeJSON(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for _, r := range string(text) {
		switch {
		case r == '\r': // outside of strings, since it would be escaped inside
		case obeyed(r):
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			out = utf8.AppendRune(out, r)
		}
	}
	return out
}

// A Cleaner passes on what is written to it, cleaned. It is not safe for concurrent use.
type Cleaner struct {
	to   io.Writer
	rest []byte // the beginning of a character
}

// NewCleaner returns a Cleaner that writes to w.
func NewCleaner(w io.Writer) *Cleaner { return &Cleaner{to: w} }

// Write writes what a terminal may see of p. A character whose bytes are not all there waits
// for the next call.
func (c *Cleaner) Write(p []byte) (int, error) {
	text := append(c.rest, p...)
	whole := len(text)
	for i := max(0, whole-utf8.UTFMax+1); i < whole; i++ {
		if utf8.RuneStart(text[i]) && !utf8.FullRune(text[i:]) {
			whole = i
			break
		}
	}
	if _, err := io.WriteString(c.to, Clean(string(text[:whole]))); err != nil {
		return 0, err
	}
	c.rest = append([]byte(nil), text[whole:]...)
	return len(p), nil
}

// oneLine returns the first line of a text that has one, cleaned.
func oneLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(Clean(text)), "\n")
	return strings.Join(strings.Fields(line), " ")
}
