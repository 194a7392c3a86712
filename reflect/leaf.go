package reflect

import (
	"errors"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// known describes the types of the standard library whose JSON differs from their Go
// shape.
func (w *walker) known(t reflect.Type, s *Shape) (*schema, bool) {
	switch t {
	case timeType:
		s.Form, s.Format, s.Example = TextForm, "date-time", []byte(`"2026-07-28T09:00:00Z"`)
		return &schema{typ: "string", format: "date-time"}, true
	case durationType:
		s.Form, s.Format, s.Example = TextForm, "go-duration", []byte(`"1h30m"`)
		s.Decode = decodeDuration
		return &schema{typ: "string", description: "A duration such as 1h30m or 90s."}, true
	case rawType, rawValueType:
		s.Form = AnyForm
		return &schema{}, true
	case jsonNumberType:
		s.Form, s.Type = CustomForm, "number"
		s.Decode = decodeJSONNumber
		return &schema{typ: "number"}, true
	case bigIntType:
		s.Form, s.Type = CustomForm, "integer"
		s.Decode = decodeBigInt
		return &schema{typ: "integer"}, true
	}
	return nil, false
}

// text describes a type that is written as a string by a method of its own.
func text(t reflect.Type, s *Shape) *schema {
	s.Form = TextForm
	doc := &schema{typ: "string"}
	switch {
	case t == timeType:
		doc.format, s.Example = "date-time", []byte(`"2026-07-28T09:00:00Z"`)
	case t.Name() == "UUID" && t.Kind() == reflect.Array && t.Len() == 16:
		doc.format, s.Example = "uuid", []byte(`"6ba7b810-9dad-11d1-80b4-00c04fd430c8"`)
	case t.PkgPath() == "net/netip" && t.Name() == "Addr", t.PkgPath() == "net" && t.Name() == "IP":
		s.Format, s.Example = "ip", []byte(`"192.0.2.1"`)
		return doc
	case t.PkgPath() == "net/netip" && t.Name() == "Prefix":
		s.Format, s.Example = "ip-prefix", []byte(`"192.0.2.0/24"`)
		return doc
	}
	s.Format = doc.format
	return doc
}

// isBytes reports whether a slice is written as base64.
func isBytes(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 && !hasMethods(t.Elem())
}

// byteSlice describes a slice of bytes.
func byteSlice(s *Shape) *schema {
	s.Form, s.Format, s.Example = TextForm, "base64", []byte(`"aGVsbG8="`)
	return &schema{typ: "string", contentEncoding: "base64"}
}

// integer describes an integer kind. The bounds of 8, 16 and 32 bits are said; those
// of 64 bits would cost bytes and be rounded by JavaScript.
func integer(t reflect.Type) *schema {
	doc := &schema{typ: "integer"}
	switch t.Kind() {
	case reflect.Int8:
		doc.minimum, doc.maximum = rat(math.MinInt8), rat(math.MaxInt8)
	case reflect.Int16:
		doc.minimum, doc.maximum = rat(math.MinInt16), rat(math.MaxInt16)
	case reflect.Int32:
		doc.minimum, doc.maximum = rat(math.MinInt32), rat(math.MaxInt32)
	case reflect.Uint8:
		doc.minimum, doc.maximum = rat(0), rat(math.MaxUint8)
	case reflect.Uint16:
		doc.minimum, doc.maximum = rat(0), rat(math.MaxUint16)
	case reflect.Uint32:
		doc.minimum, doc.maximum = rat(0), rat(math.MaxUint32)
	case reflect.Uint, reflect.Uint64, reflect.Uintptr:
		doc.minimum = rat(0)
	}
	return doc
}

func rat(n int64) *big.Rat { return new(big.Rat).SetInt64(n) }

// decodeDuration reads what time.ParseDuration takes into any type that is a
// time.Duration.
func decodeDuration(dec *jsontext.Decoder, v reflect.Value) error {
	return jsonv2.UnmarshalDecode(dec, v.Addr().Interface(), argumentOptions)
}

// decodeJSONNumber reads a number and nothing else.
func decodeJSONNumber(dec *jsontext.Decoder, v reflect.Value) error {
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	if raw.Kind() != '0' {
		return errNumber
	}
	v.SetString(string(raw))
	return nil
}

// maxDigits bounds the integers that a big.Int is read from, written out: a short
// number such as 1e999999 must not become a long one.
const maxDigits = 1000

var (
	errInteger = errors.New("want an integer")
	errTooLong = errors.New("want an integer of at most 1000 digits")
)

// decodeBigInt reads an integer of any size, also in the forms 5.0 and 5e3.
func decodeBigInt(dec *jsontext.Decoder, v reflect.Value) error {
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	if raw.Kind() != '0' {
		return errInteger
	}
	digits, err := integerDigits(string(raw))
	if err != nil {
		return err
	}
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		return errInteger
	}
	v.Set(reflect.ValueOf(n).Elem())
	return nil
}

// integerDigits writes a JSON number out as the digits of an integer.
func integerDigits(number string) (string, error) {
	mantissa, exponent := number, 0
	if i := strings.IndexAny(number, "eE"); i >= 0 {
		n, err := strconv.Atoi(number[i+1:])
		if err != nil || n > maxDigits || n < -maxDigits {
			return "", errTooLong
		}
		mantissa, exponent = number[:i], n
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits, point := whole+fraction, len(whole)+exponent
	if len(digits) > maxDigits || point > maxDigits {
		return "", errTooLong
	}
	sign := 0
	if strings.HasPrefix(digits, "-") {
		sign = 1
	}
	if point < len(digits) {
		cut := max(point, sign)
		if strings.Trim(digits[cut:], "0") != "" {
			return "", errInteger
		}
		digits = digits[:cut]
		if len(digits) == sign {
			digits = "0"
		}
		return digits, nil
	}
	return digits + strings.Repeat("0", point-len(digits)), nil
}
