package reflect

import (
	"fmt"
	"strings"
)

// A presence is what the words of a validate tag say about whether a member must be
// there.
type presence struct {
	required   bool
	omit       string // omitempty and its kin, as written
	conditions []*Condition
}

// A validateReader applies the words of one validate tag, from left to right.
type validateReader struct {
	field  *target   // the field itself
	cur    *target   // what the words speak of now: the field, or what `dive` went into
	keys   *target   // the map whose names the words speak of, between keys and endkeys
	tag    string    // the whole tag, for errors
	unless string    // skip_unless with its parameter, once it was read
	inner  []*target // what dive went into
	p      presence
}

// validateTag applies a validate tag. What validator decides by zero values is
// decided by presence here: omitempty makes a field optional, required makes it
// required, and a rule counts whenever the value is given.
func (t *target) validateTag(text string) presence {
	r := &validateReader{field: t, cur: t, tag: tagPair{"validate", text}.String()}
	if text == "" || text == "-" {
		return r.p
	}
	for word := range strings.SplitSeq(text, ",") {
		r.word(word)
	}
	if r.keys != nil {
		r.fail("keys has no endkeys", "write keys,…,endkeys right after dive")
	}
	for _, t := range r.inner {
		t.finish()
	}
	return r.p
}

func (r *validateReader) fail(problem, remedy string) { r.field.fail(r.tag, problem, remedy) }

// word applies one word.
func (r *validateReader) word(word string) {
	name, param, hasParam := strings.Cut(word, "=")
	if trimmed := strings.TrimSpace(name); trimmed != name || name == "" {
		r.fail(fmt.Sprintf("%q is not a rule", word), "write rules between commas, without blanks")
		return
	}
	param = strings.NewReplacer("0x2C", ",", "0x7C", "|").Replace(param)
	switch name {
	case "omitempty", "omitnil", "omitzero":
		if r.cur != r.field {
			r.fail(name+" stands after dive, but an element is always there", "drop it")
			return
		}
		r.p.omit = name
	case "required":
		r.required()
	case "dive":
		r.dive()
	case "keys", "endkeys":
		r.mapKeys(name)
	case "nostructlevel":
		// Checks on whole structs run only where StructRules has them.
	case "structonly":
		r.fail("the rules of a nested struct always count", "drop structonly, or the rules inside")
	case "skip_unless":
		if r.condition(name, param) != nil {
			r.unless = word
		}
	default:
		if conditionRules[name] {
			if c := r.condition(name, param); c != nil {
				r.p.conditions = append(r.p.conditions, c)
			}
			return
		}
		r.rule(word, name, param, hasParam)
	}
}

// required makes the member required. Below dive, where everything is present, it
// keeps validator's meaning: not the zero value.
func (r *validateReader) required() {
	switch {
	case r.cur == r.field && r.keys == nil:
		r.p.required = true
	case r.keys != nil:
		r.keyRule("required", "min", "1")
	default:
		switch kindOf(r.cur.shape) {
		case stringKind, listKind, mapKind:
			r.cur.rule(r.tag, "min", "1")
		case numberKind:
			r.cur.rule(r.tag, "ne", "0")
		}
	}
}

// dive makes the words that follow speak of the elements.
func (r *validateReader) dive() {
	switch r.cur.shape.Form {
	case ListForm, TupleForm, MapForm:
	default:
		r.fail(fmt.Sprintf("dive goes into lists and maps, and %s is neither", r.cur.shape.GoType), "drop dive")
		return
	}
	r.cur = r.cur.element()
	r.inner = append(r.inner, r.cur)
}

// mapKeys makes the words that follow speak of the names of a map, or ends that.
func (r *validateReader) mapKeys(name string) {
	if name == "endkeys" {
		if r.keys == nil {
			r.fail("endkeys without keys", "write keys,…,endkeys right after dive")
		}
		r.keys = nil
		return
	}
	outer := r.field
	if r.cur.parent != nil {
		outer = r.cur.parent
	}
	if r.cur == r.field || outer.shape.Form != MapForm {
		r.fail("keys speaks of the names of a map", "write it right after the dive into a map")
		return
	}
	key := *outer.shape.Key
	key.Rules = append([]*Rule(nil), key.Rules...)
	outer.shape.Key = &key
	r.keys = &target{w: r.field.w, at: r.field.at, shape: &key, doc: &schema{typ: "string"}, parent: outer}
}

// keyRule applies a rule to the names of a map. A schema that every client accepts
// cannot say it, so the description does.
func (r *validateReader) keyRule(word, name, param string) {
	before := len(r.keys.shape.Rules)
	r.keys.rule(r.tag, name, param)
	for _, rule := range r.keys.shape.Rules[before:] {
		rule.Name = strings.SplitN(word, "=", 2)[0]
		r.keys.parent.words = append(r.keys.parent.words, "Each name must "+rule.Words+".")
	}
}

// rule applies a rule that looks at a value.
func (r *validateReader) rule(word, name, param string, hasParam bool) {
	switch {
	case strings.Contains(word, "|"):
		r.alternatives(word)
	case r.unless != "":
		r.cur.skipped(r.tag, r.unless, word, name, param)
	case r.keys != nil:
		r.keyRule(word, name, param)
	default:
		if hasParam && param == "" {
			r.fail(fmt.Sprintf("%s has an empty parameter", name), "give it one, or drop the =")
			return
		}
		r.cur.rule(r.tag, name, param)
	}
}

// alternatives applies rules of which one must hold: hexcolor|rgb.
func (r *validateReader) alternatives(word string) {
	target := r.cur
	if r.keys != nil {
		target = r.keys
	}
	var words []string
	for one := range strings.SplitSeq(word, "|") {
		name, param, _ := strings.Cut(one, "=")
		doc, ok := target.lookup(r.tag, name)
		if !ok {
			return
		}
		words = append(words, target.wordsFor(doc, name, param))
	}
	target.viaValidator(r.tag, word, "", word, strings.Join(words, " or "), nil)
	if r.keys != nil {
		r.keys.parent.words = append(r.keys.parent.words, "Each name must "+strings.Join(words, " or ")+".")
	}
}
