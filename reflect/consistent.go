package reflect

import (
	"cmp"
	"fmt"
)

// consistent reports tags that leave no value, or that contradict each other.
func (t *target) consistent() {
	at := t.obj.fields[t.self].rawTag
	none := func(low, high, what string) {
		t.fail("`"+string(at)+"`", fmt.Sprintf("no %s is at least %s and at most %s", what, low, high), "correct one of the bounds")
	}
	doc := t.doc
	low, high := doc.minimum, doc.maximum
	if low != nil && high != nil && low.Cmp(high) > 0 {
		none(numberText(low), numberText(high), "number")
	}
	lower, upper := cmp.Or(doc.exclusiveMinimum, low), cmp.Or(doc.exclusiveMaximum, high)
	if (doc.exclusiveMinimum != nil || doc.exclusiveMaximum != nil) && lower != nil && upper != nil && lower.Cmp(upper) >= 0 {
		none(numberText(lower), numberText(upper), "number between them")
	}
	for _, b := range []struct {
		least, most *uint64
		what        string
	}{{doc.minLength, doc.maxLength, "length"}, {doc.minItems, doc.maxItems, "list"}, {doc.minProperties, doc.maxProperties, "map"}} {
		if b.least != nil && b.most != nil && *b.least > *b.most {
			none(fmt.Sprint(*b.least), fmt.Sprint(*b.most), b.what)
		}
	}
	for _, raw := range doc.enum {
		if problem := t.broken(raw); problem != "" {
			t.fail("`"+string(at)+"`", fmt.Sprintf("the allowed value %s %s", raw, problem), "correct the list or the other rule")
		}
	}
	if doc.uniqueItems && doc.items != nil && len(doc.items.enum) > 0 && doc.minItems != nil && *doc.minItems > uint64(len(doc.items.enum)) {
		none(fmt.Sprint(*doc.minItems), fmt.Sprint(len(doc.items.enum)), "list of different items")
	}
}
