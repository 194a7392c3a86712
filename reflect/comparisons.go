package reflect

import (
	"fmt"
	"reflect"
	"strings"
)

// compare applies a rule that compares a value with another field of the same struct.
// It runs when both were given. No keyword can say it; the description does.
func (t *target) compare(tag string, doc ruleDoc, name, param string) {
	if t.obj == nil {
		t.fail(tag, name+" cannot compare an element with a field", "check it in the handler")
		return
	}
	first, rest, nested := strings.Cut(param, ".")
	i := t.obj.sibling(t.self, param)
	if i < 0 && nested {
		i = t.obj.sibling(t.self, first)
	} else {
		rest = ""
	}
	if i < 0 || i == t.self {
		t.fail(tag, fmt.Sprintf("%s names %s, which is no other field of %s", name, param, t.obj.typ),
			"name one of "+strings.Join(t.obj.siblingNames(t.self), ", "))
		return
	}
	other := t.obj.fields[i]
	shown := other.name
	if rest != "" {
		shown += "." + rest
	}
	if rest == "" && name != "postcode_iso3166_alpha2_field" && !comparable(t.shape.GoType, other.typ) {
		t.fail(tag, fmt.Sprintf("%s compares %s with %s, which never holds", name, t.shape.GoType, other.typ), "give both fields one type")
		return
	}
	words := strings.ReplaceAll(doc.words, "{}", shown)
	switch kind := kindOf(t.shape); {
	case kind == timeKind:
		words = timeWords.Replace(words)
	case kind&(listKind|bytesKind|mapKind) != 0, kind == stringKind && !strings.Contains(name, "eq") && !strings.Contains(name, "ne"):
		words = lengthComparison.Replace(words) // validator compares how long they are
	}
	t.viaValidator(tag, name, param, name+"="+param, words, []int{i})
}

// timeWords and lengthComparison say a comparison of times and of lengths.
var (
	timeWords = strings.NewReplacer("be greater than", "be later than", "be less than", "be earlier than",
		"be at least", "not be earlier than", "be at most", "not be later than")
	lengthComparison = strings.NewReplacer("be greater than", "be longer than", "be less than", "be shorter than",
		"be at least", "be at least as long as", "be at most", "be at most as long as",
		"be the same as", "be as long as", "differ from", "not be as long as")
)

// comparable reports whether validator compares values of two fields: it looks at
// their kinds behind pointers.
func comparable(a, b reflect.Type) bool {
	for a.Kind() == reflect.Pointer {
		a = a.Elem()
	}
	for b.Kind() == reflect.Pointer {
		b = b.Elem()
	}
	return a.Kind() == b.Kind() && (a.Kind() != reflect.Struct || a == b)
}
