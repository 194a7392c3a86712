package reflect

import (
	"errors"
	"reflect"
	"regexp"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// The grammars of what stands inside the quotes of a `,string` field, also written
// into the schema.
const (
	quotedInteger  = `^-?(0|[1-9][0-9]*)$`
	quotedUnsigned = `^(0|[1-9][0-9]*)$`
	quotedNumber   = `^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`
)

var (
	quotedIntegerSyntax  = regexp.MustCompile(quotedInteger)
	quotedUnsignedSyntax = regexp.MustCompile(quotedUnsigned)
	quotedNumberSyntax   = regexp.MustCompile(quotedNumber)
)

var errQuoted = errors.New("want a value in quotes, such as \"1\"")

// quote turns the description of a number, boolean or string into that of a `,string`
// field: the same value inside a JSON string. Other types ignore the option, as they
// do in encoding/json; ok is false then.
func quote(s *Shape, doc *schema) (*Shape, *schema, bool) {
	if s.Form == PointerForm {
		elem, doc, ok := quote(s.Elem, doc)
		if !ok {
			return s, doc, false
		}
		c := *s
		c.Elem = elem
		return &c, doc, true
	}
	c := *s
	quoted := &schema{typ: "string", title: doc.title, description: doc.description, nullable: doc.nullable}
	switch s.Form {
	case BooleanForm:
		quoted.enum = []jsontext.Value{jsontext.Value(`"true"`), jsontext.Value(`"false"`)}
		c.Format, c.Example, c.Decode = "quoted-boolean", []byte(`"true"`), decodeQuotedBool
	case IntegerForm:
		quoted.pattern = quotedInteger
		c.Format, c.Example, c.Decode = "quoted-integer", []byte(`"1"`), decodeQuotedInt
	case UnsignedForm:
		quoted.pattern = quotedUnsigned
		c.Format, c.Example, c.Decode = "quoted-integer", []byte(`"1"`), decodeQuotedUint
	case NumberForm:
		quoted.pattern = quotedNumber
		c.Format, c.Example, c.Decode = "quoted-number", []byte(`"1.5"`), decodeQuotedFloat
	case StringForm:
		quoted.description = sentences(doc.description, "A JSON string within a string.")
		c.Format, c.Example, c.Decode = "quoted-string", []byte(`"\"text\""`), decodeQuotedString
	case CustomForm:
		if s.GoType != jsonNumberType {
			return s, doc, false
		}
		quoted.pattern = quotedNumber
		c.Format, c.Example, c.Decode = "quoted-number", []byte(`"1.5"`), decodeQuotedJSONNumber
	default:
		return s, doc, false
	}
	c.Form, c.Type = TextForm, ""
	return &c, quoted, true
}

// unquoted reads a JSON string and returns what it says.
func unquoted(dec *jsontext.Decoder) (string, error) {
	if dec.PeekKind() != '"' {
		return "", errors.Join(errQuoted, dec.SkipValue())
	}
	tok, err := dec.ReadToken()
	if err != nil {
		return "", err
	}
	return tok.String(), nil
}

func decodeQuotedBool(dec *jsontext.Decoder, v reflect.Value) error {
	s, err := unquoted(dec)
	if err != nil {
		return err
	}
	if s != "true" && s != "false" {
		return errQuoted
	}
	v.SetBool(s == "true")
	return nil
}

func decodeQuotedInt(dec *jsontext.Decoder, v reflect.Value) error {
	s, err := unquoted(dec)
	if err != nil {
		return err
	}
	n, err := strconv.ParseInt(s, 10, v.Type().Bits())
	if err != nil || !quotedIntegerSyntax.MatchString(s) {
		return errQuoted
	}
	v.SetInt(n)
	return nil
}

func decodeQuotedUint(dec *jsontext.Decoder, v reflect.Value) error {
	s, err := unquoted(dec)
	if err != nil {
		return err
	}
	n, err := strconv.ParseUint(s, 10, v.Type().Bits())
	if err != nil || !quotedUnsignedSyntax.MatchString(s) {
		return errQuoted
	}
	v.SetUint(n)
	return nil
}

func decodeQuotedFloat(dec *jsontext.Decoder, v reflect.Value) error {
	s, err := unquoted(dec)
	if err != nil {
		return err
	}
	n, err := strconv.ParseFloat(s, v.Type().Bits())
	if err != nil || !quotedNumberSyntax.MatchString(s) {
		return errQuoted
	}
	v.SetFloat(n)
	return nil
}

func decodeQuotedJSONNumber(dec *jsontext.Decoder, v reflect.Value) error {
	s, err := unquoted(dec)
	if err != nil {
		return err
	}
	if !quotedNumberSyntax.MatchString(s) {
		return errQuoted
	}
	v.SetString(s)
	return nil
}

func decodeQuotedString(dec *jsontext.Decoder, v reflect.Value) error {
	s, err := unquoted(dec)
	if err != nil {
		return err
	}
	if jsontext.Value(s).Kind() != '"' {
		return errQuoted
	}
	inner, err := jsontext.AppendUnquote(nil, s)
	if err != nil {
		return errQuoted
	}
	v.SetString(string(inner))
	return nil
}
