package reflect

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"sync"

	jsonv2 "github.com/go-json-experiment/json"
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
	// RequiredFromTags makes a field of Arguments required only if its tag says so: with
	// required:"true", validate:"required" or jsonschema:"required". Otherwise a field is
	// required unless something makes it optional.
	RequiredFromTags bool
	// InlineDepth writes types that reach themselves out, that many levels deep, for clients
	// that do not follow $ref; what is nested deeper may be anything for a reader of the
	// schema, and is enforced all the same. 0 writes such types once, under $defs.
	InlineDepth int
	// ShareDefinitions writes a struct type that is used more than once under $defs, which
	// saves bytes. Otherwise it stands wherever it is used, which more clients take.
	ShareDefinitions bool
	// Unions are the interfaces that may stand in the type.
	Unions []*Union
	// Rules say what custom rules of the validator mean, by name.
	Rules map[string]RuleDoc
	// StructRules are rules of one's own about structs as a whole, by the type of the struct.
	StructRules map[reflect.Type][]StructRule
	// DependentRequired writes the rule required_with as the keyword dependentRequired too,
	// which says exactly the same. Many clients do not know the keyword.
	DependentRequired bool
	// Cache keeps what was described, for calls with the same options; nil keeps nothing.
	Cache *Cache
	// Validator runs the rules that have no native form and knows the custom
	// rules. Nil means a plain validator.New.
	Validator *validator.Validate
}

// A RuleDoc says what a custom rule of a validator means.
type RuleDoc struct {
	// Words completes the sentence "… must …": "be an even number". It is what a model
	// reads, in the description and in errors. "" names the rule.
	Words string
	// Schema is a JSON object of keywords that mean the same, such as {"multipleOf":2}. They
	// are added to the schema of the field, and the words stay out of its description. ""
	// adds none.
	Schema string
}

// A StructRule is a rule about a struct as a whole.
type StructRule struct {
	RuleDoc
	// Check reports whether a struct that was decoded satisfies the rule.
	Check func(ctx context.Context, v reflect.Value) bool
}

// A Description is a Go type as JSON: its schema for the reader and its shape for
// the decoder.
type Description struct {
	// Schema is the JSON Schema 2020-12 of the type: compact, keys in the order of
	// the struct, the same bytes on every run.
	Schema json.RawMessage
	// Shape is the compiled form of the same schema.
	Shape *Shape
	// Unproven says that a value of the type may break the schema, so that a result
	// has to be checked: the type has an enum, a pattern, a schema of its own, or a
	// method that writes its JSON.
	Unproven bool
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

// plainValidator serves whoever brings no validator. It is never changed.
var plainValidator = sync.OnceValue(func() *validator.Validate { return validator.New() })

// Describe returns the description of t. Every slip in the tags of every struct
// that t reaches is reported at once: the error unwraps (errors.Join) to
// *[TagError] values.
func Describe(t reflect.Type, opts Options) (*Description, error) {
	if opts.Cache != nil {
		return opts.Cache.describe(t, opts)
	}
	return describe(t, opts)
}

func describe(t reflect.Type, opts Options) (*Description, error) {
	w := &walker{opts: opts, validate: opts.Validator, nodes: map[reflect.Type]*node{}}
	if w.validate == nil {
		w.validate = plainValidator()
	}
	if opts.ShareDefinitions {
		w.shared = repeated(t, opts)
	}
	shape, doc := w.visit(t, place{typ: t.String()})
	w.complete()
	if opts.Direction == Arguments {
		w.headers(shape)
	}
	if len(w.errs) == 0 {
		w.trial()
	}
	if err := w.joined(); err != nil {
		return nil, err
	}
	if n := w.nodes[t]; n != nil {
		doc = n.schema // the root is written out, also where it reaches itself
	}
	return &Description{Schema: w.encode(doc), Shape: shape, Unproven: w.checked}, nil
}

// encode writes the schema of the root with the definitions of the types that reach
// themselves. All other types stand where they are used.
func (w *walker) encode(root *schema) json.RawMessage {
	if w.opts.InlineDepth > 0 {
		out := &writer{inline: func(t reflect.Type) *schema { return w.nodes[t].schema }, levels: w.opts.InlineDepth}
		out.write(root, nil)
		return out.buf
	}
	names := w.definitionNames()
	out := &writer{name: func(t reflect.Type) string { return names[t] }}
	var definitions []property
	for _, t := range w.order {
		if name, ok := names[t]; ok {
			definitions = append(definitions, property{name, w.nodes[t].schema})
		}
	}
	out.write(root, definitions)
	return out.buf
}

// joined returns the errors, each once, as one.
func (w *walker) joined() error {
	seen := map[string]bool{}
	var errs []error
	for _, err := range w.errs {
		if text := err.Error(); !seen[text] {
			seen[text] = true
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// trial decodes an empty object into every struct, or encodes its zero value, since
// the JSON library reports what it cannot do only at the first use of a type.
func (w *walker) trial() {
	for _, t := range w.structs {
		if err := w.try(t); err != nil {
			w.fail(place{typ: t.String()}, "", fmt.Sprintf("the JSON library refuses the type: %v", err), "change the field that it names")
		}
	}
}

func (w *walker) try(t reflect.Type) (err error) {
	defer func() { // methods of the user's types run here
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	v := reflect.New(t).Interface()
	if w.opts.Direction == Arguments {
		return jsonv2.Unmarshal([]byte("{}"), v, argumentOptions)
	}
	_, err = jsonv2.Marshal(v, resultOptions)
	return err
}
