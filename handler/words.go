package handler

import (
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// noun says what a value of the shape is, with its article.
func noun(s *toolreflect.Shape) string {
	switch s.Form {
	case toolreflect.PointerForm, toolreflect.CheckedForm:
		return noun(s.Elem)
	case toolreflect.TextForm:
		if n, ok := formatNouns[s.Format]; ok {
			return n
		}
	}
	if n, ok := typeNouns[s.JSONType()]; ok {
		return n
	}
	return "a JSON value"
}

var typeNouns = map[string]string{
	"object":  "an object",
	"array":   "an array",
	"string":  "a string",
	"number":  "a number",
	"integer": "an integer",
	"boolean": "true or false",
}

var formatNouns = map[string]string{
	"date-time":      "a date and time (RFC 3339)",
	"uuid":           "a UUID",
	"go-duration":    "a duration",
	"base64":         "a base64 string",
	"ip":             "an IP address",
	"ip-prefix":      "an IP address range",
	"quoted-integer": "an integer in quotes",
	"quoted-number":  "a number in quotes",
	"quoted-boolean": "true or false in quotes",
	"quoted-string":  "a JSON string within a string",
}

// nounOrEnum says what is allowed where there is no list of values beside it.
func nounOrEnum(s *toolreflect.Shape) string {
	values := enumOf(s)
	if len(values) == 0 {
		return noun(s)
	}
	text := "one of "
	for i, v := range values {
		if i > 0 {
			text += ", "
		}
		text += v
	}
	return text
}

// enumOf returns the allowed values as JSON, or nil if any goes.
func enumOf(s *toolreflect.Shape) []string {
	for s.Form == toolreflect.PointerForm && len(s.Enum) == 0 {
		s = s.Elem
	}
	if len(s.Enum) == 0 {
		return nil
	}
	values := make([]string, len(s.Enum))
	for i, v := range s.Enum {
		values[i] = string(v)
	}
	return values
}

// exampleOf returns a valid value to show, or nil.
func exampleOf(s *toolreflect.Shape) []byte {
	for s.Form == toolreflect.PointerForm && s.Example == nil {
		s = s.Elem
	}
	return s.Example
}

// exampleFor returns a valid value to show beside a rule that is broken, or "": where the
// rule's own words say how one looks, or it is about a size.
func exampleFor(s *toolreflect.Shape, r *toolreflect.Rule) string {
	switch r.Name {
	case "min", "max", "len", "gt", "gte", "lt", "lte", "eq", "ne", "multipleOf", "unique":
		return ""
	}
	if len(r.Others) > 0 || strings.Contains(r.Words, " such as ") || strings.Contains(r.Words, " in the form ") {
		return ""
	}
	return string(exampleOf(s))
}

// kindName is the JSON type of a token.
func kindName(k jsontext.Kind) string {
	switch k {
	case jsontext.KindBeginObject:
		return "object"
	case jsontext.KindBeginArray:
		return "array"
	case jsontext.KindString:
		return "string"
	case jsontext.KindNumber:
		return "number"
	case jsontext.KindTrue, jsontext.KindFalse:
		return "boolean"
	case jsontext.KindNull:
		return "null"
	}
	return ""
}

// limits says which numbers a Go type holds: "be from -128 to 127".
func limits(t reflect.Type) string {
	switch {
	case t.Kind() == reflect.Float32:
		return "be between -3.4e38 and 3.4e38"
	case t.Kind() == reflect.Float64:
		return "be between -1.7e308 and 1.7e308"
	case t.Kind() >= reflect.Uint && t.Kind() <= reflect.Uintptr:
		return "be from 0 to " + strconv.FormatUint(math.MaxUint64>>(64-t.Bits()), 10)
	}
	high := int64(math.MaxInt64) >> (64 - t.Bits())
	return "be from " + strconv.FormatInt(-high-1, 10) + " to " + strconv.FormatInt(high, 10)
}

// quoteAll writes names as JSON strings.
func quoteAll(names []string) []string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = strconv.Quote(n)
	}
	return quoted
}
