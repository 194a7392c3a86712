package reflect

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A jsonTag is the json key of a tag, as encoding/json understands it.
type jsonTag struct {
	text      string // as written
	name      string // "" if the Go name is used
	ignored   bool   // json:"-"
	omitEmpty bool
	omitZero  bool
	quoted    bool // the string option
}

// parseJSONTag reads the value of a json key. Options that encoding/json would drop
// in silence are problems.
func parseJSONTag(text string, problems []tagProblem) (jsonTag, []tagProblem) {
	t := jsonTag{text: text}
	written := tagPair{"json", text}.String()
	fail := func(problem, remedy string) {
		problems = append(problems, tagProblem{written, problem, remedy})
	}
	if text == "-" {
		t.ignored = true
		return t, problems
	}
	name, options, more := strings.Cut(text, ",")
	if name == "-" && more {
		fail("a member called - and a field that is left out look alike here", `write json:"-" to leave the field out, or give the member another name`)
	}
	if strings.ContainsFunc(name, badNameRune) || !utf8.ValidString(name) {
		fail("the name has a character that a member name should not have", "use letters, digits, _ - and .")
	}
	t.name = name
	if !more {
		return t, problems
	}
	for option := range strings.SplitSeq(options, ",") {
		var flag *bool
		switch option {
		case "omitempty":
			flag = &t.omitEmpty
		case "omitzero":
			flag = &t.omitZero
		case "string":
			flag = &t.quoted
		default:
			fail(unknownOption(option))
			continue
		}
		if *flag {
			fail(fmt.Sprintf("the option %s stands twice", option), "write it once")
		}
		*flag = true
	}
	return t, problems
}

// badNameRune reports characters that encoding/json would ignore the name for, or
// that a path in an error text could not carry.
func badNameRune(r rune) bool {
	return strings.ContainsRune("\\\"'`", r) || unicode.IsControl(r) || r == utf8.RuneError
}

// unknownOption says what is wrong with a json option and what was meant.
func unknownOption(option string) (problem, remedy string) {
	if option == "" {
		return "there is an empty option", "drop the comma"
	}
	norm := strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(option))
	switch norm {
	case "omitempty", "omitzero", "string":
		return fmt.Sprintf("the option %q is not known, so it does nothing", option), "write " + norm
	case "inline", "embed":
		return fmt.Sprintf("the option %q is not one of encoding/json", option), "embed the struct without a json name"
	}
	if norm == "required" {
		return `the option "required" is not one of encoding/json`, `write required:"true"`
	}
	return fmt.Sprintf("the option %q is not one of encoding/json", option), "use omitempty, omitzero or string"
}
