package reflect

import (
	"encoding/json"
	"reflect"

	"github.com/go-playground/validator/v10"
)

// A Direction says which way the JSON of a type goes. Arguments are read,
// results are written, and the two have different rules: what is required, what
// may be null, whether `validate` counts.
type Direction uint8

const (
	// Arguments are decoded from what a caller sends.
	Arguments Direction = iota
	// Results are encoded for a caller.
	Results
)

// Options say how [Describe] reads a type.
type Options struct {
	// Direction is Arguments unless set.
	Direction Direction
	// AllowUnknown leaves the objects of Arguments open: additionalProperties is
	// not written, and members without a field are dropped instead of refused.
	AllowUnknown bool
	// Validator runs the rules that have no native form and knows the custom
	// rules. Nil means a plain validator.New.
	Validator *validator.Validate
}

// A Description is a Go type as JSON: its schema for the reader and its shape for
// the decoder.
type Description struct {
	// Schema is the JSON Schema 2020-12 of the type: compact, keys in the order of
	// the struct, the same bytes on every run.
	Schema json.RawMessage
	// Shape is the compiled form of the same schema.
	Shape *Shape
}

// Describe returns the description of t. Every slip in the tags of every struct
// that t reaches is reported at once: the error unwraps (errors.Join) to
// *[TagError] values.
func Describe(t reflect.Type, opts Options) (*Description, error) {
	panic("contract: to be written")
}

// A TagError is a registration error: a type, field or tag that cannot be
// described, with what is wrong and the way out.
type TagError struct {
	// Type is the Go type, for example "main.SearchArgs".
	Type string
	// Field is the Go field within it, or "" when the type itself is at fault.
	Field string
	// Tag is the tag as written, for example `validate:"min=abc"`, or "".
	Tag string
	// Problem says what is wrong; Remedy says what to write instead.
	Problem, Remedy string
}

// Error returns "main.SearchArgs.Limit: validate:\"min=abc\": …".
func (e *TagError) Error() string {
	s := e.Type
	if e.Field != "" {
		s += "." + e.Field
	}
	if e.Tag != "" {
		s += ": " + e.Tag
	}
	s += ": " + e.Problem
	if e.Remedy != "" {
		s += "; " + e.Remedy
	}
	return s
}
