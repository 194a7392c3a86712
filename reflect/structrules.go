package reflect

import "fmt"

// structRules adds the rules of one's own about a struct as a whole. They run natively; the
// schema or the description of the object says them.
func (w *walker) structRules(o *object, doc *schema) {
	for _, rule := range w.opts.StructRules[o.typ] {
		o.shape.Whole = append(o.shape.Whole, &Rule{Name: "struct", Words: rule.Words, CheckStruct: rule.Check})
		if rule.Schema == "" {
			doc.description = sentences(doc.description, "Must "+rule.Words+".")
			continue
		}
		keywords, err := ruleKeywords(rule.Schema)
		if err != nil {
			w.fail(place{typ: o.typ.String()}, "", fmt.Sprintf("the schema of its rule: %v", err), "correct it where the rule is registered")
			continue
		}
		doc.extra = append(doc.extra, keywords.extra...)
	}
}
