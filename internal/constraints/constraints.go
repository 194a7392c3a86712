// Package constraints says in words what the keywords of a JSON Schema demand: for interfaces
// that do not take a keyword, and for people.
package constraints

import (
	"cmp"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/typedmcp/toolkit/internal/ordered"
)

// A Constraint is what one keyword demands, or two that belong together.
type Constraint struct {
	Keywords []string
	// Phrase is for a table: "1 to 100".
	Phrase string
	// Sentence is for the end of a description: "Must be from 1 to 100."
	Sentence string
}

// longest bounds how much of a schema or a value is quoted; more would be no help.
const longest = 400

// Of returns the constraints that a schema states about its own value, in a fixed order. Those
// of its properties and items are theirs. Keywords whose words would be too long, and those that
// say nothing about a value, are left out.
func Of(schema *ordered.Object) []Constraint {
	s := &speaker{schema: schema}
	s.values()
	s.bounds("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
	s.one("multipleOf", "a multiple of ", "Must be a multiple of ")
	s.sizes("minLength", "maxLength", "character")
	s.quoted("pattern", "matches ", "Must match the regular expression ")
	s.quoted("format", "format ", "Must have the format ")
	s.quoted("contentEncoding", "encoded as ", "Must be encoded as ")
	s.quoted("contentMediaType", "holds ", "Must hold ")
	s.sizes("minItems", "maxItems", "item")
	if schema.Get("uniqueItems") == true {
		s.say("no item twice", "No item may stand there twice.", "uniqueItems")
	}
	s.sizes("minProperties", "maxProperties", "member")
	s.dependent()
	s.schemas()
	s.one("default", "default ", "Default: ")
	if list := schema.List("examples"); len(list) > 0 {
		s.listed("examples", "e.g. ", "Examples: ", list)
	}
	if schema.Get("deprecated") == true {
		s.say("deprecated", "Deprecated.", "deprecated")
	}
	if schema.Get("readOnly") == true {
		s.say("read only", "Set by the server; do not give it.", "readOnly")
	}
	return s.said
}

type speaker struct {
	schema *ordered.Object
	said   []Constraint
}

func (s *speaker) say(phrase, sentence string, keywords ...string) {
	if utf8.RuneCountInString(sentence) <= longest {
		s.said = append(s.said, Constraint{keywords, phrase, sentence})
	}
}

// values says which values are allowed.
func (s *speaker) values() {
	if s.schema.Has("const") {
		text := JSON(s.schema.Get("const"))
		s.say("always "+text, "Must be "+text+".", "const")
	}
	if list := s.schema.List("enum"); len(list) > 0 {
		s.listed("enum", "", "Must be one of ", list)
	}
}

func (s *speaker) listed(keyword, phrase, sentence string, list []any) {
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = JSON(v)
	}
	text := strings.Join(texts, ", ")
	s.say(phrase+text, sentence+text+".", keyword)
}

// one says a keyword with its value.
func (s *speaker) one(keyword, phrase, sentence string) {
	if s.schema.Has(keyword) {
		text := JSON(s.schema.Get(keyword))
		s.say(phrase+text, sentence+text+".", keyword)
	}
}

// quoted says a keyword that is a text, as it stands.
func (s *speaker) quoted(keyword, phrase, sentence string) {
	if text := s.schema.Text(keyword); text != "" {
		end := "."
		if keyword == "pattern" {
			end = " ." // or it would look like a part of the pattern
		}
		s.say(phrase+text, sentence+text+end, keyword)
	}
}

// bounds says what a number may be.
func (s *speaker) bounds(least, most, above, below string) {
	low, high := s.number(least), s.number(most)
	switch {
	case low != "" && high == low:
		s.say("always "+low, "Must be "+low+".", least, most)
	case low != "" && high != "":
		s.say(low+" to "+high, "Must be from "+low+" to "+high+".", least, most)
	case low != "":
		s.say("at least "+low, "Must be at least "+low+".", least)
	case high != "":
		s.say("at most "+high, "Must be at most "+high+".", most)
	}
	if n := s.number(above); n != "" {
		s.say("more than "+n, "Must be more than "+n+".", above)
	}
	if n := s.number(below); n != "" {
		s.say("less than "+n, "Must be less than "+n+".", below)
	}
}

