package reflect

import (
	"encoding/json"
	"errors"
	"strings"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
)

// ArgumentOptions returns the options that arguments are decoded with: version 2 of
// the JSON library, made to read what encoding/json reads where a struct written for
// that would otherwise change its meaning.
func ArgumentOptions() jsonv2.Options { return argumentOptions }

// ResultOptions returns the options that results are encoded with, the counterpart
// of [ArgumentOptions].
func ResultOptions() jsonv2.Options { return resultOptions }

// The two sets are built once: joining options costs more than decoding a small
// struct. They are never changed.
var (
	argumentOptions = jsonv2.JoinOptions(
		legacyFormats,
		// A member without a field is a slip of the caller and is named, not dropped.
		jsonv2.RejectUnknownMembers(true),
		jsonv2.WithUnmarshalers(jsonv2.JoinUnmarshalers(
			jsonv2.UnmarshalFromFunc(unmarshalDuration),
			jsonv2.UnmarshalFromFunc(unmarshalNumber),
		)),
	)
	resultOptions = jsonv2.JoinOptions(
		legacyFormats,
		// omitempty leaves out 0 and false and keeps a pointer to "", as it always did.
		jsonv1.OmitEmptyWithLegacySemantics(true),
		// The same value is the same bytes: map keys are sorted.
		jsonv2.Deterministic(true),
		// Text from a database may be broken; U+FFFD in one place is better than a
		// result that is lost after the work has been done.
		jsontext.AllowInvalidUTF8(true),
		jsonv2.WithMarshalers(resultMarshalers),
	)
	resultMarshalers = jsonv2.JoinMarshalers(
		jsonv2.MarshalToFunc(marshalDuration),
		jsonv2.MarshalToFunc(marshalNumber),
	)
	legacyFormats = jsonv2.JoinOptions(
		// [4]byte is an array of numbers, as encoding/json has it, not base64.
		jsonv1.FormatByteArrayAsArray(true),
		// A slice of a named byte type is base64, like []byte itself.
		jsonv1.FormatBytesWithLegacySemantics(true),
		// `,string` is for numbers, booleans and strings, and for nothing inside them.
		jsonv1.StringifyWithLegacySemantics(true),
	)
)

// errDuration and errNumber are for the developer's eye; what a model reads is made
// from the shape.
var (
	errDuration = errors.New("want a duration such as 1h30m")
	errNumber   = errors.New("want a number")
)

// unmarshalDuration reads every form that time.ParseDuration takes.
func unmarshalDuration(dec *jsontext.Decoder, d *time.Duration) error {
	if dec.PeekKind() != '"' {
		return errors.Join(errDuration, dec.SkipValue())
	}
	tok, err := dec.ReadToken()
	if err != nil {
		return err
	}
	parsed, err := time.ParseDuration(tok.String())
	if err != nil {
		return errDuration
	}
	*d = parsed
	return nil
}

// marshalDuration writes a duration as Go does.
func marshalDuration(enc *jsontext.Encoder, d time.Duration) error {
	return enc.WriteToken(jsontext.String(durationText(d)))
}

// durationText is d.String() without zero units at its end: 1h30m, not 1h30m0s.
func durationText(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = s[:len(s)-len("0s")]
	}
	if strings.HasSuffix(s, "h0m") {
		s = s[:len(s)-len("0m")]
	}
	return s
}

// unmarshalNumber reads a JSON number as it is written. A string is left to the
// library, which uses it for `,string` fields.
func unmarshalNumber(dec *jsontext.Decoder, n *json.Number) error {
	switch dec.PeekKind() {
	case '0':
		value, err := dec.ReadValue()
		if err != nil {
			return err
		}
		*n = json.Number(value)
		return nil
	case '"':
		return errors.ErrUnsupported
	}
	return errors.Join(errNumber, dec.SkipValue())
}

// marshalNumber writes a json.Number as the number it holds; the zero value is 0, as
// in encoding/json.
func marshalNumber(enc *jsontext.Encoder, n json.Number) error {
	if n == "" {
		n = "0"
	}
	return enc.WriteValue(jsontext.Value(n))
}
