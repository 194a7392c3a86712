package reflect

import (
	stdbytes "bytes"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// enumTag applies the enum tag: the allowed values, or on a list those of its items.
func (t *target) enumTag(values []string) {
	if values == nil {
		return
	}
	word := tagPair{"enum", joinList(values)}.String()
	if t.shape.Form == ListForm || t.shape.Form == TupleForm {
		child := t.element()
		child.enumTag(values)
		child.finish()
		return
	}
	switch t.shape.Form {
	case StringForm, BooleanForm, IntegerForm, UnsignedForm, NumberForm:
	case TextForm:
		if t.shape.Decode == nil && t.shape.GoType != timeType && !isBytes(t.shape.GoType) {
			break
		}
		fallthrough
	default:
		t.fail(word, fmt.Sprintf("%s has no enumeration: its values can be written in several ways", t.shape.GoType), "use a string, number or boolean field")
		return
	}
	var raws []jsontext.Value
	for _, text := range values {
		raw, problem := parseValue(t.shape, text)
		if problem == "" {
			if _, err := decodeValue(t.shape, raw); err != nil {
				problem = fmt.Sprintf("%s is not a %s", text, t.shape.GoType)
			}
		}
		if problem != "" {
			t.fail(word, problem, "write values of the field's type")
			return
		}
		if slices.ContainsFunc(raws, func(r jsontext.Value) bool { return stdbytes.Equal(r, raw) }) {
			t.fail(word, fmt.Sprintf("%s stands twice", text), "write it once")
			return
		}
		raws = append(raws, raw)
	}
	t.setEnum("enum", joinList(values), word, raws)
}

// setEnum restricts the target to values, given as JSON. Where a set is there already
// the new one must be part of it.
func (t *target) setEnum(name, param, word string, raws []jsontext.Value) {
	for _, raw := range raws {
		if len(t.doc.enum) > 0 && !slices.ContainsFunc(t.doc.enum, func(r jsontext.Value) bool { return stdbytes.Equal(r, raw) }) {
			t.fail(word, fmt.Sprintf("%s is not one of the values that are allowed already", raw), "write each value in both places, or in one")
			return
		}
	}
	rule, err := enumRule(t.shape, name, param, raws)
	if err != nil {
		t.fail(word, err.Error(), "write values of the field's type")
		return
	}
	t.doc.enum = raws
	t.shape.Enum = nil
	for _, raw := range raws {
		t.shape.Enum = append(t.shape.Enum, raw)
	}
	t.shape.Rules = append(t.shape.Rules, rule)
	t.w.checked = true
}

// enumRule makes the rule for a set of values.
func enumRule(s *Shape, name, param string, raws []jsontext.Value) (*Rule, error) {
	var allowed []reflect.Value
	var words []string
	for _, raw := range raws {
		v, err := decodeValue(s, raw)
		if err != nil {
			return nil, fmt.Errorf("%s is not a %s", raw, s.GoType)
		}
		allowed = append(allowed, v)
		words = append(words, plainText(raw))
	}
	sentence := "be one of " + strings.Join(words, ", ")
	if len(words) == 1 {
		sentence = "be " + words[0]
	}
	return &Rule{Name: name, Param: param, Words: sentence, Check: func(v reflect.Value) bool {
		return slices.ContainsFunc(allowed, func(a reflect.Value) bool { return a.Equal(v) })
	}}, nil
}

// values applies default and examples, which must be values that a caller could send.
func (t *target) values(field *Field, tag fieldTag, kw *keywords) {
	if raw := kw.def; raw != nil {
		t.setDefault(field, tagPair{"jsonschema", tag.jsonschema}.String(), raw)
	}
	if tag.hasDefault {
		word := tagPair{"default", tag.def}.String()
		if raw, problem := parseValue(t.shape, tag.def); problem != "" {
			t.fail(word, problem, "write a value of the field's type")
		} else {
			t.setDefault(field, word, raw)
		}
	}
	for _, raw := range kw.examples {
		t.addExample(tagPair{"jsonschema", tag.jsonschema}.String(), raw)
	}
	for _, text := range tag.exampleTexts(t.shape) {
		word := tagPair{"examples", joinList(tag.examples)}.String()
		if raw, problem := parseValue(t.shape, text); problem != "" {
			t.fail(word, problem, "write values of the field's type")
		} else {
			t.addExample(word, raw)
		}
	}
}

// exampleTexts returns the examples of a tag. A list or an object is written as JSON,
// and its commas are its own.
func (t fieldTag) exampleTexts(s *Shape) []string {
	if len(t.examples) == 0 {
		return nil
	}
	all := strings.Join(t.examples, ",")
	if len(t.examples) > 1 && (strings.HasPrefix(all, "[") || strings.HasPrefix(all, "{")) && jsontext.Value(all).IsValid() {
		return []string{all}
	}
	if s.Form == ListForm && !strings.HasPrefix(all, "[") {
		return []string{all} // one list of several items
	}
	return t.examples
}

func (t *target) setDefault(field *Field, word string, raw jsontext.Value) {
	if problem := t.broken(raw); problem != "" {
		t.fail(word, fmt.Sprintf("the default %s %s", raw, problem), "write a default that a caller could send")
		return
	}
	if t.w.opts.Direction == Results {
		return // a result has no defaults: what is not written is not there
	}
	t.doc.def, field.Default = raw, raw
}

func (t *target) addExample(word string, raw jsontext.Value) {
	if problem := t.broken(raw); problem != "" {
		t.fail(word, fmt.Sprintf("the example %s %s", raw, problem), "write an example that a caller could send")
		return
	}
	t.doc.examples = append(t.doc.examples, raw)
	if t.shape.Example == nil {
		t.shape.Example = raw
	}
}

// broken says what is wrong with a value, or "".
func (t *target) broken(raw jsontext.Value) string {
	v, err := decodeValue(t.shape, raw)
	if err != nil {
		return fmt.Sprintf("is not a %s", t.shape.GoType)
	}
	if rule := t.w.brokenRule(t.shape, v); rule != nil {
		return "must " + rule.Words
	}
	return ""
}

// brokenRule returns the first rule that v or something within it breaks. Rules that
// look at other fields are left out.
func (w *walker) brokenRule(s *Shape, v reflect.Value) *Rule {
	if s.Form == PointerForm {
		if v.IsNil() {
			return nil
		}
		return w.brokenRule(s.Elem, v.Elem())
	}
	for _, r := range s.Rules {
		switch {
		case r.Check != nil:
			if !r.Check(v) {
				return r
			}
		case len(r.Others) == 0:
			if w.validate.VarCtx(context.Background(), v.Interface(), r.Tag) != nil {
				return r
			}
		}
	}
	switch s.Form {
	case ListForm, TupleForm:
		for i := range v.Len() {
			if r := w.brokenRule(s.Elem, v.Index(i)); r != nil {
				return r
			}
		}
	case MapForm:
		for iter := v.MapRange(); iter.Next(); {
			if r := w.brokenRule(s.Key, iter.Key()); r != nil {
				return r
			}
			if r := w.brokenRule(s.Elem, iter.Value()); r != nil {
				return r
			}
		}
	}
	return nil
}

// decodeValue reads JSON into a new value of the shape's type.
func decodeValue(s *Shape, raw jsontext.Value) (v reflect.Value, err error) {
	defer func() { // methods of the user's types run here
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	if raw.Kind() == 'n' && s.Form != AnyForm {
		return v, fmt.Errorf("null is not a value")
	}
	v = reflect.New(s.GoType).Elem()
	if s.Decode != nil {
		return v, s.Decode(jsontext.NewDecoder(stdbytes.NewReader(raw)), v)
	}
	return v, jsonv2.Unmarshal(raw, v.Addr().Interface(), argumentOptions)
}

// parseValue reads a value as it stands in a tag: bare text for a string, a number or
// a boolean, JSON for everything else, and values between commas for a list of them.
func parseValue(s *Shape, text string) (raw jsontext.Value, problem string) {
	switch s.Form {
	case PointerForm:
		return parseValue(s.Elem, text)
	case StringForm, TextForm:
		return appendText(nil, text), ""
	case BooleanForm:
		if text != "true" && text != "false" {
			return nil, fmt.Sprintf("%q is neither true nor false", text)
		}
	case IntegerForm:
		if n, err := strconv.ParseInt(text, 10, s.GoType.Bits()); err != nil {
			return nil, fmt.Sprintf("%q is not an integer that fits %s", text, s.GoType)
		} else {
			text = strconv.FormatInt(n, 10)
		}
	case UnsignedForm:
		if n, err := strconv.ParseUint(text, 10, s.GoType.Bits()); err != nil {
			return nil, fmt.Sprintf("%q is not an integer that fits %s", text, s.GoType)
		} else {
			text = strconv.FormatUint(n, 10)
		}
	case NumberForm:
		if raw = jsontext.Value(text); !raw.IsValid() || raw.Kind() != '0' {
			return nil, fmt.Sprintf("%q is not a number", text)
		}
	case ListForm, TupleForm:
		if !strings.HasPrefix(strings.TrimSpace(text), "[") {
			return parseItems(s, text)
		}
	}
	raw = jsontext.Value(strings.TrimSpace(text))
	if err := raw.Compact(); err != nil {
		return nil, fmt.Sprintf("%q is not JSON", text)
	}
	return raw, ""
}

// parseItems reads the items of a list that is written without brackets.
func parseItems(s *Shape, text string) (jsontext.Value, string) {
	raw := jsontext.Value{'['}
	if text != "" {
		for i, item := range splitList(text) {
			if i > 0 {
				raw = append(raw, ',')
			}
			value, problem := parseValue(s.Elem, item)
			if problem != "" {
				return nil, problem
			}
			raw = append(raw, value...)
		}
	}
	return append(raw, ']'), ""
}

// plainText writes a JSON value for a sentence: strings that are one plain word
// without quotes, everything else as it is.
func plainText(raw jsontext.Value) string {
	if raw.Kind() != '"' {
		return string(raw)
	}
	s, err := jsontext.AppendUnquote(nil, raw)
	if err != nil || len(s) == 0 || stdbytes.ContainsAny(s, " ,\"\t\n") {
		return string(raw)
	}
	return string(s)
}

// joinList is the opposite of splitList.
func joinList(values []string) string {
	escaped := make([]string, len(values))
	for i, v := range values {
		escaped[i] = strings.ReplaceAll(v, ",", `\,`)
	}
	return strings.Join(escaped, ",")
}
