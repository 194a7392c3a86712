package question

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// A property is one field of a form, with all the keywords that a form may have, as they
// are written.
type property struct {
	Type        string         `json:"type"`
	Title       jsontext.Value `json:"title,omitzero"`
	Description string         `json:"description,omitzero"`
	Items       *items         `json:"items,omitzero"`
	Enum        jsontext.Value `json:"enum,omitzero"`
	Format      string         `json:"format,omitzero"`
	MinLength   jsontext.Value `json:"minLength,omitzero"`
	MaxLength   jsontext.Value `json:"maxLength,omitzero"`
	Minimum     jsontext.Value `json:"minimum,omitzero"`
	Maximum     jsontext.Value `json:"maximum,omitzero"`
	MinItems    jsontext.Value `json:"minItems,omitzero"`
	MaxItems    jsontext.Value `json:"maxItems,omitzero"`
	Default     jsontext.Value `json:"default,omitzero"`
}

// Items are the choices of a list.
type items struct {
	Type string         `json:"type"`
	Enum jsontext.Value `json:"enum"`
}

// keywords are those of a JSON Schema, unread.
type keywords map[string]jsontext.Value

// text returns the string that a keyword has, or "".
func (k keywords) text(name string) string {
	var s string
	if jsonv2.Unmarshal(k[name], &s) != nil {
		return ""
	}
	return s
}

// formats are those that a form may name.
var formats = []string{"email", "uri", "date", "date-time"}

// unsayable are keywords that cannot be told to a person in words.
var unsayable = []string{"anyOf", "oneOf", "allOf", "not", "if", "$ref", "const"}

// Form turns the schema and the shape of a struct into the flat schema that a form has, with
// no other keywords than those the specification lists (client/elicitation, "Requested
// Schema"). What they cannot say is said in the descriptions. words are what is to be said of
// the form as a whole, or "". The error names every field that no form can have.
func Form(schema json.RawMessage, shape *toolreflect.Shape) (form json.RawMessage, words string, err error) {
	for shape.Form == toolreflect.PointerForm {
		shape = shape.Elem
	}
	var root struct {
		Description string              `json:"description"`
		Properties  map[string]keywords `json:"properties"`
		Required    []string            `json:"required"`
	}
	if err := jsonv2.Unmarshal(schema, &root); err != nil {
		return nil, "", err
	}
	if shape.Form != toolreflect.ObjectForm {
		return nil, "", fmt.Errorf("%s: an answer is the fields of a form; use a struct with one field for each", shape.GoType)
	}
	var errs []error
	out := []byte(`{"type":"object","properties":{`)
	for i, f := range shape.Fields {
		p, err := field(f, root.Properties[f.Name])
		if err != nil {
			errs = append(errs, fmt.Errorf("%s.%s: %w", shape.GoType, f.GoName, err))
			continue
		}
		if i > 0 {
			out = append(out, ',')
		}
		out, _ = jsontext.AppendQuote(out, f.Name)
		out = append(append(out, ':'), p...)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, "", err
	}
	out = append(out, '}')
	if len(root.Required) > 0 {
		required, err := jsonv2.Marshal(root.Required)
		if err != nil {
			return nil, "", err
		}
		out = append(append(out, `,"required":`...), required...)
	}
	return append(out, '}'), root.Description, nil
}

// field writes one field of the form.
func field(f *toolreflect.Field, k keywords) ([]byte, error) {
	if f.Secret {
		return nil, errors.New("a form must not ask for secrets, which the client would see; send the user to a page of your own with AskURL")
	}
	for _, name := range unsayable {
		if k[name] != nil {
			return nil, fmt.Errorf("a form has no %s; use a string, number, boolean, or a list of choices", name)
		}
	}
	p := property{Type: k.text("type"), Title: k["title"], Default: k["default"]}
	var told []string // in words
	tell := func(format string, args ...any) { told = append(told, fmt.Sprintf(format, args...)) }
	switch p.Type {
	case "string":
		if p.Enum = k["enum"]; p.Enum != nil {
			break
		}
		p.MinLength, p.MaxLength = k["minLength"], k["maxLength"]
		if format := k.text("format"); slices.Contains(formats, format) {
			p.Format = format
		} else if format != "" {
			tell("Must have the format %s.", format)
		}
		if pattern := k.text("pattern"); pattern != "" {
			tell("Must match the pattern %s.", pattern)
		}
		if encoding := k.text("contentEncoding"); encoding != "" {
			tell("Must be encoded as %s.", encoding)
		}
	case "number", "integer":
		if k["enum"] != nil {
			return nil, errors.New("a form has no choice of numbers; use a string with an enum")
		}
		p.Minimum, p.Maximum = k["minimum"], k["maximum"]
		for _, bound := range []struct{ keyword, words string }{
			{"exclusiveMinimum", "greater than"}, {"exclusiveMaximum", "less than"}, {"multipleOf", "a multiple of"},
		} {
			if n := k[bound.keyword]; n != nil {
				tell("Must be %s %s.", bound.words, n)
			}
		}
	case "boolean":
		if k["enum"] != nil {
			tell("Must be one of %s.", k["enum"])
		}
	case "array":
		var err error
		if p.Items, err = choices(k["items"]); err != nil {
			return nil, err
		}
		p.MinItems, p.MaxItems = k["minItems"], k["maxItems"]
		if string(k["uniqueItems"]) == "true" {
			tell("No choice may be made twice.")
		}
	case "object":
		return nil, errors.New("a form is flat; move the fields of the inner object into the struct, or ask several questions")
	default:
		return nil, errors.New("a form knows one type for each field; use a string, number, boolean, or a list of choices")
	}
	var examples []jsontext.Value
	if jsonv2.Unmarshal(k["examples"], &examples) == nil && len(examples) > 0 {
		tell("For example %s.", examples[0])
	}
	p.Description = described(k.text("description"), told)
	return jsonv2.Marshal(p)
}

// choices are the items of a list of which some are chosen.
func choices(schema jsontext.Value) (*items, error) {
	var k keywords
	if err := jsonv2.Unmarshal(schema, &k); err != nil || k.text("type") != "string" || k["enum"] == nil {
		return nil, errors.New("a list in a form is a choice from given strings; give its items an enum, or ask for one string")
	}
	return &items{Type: "string", Enum: k["enum"]}, nil
}

// described returns a description with more sentences.
func described(text string, more []string) string {
	if len(more) == 0 {
		return text
	}
	if text != "" {
		if !strings.ContainsRune(".!?:", rune(text[len(text)-1])) {
			text += "."
		}
		text += " "
	}
	return text + strings.Join(more, " ")
}

// maxSafeInteger is the largest integer that every JSON library can carry. Answers come
// through those of the client and of the SDK, which read all numbers as floating point.
const maxSafeInteger = 1<<53 - 1

// Inexact returns the names of the integer fields that were answered with numbers so large
// that they may have been changed on the way.
func Inexact(shape *toolreflect.Shape, content json.RawMessage) []string {
	for shape.Form == toolreflect.PointerForm {
		shape = shape.Elem
	}
	var answers map[string]any
	if json.Unmarshal(content, &answers) != nil {
		return nil // the decoder will say why
	}
	var names []string
	for _, f := range shape.Fields {
		if n, ok := answers[f.Name].(float64); ok && f.Shape.JSONType() == "integer" && math.Abs(n) > maxSafeInteger {
			names = append(names, f.Name)
		}
	}
	return names
}
