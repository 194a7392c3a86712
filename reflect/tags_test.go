package reflect_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// field makes a struct type with one field F of type T and this tag.
func field[T any](tag string) reflect.Type {
	return reflect.StructOf([]reflect.StructField{
		{Name: "F", Type: reflect.TypeFor[T](), Tag: reflect.StructTag(tag)},
		{Name: "Other", Type: reflect.TypeFor[T](), Tag: `json:"other,omitempty"`},
	})
}

// single makes a struct type with the field F alone.
func single[T any](tag string) reflect.Type {
	return reflect.StructOf([]reflect.StructField{{Name: "F", Type: reflect.TypeFor[T](), Tag: reflect.StructTag(tag)}})
}

const tail = `,"other":`

// propertyOf returns the schema of the field f and whether it is required.
func propertyOf(t *testing.T, typ reflect.Type) (schema string, required bool) {
	t.Helper()
	d, err := toolreflect.Describe(typ, toolreflect.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := toolreflect.NewChecker(d.Schema); err != nil {
		t.Errorf("%s\n%v", d.Schema, err)
	}
	s := string(d.Schema)
	s = s[strings.Index(s, `"f":`)+len(`"f":`):]
	return s[:strings.Index(s, tail)], strings.Contains(s, `"required":["f"]`)
}

func TestTags(t *testing.T) {
	for _, tt := range []struct {
		name     string
		typ      reflect.Type
		want     string
		optional bool
	}{
		{name: "no tag but json", typ: field[string](`json:"f"`), want: `{"type":"string"}`},
		{name: "description and title", typ: field[string](`json:"f" description:"Say, what" title:"F"`), want: `{"type":"string","title":"F","description":"Say, what"}`},
		{name: "omitempty", typ: field[string](`json:"f,omitempty"`), want: `{"type":"string"}`, optional: true},
		{name: "omitzero", typ: field[string](`json:"f,omitzero"`), want: `{"type":"string"}`, optional: true},
		{name: "pointer", typ: field[*string](`json:"f"`), want: `{"type":"string"}`, optional: true},
		{name: "default", typ: field[int](`json:"f" default:"5"`), want: `{"type":"integer","default":5}`, optional: true},
		{name: "required tag", typ: field[*string](`json:"f" required:"true"`), want: `{"type":"string"}`},
		{name: "required rule", typ: field[string](`json:"f,omitempty" validate:"required"`), want: `{"type":"string"}`},
		{name: "omitempty rule", typ: field[string](`json:"f" validate:"omitempty,min=3"`), want: `{"type":"string","minLength":3}`, optional: true},
		{name: "deprecated", typ: field[string](`json:"f" deprecated:"true"`), want: `{"type":"string","deprecated":true}`},
		{name: "nullable", typ: field[*int](`json:"f" nullable:"true"`), want: `{"type":["integer","null"]}`, optional: true},
		{name: "examples", typ: field[int](`json:"f" examples:"1,2"`), want: `{"type":"integer","examples":[1,2]}`},
		{name: "examples of a list", typ: field[[]string](`json:"f" examples:"a,b"`), want: `{"type":"array","examples":[["a","b"]],"items":{"type":"string"}}`},

		{name: "enum", typ: field[string](`json:"f" enum:"a,b c,d\,e"`), want: `{"type":"string","enum":["a","b c","d,e"]}`},
		{name: "enum of integers", typ: field[int](`json:"f" enum:"1,-2"`), want: `{"type":"integer","enum":[1,-2]}`},
		{name: "enum of floats", typ: field[float64](`json:"f" enum:"0.5,1"`), want: `{"type":"number","enum":[0.5,1]}`},
		{name: "enum of booleans", typ: field[bool](`json:"f" enum:"true"`), want: `{"type":"boolean","enum":[true]}`},
		{name: "enum of items", typ: field[[]string](`json:"f" enum:"a,b"`), want: `{"type":"array","items":{"type":"string","enum":["a","b"]}}`},
		{name: "enum of a nullable", typ: field[*string](`json:"f" enum:"a" nullable:"true"`), want: `{"type":["string","null"],"enum":["a",null]}`, optional: true},
		{name: "oneof", typ: field[string](`json:"f" validate:"oneof=a 'b c'"`), want: `{"type":"string","enum":["a","b c"]}`},
		{name: "eq", typ: field[int](`json:"f" validate:"eq=3"`), want: `{"type":"integer","enum":[3]}`},

		{name: "bounds of an integer", typ: field[int](`json:"f" validate:"min=1,max=9"`), want: `{"type":"integer","minimum":1,"maximum":9}`},
		{name: "exclusive bounds of an integer", typ: field[int](`json:"f" validate:"gt=0,lt=10"`), want: `{"type":"integer","minimum":1,"maximum":9}`},
		{name: "bounds of a float", typ: field[float64](`json:"f" validate:"gte=0.5,lt=1"`), want: `{"type":"number","minimum":0.5,"exclusiveMaximum":1}`},
		{name: "bounds within a width", typ: field[int8](`json:"f" validate:"min=1"`), want: `{"type":"integer","minimum":1,"maximum":127}`},
		{name: "the narrower bound", typ: field[int](`json:"f" validate:"min=1,gte=3,max=9,lte=5"`), want: `{"type":"integer","minimum":3,"maximum":5}`},
		{name: "length of a string", typ: field[string](`json:"f" validate:"min=1,max=9"`), want: `{"type":"string","minLength":1,"maxLength":9}`},
		{name: "exact length", typ: field[string](`json:"f" validate:"len=4"`), want: `{"type":"string","minLength":4,"maxLength":4}`},
		{name: "exclusive length", typ: field[string](`json:"f" validate:"gt=1,lt=4"`), want: `{"type":"string","minLength":2,"maxLength":3}`},
		{name: "length of a list", typ: field[[]int](`json:"f" validate:"min=1,max=9,unique"`), want: `{"type":"array","items":{"type":"integer"},"minItems":1,"maxItems":9,"uniqueItems":true}`},
		{name: "size of a map", typ: field[map[string]int](`json:"f" validate:"min=1,max=9"`), want: `{"type":"object","properties":{},"additionalProperties":{"type":"integer"},"minProperties":1,"maxProperties":9}`},
		{name: "length of bytes", typ: field[[]byte](`json:"f" validate:"max=9"`), want: `{"type":"string","description":"Must have at most 9 bytes.","contentEncoding":"base64"}`},
		{name: "bounds of a duration", typ: field[time.Duration](`json:"f" description:"How long" validate:"min=1s,max=2h"`),
			want: `{"type":"string","description":"How long. A duration such as 1h30m or 90s. Must be at least 1s. Must be at most 2h."}`},
		{name: "in the future", typ: field[time.Time](`json:"f" validate:"gt"`), want: `{"type":"string","description":"Must be in the future.","format":"date-time"}`},
		{name: "ne", typ: field[string](`json:"f" validate:"ne=x"`), want: `{"type":"string","description":"Must not be x."}`},

		{name: "dive", typ: field[[]string](`json:"f" validate:"max=3,dive,min=2"`), want: `{"type":"array","items":{"type":"string","minLength":2},"maxItems":3}`},
		{name: "dive twice", typ: field[[][]string](`json:"f" validate:"dive,max=3,dive,email"`),
			want: `{"type":"array","items":{"type":"array","items":{"type":"string","description":"Must be an email address.","format":"email"},"maxItems":3}}`},
		{name: "required items", typ: field[[]string](`json:"f" validate:"required,dive,required"`), want: `{"type":"array","items":{"type":"string","minLength":1}}`},
		{name: "names of a map", typ: field[map[string]int](`json:"f" validate:"dive,keys,alpha,endkeys,min=1"`),
			want: `{"type":"object","description":"Each name must have letters a-z and A-Z only.","properties":{},"additionalProperties":{"type":"integer","minimum":1}}`},

		{name: "email", typ: field[string](`json:"f" validate:"email"`), want: `{"type":"string","description":"Must be an email address.","format":"email"}`},
		{name: "alphanum", typ: field[string](`json:"f" validate:"alphanum"`), want: `{"type":"string","pattern":"^[a-zA-Z0-9]+$"}`},
		{name: "two patterns", typ: field[string](`json:"f" validate:"alphanum,startswith=a.b"`),
			want: `{"type":"string","description":"Must start with \"a.b\".","pattern":"^[a-zA-Z0-9]+$"}`},
		{name: "startswith", typ: field[string](`json:"f" validate:"startswith=a.b"`), want: `{"type":"string","pattern":"^a\\.b"}`},
		{name: "port", typ: field[int](`json:"f" validate:"port"`), want: `{"type":"integer","minimum":1,"maximum":65535}`},
		{name: "port that fills its type", typ: field[uint16](`json:"f" validate:"port"`), want: `{"type":"integer","minimum":1,"maximum":65535}`},
		{name: "port in a small type", typ: field[int16](`json:"f" validate:"port"`), want: `{"type":"integer","minimum":1,"maximum":32767}`},
		{name: "latitude", typ: field[float64](`json:"f" validate:"latitude"`), want: `{"type":"number","minimum":-90,"maximum":90}`},
		{name: "longitude in a small type", typ: field[uint8](`json:"f" validate:"longitude"`), want: `{"type":"integer","minimum":0,"maximum":180}`},
		{name: "alternatives", typ: field[string](`json:"f" validate:"hexcolor|rgb"`),
			want: `{"type":"string","description":"Must be a color such as #ff8800 or be a color such as rgb(255,136,0)."}`},
		{name: "date", typ: field[string](`json:"f" validate:"datetime=2006-01-02"`), want: `{"type":"string","description":"Must be a date or time in the form 2006-01-02.","format":"date"}`},
		{name: "a comma in a parameter", typ: field[string](`json:"f" validate:"excludesall=0x2C"`), want: `{"type":"string","description":"Must contain none of the characters \",\"."}`},
		{name: "another field", typ: field[int](`json:"f" validate:"gtfield=Other"`), want: `{"type":"integer","description":"Must be greater than other."}`},
		{name: "another time", typ: field[time.Time](`json:"f" validate:"gtefield=Other"`), want: `{"type":"string","description":"Must not be earlier than other.","format":"date-time"}`},
		{name: "required_with", typ: field[string](`json:"f" validate:"required_with=Other"`), want: `{"type":"string","description":"Required when other is given."}`, optional: true},
		{name: "required_without", typ: field[string](`json:"f" validate:"required_without=Other"`), want: `{"type":"string","description":"Required when other is not given."}`, optional: true},
		{name: "required_if", typ: field[string](`json:"f" validate:"required_if=Other x"`), want: `{"type":"string","description":"Required when other is x."}`, optional: true},
		{name: "required_unless", typ: field[string](`json:"f" validate:"required_unless=Other x"`), want: `{"type":"string","description":"Required unless other is x."}`, optional: true},
		{name: "excluded_with", typ: field[string](`json:"f" validate:"excluded_with=Other"`), want: `{"type":"string","description":"Not allowed when other is given."}`, optional: true},
		{name: "skip_unless", typ: field[string](`json:"f,omitempty" validate:"skip_unless=Other x,min=3"`), want: `{"type":"string","description":"Must have at least 3 characters when other is x."}`, optional: true},

		{name: "pattern", typ: field[string](`json:"f" pattern:"^[A-Z]{3}$"`), want: `{"type":"string","pattern":"^[A-Z]{3}$"}`},
		{name: "format", typ: field[string](`json:"f" format:"uri"`), want: `{"type":"string","format":"uri"}`},
		{name: "string option", typ: field[int64](`json:"f,string"`), want: `{"type":"string","pattern":"^-?(0|[1-9][0-9]*)$"}`},
		{name: "header", typ: field[string](`json:"f" x-mcp-header:"Region"`), want: `{"type":"string","x-mcp-header":"Region"}`},
		{name: "header of an integer", typ: field[int](`json:"f" x-mcp-header:"Page"`), want: `{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991,"x-mcp-header":"Page"}`},
		{name: "header with a narrower bound", typ: field[uint](`json:"f" validate:"max=10" x-mcp-header:"Page"`), want: `{"type":"integer","minimum":0,"maximum":10,"x-mcp-header":"Page"}`},

		{name: "jsonschema", typ: field[string](`json:"f,omitempty" jsonschema:"required,enum=a,enum=b,title=T,description=One\\, or two,example=b"`),
			want: `{"type":"string","title":"T","description":"One, or two","enum":["a","b"],"examples":["b"]}`},
		{name: "jsonschema of a number", typ: field[int](`json:"f" jsonschema:"minimum=1,exclusiveMaximum=10,multipleOf=3"`), want: `{"type":"integer","minimum":1,"maximum":9,"multipleOf":3}`},
		{name: "jsonschema of a list", typ: field[[]string](`json:"f" jsonschema:"minItems=1,maxItems=3,uniqueItems=true,minLength=2"`),
			want: `{"type":"array","items":{"type":"string","minLength":2},"minItems":1,"maxItems":3,"uniqueItems":true}`},
		{name: "jsonschema nullable", typ: field[*int](`json:"f" jsonschema:"nullable"`), want: `{"type":["integer","null"]}`, optional: true},
		{name: "jsonschema types", typ: field[any](`json:"f" jsonschema:"oneof_type=string;integer"`), want: `{"oneOf":[{"type":"string"},{"type":"integer"}]}`},
		{name: "jsonschema group", typ: field[string](`json:"f" jsonschema:"oneof_required=a"`), want: `{"type":"string","description":"Exactly one of these must be given: f."}`, optional: true},
		{name: "jsonschema_extras", typ: field[string](`json:"f" jsonschema_extras:"x-order=1"`), want: `{"type":"string","x-order":"1"}`},
		{name: "jsonschema_description", typ: field[string](`json:"f" jsonschema_description:"One, or two"`), want: `{"type":"string","description":"One, or two"}`},
		{name: "description beats jsonschema", typ: field[string](`json:"f" description:"Ours" jsonschema:"description=Theirs"`), want: `{"type":"string","description":"Ours"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, required := propertyOf(t, tt.typ)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("schema (-want +got):\n%s", diff)
			}
			if required == tt.optional {
				t.Errorf("required is %v", required)
			}
		})
	}
}

type withMethod struct{ A chan int }

func (withMethod) MarshalJSON() ([]byte, error)  { return []byte("1"), nil }
func (*withMethod) UnmarshalJSON(_ []byte) error { return nil }

// TestTagErrors has what is refused at registration, in the words a developer reads.
func TestTagErrors(t *testing.T) {
	for _, tt := range []struct {
		name string
		typ  reflect.Type
		want []string
	}{
		{"near miss of a key", field[string](`json:"f" desc:"x"`), []string{`desc:"x": desc is not a tag key; write description`}},
		{"other case of a key", field[string](`json:"f" Enum:"a"`), []string{`Enum:"a": Enum is not a tag key; write enum`}},
		{"a key twice", field[string](`json:"f" enum:"a" enum:"b"`), []string{`enum:"b": the key stands twice; Go reads only the first; write it once`}},
		{"no quotes", field[string](`json:"f" enum=a`), []string{"enum=a: not of the form key:\"value\", so Go does not read it or what follows it; write key:\"value\" pairs with blanks between them"}},
		{"near miss of a json option", field[string](`json:"f,omitEmpty"`), []string{`json:"f,omitEmpty": the option "omitEmpty" is not known, so it does nothing; write omitempty`}},
		{"required as a json option", field[string](`json:"f,required"`), []string{`json:"f,required": the option "required" is not one of encoding/json; write required:"true"`}},
		{"neither true nor false", field[string](`json:"f" secret:"yes"`), []string{`secret:"yes": neither true nor false; write secret:"true" or leave the tag out`}},
		{"unknown rule", field[string](`json:"f" validate:"minlength=3"`), []string{`validate:"minlength=3": minlength is not a rule of validator; write min`}},
		{"rule with another separator", field[string](`json:"f" validate:"required-with=Other"`), []string{`validate:"required-with=Other": required-with is not a rule of validator; write required_with`}},
		{"unknown rule without a guess", field[string](`json:"f" validate:"shiny"`), []string{`validate:"shiny": shiny is not a rule of validator; correct it, or register it with the validator that you pass in`}},
		{"a blank before a rule", field[string](`json:"f" validate:"min=1, max=2"`), []string{`validate:"min=1, max=2": " max=2" is not a rule; write rules between commas, without blanks`}},
		{"rule for another kind", field[int](`json:"f" validate:"email"`), []string{`validate:"email": email is a rule for strings, not for int; drop it, or change the type`}},
		{"bad parameter", field[string](`json:"f" validate:"min=abc"`), []string{`validate:"min=abc": min=abc: a length is an integer from 0; write one`}},
		{"negative length", field[string](`json:"f" validate:"min=-1"`), []string{`validate:"min=-1": min=-1: a length is an integer from 0; write one`}},
		{"fraction for an integer", field[int](`json:"f" validate:"min=1.5"`), []string{`validate:"min=1.5": min=1.5: an integer field needs an integer; write an integer`}},
		{"outside the width", field[int8](`json:"f" validate:"max=300"`), []string{`validate:"max=300": max=300: every int8 is on one side of it; correct the parameter, or use another type`}},
		{"no parameter", field[string](`json:"f" validate:"min"`), []string{`validate:"min": min needs a parameter; write min=…`}},
		{"a parameter too many", field[string](`json:"f" validate:"email=x"`), []string{`validate:"email=x": email takes no parameter; write email alone`}},
		{"looks at the disk", field[string](`json:"f" validate:"file"`), []string{`validate:"file": file looks at the disk or the network, which a caller's argument must not cause; check it in the handler`}},
		{"no such field", field[int](`json:"f" validate:"gtfield=Typo"`), []string{`name one of Other`}},
		{"condition on no such field", field[int](`json:"f" validate:"required_with=Typo"`), []string{`required_with names Typo, which is no other field of`}},
		{"condition on a bad value", field[int](`json:"f" validate:"required_if=Other x"`), []string{`required_if: x is not a value of int; write a value of that field's type`}},
		{"dive into a string", field[string](`json:"f" validate:"dive,min=1"`), []string{`dive goes into lists and maps, and string is neither; drop dive`}},
		{"keys without endkeys", field[map[string]int](`json:"f" validate:"dive,keys,min=1"`), []string{`keys has no endkeys; write keys,…,endkeys right after dive`}},
		{"no value left", field[int](`json:"f" validate:"min=5,max=3"`), []string{`no number is at least 5 and at most 3; correct one of the bounds`}},
		{"no length left", field[string](`json:"f" validate:"min=5,max=3"`), []string{`no length is at least 5 and at most 3; correct one of the bounds`}},
		{"required and omitempty", field[string](`json:"f" validate:"required,omitempty"`), []string{`required and omitempty contradict each other; drop one of them`}},
		{"required with a default", field[string](`json:"f" default:"x" required:"true"`), []string{`a required field never uses its default; drop required or the default`}},

		{"enum of another type", field[int](`json:"f" enum:"1,two"`), []string{`enum:"1,two": "two" is not an integer that fits int; write values of the field's type`}},
		{"enum twice", field[string](`json:"f" enum:"a,a"`), []string{`enum:"a,a": a stands twice; write it once`}},
		{"enum against a bound", field[int](`json:"f" enum:"1,50" validate:"max=10"`), []string{`the allowed value 50 must be at most 10; correct the list or the other rule`}},
		{"enum of a struct", field[struct{}](`json:"f" enum:"a"`), []string{`use a string, number or boolean field`}},
		{"default outside its enum", field[string](`json:"f" enum:"a,b" default:"c"`), []string{`default:"c": the default "c" must be one of a, b; write a default that a caller could send`}},
		{"default of another type", field[int](`json:"f" default:"x"`), []string{`default:"x": "x" is not an integer that fits int; write a value of the field's type`}},
		{"example against a bound", field[int](`json:"f" examples:"5" validate:"max=3"`), []string{`the example 5 must be at most 3; write an example that a caller could send`}},
		{"bad pattern", field[string](`json:"f" pattern:"["`), []string{"not a regular expression of Go: missing closing ]"}},
		{"pattern of Go only", field[string](`json:"f" pattern:"(?i)a"`), []string{`(?i is syntax of Go that JSON Schema does not have; write it without`}},
		{"pattern of an integer", field[int](`json:"f" pattern:"a"`), []string{`a pattern is for strings, not for int; drop it, or change the type`}},
		{"unknown format", field[string](`json:"f" format:"phone"`), []string{`not a format of JSON Schema 2020-12, so nothing would check it`}},
		{"nullable without null", field[int](`json:"f" nullable:"true"`), []string{`int cannot tell null from its zero value; make the field a *int`}},

		{"header that is no token", field[string](`json:"f" x-mcp-header:"My Region"`), []string{`not a token of HTTP`}},
		{"header of a list", field[[]string](`json:"f" x-mcp-header:"R"`), []string{`a header carries a string, an integer or a boolean, and []string is none; drop the tag, or change the type`}},
		{"header of a float", field[float64](`json:"f" x-mcp-header:"R"`), []string{`and float64 is none`}},
		{"header of a secret", field[string](`json:"f" x-mcp-header:"R" secret:"true"`), []string{`a secret would be copied into a header, where proxies log it; drop one of the two tags`}},
		{"header that smells", field[string](`json:"f" x-mcp-header:"Api-Key"`), []string{`the name speaks of a secret, and headers are logged by proxies; drop the tag, or insist with secret:"false"`}},
		{"header twice", reflect.TypeFor[struct {
			A string `json:"a" x-mcp-header:"Region"`
			B string `json:"b" x-mcp-header:"REGION"`
		}](), []string{`x-mcp-header:"REGION": the header is that of a already; case does not count; choose another name`}},
		{"header inside a list", reflect.TypeFor[struct {
			L []struct {
				A string `json:"a" x-mcp-header:"Region"`
			} `json:"l"`
		}](), []string{`the parameter stands inside a list, a map or a union, so one header cannot carry it; drop the tag, or move the parameter out`}},

		{"prose in jsonschema", field[string](`json:"f" jsonschema:"how long, e.g. 5s"`), []string{
			`"how long" is not a keyword; prose belongs into the description, and a comma ends it; write description:"…", or \, for a comma`,
			`"e.g. 5s" is not a keyword; prose belongs into the description, and a comma ends it; write description:"…", or \, for a comma`}},
		{"misspelt keyword", field[string](`json:"f" jsonschema:"minlength=3"`), []string{`"minlength=3" is not a keyword of a value of type string, or its value has another type; correct the keyword, or use the validate tag`}},
		{"ill-typed keyword", field[int](`json:"f" jsonschema:"maximum=abc"`), []string{`"maximum=abc" is not a keyword of a value of type integer, or its value has another type; correct the keyword, or use the validate tag`}},
		{"types of a string", field[string](`json:"f" jsonschema:"oneof_type=string;integer"`), []string{`a list of types is for fields of type any, not for string; drop it, or change the type`}},
		{"an unknown type", field[any](`json:"f" jsonschema:"anyof_type=string;int"`), []string{`"int" is no type of JSON Schema; write string, number, integer, boolean, array, object or null`}},
		{"a reference", field[any](`json:"f" jsonschema:"anyof_ref=#/a"`), []string{`a $ref in a tag reaches nothing; give the type a method JSONSchema() *jsonschema.Schema, or make it a union`}},
		{"an anchor", field[string](`json:"f" jsonschema:"anchor=a"`), []string{`an anchor names nothing that a $ref could reach; drop it`}},
		{"keyword that nothing enforces", field[string](`json:"f" jsonschema_extras:"pattern=a"`), []string{`pattern would be advertised but not enforced; use the tag of that keyword, or validate`}},

		{"channel", single[chan int](`json:"f"`), []string{`chan int has no JSON; leave the field out with json:"-"`}},
		{"function", single[func()](`json:"f"`), []string{`func() has no JSON; leave the field out with json:"-"`}},
		{"complex", single[complex128](`json:"f"`), []string{`complex128 has no JSON; use two numbers, or a string`}},
		{"interface", single[error](`json:"f"`), []string{`error is an interface with methods; JSON does not say which type to make; use a struct type, or any, or make it a union`}},
		{"own JSON", single[withMethod](`json:"f"`), []string{`reflect_test.withMethod has its own UnmarshalJSON, so its JSON cannot be told from its Go type; give it a method JSONSchema() *jsonschema.Schema (invopop/jsonschema), or use a type without UnmarshalJSON`}},
		{"bad map names", single[map[bool]int](`json:"f"`), []string{`the keys of map[bool]int cannot be member names; use string, integer or TextMarshaler keys`}},
		{"two fields of one name", reflect.StructOf([]reflect.StructField{
			{Name: "A", Type: reflect.TypeFor[string](), Tag: `json:"a"`},
			{Name: "B", Type: reflect.TypeFor[string](), Tag: `json:"a"`},
		}), []string{`has the JSON name "a", like A; give one of them another json name`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := toolreflect.Describe(tt.typ, toolreflect.Options{})
			if err == nil {
				t.Fatal("no error")
			}
			lines := strings.Split(err.Error(), "\n")
			if len(lines) != len(tt.want) {
				t.Errorf("%d errors, want %d:\n%s", len(lines), len(tt.want), err)
			}
			for i, want := range tt.want {
				if i < len(lines) && !strings.Contains(lines[i], want) {
					t.Errorf("error %d\n got %s\nwant %s", i, lines[i], want)
				}
			}
		})
	}
}
