package docpage

import (
	"encoding/json"
	"strconv"

	"github.com/typedmcp/toolkit/internal/ordered"
)

// spoilt returns arguments that the schema may refuse, those that teach the most first: a value
// that breaks a rule with a required parameter missing, either of them alone, nothing at all, a
// misspelt name, a value of another type.
func (d document) spoilt(good *ordered.Object) []*ordered.Object {
	root := d.node(d.root)
	names, schemas := root.properties()
	broken, value := "", any(nil)
	for _, name := range names {
		if wrong, ok := d.node(schemas[name]).breaking(); ok {
			broken, value = name, wrong
			break
		}
	}
	missing := ""
	for _, name := range names {
		if root.required(name) && name != broken {
			missing = name
			break
		}
	}
	var all []*ordered.Object
	add := func(change func(*ordered.Object)) {
		wrong := good.Clone()
		change(wrong)
		all = append(all, wrong)
	}
	if broken != "" && missing != "" {
		add(func(o *ordered.Object) { o.Delete(missing); o.Set(broken, value) })
	}
	if broken != "" {
		add(func(o *ordered.Object) { o.Set(broken, value) })
	}
	if missing != "" {
		add(func(o *ordered.Object) { o.Delete(missing) })
	}
	all = append(all, ordered.New())
	if len(names) > 0 {
		name := names[0]
		add(func(o *ordered.Object) { o.Delete(name); o.Set(name+"s", good.Get(name)) })
	}
	for _, name := range names {
		for _, wrong := range []any{true, "text", []any{}} {
			add(func(o *ordered.Object) { o.Set(name, wrong) })
		}
	}
	add(func(o *ordered.Object) { o.Set("unknown", true) })
	return all
}

// breaking returns a value of the right type that breaks a rule of the schema, if it has one that
// is easily broken.
func (n node) breaking() (any, bool) {
	if len(n.list("enum")) > 0 {
		return "other", true
	}
	for _, bound := range []struct {
		keyword string
		by      int64
	}{{"maximum", 1}, {"minimum", -1}, {"exclusiveMaximum", 0}, {"exclusiveMinimum", 0}} {
		number, ok := n.get(bound.keyword).(json.Number)
		if i, err := number.Int64(); ok && err == nil && i > -1<<52 && i < 1<<52 {
			return json.Number(strconv.FormatInt(i+bound.by, 10)), true
		}
	}
	if n.count("minLength") > 0 {
		return "", true
	}
	if text := n.text("format"); ofFormat[text] != "" {
		return "soon", true
	}
	if n.text("pattern") != "" {
		return "?", true
	}
	if n.count("minItems") > 0 {
		return []any{}, true
	}
	return nil, false
}
