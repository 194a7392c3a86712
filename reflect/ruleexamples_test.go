package reflect

import (
	"reflect"
	"strings"
	"testing"
)

// sayEnough are the rules for texts whose words say how a valid one looks, without an example.
var sayEnough = " len min max gt gte lt lte eq ne eq_ignore_case ne_ignore_case oneof oneofci noneof noneofci isdefault validateFn " +
	"fieldcontains fieldexcludes alpha alphaspace alphanum alphanumspace alphaunicode alphanumunicode ascii printascii multibyte lowercase uppercase " +
	"boolean numeric number contains containsany containsrune excludes excludesall excludesrune startswith endswith startsnotwith endsnotwith " +
	"postcode_iso3166_alpha2 postcode_iso3166_alpha2_field "

// TestRuleExamples shows that the example of each rule satisfies it, and that no rule is
// without one unless its words say enough.
func TestRuleExamples(t *testing.T) {
	for name, doc := range ruleTable {
		if refused[name] || strings.HasSuffix(name, "field") || strings.Contains(sayEnough, " "+name+" ") {
			continue
		}
		for _, typ := range []reflect.Type{reflect.TypeFor[string](), reflect.TypeFor[int](), reflect.TypeFor[float64]()} {
			s := &Shape{GoType: typ}
			w := &walker{validate: plainValidator(), nodes: map[reflect.Type]*node{}}
			schema := w.describe(typ, s, place{})
			if kindOf(s)&doc.kinds == 0 {
				continue
			}
			param := ""
			if doc.param == needsParam {
				param = parameterFor(name, typ)
			}
			target := &target{w: w, shape: s, doc: schema.clone()}
			target.rule(name, name, param)
			target.finish()
			if s.Example == nil && typ.Kind() == reflect.String {
				t.Errorf("%s has no example that satisfies it", name)
			}
			if s.Example != nil && target.broken(s.Example) != "" {
				t.Errorf("%s on %s: the example %s does not satisfy it", name, typ, s.Example)
			}
		}
	}
	for name := range ruleExamples {
		if _, ok := ruleTable[name]; !ok {
			t.Errorf("an example for %s, which is no rule", name)
		}
	}
}

// TestFormatExamples shows the same of the formats.
func TestFormatExamples(t *testing.T) {
	for name := range formatNouns {
		compiled, err := compileFormat(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := compiled.Validate(formatExamples[name]); formatExamples[name] == "" || err != nil {
			t.Errorf("%s: the example %q is none: %v", name, formatExamples[name], err)
		}
	}
}

// TestExampleOfRules shows when a rule's example is used.
func TestExampleOfRules(t *testing.T) {
	type args struct {
		Plain  string   `json:"plain" validate:"email"`
		Own    string   `json:"own" examples:"me@here.org" validate:"email"`
		Short  string   `json:"short" validate:"email,max=10"`
		Other  string   `json:"other" validate:"startswith=h,hexcolor|hostname"`
		List   []string `json:"list" validate:"dive,ipv4"`
		Format string   `json:"format" format:"uri-reference"`
		Day    string   `json:"day" validate:"datetime=2006-01-02"`
		Number int      `json:"number" validate:"iso4217_numeric"`
	}
	d, err := Describe(reflect.TypeFor[args](), Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`"ada@example.com"`, `"me@here.org"`, ``, ``, ``, `"/path"`, `"2006-01-02"`, `978`}
	for i, f := range d.Shape.Fields {
		if got := string(f.Shape.Example); got != want[i] {
			t.Errorf("%s has the example %s, want %s", f.Name, got, want[i])
		}
	}
	if got := string(d.Shape.Fields[4].Shape.Elem.Example); got != `"192.0.2.1"` {
		t.Errorf("an element has the example %s", got)
	}
	if strings.Contains(string(d.Schema), "example.com") {
		t.Errorf("the schema has an example of a rule: %s", d.Schema)
	}
}