// sizes says how long a text or list may be.
func (s *speaker) sizes(least, most, unit string) {
	low, high := s.number(least), s.number(most)
	count := func(n string) string {
		if n == "1" {
			return n + " " + unit
		}
		return n + " " + unit + "s"
	}
	switch {
	case low == "0" && high == "":
	case low != "" && low == high:
		s.say(count(low), "Must have exactly "+count(low)+".", least, most)
	case low != "" && high != "":
		s.say(low+" to "+count(high), "Must have "+low+" to "+count(high)+".", least, most)
	case low != "":
		s.say("at least "+count(low), "Must have at least "+count(low)+".", least)
	case high != "":
		s.say("at most "+count(high), "Must have at most "+count(high)+".", most)
	}
}

func (s *speaker) number(keyword string) string {
	n, _ := s.schema.Get(keyword).(json.Number)
	return string(n)
}

// dependent says which members ask for others.
func (s *speaker) dependent() {
	object := s.schema.Object("dependentRequired")
	for _, name := range object.Names() {
		var others []string
		for _, other := range object.List(name) {
			others = append(others, JSON(other))
		}
		if len(others) > 0 {
			with := strings.Join(others, ", ")
			s.say("with "+JSON(name)+" also "+with, "With "+JSON(name)+", "+with+" must be given too.", "dependentRequired")
		}
	}
}

// schemas says what stands in keywords that hold schemas and have no words of their own.
func (s *speaker) schemas() {
	for _, k := range []struct{ keyword, phrase, sentence string }{
		{"propertyNames", "names: ", "Names of members must satisfy the schema "},
		{"patternProperties", "by name: ", "Members whose names match must satisfy the schemas "},
		{"dependentSchemas", "depending: ", "With these members, the value must satisfy the schemas "},
		{"prefixItems", "items in order: ", "The first items must satisfy, in this order, the schemas "},
		{"contains", "contains ", "An item must satisfy the schema "},
		{"unevaluatedProperties", "other members: ", "Other members must satisfy the schema "},
		{"unevaluatedItems", "other items: ", "Other items must satisfy the schema "},
		{"not", "not ", "Must not satisfy the schema "},
		{"allOf", "all of ", "Must satisfy all of the schemas "},
		{"oneOf", "one of ", "Must satisfy exactly one of the schemas "},
		{"anyOf", "any of ", "Must satisfy at least one of the schemas "},
	} {
		if s.schema.Has(k.keyword) {
			text := JSON(s.schema.Get(k.keyword))
			s.say(k.phrase+text, k.sentence+text+".", k.keyword)
		}
	}
	if s.schema.Has("minContains") || s.schema.Has("maxContains") {
		low, high := cmp.Or(s.number("minContains"), "1"), cmp.Or(s.number("maxContains"), "any number")
		s.say(low+" to "+high+" of those", "From "+low+" to "+high+" of such items.", "minContains", "maxContains")
	}
	if s.schema.Has("if") {
		parts := "If the value satisfies the schema " + JSON(s.schema.Get("if"))
		if s.schema.Has("then") {
			parts += ", it must satisfy " + JSON(s.schema.Get("then"))
		}
		if s.schema.Has("else") {
			parts += "; otherwise it must satisfy " + JSON(s.schema.Get("else"))
		}
		s.say(strings.ToLower(parts[:1])+parts[1:], parts+".", "if", "then", "else")
	}
}

// JSON writes a value as it would be sent.
func JSON(value any) string { return string(ordered.Encode(value)) }

// Append adds a sentence to a description.
func Append(description, sentence string) string {
	description = strings.TrimRight(description, " \n")
	switch {
	case sentence == "":
		return description
	case description == "":
		return sentence
	case strings.ContainsRune(".!?:;", rune(description[len(description)-1])):
		return description + " " + sentence
	}
	return description + ". " + sentence
}
