package reflect

import (
	"context"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"
)

// A Shape is what a Go type looks like as JSON: the compiled form that package
// handler walks while it decodes arguments. A schema and its Shape come from
// the same walk over the type, so what is advertised is what is enforced.
//
// Shapes of recursive types are cyclic. They are read-only once built and safe
// for concurrent use.
type Shape struct {
	// Form says which of the fields below matter.
	Form Form
	// GoType is the type that a value of this shape is decoded into.
	GoType reflect.Type

	// Fields are the members of an ObjectForm in the order of the struct.
	Fields []*Field
	// Whole are the rules about an ObjectForm as a whole. They run when all members are good.
	Whole []*Rule
	// Open lets an ObjectForm take members that have no field; they are dropped.
	Open bool
	// Key describes the member names of a MapForm.
	Key *Shape
	// Elem describes the elements of a ListForm or TupleForm, the member values
	// of a MapForm, the target of a PointerForm and what a CheckedForm is besides.
	Elem *Shape
	// Checker is what the JSON of a CheckedForm must satisfy.
	Checker *Checker

	// Nullable says that null is a value of its own here (the `nullable` tag).
	// Everywhere else null is refused.
	Nullable bool
	// Rules are what a value must satisfy beyond its type, in the order of the tag.
	Rules []*Rule
	// Enum holds the allowed values as JSON, in order; empty if any value goes.
	Enum [][]byte
	// Type is the JSON Schema type of a CustomForm, or "" where any type may stand.
	Type string
	// Decode reads the next value of dec into v, which is settable and of GoType. It
	// is set for the leaves whose JSON needs care: `,string` fields, time.Duration,
	// json.Number, big.Int, types with their own schema. Nil means
	// json.UnmarshalDecode with [ArgumentOptions]. Errors are of the JSON library or
	// say in plain words what is wrong with the value.
	Decode func(dec *jsontext.Decoder, v reflect.Value) error
	// Format names the grammar of a TextForm: a format of JSON Schema ("date-time",
	// "uuid"), or "go-duration", "base64", "ip", "ip-prefix", "quoted-integer",
	// "quoted-number", "quoted-boolean", "quoted-string". It is "" if the type has one of
	// its own.
	Format string
	// Example is a valid value as JSON to show in an error ("2026-07-28T09:00:00Z"
	// for a date-time), or nil.
	Example []byte

	// Discriminator is the member that says which of the Variants a UnionForm is. On the
	// ObjectForm of a variant it is that member's name, which has no field unless the struct
	// has one for it.
	Discriminator string
	// Variants are what a UnionForm may be, by name.
	Variants []*Variant

	byName map[string]int // index into Fields
}

// A Variant is one struct type that an interface may hold.
type Variant struct {
	// Name is the value of the discriminator.
	Name string
	// GoType is the type that stands in the interface: the struct, or a pointer to it.
	GoType reflect.Type
	// Shape is the ObjectForm of the struct.
	Shape *Shape
}

// Variant returns the variant of this name, or nil.
func (s *Shape) Variant(name string) *Variant {
	for _, v := range s.Variants {
		if v.Name == name {
			return v
		}
	}
	return nil
}

// FieldIndex returns the index in Fields of the member called name, or -1. Names
// are compared exactly: case matters.
func (s *Shape) FieldIndex(name []byte) int {
	if i, ok := s.byName[string(name)]; ok {
		return i
	}
	return -1
}

// A Form is how a value is written in JSON and, with that, how it is decoded.
type Form uint8

const (
	// AnyForm takes every JSON value: any, json.RawMessage, and types with their
	// own UnmarshalJSON whose schema does not narrow the type.
	AnyForm Form = iota
	// ObjectForm is a JSON object with known members, decoded into a struct.
	ObjectForm
	// MapForm is a JSON object with free member names, decoded into a map.
	MapForm
	// ListForm is a JSON array of any length, decoded into a slice.
	ListForm
	// TupleForm is a JSON array whose length is that of the Go array.
	TupleForm
	// StringForm is a JSON string, decoded into a Go string kind.
	StringForm
	// BooleanForm is true or false.
	BooleanForm
	// IntegerForm is a JSON integer, decoded into a signed Go integer kind.
	IntegerForm
	// UnsignedForm is a JSON integer from 0, decoded into an unsigned Go kind.
	UnsignedForm
	// NumberForm is any JSON number, decoded into a Go float kind.
	NumberForm
	// TextForm is a JSON string with a grammar of its own: time.Time,
	// time.Duration, []byte, encoding.TextUnmarshaler and `,string` fields.
	TextForm
	// PointerForm is a Go pointer; the JSON is that of Elem.
	PointerForm
	// CustomForm is a type with its own UnmarshalJSON and its own schema; the
	// JSON library decodes it, JSONType says what it is written as.
	CustomForm
	// UnionForm is a JSON object that says in its discriminator which of several structs it
	// is, decoded into a Go interface.
	UnionForm
	// CheckedForm is a type that has changed its own schema: the JSON satisfies Checker, and is
	// that of Elem, which has the same Go type.
	CheckedForm
)

