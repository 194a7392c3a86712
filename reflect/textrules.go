package reflect

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// expression applies a regular expression. The schema says it if it has room for one;
// a second one is said in words.
func (t *target) expression(name, param, words, expr string) {
	compiled := regexp.MustCompile(expr)
	keyword := t.plainString() && t.doc.pattern == ""
	if keyword {
		t.doc.pattern = expr
	}
	t.add(name, param, words, keyword, func(v reflect.Value) bool { return compiled.MatchString(v.String()) })
}

// patternTag applies the pattern tag. The expression must mean the same to Go and to a
// reader of JSON Schema, who takes it for one of ECMA-262.
func (t *target) patternTag(expr string) {
	if expr == "" {
		return
	}
	tag := tagPair{"pattern", expr}.String()
	if t.shape.Form == ListForm || t.shape.Form == TupleForm {
		child := t.element()
		child.patternTag(expr)
		child.finish()
		return
	}
	if _, err := regexp.Compile(expr); err != nil {
		t.fail(tag, "not a regular expression of Go: "+strings.TrimPrefix(err.Error(), "error parsing regexp: "), "correct it; lookarounds and back references are not to be had")
		return
	}
	for _, only := range goOnlySyntax {
		if strings.Contains(expr, only) {
			t.fail(tag, fmt.Sprintf("%s is syntax of Go that JSON Schema does not have", only), "write it without")
			return
		}
	}
	if !t.plainString() {
		t.fail(tag, fmt.Sprintf("a pattern is for strings, not for %s", t.shape.GoType), "drop it, or change the type")
		return
	}
	if t.doc.pattern != "" && t.doc.pattern != expr {
		t.fail(tag, fmt.Sprintf("the field has the pattern %s already", t.doc.pattern), "write one that says both")
		return
	}
	t.doc.pattern = ""
	t.expression("pattern", expr, "match the pattern "+expr, expr)
}

// goOnlySyntax is what Go's regular expressions have and ECMA-262 has not.
var goOnlySyntax = []string{"(?i", "(?s", "(?m", "(?U", "(?P<", `\A`, `\z`, `\Q`, `\a`, `\C`, "[[:"}

// formatNouns complete "must be …" for the formats of JSON Schema 2020-12.
var formatNouns = map[string]string{
	"date-time":             "a date and time such as 2026-07-28T09:00:00Z",
	"date":                  "a date such as 2026-07-28",
	"time":                  "a time such as 09:00:00Z",
	"duration":              "a duration such as P1DT2H (ISO 8601)",
	"email":                 "an email address",
	"hostname":              "a host name",
	"ipv4":                  "an IPv4 address",
	"ipv6":                  "an IPv6 address",
	"uri":                   "a URI",
	"uri-reference":         "a URI or a relative reference",
	"iri":                   "an IRI",
	"iri-reference":         "an IRI or a relative reference",
	"uri-template":          "a URI template",
	"uuid":                  "a UUID",
	"json-pointer":          "a JSON Pointer",
	"relative-json-pointer": "a relative JSON Pointer",
	"regex":                 "a regular expression",
}

// formatTag applies the format tag, which is enforced like everything that is
// advertised.
func (t *target) formatTag(format string) {
	if format == "" || format == t.doc.format {
		return
	}
	tag := tagPair{"format", format}.String()
	if t.shape.Form == ListForm || t.shape.Form == TupleForm {
		child := t.element()
		child.formatTag(format)
		child.finish()
		return
	}
	noun, ok := formatNouns[format]
	switch {
	case !ok:
		t.fail(tag, "not a format of JSON Schema 2020-12, so nothing would check it",
			"use one of "+strings.Join(formatNames(), ", ")+", or a pattern")
		return
	case !t.plainString():
		t.fail(tag, fmt.Sprintf("a format is for strings, not for %s", t.shape.GoType), "drop it, or change the type")
		return
	case t.doc.format != "":
		t.fail(tag, "the field has the format "+t.doc.format+" already", "keep one of them")
		return
	}
	compiled, err := compileFormat(format)
	if err != nil {
		t.fail(tag, err.Error(), "use another format")
		return
	}
	t.doc.format, t.shape.Format = format, format
	t.add("format", format, "be "+noun, true, func(v reflect.Value) bool { return compiled.Validate(v.String()) == nil })
}

func formatNames() []string {
	var names []string
	for name := range formatNouns {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// compileFormat returns a schema that checks one format.
func compileFormat(format string) (*jsonschema.Schema, error) {
	c := jsonschema.NewCompiler()
	c.UseLoader(noLoader{})
	c.AssertFormat()
	if err := c.AddResource("format.json", map[string]any{"format": format}); err != nil {
		return nil, err
	}
	return c.Compile("format.json")
}
