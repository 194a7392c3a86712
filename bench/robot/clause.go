package robot

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// A clause is one thing that a sentence says about a member of an object, as far as the
// robot understands it.
type clause struct {
	// holds reports whether the object is as the clause says. Of a member that is not there
	// only a clause about presence says anything.
	holds func(object map[string]any, name string) bool
	// offers returns what the value could be changed into, or is nil.
	offers func(object map[string]any, name string, value any) []any
	// others are the members that the value is compared with.
	others []string
}

// clauses reads the sentences of a description or of a remark. names are the members of the
// object that they are about.
func clauses(text string, names map[string]any) []clause {
	var list []clause
	for _, sentence := range sentences(text) {
		if c, ok := presence(sentence, names); ok {
			list = append(list, c)
			continue
		}
		if demand, ok := strings.CutPrefix(sentence, "must "); ok {
			if c, ok := value(demand, names); ok {
				list = append(list, c)
			}
		}
	}
	return list
}

// nameClauses reads what is said about the names in a map.
func nameClauses(text string) []clause {
	var list []clause
	for _, sentence := range sentences(text) {
		for _, start := range []string{"each name must ", "the name must "} {
			if demand, ok := strings.CutPrefix(sentence, start); ok {
				if c, ok := value(demand, nil); ok {
					list = append(list, c)
				}
			}
		}
	}
	return list
}

// sentences splits a text. The first letter of each becomes small, and what was received is
// left out.
func sentences(text string) []string {
	var list []string
	for sentence := range strings.SplitSeq(strings.TrimSuffix(text, "."), ". ") {
		if sentence == "" {
			continue
		}
		sentence, _, _ = strings.Cut(sentence, ", got ")
		list = append(list, strings.ToLower(sentence[:1])+sentence[1:])
	}
	return list
}

var examplePlace = regexp.MustCompile(`(?:such as|in the form) (\S+)`)

// examples returns the values that a text shows, those that it names as the likely ones
// first.
func examples(text string) []any {
	var list []any
	for _, start := range []string{"Did you mean ", "For example "} {
		if _, rest, found := strings.Cut(text, start); found {
			list = append(list, literals(rest)[:1]...)
		}
	}
	for _, m := range examplePlace.FindAllStringSubmatch(text, -1) {
		list = append(list, strings.TrimRight(m[1], ".,"))
	}
	for _, start := range []string{"Use one of ", "expected one of ", "must be one of "} {
		if _, rest, found := strings.Cut(text, start); found {
			list = append(list, literals(rest)...)
		}
	}
	return slices.DeleteFunc(list, func(v any) bool { return v == nil })
}

// literals reads JSON values between commas at the start of a text. There is always at least
// one: null where there is none.
func literals(text string) []any {
	var list []any
	for {
		value, length := literal(text)
		if length == 0 {
			break
		}
		list = append(list, value)
		rest, found := strings.CutPrefix(text[length:], ", ")
		if !found {
			break
		}
		text = rest
	}
	if list == nil {
		list = append(list, nil)
	}
	return list
}

var numberPlace = regexp.MustCompile(`^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?`)

// literal reads the JSON value at the start of a text, and says how long it is. The full
// stop behind a number is not part of it.
func literal(text string) (value any, length int) {
	if number := numberPlace.FindString(text); number != "" {
		return json.Number(number), len(number)
	}
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	if dec.Decode(&value) != nil {
		return nil, 0
	}
	return value, int(dec.InputOffset())
}

// presence reads a sentence about whether a member must be there.
func presence(sentence string, names map[string]any) (clause, bool) {
	if _, list, found := strings.Cut(sentence, "xactly one of these must be given: "); found {
		return exactlyOne(list), true
	}
	for _, p := range []struct {
		start    string
		required bool
	}{{"required ", true}, {"not allowed ", false}} {
		rest, found := strings.CutPrefix(sentence, p.start)
		if !found {
			continue
		}
		when, found := strings.CutPrefix(rest, "when ")
		unless := false
		if !found {
			if when, unless = strings.CutPrefix(rest, "unless "); !unless {
				continue
			}
		}
		applies := condition(when, names)
		return clause{holds: func(object map[string]any, name string) bool {
			_, given := object[name]
			return given == p.required || applies(object) == unless
		}}, true
	}
	return clause{}, false
}

// exactlyOne reads "name, or x with y".
func exactlyOne(list string) clause {
	var sets [][]string
	for set := range strings.SplitSeq(strings.ReplaceAll(list, ", or ", ", "), ", ") {
		sets = append(sets, strings.FieldsFunc(set, func(r rune) bool { return r == ' ' }))
	}
	return clause{holds: func(object map[string]any, _ string) bool {
		n := 0
		for _, set := range sets {
			all := true
			for _, name := range set {
				if _, given := object[name]; !given && name != "with" && name != "and" {
					all = false
				}
			}
			if all {
				n++
			}
		}
		return n == 1
	}}
}

var givenPlace = regexp.MustCompile(`^(.+) (?:is|are) (not )?given$`)

// condition reads "a or b is given", "a is not given", "status is closed and kind is x".
func condition(text string, names map[string]any) func(object map[string]any) bool {
	if m := givenPlace.FindStringSubmatch(text); m != nil {
		members, all := strings.Split(m[1], " and "), true
		if strings.Contains(m[1], " or ") {
			members, all = strings.Split(m[1], " or "), false
		}
		want := m[2] == ""
		return func(object map[string]any) bool {
			for _, name := range members {
				if _, given := object[name]; (given == want) != all {
					return !all
				}
			}
			return all
		}
	}
	type test struct{ name, value string }
	var tests []test
	for part := range strings.SplitSeq(text, " and ") {
		name, value, _ := strings.Cut(part, " is ")
		tests = append(tests, test{name, value})
	}
	return func(object map[string]any) bool {
		for _, t := range tests {
			value, given := object[t.name]
			if !given {
				property, _ := names[t.name].(map[string]any)
				if value, given = property["default"]; !given {
					return false
				}
			}
			if plain(value) != t.value {
				return false
			}
		}
		return true
	}
}

// plain writes a value without the quotes of a string.
func plain(value any) string {
	if s, ok := value.(string); ok {
		return s
	}
	return write(value)
}