// JSONType returns the JSON Schema type that s is written as: "object", "array",
// "string", "boolean", "integer", "number", or "" where any type may stand.
func (s *Shape) JSONType() string {
	switch s.Form {
	case ObjectForm, MapForm, UnionForm:
		return "object"
	case ListForm, TupleForm:
		return "array"
	case StringForm, TextForm:
		return "string"
	case BooleanForm:
		return "boolean"
	case IntegerForm, UnsignedForm:
		return "integer"
	case NumberForm:
		return "number"
	case PointerForm, CheckedForm:
		return s.Elem.JSONType()
	case CustomForm:
		return s.Type
	}
	return ""
}

// A Field is one member of an ObjectForm.
type Field struct {
	// Name is the member's name in JSON.
	Name string
	// GoName is the Go field, with its way through embedded structs: "Page.Limit".
	// It is for registration errors only and never shown to a model.
	GoName string
	// Index is the way to the Go field as reflect.Value.FieldByIndex takes it. An
	// embedded pointer on the way may be nil and is then to be allocated.
	Index []int
	// Shape describes the value.
	Shape *Shape
	// Required says that the member must be present.
	Required bool
	// Default is the value, as JSON, of an absent member; nil if there is none.
	Default []byte
	// Description is what the model reads about the member.
	Description string
	// Secret keeps the value out of error texts, logs and problems.
	Secret bool
	// Quoted says that the value stands inside a JSON string (`,string`).
	Quoted bool
	// Header is the value of x-mcp-header, or "".
	Header string
	// Handle is the prefix of the handles that the value may be, as the handle tag says it,
	// or "". What it means is up to whoever serves the tool.
	Handle string
	// Conditions are the rules that decide on presence: required_with and its kin.
	Conditions []*Condition
}

// A Rule is one constraint on a present value.
type Rule struct {
	// Name is the rule as a program may match it: a name of go-playground/validator
	// ("min", "email"), or the tag it came from ("enum", "pattern").
	Name string
	// Param is the rule's parameter as written in the tag, or "".
	Param string
	// Words completes the sentence "… must …" for a model: "be at least 1".
	Words string
	// Check reports whether v satisfies the rule. v is the decoded value, never a
	// pointer or interface. It is nil for the rules that validator runs.
	Check func(v reflect.Value) bool
	// CheckStruct is Check for a rule about a struct as a whole.
	CheckStruct func(ctx context.Context, v reflect.Value) bool
	// Tag is the validator tag to run when both are nil: "email", "gtefield=From". It
	// is run by validator.Validate.VarWithValueCtx, with the struct that holds the
	// value as the other value.
	Tag string
	// Others are the indexes, in the fields of the object around the value, of the
	// fields a cross-field rule compares with. Such a rule runs when the value and
	// all others are present; validator is given the struct around the value.
	Others []int
}

// A Condition decides whether a field must be present or absent, looking at the
// presence and values of its neighbours: required_if, required_with,
// excluded_unless and the others of that family.
type Condition struct {
	// Name and Param are as in Rule.
	Name, Param string
	// Words completes the sentence "… is" for a model: "required when kind is
	// \"range\"", "not allowed together with id".
	Words string
	// Excludes says that a broken condition means the field must be left out;
	// otherwise it must be given.
	Excludes bool
	// Others are the indexes, in the fields of the object, of the fields it looks at.
	Others []int
	// OnValues says that it looks at their values, and not only at which were given.
	OnValues bool
	// Broken reports whether the condition is violated. present tells which fields
	// of the object were given, parent is the decoded struct.
	Broken func(present Presence, self int, parent reflect.Value) bool
}

// Presence tells which fields of an object were given: bit i is Fields[i].
type Presence []uint64

// Has reports whether field i was given.
func (p Presence) Has(i int) bool { return p[i>>6]&(1<<(i&63)) != 0 }

// Set records that field i was given.
func (p Presence) Set(i int) { p[i>>6] |= 1 << (i & 63) }

// PresenceWords returns how many words a Presence for n fields needs.
func PresenceWords(n int) int { return (n + 63) / 64 }
