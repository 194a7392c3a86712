package reflect

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// TestRuleTableIsComplete holds our table against the source of validator, which does
// not export its rules.
func TestRuleTableIsComplete(t *testing.T) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/go-playground/validator/v10").Output()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(strings.TrimSpace(string(dir)), "baked_in.go")
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	theirs := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Names) != 1 || len(spec.Values) != 1 {
			return true
		}
		if name := spec.Names[0].Name; name != "bakedInValidators" && name != "bakedInAliases" {
			return true
		}
		for _, element := range spec.Values[0].(*ast.CompositeLit).Elts {
			if key, ok := element.(*ast.KeyValueExpr).Key.(*ast.BasicLit); ok {
				name, err := strconv.Unquote(key.Value)
				if err != nil {
					t.Fatal(err)
				}
				theirs[name] = true
			}
		}
		return true
	})
	if len(theirs) < 150 {
		t.Fatalf("found only %d rules in %s", len(theirs), filepath.Base(path))
	}
	words := map[string]bool{"required": true, "skip_unless": true}
	for name := range theirs {
		if _, ok := ruleTable[name]; !ok && !conditionRules[name] && !words[name] {
			t.Errorf("validator's rule %s is not in the table", name)
		}
	}
	for name := range ruleTable {
		if !theirs[name] {
			t.Errorf("the table has %s, which is no rule of validator", name)
		}
	}
}

// TestRulesCanBeUsed applies each rule to each kind of value that the table allows it
// for. None may panic in validator.
func TestRulesCanBeUsed(t *testing.T) {
	samples := []reflect.Type{
		reflect.TypeFor[string](), reflect.TypeFor[int](), reflect.TypeFor[float64](), reflect.TypeFor[bool](), reflect.TypeFor[[]string](),
		reflect.TypeFor[[]byte](), reflect.TypeFor[map[string]int](), timeType, durationType,
	}
	for name, doc := range ruleTable {
		if refused[name] {
			continue
		}
		for _, typ := range samples {
			s := &Shape{GoType: typ}
			w := &walker{validate: plainValidator(), nodes: map[reflect.Type]*node{}}
			schema := w.describe(typ, s, place{})
			if kindOf(s)&doc.kinds == 0 {
				continue
			}
			param := ""
			if doc.param == needsParam || strings.Contains("gt gte lt lte", name) && typ != timeType {
				param = parameterFor(name, typ)
			}
			if strings.HasSuffix(name, "field") || strings.HasPrefix(name, "field") {
				continue // needs a struct; see the table of tags
			}
			target := &target{w: w, shape: s, doc: schema.clone()}
			target.rule(name, name, param)
			if len(w.errs) > 0 {
				t.Errorf("%s on %s: %v", name, typ, w.errs[0])
				continue
			}
			for _, r := range s.Rules {
				if r.Words == "" || strings.Contains(r.Words, "{}") {
					t.Errorf("%s on %s has the words %q", name, typ, r.Words)
				}
				if r.Check == nil && r.Tag == "" {
					t.Errorf("%s on %s is not enforced", name, typ)
				}
			}
		}
	}
}

func parameterFor(name string, typ reflect.Type) string {
	switch {
	case typ == durationType:
		return "1s"
	case typ == reflect.TypeFor[bool]():
		return "true"
	case name == "datetime":
		return "2006-01-02"
	case name == "postcode_iso3166_alpha2":
		return "DE"
	}
	return "1"
}
