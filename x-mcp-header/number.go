package xmcpheader

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// maxSafe is the largest integer that every reader of JSON reads exactly: 2^53-1.
const maxSafe = 1<<53 - 1

// A number is a JSON number in its one shortest form: digits × 10^exponent, where digits
// neither begin nor end with a zero. Zero has no digits and no sign.
type number struct {
	negative bool
	digits   string
	exponent int
}

// parseNumber reads a JSON number. It needs no more memory than the text, whatever the
// exponent is.
func parseNumber(s string) (number, bool) {
	if v := jsontext.Value(s); v.Kind() != jsontext.KindNumber || !v.IsValid() || strings.Trim(s, " \t\r\n") != s {
		return number{}, false
	}
	var n number
	s, n.negative = strings.CutPrefix(s, "-")
	s, exponent, scaled := cutAny(s, "eE")
	if scaled {
		var err error
		if n.exponent, err = strconv.Atoi(exponent); err != nil || n.exponent > 1<<40 || n.exponent < -1<<40 {
			return number{}, false // of no use in a header
		}
	}
	whole, fraction, _ := strings.Cut(s, ".")
	n.exponent -= len(fraction)
	n.digits = strings.TrimLeft(whole+fraction, "0")
	trimmed := strings.TrimRight(n.digits, "0")
	n.exponent += len(n.digits) - len(trimmed)
	n.digits = trimmed
	if n.digits == "" {
		return number{}, true
	}
	return n, true
}

func cutAny(s, chars string) (before, after string, found bool) {
	if i := strings.IndexAny(s, chars); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}

// isInteger reports whether the number has no fraction.
func (n number) isInteger() bool { return n.exponent >= 0 }

// safe returns an integer in decimal, as long as every reader of JSON can read it exactly.
func (n number) safe() (string, bool) {
	const most = 16 // digits of maxSafe
	if !n.isInteger() || len(n.digits)+n.exponent > most {
		return "", false
	}
	decimal := n.digits + strings.Repeat("0", n.exponent)
	if decimal == "" {
		return "0", true
	}
	if v, err := strconv.ParseInt(decimal, 10, 64); err != nil || v > maxSafe {
		return "", false
	}
	if n.negative {
		return "-" + decimal, true
	}
	return decimal, true
}

// sameNumber compares two numbers by what they are worth. Numbers with an exponent that
// means nothing must be written alike.
func sameNumber(header, value string) bool {
	if header == value {
		return true
	}
	a, ok := parseNumber(header)
	if !ok {
		return false
	}
	b, ok := parseNumber(value)
	return ok && a == b
}
