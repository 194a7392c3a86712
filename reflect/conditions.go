package reflect

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// conditionRules are the rules that decide on presence by looking at other fields.
var conditionRules = map[string]bool{
	"required_if": true, "required_unless": true, "required_with": true, "required_with_all": true,
	"required_without": true, "required_without_all": true,
	"excluded_if": true, "excluded_unless": true, "excluded_with": true, "excluded_with_all": true,
	"excluded_without": true, "excluded_without_all": true,
}

// condition reads a rule about presence. "Present" means that the caller gave the
// member, whatever its value.
func (r *validateReader) condition(name, param string) *Condition {
	t := r.cur
	if t.obj == nil || r.keys != nil {
		r.fail(name+" cannot speak of elements, which are always there", "write it before dive")
		return nil
	}
	c := &Condition{Name: name, Param: param, Excludes: strings.HasPrefix(name, "excluded_")}
	var holds func(present Presence, parent reflect.Value) bool
	var when string
	if name == "skip_unless" || strings.HasSuffix(name, "_if") || strings.HasSuffix(name, "_unless") {
		fields, words, ok := t.pairs(r.tag, name, param)
		if !ok {
			return nil
		}
		c.Others, c.OnValues = fields, true
		tests := t.tests(fields, param)
		holds = func(present Presence, parent reflect.Value) bool {
			for _, test := range tests {
				if !test(present, parent) {
					return false
				}
			}
			return true
		}
		if strings.HasSuffix(name, "_unless") {
			all := holds
			holds = func(present Presence, parent reflect.Value) bool { return !all(present, parent) }
			when = "unless " + words
		} else {
			when = "when " + words
		}
	} else {
		fields, names, ok := t.siblings(r.tag, name, strings.Fields(param))
		if !ok {
			return nil
		}
		c.Others = fields
		holds, when = presenceTest(name, fields, names)
		if name == "required_with" || name == "required_with_all" && len(fields) == 1 {
			t.dependsOn(names)
		}
	}
	c.Broken = func(present Presence, self int, parent reflect.Value) bool {
		return present.Has(self) == c.Excludes && holds(present, parent)
	}
	verb := "required "
	if c.Excludes {
		verb = "not allowed "
	}
	c.Words = verb + when
	if name != "skip_unless" {
		t.words = append(t.words, upperFirst(c.Words)+".")
	}
	return c
}

// dependsOn notes that the field must be given with each of the others.
func (t *target) dependsOn(names []string) {
	if !t.w.opts.DependentRequired {
		return
	}
	if t.obj.dependent == nil {
		t.obj.dependent = map[string][]string{}
	}
	for _, name := range names {
		t.obj.dependent[name] = append(t.obj.dependent[name], t.obj.fields[t.self].name)
	}
}

// presenceTest returns when a rule about the presence of other fields applies.
func presenceTest(name string, fields []int, names []string) (holds func(Presence, reflect.Value) bool, when string) {
	_, kind, _ := strings.Cut(name, "_")
	all := strings.HasSuffix(kind, "_all")
	without := strings.HasPrefix(kind, "without")
	holds = func(present Presence, _ reflect.Value) bool {
		for _, i := range fields {
			hit := present.Has(i) != without
			if hit != all {
				return hit
			}
		}
		return all
	}
	joint := " or "
	if all {
		joint = " and "
	}
	list, verb := strings.Join(names, joint), " is"
	if all && len(names) > 1 {
		verb = " are"
	}
	if without {
		return holds, "when " + list + verb + " not given"
	}
	return holds, "when " + list + verb + " given"
}

// siblings finds the fields that a rule names.
func (t *target) siblings(tag, rule string, goNames []string) (fields []int, names []string, ok bool) {
	if len(goNames) == 0 {
		t.fail(tag, rule+" names no field", "write "+rule+"=Field")
		return nil, nil, false
	}
	for _, goName := range goNames {
		i := t.obj.sibling(t.self, goName)
		if i < 0 || i == t.self {
			t.fail(tag, fmt.Sprintf("%s names %s, which is no other field of %s", rule, goName, t.obj.typ),
				"name one of "+strings.Join(t.obj.siblingNames(t.self), ", "))
			return nil, nil, false
		}
		fields, names = append(fields, i), append(names, t.obj.fields[i].name)
	}
	return fields, names, true
}

// pairs reads "Field value Field value" and says it in words.
func (t *target) pairs(tag, rule, param string) (fields []int, words string, ok bool) {
	parts := splitOneof(param)
	if len(parts) == 0 || len(parts)%2 != 0 {
		t.fail(tag, rule+" needs pairs of a field and a value", "write "+rule+"=Field value")
		return nil, "", false
	}
	var clauses []string
	for i := 0; i < len(parts); i += 2 {
		found, names, ok := t.siblings(tag, rule, parts[i:i+1])
		if !ok {
			return nil, "", false
		}
		if !readableAs(t.obj.fields[found[0]].typ, parts[i+1]) {
			t.fail(tag, fmt.Sprintf("%s: %s is not a value of %s", rule, parts[i+1], t.obj.fields[found[0]].typ), "write a value of that field's type")
			return nil, "", false
		}
		fields = append(fields, found[0])
		clauses = append(clauses, names[0]+" is "+parts[i+1])
	}
	return fields, strings.Join(clauses, " and "), true
}

// tests returns one test for each pair. A field that was not given equals nothing
// but its default.
func (t *target) tests(fields []int, param string) []func(Presence, reflect.Value) bool {
	parts := splitOneof(param)
	var tests []func(Presence, reflect.Value) bool
	for n, i := range fields {
		want, index, described := parts[2*n+1], t.obj.fields[i].index, t.obj.shape.Fields[i]
		tests = append(tests, func(present Presence, parent reflect.Value) bool {
			if !present.Has(i) && described.Default == nil {
				return false
			}
			v, err := parent.FieldByIndexErr(index)
			return err == nil && equals(v, want)
		})
	}
	return tests
}

// equals compares a value with the text in a tag, as validator does: lists and maps
// by their length.
func equals(v reflect.Value, want string) bool {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return false
		}
		v = v.Elem()
	}
	switch {
	case v.Kind() == reflect.String:
		return v.String() == want
	case v.Kind() == reflect.Bool:
		return strconv.FormatBool(v.Bool()) == want
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10) == want
	case v.CanUint():
		return strconv.FormatUint(v.Uint(), 10) == want
	case v.CanFloat():
		f, err := strconv.ParseFloat(want, 64)
		return err == nil && v.Float() == f
	case v.Kind() == reflect.Slice || v.Kind() == reflect.Map || v.Kind() == reflect.Array:
		return strconv.Itoa(v.Len()) == want
	}
	return false
}

// readableAs reports whether text can be a value of the type.
func readableAs(t reflect.Type, text string) bool {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	var err error
	switch k := t.Kind(); {
	case k == reflect.String:
	case k == reflect.Bool:
		return text == "true" || text == "false"
	case k >= reflect.Int && k <= reflect.Int64:
		_, err = strconv.ParseInt(text, 10, t.Bits())
	case k >= reflect.Uint && k <= reflect.Uintptr:
		_, err = strconv.ParseUint(text, 10, t.Bits())
	case k == reflect.Float32 || k == reflect.Float64:
		_, err = strconv.ParseFloat(text, t.Bits())
	case k == reflect.Slice || k == reflect.Map || k == reflect.Array:
		_, err = strconv.ParseUint(text, 10, 32)
	default:
		return false
	}
	return err == nil
}
