package reflect

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/big"
	"net/netip"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestTagsPage holds the tables of docs/tags.md against the code.
func TestTagsPage(t *testing.T) {
	const file = "../docs/tags.md"
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	page := string(raw)
	page = replaceTable(t, page, "types", typesTable(t))
	page = replaceTable(t, page, "rules", rulesTable(t))
	if *update {
		if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(raw), page); diff != "" {
		t.Errorf("docs/tags.md is out of date, run go test ./reflect -update (-page +code):\n%s", diff)
	}
}

func replaceTable(t *testing.T, page, name, table string) string {
	t.Helper()
	begin, end := "<!-- "+name+": begin -->\n", "<!-- "+name+": end -->"
	before, rest, ok := strings.Cut(page, begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("the page has no place for the table of %s", name)
	}
	return before + begin + table + end + after
}

type docColor string

func (docColor) Enum() []docColor { return []docColor{"red", "green"} }

// typesTable says what types become, in both directions.
func typesTable(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("| Go | argument | result, if another |\n| --- | --- | --- |\n")
	for _, row := range []struct {
		name string
		typ  reflect.Type
	}{
		{"`string` and types made of it", reflect.TypeFor[string]()},
		{"`bool`", reflect.TypeFor[bool]()},
		{"`int`, `int64`", reflect.TypeFor[int]()},
		{"`int32` (`int8`, `int16` alike)", reflect.TypeFor[int32]()},
		{"`uint`, `uint64`", reflect.TypeFor[uint]()},
		{"`uint8` (`uint16`, `uint32` alike)", reflect.TypeFor[uint8]()},
		{"`float64`, `float32`", reflect.TypeFor[float64]()},
		{"`[]string`", reflect.TypeFor[[]string]()},
		{"`[2]int`", reflect.TypeFor[[2]int]()},
		{"`[]byte`", reflect.TypeFor[[]byte]()},
		{"`map[string]int`", reflect.TypeFor[map[string]int]()},
		{"`map[int]string`", reflect.TypeFor[map[int]string]()},
		{"`any`, `json.RawMessage`", reflect.TypeFor[any]()},
		{"`*int`", reflect.TypeFor[*int]()},
		{"`time.Time`", reflect.TypeFor[time.Time]()},
		{"`time.Duration`", reflect.TypeFor[time.Duration]()},
		{"`json.Number`", reflect.TypeFor[json.Number]()},
		{"`big.Int`", reflect.TypeFor[big.Int]()},
		{"`netip.Addr` and other text types", reflect.TypeFor[netip.Addr]()},
		{"a type with `Enum()`", reflect.TypeFor[docColor]()},
		{"`struct{}`", reflect.TypeFor[struct{}]()},
	} {
		argument, err := Describe(row.typ, Options{})
		if err != nil {
			t.Fatal(err)
		}
		result, err := Describe(row.typ, Options{Direction: Results})
		if err != nil {
			t.Fatal(err)
		}
		other := ""
		if string(argument.Schema) != string(result.Schema) {
			other = "`" + string(result.Schema) + "`"
		}
		fmt.Fprintf(&b, "| %s | `%s` | %s |\n", row.name, argument.Schema, other)
	}
	return b.String()
}

// rulesTable says what rules become, for each kind of value.
func rulesTable(t *testing.T) string {
	t.Helper()
	var names []string
	for name := range ruleTable {
		if !refused[name] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var b strings.Builder
	b.WriteString("| rule | on | in the schema |\n| --- | --- | --- |\n")
	for _, name := range names {
		for _, outcome := range outcomes(t, name) {
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", strings.ReplaceAll(outcome.rule, "|", `\|`), outcome.kinds, outcome.schema)
		}
	}
	return b.String()
}

// An outcome is what a rule becomes on some kinds of values.
type outcome struct {
	rule   string
	kinds  kind
	schema string
}

// docSamples has a type for each kind. Fields compare with the field Other.
var docSamples = []reflect.Type{
	reflect.TypeFor[string](), reflect.TypeFor[int](), reflect.TypeFor[float64](), reflect.TypeFor[bool](), reflect.TypeFor[[]string](),
	reflect.TypeFor[[]byte](), reflect.TypeFor[map[string]int](), timeType, durationType,
}

func outcomes(t *testing.T, name string) []outcome {
	t.Helper()
	doc := ruleTable[name]
	var list []outcome
	for _, typ := range docSamples {
		s := &Shape{GoType: typ}
		w := &walker{validate: plainValidator(), nodes: map[reflect.Type]*node{}}
		if w.describe(typ, s, place{}); kindOf(s)&doc.kinds == 0 {
			continue
		}
		rule := name
		if param := docParameter(name, typ); doc.param == needsParam || doc.param == mayHaveParam && param != "" && typ != timeType && strings.Contains("gt gte lt lte", name) {
			rule += "=" + param
		}
		schema := fieldSchema(t, typ, rule)
		if i := slices.IndexFunc(list, func(o outcome) bool { return o.rule == rule && o.schema == schema }); i >= 0 {
			list[i].kinds |= kindOf(s)
			continue
		}
		list = append(list, outcome{rule, kindOf(s), schema})
	}
	return list
}

// fieldSchema returns what a rule adds to the schema of a field.
func fieldSchema(t *testing.T, typ reflect.Type, rule string) string {
	t.Helper()
	of := func(tag string) string {
		d, err := Describe(reflect.StructOf([]reflect.StructField{
			{Name: "F", Type: typ, Tag: reflect.StructTag(`json:"f" ` + tag)},
			{Name: "Other", Type: typ, Tag: `json:"other,omitempty"`},
		}), Options{})
		if err != nil {
			t.Fatalf("%s on %s: %v", rule, typ, err)
		}
		var root struct {
			Properties map[string]json.RawMessage `json:"properties"`
		}
		if err := json.Unmarshal(d.Schema, &root); err != nil {
			t.Fatal(err)
		}
		return string(root.Properties["f"])
	}
	var plain, ruled map[string]json.RawMessage
	if err := json.Unmarshal([]byte(of("")), &plain); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(of(fmt.Sprintf("validate:%q", rule))), &ruled); err != nil {
		t.Fatal(err)
	}
	var added []string
	words := ""
	for key, value := range ruled {
		switch {
		case string(plain[key]) == string(value):
		case key == "description":
			if err := json.Unmarshal(value, &words); err != nil {
				t.Fatal(err)
			}
			words = strings.TrimPrefix(words, "A duration such as 1h30m or 90s. ")
		default:
			added = append(added, fmt.Sprintf("`%q: %s`", key, value))
		}
	}
	slices.Sort(added)
	if words != "" {
		added = append(added, "“"+words+"”")
	}
	if len(added) == 0 {
		return "always true"
	}
	return strings.ReplaceAll(strings.Join(added, ", "), "|", `\|`)
}

func docParameter(name string, typ reflect.Type) string {
	switch {
	case strings.HasSuffix(name, "field") || strings.HasPrefix(name, "field"):
		return "Other"
	case strings.Contains(name, "oneof") || strings.Contains(name, "noneof"):
		if typ.Kind() == reflect.String {
			return "a b"
		}
		return "1 2"
	case name == "datetime":
		return "2006-01-02"
	case strings.HasPrefix(name, "postcode"):
		return "DE"
	case typ == durationType:
		return "1m"
	case typ.Kind() == reflect.Bool:
		return "true"
	case typ.Kind() == reflect.String && strings.Contains("eq ne eq_ignore_case ne_ignore_case startswith endswith startsnotwith endsnotwith contains excludes containsany excludesall containsrune excludesrune", name):
		return "a"
	}
	return "3"
}
