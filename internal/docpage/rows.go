package docpage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/typedmcp/toolkit/internal/constraints"
	"github.com/typedmcp/toolkit/internal/ordered"
)

// mostRows bounds the rows of one table. A schema that has more is not read as a table anyway.
const mostRows = 400

// mostVisits bounds the work where definitions that are used again and again give no rows.
const mostVisits = 10_000

// rows returns one row for each member, those of nested objects after their parent.
func (d document) rows() []Row {
	w := &walk{document: d}
	w.below(d.node(d.root), "", "", []open{{refs: []string{"#"}}}, 0)
	if len(w.found) > mostRows {
		w.found = append(w.found[:mostRows], Row{Path: "…", Type: "…", Description: "There is more, which is left out here."})
	}
	return w.found
}

// notes says what holds for the whole.
func (d document) notes() []string {
	n := d.node(d.root)
	var notes []string
	for _, part := range n.parts {
		rest := part.Clone()
		for _, keyword := range append([]string{"examples", "default"}, spoken...) {
			rest.Delete(keyword)
		}
		for _, c := range constraints.Of(rest) {
			notes = append(notes, c.Sentence)
		}
	}
	if names, _ := n.properties(); n.closed() && len(names) > 0 {
		notes = append(notes, "Other parameters are refused.")
	}
	return notes
}

type walk struct {
	document
	found  []Row
	visits int
}

// open is a value that is being described, with the references that led to it.
type open struct {
	refs []string
	path string
}

// below adds rows for what is in a value.
func (w *walk) below(n node, path, form string, above []open, depth int) {
	if w.visits++; depth > deepest || len(w.found) > mostRows || w.visits > mostVisits {
		return
	}
	names, schemas := n.properties()
	for _, name := range names {
		w.value(schemas[name], joined(path, name), form, n.required(name), above, depth)
	}
	if other, ok := n.get("additionalProperties").(*ordered.Object); ok {
		w.inside(other, joined(path, "*"), form, above, depth)
	}
	if items, ok := n.get("items").(*ordered.Object); ok {
		w.inside(items, path+"[]", form, above, depth)
	}
	forms, _ := n.forms()
	for i, f := range forms {
		one := w.node(f)
		label := form
		if len(forms) > 1 {
			label = strings.TrimSpace(form + " " + formName(one, i, len(forms)))
		}
		if w.around(one, above) == "" {
			w.below(one, path, label, append(slices.Clone(above), open{one.refs, path}), depth+1)
		}
	}
}

// value adds a row, and those of what is in it.
func (w *walk) value(schema any, path, form string, required bool, above []open, depth int) {
	n := w.node(schema)
	row := Row{Path: path, Type: w.typeWords(n, 0), Required: required, Form: form, Description: n.text("description"), Rules: n.rules()}
	if row.Description == "" {
		row.Description = n.text("title")
	}
	if n.closed() && n.get("properties") != nil {
		row.Rules = append(row.Rules, "no other members")
	}
	around := w.around(n, above)
	if around != "" {
		row.Rules = append(row.Rules, "in the same form as "+around)
	}
	w.found = append(w.found, row)
	if around == "" {
		w.below(n, path, form, append(slices.Clone(above), open{n.refs, path}), depth+1)
	}
}

// inside adds a row for the items of a list or the values of a map, if it says more than the type
// of the list, and those of what is in them.
func (w *walk) inside(schema *ordered.Object, path, form string, above []open, depth int) {
	n := w.node(schema)
	if n.text("description") != "" || len(n.rules()) > 0 || w.around(n, above) != "" {
		w.value(schema, path, form, false, above, depth)
		return
	}
	w.below(n, path, form, append(slices.Clone(above), open{n.refs, path}), depth+1)
}

// around returns the path of a value that is still being described by the same definition, or "".
func (w *walk) around(n node, above []open) string {
	for _, o := range above {
		if slices.ContainsFunc(n.refs, func(ref string) bool { return slices.Contains(o.refs, ref) }) {
			if o.path == "" {
				return "the whole"
			}
			return o.path
		}
	}
	return ""
}

// formName names one of several forms by what tells it from the others: a member with one value
// only, or else its title.
func formName(n node, i, of int) string {
	names, schemas := n.properties()
	for _, name := range names {
		member, ok := schemas[name].(*ordered.Object)
		if !ok {
			continue
		}
		if c, ok := member.Get("const").(string); ok {
			return "if " + name + " is " + constraints.JSON(c)
		}
		if list := member.List("enum"); len(list) == 1 && n.required(name) {
			return "if " + name + " is " + constraints.JSON(list[0])
		}
	}
	if title := n.text("title"); title != "" {
		return "in the form " + constraints.JSON(title)
	}
	return fmt.Sprintf("in form %d of %d", i+1, of)
}

func joined(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
