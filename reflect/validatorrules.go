package reflect

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/go-playground/validator/v10"
)

// viaValidator adds a rule that validator runs. Wrong kinds and parameters make it
// panic, so the rule is tried on a sample first.
func (t *target) viaValidator(tag, name, param, rule, words string, others []int) {
	if problem := t.w.probe(t.shape.GoType, rule, t.obj); problem != "" {
		t.fail(tag, name+": "+problem, "correct the rule, or change the type")
		return
	}
	t.shape.Rules = append(t.shape.Rules, &Rule{Name: strings.SplitN(name, "=", 2)[0], Param: param, Words: words, Tag: rule, Others: others})
	t.words = append(t.words, "Must "+words+".")
}

// customKeywords adds the keywords that the developer has given for a rule. The description
// need not say then what they say.
func (t *target) customKeywords(tag, name string) {
	text := t.w.opts.Rules[name].Schema
	if text == "" {
		return
	}
	keywords, err := ruleKeywords(text)
	if err != nil {
		t.fail(tag, fmt.Sprintf("the schema of the rule %s: %v", name, err), "correct it where the rule is registered")
		return
	}
	if len(t.words) > 0 {
		t.words = t.words[:len(t.words)-1] // those of this rule
	}
	if len(keywords.enum) > 0 {
		t.doc.enum = keywords.enum
	}
	if keywords.format != "" {
		t.doc.format = keywords.format
	}
	t.doc.extra = append(t.doc.extra, keywords.extra...)
}

// ruleKeywords reads the keywords that somebody has given for a rule.
func ruleKeywords(text string) (*schema, error) {
	keywords, err := parseOwn([]byte(text))
	if err != nil {
		return nil, err
	}
	if _, err := NewChecker([]byte(text)); err != nil {
		return nil, err
	}
	if keywords.typ != "" || keywords.title != "" || keywords.description != "" {
		return nil, errors.New("it has more than keywords for a value; leave type, title and description out")
	}
	return keywords, nil
}

// skipped adds a rule that counts only when skip_unless lets it. No keyword can say
// that, so validator runs both and the description tells it.
func (t *target) skipped(tag, unless, word, name, param string) {
	doc, ok := t.lookup(tag, name)
	if !ok {
		return
	}
	if t.obj == nil {
		t.fail(tag, "skip_unless cannot speak of elements", "write it before dive")
		return
	}
	_, pairs, _ := strings.Cut(unless, "=")
	others, when, ok := t.pairs(tag, "skip_unless", pairs)
	if !ok {
		return
	}
	t.viaValidator(tag, name, param, unless+","+escapeRule(word), t.wordsFor(doc, name, param)+" when "+when, others)
}

// knows reports whether validator has the rule. omitempty keeps it from being run.
func (w *walker) knows(name string) (known bool) {
	defer func() {
		if recover() != nil {
			known = false
		}
	}()
	// The error would be that of a rule, and none is run.
	_ = w.validate.VarCtx(context.Background(), "", "omitempty,"+name)
	return true
}

// probe runs a rule once and returns what validator panics with, or "".
func (w *walker) probe(t reflect.Type, rule string, parent *object) (problem string) {
	defer func() {
		if r := recover(); r != nil {
			problem = strings.TrimSpace(fmt.Sprint(r))
			if i := strings.Index(problem, " on field"); i > 0 {
				problem = problem[:i]
			}
		}
	}()
	value := sample(t, 0).Interface()
	var err error
	if parent != nil {
		err = w.validate.VarWithValueCtx(context.Background(), value, sample(parent.typ, 0).Interface(), rule)
	} else {
		err = w.validate.VarCtx(context.Background(), value, rule)
	}
	if invalid, ok := err.(*validator.InvalidValidationError); ok {
		return invalid.Error()
	}
	return ""
}

// sample returns a value that is not zero, so that no rule is skipped.
func sample(t reflect.Type, depth int) reflect.Value {
	v := reflect.New(t).Elem()
	if t == timeType {
		v.Set(reflect.ValueOf(time.Unix(1, 0)))
		return v
	}
	if depth > 4 {
		return v
	}
	switch t.Kind() {
	case reflect.String:
		v.SetString("1")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(1)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(1)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(1)
	case reflect.Pointer:
		v.Set(sample(t.Elem(), depth+1).Addr().Convert(t))
	case reflect.Slice:
		v.Set(reflect.Append(v, sample(t.Elem(), depth+1)))
	case reflect.Map:
		v.Set(reflect.MakeMap(t))
		v.SetMapIndex(sample(t.Key(), depth+1), sample(t.Elem(), depth+1))
	case reflect.Struct:
		for i := range t.NumField() {
			if f := v.Field(i); f.CanSet() {
				f.Set(sample(f.Type(), depth+1))
			}
		}
	}
	return v
}
