package handler

import (
	"bytes"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// str decodes a JSON string into a Go string.
func (d *decoder) str(s *toolreflect.Shape, v reflect.Value, kind jsontext.Kind) bool {
	if kind != jsontext.KindString {
		return d.wrongType(s, kind)
	}
	raw, err := d.tokens.ReadValue()
	if err != nil {
		return d.syntaxError(err)
	}
	v.SetString(string(unquote(raw)))
	return d.checked(s, v, raw)
}

// boolean decodes true or false.
func (d *decoder) boolean(s *toolreflect.Shape, v reflect.Value, kind jsontext.Kind) bool {
	if kind != jsontext.KindTrue && kind != jsontext.KindFalse {
		return d.wrongType(s, kind)
	}
	raw, err := d.tokens.ReadValue()
	if err != nil {
		return d.syntaxError(err)
	}
	v.SetBool(kind == jsontext.KindTrue)
	return d.checked(s, v, raw)
}

// number decodes a JSON number. An integer may be written as 5, 5.0 or 5e0, as JSON
// Schema has it, and is exact to 64 bits.
func (d *decoder) number(s *toolreflect.Shape, v reflect.Value, kind jsontext.Kind) bool {
	if kind != jsontext.KindNumber {
		return d.wrongType(s, kind)
	}
	raw, err := d.tokens.ReadValue()
	if err != nil {
		return d.syntaxError(err)
	}
	var fit fit
	switch s.Form {
	case toolreflect.IntegerForm:
		fit = setInt(v, raw)
	case toolreflect.UnsignedForm:
		fit = setUint(v, raw)
	default:
		fit = setFloat(v, raw)
	}
	switch fit {
	case notInteger:
		return d.wrongNumber(s, raw)
	case outOfRange:
		return d.tooBig(s, raw)
	}
	return d.checked(s, v, raw)
}

// leaf decodes what the JSON library or a type of its own decodes: texts with a
// grammar, and values of any type.
func (d *decoder) leaf(s *toolreflect.Shape, v reflect.Value, kind jsontext.Kind) bool {
	if s.Form == toolreflect.TextForm && kind != jsontext.KindString {
		return d.wrongType(s, kind)
	}
	raw, err := d.tokens.ReadValue()
	if err != nil {
		return d.syntaxError(err)
	}
	if err := d.decodeLeaf(s, v, raw); err != nil {
		return d.unreadable(s, raw, err)
	}
	return d.checked(s, v, raw)
}

// decodeLeaf reads one value that stands alone.
func (d *decoder) decodeLeaf(s *toolreflect.Shape, v reflect.Value, raw []byte) error {
	if s.Decode == nil {
		return json.Unmarshal(raw, v.Addr().Interface(), argumentOptions)
	}
	return s.Decode(jsontext.NewDecoder(bytes.NewReader(raw)), v)
}

// argumentOptions is fixed; see the file that makes it for the reasons.
var argumentOptions = toolreflect.ArgumentOptions()
