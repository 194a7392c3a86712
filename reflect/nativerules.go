package reflect

import (
	"fmt"
	"math/big"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// rule applies one rule: in its native form, with the keyword that says the same, or
// else through validator and in words. tag is the whole tag, for errors.
func (t *target) rule(tag, name, param string) {
	doc, ok := t.lookup(tag, name)
	if !ok {
		return
	}
	switch {
	case doc.param == noParam && param != "":
		t.fail(tag, fmt.Sprintf("%s takes no parameter", name), "write "+name+" alone")
		return
	case doc.param == needsParam && param == "":
		t.fail(tag, fmt.Sprintf("%s needs a parameter", name), "write "+name+"=…")
		return
	}
	if _, own := t.w.opts.Rules[name]; own { // the developer's meaning, whatever validator's is
		t.validated(tag, doc, name, param)
		return
	}
	switch name {
	case "len", "min", "max", "gt", "gte", "lt", "lte":
		t.size(tag, name, param)
	case "eq", "ne":
		t.equal(tag, name, param)
	case "oneof":
		t.oneof(tag, param)
	case "unique":
		t.unique(tag, param)
	case "startswith", "endswith", "contains":
		quoted := regexp.QuoteMeta(param)
		expr := map[string]string{"startswith": "^" + quoted, "endswith": quoted + "$", "contains": quoted}[name]
		t.expression(name, param, t.wordsFor(doc, name, param), expr)
	case "eqfield", "nefield", "gtfield", "gtefield", "ltfield", "ltefield", "fieldcontains", "fieldexcludes",
		"eqcsfield", "necsfield", "gtcsfield", "gtecsfield", "ltcsfield", "ltecsfield", "postcode_iso3166_alpha2_field":
		t.compare(tag, doc, name, param)
	default:
		if doc.pattern != "" && kindOf(t.shape) == stringKind {
			t.expression(name, param, doc.words, doc.pattern)
			return
		}
		if doc.least != "" && kindOf(t.shape)&numberKind != 0 {
			// No value of a small type may reach a bound, which then needs no saying.
			if least, _ := new(big.Rat).SetString(doc.least); !t.impossible("len", least) {
				t.bound(tag, "min", doc.least)
			}
			if most, _ := new(big.Rat).SetString(doc.most); !t.impossible("len", most) {
				t.bound(tag, "max", doc.most)
			}
			return
		}
		t.validated(tag, doc, name, param)
	}
}

// validated applies a rule that validator runs, with the format that tells of it.
func (t *target) validated(tag string, doc ruleDoc, name, param string) {
	written := name
	if param != "" {
		written += "=" + param
	}
	t.viaValidator(tag, name, param, escapeRule(written), t.wordsFor(doc, name, param), nil)
	t.customKeywords(tag, name)
	format := doc.format
	if name == "datetime" {
		format = layoutFormats[param]
	}
	if t.doc.format == "" && t.plainString() {
		t.doc.format = format
	}
}

// layoutFormats are Go layouts that JSON Schema has a format for.
var layoutFormats = map[string]string{time.DateOnly: "date", time.RFC3339: "date-time", time.RFC3339Nano: "date-time"}

// escapeRule writes a rule so that validator does not split it.
func escapeRule(rule string) string {
	return strings.NewReplacer(",", "0x2C", "|", "0x7C").Replace(rule)
}

// wordsFor fills the parameter into the words of a rule.
func (t *target) wordsFor(doc ruleDoc, name, param string) string {
	if doc.words == "" { // a rule with a native form, among alternatives
		probe := &target{w: &walker{validate: t.w.validate}, shape: &Shape{GoType: t.shape.GoType, Form: t.shape.Form}, doc: &schema{}}
		probe.rule("", name, param)
		if len(probe.shape.Rules) > 0 {
			return probe.shape.Rules[0].Words
		}
		return "satisfy " + name
	}
	shown := strconv.Quote(param)
	switch name {
	case "oneofci", "noneof", "noneofci":
		shown = strings.Join(splitOneof(param), ", ")
	case "datetime", "postcode_iso3166_alpha2":
		shown = param
	}
	return strings.ReplaceAll(doc.words, "{}", shown)
}

// plainString reports whether keywords for strings say what a rule on the Go value
// says.
func (t *target) plainString() bool { return t.shape.Form == StringForm }

// plainNumber is the same for numbers.
func (t *target) plainNumber() bool {
	switch t.shape.Form {
	case IntegerForm, UnsignedForm, NumberForm:
		return true
	}
	return false
}

// add adds a native rule. In words it stands in the description too, unless a keyword
// says it.
func (t *target) add(name, param, words string, keyword bool, check func(reflect.Value) bool) {
	t.shape.Rules = append(t.shape.Rules, &Rule{Name: name, Param: param, Words: words, Check: check})
	t.w.checked = true
	if !keyword {
		t.words = append(t.words, "Must "+words+".")
	}
}

// size applies a bound on a number or on a length.
func (t *target) size(tag, name, param string) {
	k := kindOf(t.shape)
	if param == "" && k != timeKind {
		t.fail(tag, name+" needs a parameter", "write "+name+"=…")
		return
	}
	switch k {
	case integerKind, floatKind:
		t.bound(tag, name, param)
	case durationKind:
		t.durationBound(tag, name, param)
	case timeKind:
		if param != "" {
			t.fail(tag, name+" on a time compares with the present and takes no parameter", "write "+name+" alone, or compare with another field")
			return
		}
		words := map[string]string{"gt": "be in the future", "gte": "be now or in the future", "lt": "be in the past", "lte": "be now or in the past"}[name]
		t.viaValidator(tag, name, "", name, words, nil)
	default:
		t.length(tag, name, param, k)
	}
}

// bound applies a bound on a number.
func (t *target) bound(tag, name, param string) {
	n, ok := new(big.Rat).SetString(param)
	if _, err := strconv.ParseFloat(param, 64); !ok || err != nil {
		t.fail(tag, fmt.Sprintf("%s=%s: the parameter is not a number", name, param), "write a number")
		return
	}
	whole := kindOf(t.shape) == integerKind
	if whole && !n.IsInt() {
		t.fail(tag, fmt.Sprintf("%s=%s: an integer field needs an integer", name, param), "write an integer")
		return
	}
	text := numberText(n)
	if t.impossible(name, n) {
		t.fail(tag, fmt.Sprintf("%s=%s: every %s is on one side of it", name, param, t.shape.GoType), "correct the parameter, or use another type")
		return
	}
	if name == "len" {
		t.setEnum(name, param, tag, []jsontext.Value{jsontext.Value(text)})
		return
	}
	keyword := t.plainNumber()
	words := map[string]string{"min": "be at least ", "gte": "be at least ", "max": "be at most ", "lte": "be at most ", "gt": "be greater than ", "lt": "be less than "}[name] + text
	t.add(name, param, words, keyword, compareNumber(name, n, t.shape.GoType))
	if !keyword {
		return
	}
	one := big.NewRat(1, 1)
	switch {
	case name == "min" || name == "gte":
		t.doc.minimum = tighter(t.doc.minimum, n, 1)
	case name == "max" || name == "lte":
		t.doc.maximum = tighter(t.doc.maximum, n, -1)
	case name == "gt" && whole:
		t.doc.minimum = tighter(t.doc.minimum, new(big.Rat).Add(n, one), 1)
	case name == "lt" && whole:
		t.doc.maximum = tighter(t.doc.maximum, new(big.Rat).Sub(n, one), -1)
	case name == "gt":
		t.doc.exclusiveMinimum = tighter(t.doc.exclusiveMinimum, n, 1)
	case name == "lt":
		t.doc.exclusiveMaximum = tighter(t.doc.exclusiveMaximum, n, -1)
	}
}

// impossible reports whether no value of the Go type can satisfy a bound, or be equal to it
// if the rule is no min, max or the like.
func (t *target) impossible(name string, n *big.Rat) bool {
	width := integer(t.shape.GoType)
	if kindOf(t.shape) != integerKind {
		return false
	}
	low, high := width.minimum, width.maximum
	switch t.shape.GoType.Bits() {
	case 64:
		if high == nil && low != nil {
			high = new(big.Rat).SetFrac(new(big.Int).SetUint64(1<<64-1), big.NewInt(1))
		} else if high == nil {
			low, high = rat(-1<<63), rat(1<<63-1)
		}
	}
	switch name {
	case "min", "gte", "gt":
		return high != nil && n.Cmp(high) > 0
	case "max", "lte", "lt":
		return low != nil && n.Cmp(low) < 0 || high != nil && n.Cmp(high) > 0
	}
	return low != nil && n.Cmp(low) < 0 || high != nil && n.Cmp(high) > 0
}

// tighter returns the bound that leaves fewer values: the higher one if sign is 1.
func tighter(old, n *big.Rat, sign int) *big.Rat {
	if old != nil && old.Cmp(n)*sign >= 0 {
		return old
	}
	return n
}

// compareNumber compares a number of the Go type with n. Integers that fit are
// compared as integers, since this runs on every call.
func compareNumber(name string, n *big.Rat, typ reflect.Type) func(reflect.Value) bool {
	var want func(cmp int) bool
	switch name {
	case "min", "gte":
		want = func(cmp int) bool { return cmp >= 0 }
	case "max", "lte":
		want = func(cmp int) bool { return cmp <= 0 }
	case "gt":
		want = func(cmp int) bool { return cmp > 0 }
	case "lt":
		want = func(cmp int) bool { return cmp < 0 }
	}
	switch k := typ.Kind(); {
	case k >= reflect.Int && k <= reflect.Int64 && n.Num().IsInt64():
		bound := n.Num().Int64()
		return func(v reflect.Value) bool { return want(compareOrdered(v.Int(), bound)) }
	case k >= reflect.Uint && k <= reflect.Uintptr && n.Num().IsUint64():
		bound := n.Num().Uint64()
		return func(v reflect.Value) bool { return want(compareOrdered(v.Uint(), bound)) }
	case k >= reflect.Uint && k <= reflect.Uintptr: // below zero
		return func(reflect.Value) bool { return want(1) }
	}
	bound, _ := n.Float64()
	return func(v reflect.Value) bool { return want(compareOrdered(v.Float(), bound)) }
}

func compareOrdered[T int64 | uint64 | float64](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// durationBound applies a bound on a duration, which no keyword can say.
func (t *target) durationBound(tag, name, param string) {
	d, err := time.ParseDuration(param)
	if err != nil {
		t.fail(tag, fmt.Sprintf("%s=%s: the parameter is not a duration", name, param), "write one such as 1h30m")
		return
	}
	words := map[string]string{"len": "be ", "min": "be at least ", "gte": "be at least ", "max": "be at most ", "lte": "be at most ", "gt": "be longer than ", "lt": "be shorter than "}[name] + durationText(d)
	check := func(v reflect.Value) bool { return v.Int() == int64(d) }
	if name != "len" {
		check = compareNumber(name, rat(int64(d)), durationType)
	}
	t.add(name, param, words, false, check)
}

// length applies a bound on the length of a text, the items of a list or the entries
// of a map.
func (t *target) length(tag, name, param string, k kind) {
	n, err := strconv.ParseUint(param, 10, 32)
	if err != nil {
		t.fail(tag, fmt.Sprintf("%s=%s: a length is an integer from 0", name, param), "write one")
		return
	}
	low, high := &n, &n
	switch name {
	case "min", "gte":
		high = nil
	case "max", "lte":
		low = nil
	case "gt":
		above := n + 1
		low, high = &above, nil
	case "lt":
		if n == 0 {
			t.fail(tag, "no length is below 0", "correct the parameter")
			return
		}
		below := n - 1
		low, high = nil, &below
	}
	noun := map[kind]string{stringKind: "character", listKind: "item", bytesKind: "byte", mapKind: "entry"}[k]
	keyword := k == stringKind && t.plainString() || k == listKind || k == mapKind
	t.add(name, param, lengthWords(low, high, noun), keyword, lengthCheck(low, high, k))
	if !keyword {
		return
	}
	least, most := &t.doc.minLength, &t.doc.maxLength
	switch k {
	case listKind:
		least, most = &t.doc.minItems, &t.doc.maxItems
	case mapKind:
		least, most = &t.doc.minProperties, &t.doc.maxProperties
	}
	if low != nil && (*least == nil || **least < *low) {
		*least = low
	}
	if high != nil && (*most == nil || **most > *high) {
		*most = high
	}
}

func lengthWords(low, high *uint64, noun string) string {
	switch {
	case low != nil && high != nil:
		return "have exactly " + counted(*low, noun)
	case low != nil && *low == 1 && noun == "character":
		return "not be empty"
	case low != nil:
		return "have at least " + counted(*low, noun)
	}
	return "have at most " + counted(*high, noun)
}

// counted writes a number with its noun: 1 item, 3 items, 2 entries.
func counted(n uint64, noun string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(noun, "y"):
		noun = noun[:len(noun)-1] + "ies"
	default:
		noun += "s"
	}
	return strconv.FormatUint(n, 10) + " " + noun
}

func lengthCheck(low, high *uint64, k kind) func(reflect.Value) bool {
	within := func(n int) bool {
		return (low == nil || uint64(n) >= *low) && (high == nil || uint64(n) <= *high)
	}
	if k != stringKind {
		return func(v reflect.Value) bool { return within(v.Len()) }
	}
	return func(v reflect.Value) bool { return within(utf8.RuneCountInString(v.String())) }
}

// multipleOf applies the keyword of that name, which no rule of validator has.
func (t *target) multipleOf(tag, param string) {
	n, ok := new(big.Rat).SetString(param)
	if !ok || n.Sign() <= 0 || !t.plainNumber() {
		t.fail(tag, "multipleOf="+param+" is not a positive number, or the field is not one", "correct it")
		return
	}
	t.doc.multipleOf = n
	t.add("multipleOf", param, "be a multiple of "+numberText(n), true, func(v reflect.Value) bool {
		value := new(big.Rat)
		switch {
		case v.CanInt():
			value.SetInt64(v.Int())
		case v.CanUint():
			value.SetUint64(v.Uint())
		default:
			// The decimal that was written, not the nearest binary fraction.
			value.SetString(strconv.FormatFloat(v.Float(), 'g', -1, v.Type().Bits()))
		}
		return value.Quo(value, n).IsInt()
	})
}
