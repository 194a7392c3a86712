package errors

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxExcerpt is how many bytes of a value are shown.
const maxExcerpt = 60

// Excerpt returns a short piece of a JSON value for an error text: one line, at most
// 60 bytes, invisible and direction-changing characters written as escapes. A value
// that is cut ends in "…".
func Excerpt(value []byte) string {
	s := string(value)
	cut := false
	if len(s) > maxExcerpt {
		n := maxExcerpt
		for n > 0 && !utf8.RuneStart(s[n]) {
			n--
		}
		s, cut = s[:n], true
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == ' ' || r < unicode.MaxASCII && unicode.IsPrint(r):
			b.WriteRune(r)
		case r == utf8.RuneError || !unicode.IsPrint(r):
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		default:
			b.WriteRune(r)
		}
	}
	if cut {
		b.WriteString("…")
	}
	return b.String()
}

// quote writes a text that came from outside between quotes, shortened and made
// harmless.
func quote(s string) string {
	return `"` + strings.ReplaceAll(Excerpt([]byte(s)), `"`, `\"`) + `"`
}

// orList writes "a", "b" or "c".
func orList(values []string) string {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = quote(v)
	}
	if len(quoted) == 1 {
		return quoted[0]
	}
	last := len(quoted) - 1
	return strings.Join(quoted[:last], ", ") + " or " + quoted[last]
}
