package handler

import (
	"math"
	"reflect"
	"strconv"
	"strings"
)

// A fit says whether a JSON number can be held by a Go number.
type fit int

const (
	fits fit = iota
	notInteger
	outOfRange
)

// setInt sets a signed Go integer from a JSON number.
func setInt(v reflect.Value, raw []byte) fit {
	n, err := strconv.ParseInt(string(raw), 10, 64)
	if err != nil {
		digits, f := integerDigits(string(raw))
		if f != fits {
			return f
		}
		if n, err = strconv.ParseInt(digits, 10, 64); err != nil {
			return outOfRange
		}
	}
	if v.OverflowInt(n) {
		return outOfRange
	}
	v.SetInt(n)
	return fits
}

// setUint sets an unsigned Go integer from a JSON number.
func setUint(v reflect.Value, raw []byte) fit {
	n, err := strconv.ParseUint(string(raw), 10, 64)
	if err != nil {
		digits, f := integerDigits(string(raw))
		if f != fits {
			return f
		}
		if n, err = strconv.ParseUint(digits, 10, 64); err != nil {
			return outOfRange
		}
	}
	if v.OverflowUint(n) {
		return outOfRange
	}
	v.SetUint(n)
	return fits
}

// setFloat sets a Go float from a JSON number.
func setFloat(v reflect.Value, raw []byte) fit {
	bits := v.Type().Bits()
	n, err := strconv.ParseFloat(string(raw), bits)
	if err != nil || math.IsInf(n, 0) {
		return outOfRange
	}
	v.SetFloat(n)
	return fits
}

// maxIntegerDigits is more than any 64-bit integer has.
const maxIntegerDigits = 20

// integerDigits writes a JSON number without fraction and exponent: 5.0 and 50e-1
// become 5, 1e3 becomes 1000. It takes no longer for a huge exponent.
func integerDigits(number string) (string, fit) {
	sign := ""
	if strings.HasPrefix(number, "-") {
		sign, number = "-", number[1:]
	}
	exponent := 0
	if i := strings.IndexAny(number, "eE"); i >= 0 {
		exponent = parseExponent(number[i+1:])
		number = number[:i]
	}
	whole, fraction, _ := strings.Cut(number, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	exponent -= len(fraction)
	trimmed := strings.TrimRight(digits, "0")
	if trimmed == "" {
		return "0", fits
	}
	exponent += len(digits) - len(trimmed)
	switch {
	case exponent < 0:
		return "", notInteger
	case len(trimmed)+exponent > maxIntegerDigits:
		return "", outOfRange
	}
	return sign + trimmed + strings.Repeat("0", exponent), fits
}

// parseExponent reads the exponent of a JSON number; what is beyond a thousand
// million is as good as infinite.
func parseExponent(s string) int {
	const infinite = 1_000_000_000
	n, err := strconv.Atoi(s)
	switch {
	case err != nil && s[0] == '-':
		return -infinite
	case err != nil:
		return infinite
	}
	return min(max(n, -infinite), infinite)
}
