// Package tokens estimates how many tokens a model reads in a text.
package tokens

import "unicode"

// Estimate returns about how many tokens a text has. The tokenizers of models differ, by up
// to a fifth on JSON; this counts a token for each word of up to seven letters, for each three
// digits, for each character of a script without blanks, and for each two signs in a row.
func Estimate(text string) int {
	n := 0
	run, last := 0, none
	flush := func() {
		switch last {
		case letter:
			n += (run + 6) / 7
		case digit:
			n += (run + 2) / 3
		case other:
			n += (run + 1) / 2
		case ideograph:
			n += run
		}
		run = 0
	}
	for _, r := range text {
		c := classOf(r)
		if c != last {
			flush()
			last = c
		}
		run++
	}
	flush()
	return n
}

type class int

const (
	none class = iota
	blank
	letter
	digit
	ideograph
	other
)

func classOf(r rune) class {
	switch {
	case r == ' ':
		return blank // a part of the word that follows
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai):
		return ideograph
	case unicode.IsLetter(r):
		return letter
	case unicode.IsDigit(r):
		return digit
	}
	return other
}
