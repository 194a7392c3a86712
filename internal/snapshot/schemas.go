package snapshot

import (
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/typedmcp/toolkit/internal/subschema"
)

// A side says which schema of a tool is compared.
type side int

const (
	input  side = iota // what was accepted must be
	output             // what is returned must have been expected
)

// breaks returns the class of changes that cannot be followed.
func (s side) breaks() Class {
	if s == input {
		return Breaking
	}
	return OutputBreaking
}

// schemas compares two schemas: what breaks is what cannot be proved, and all other
// differences are sorted by what they are.
func (c *comparison) schemas(path string, old any, had bool, new any, has bool, s side) {
	switch {
	case s == output && !had:
		c.add(path, Harmless, "an outputSchema was added")
		return
	case s == output && !has:
		c.add(path, OutputBreaking, "the outputSchema was taken away, so results need not have a structured value")
		return
	}
	if !had {
		old = map[string]any{}
	}
	if !has {
		new = map[string]any{}
	}
	before := len(c.changes)
	w := &walk{comparison: c, base: path, side: s, old: document{old}, new: document{new}, seen: map[[2]string]bool{}}
	w.prove()
	w.schema(spot{value: old}, spot{value: new})
	if len(c.changes) == before {
		c.add(path, Harmless, "is written in another way and means the same")
	}
}

// A document is a schema that references lead into.
type document struct{ root any }

// A spot is a part of a document.
type spot struct {
	pointer string
	value   any
	// beside is what stood beside a reference that was followed to here; it goes first.
	beside *spot
}

func (s spot) keyword(name string) spot {
	if s.beside != nil && s.beside.has(name) {
		return s.beside.keyword(name)
	}
	return spot{pointer: s.pointer + "/" + escape(name), value: s.object()[name]}
}

func (s spot) has(name string) bool {
	if s.beside != nil && s.beside.has(name) {
		return true
	}
	_, ok := s.object()[name]
	return ok
}

func (s spot) object() map[string]any {
	m, _ := s.value.(map[string]any)
	return m
}

// keywords returns the names of the keywords.
func (s spot) keywords() map[string]any {
	if s.beside == nil {
		return s.object()
	}
	all := maps.Clone(s.object())
	maps.Copy(all, s.beside.keywords())
	return all
}

// follow returns what a schema refers to.
func (d document) follow(s spot) spot {
	for range 50 {
		ref, ok := s.object()["$ref"].(string)
		if !ok {
			return s
		}
		pointer, value, ok := subschema.Follow(d.root, ref)
		if !ok {
			return s
		}
		next := spot{pointer: pointer, value: value, beside: s.beside}
		if _, isObject := value.(map[string]any); isObject && len(s.object()) > 1 {
			own := s
			next.beside = &own
		}
		s = next
	}
	return s
}

// id names a spot so that it is visited once.
func (s spot) id() string {
	if s.beside != nil {
		return s.beside.id()
	}
	return s.pointer
}

// A walk goes through two schemas side by side.
type walk struct {
	*comparison
	base     string // the path of the schema in the definition
	side     side
	old, new document
	gaps     []subschema.Gap
	seen     map[[2]string]bool // pairs of pointers
}

// prove finds what breaks.
func (w *walk) prove() {
	from, to := w.old.root, w.new.root
	options := subschema.Options{Declared: w.options.Declared}
	if w.side == output {
		from, to = to, from
		options = subschema.Options{}
	}
	for _, gap := range subschema.Gaps(subschema.New(from), subschema.New(to), options) {
		if w.side == output && gap.Keyword == "additionalProperties" {
			continue // who reads a result passes over what is new; the walk reports the property
		}
		w.gaps = append(w.gaps, gap)
		path, message := w.word(gap)
		w.add(path, w.side.breaks(), message)
	}
}

// judged returns the pointer in the document that gaps lead into.
func (w *walk) judged(old, new spot) string {
	if w.side == output {
		return old.pointer
	}
	return new.pointer
}

// broken reports whether a keyword of a schema is known to break something.
func (w *walk) broken(old, new spot, keywords ...string) bool {
	at := new
	if w.side == output {
		at = old
	}
	return slices.ContainsFunc(w.gaps, func(g subschema.Gap) bool {
		return (g.Pointer == at.pointer || g.Pointer == at.id()) && slices.Contains(keywords, g.Keyword)
	})
}

// schema compares two schemas that stand in the same place.
func (w *walk) schema(old, new spot) {
	old, new = w.old.follow(old), w.new.follow(new)
	pair := [2]string{old.id(), new.id()}
	if w.seen[pair] || reflect.DeepEqual(old.keywords(), new.keywords()) && reflect.DeepEqual(old.value, new.value) && w.old.sameBelow(w.new, old, new) {
		return
	}
	w.seen[pair] = true
	if old.object() == nil || new.object() == nil {
		if !reflect.DeepEqual(old.value, new.value) && !w.broken(old, new, "", "type") {
			w.add(w.base+new.pointer, Harmless, difference("the schema", old.value, true, new.value, true))
		}
		return
	}
	for _, name := range sortedNames(old.keywords(), new.keywords()) {
		w.keyword(name, old, new)
	}
}

// sameBelow reports whether equal texts mean the same: they do unless they refer to other
// parts of documents that are different.
func (d document) sameBelow(other document, a, b spot) bool {
	return reflect.DeepEqual(d.root, other.root) || !strings.Contains(string(compact(a.value)), `"$ref"`)
}

// keyword compares one keyword.
func (w *walk) keyword(name string, old, new spot) {
	before, after := old.keyword(name), new.keyword(name)
	switch name {
	case "$defs", "definitions", "$schema", "$id", "$comment", "$ref":
		return
	case "properties":
		w.properties(old, new)
		return
	case "required":
		w.required(old, new)
		return
	case "patternProperties", "dependentSchemas":
		for _, key := range sortedNames(before.object(), after.object()) {
			w.below(name, old, new, before.keyword(key), after.keyword(key), before.has(key), after.has(key))
		}
		return
	case "items", "additionalProperties", "contains", "not", "if", "then", "else", "propertyNames", "unevaluatedItems", "unevaluatedProperties", "additionalItems":
		w.below(name, old, new, before, after, old.has(name), new.has(name))
		return
	case "anyOf", "oneOf", "allOf", "prefixItems":
		w.list(name, old, new)
		return
	}
	if reflect.DeepEqual(before.value, after.value) {
		return
	}
	path := w.base + after.pointer
	if !new.has(name) {
		path = w.base + before.pointer
	}
	text := difference(name, before.value, old.has(name), after.value, new.has(name))
	switch {
	case name == "x-mcp-header":
		class := Security
		if !new.has(name) {
			class = Harmless
		}
		w.add(path, class, difference("x-mcp-header", before.value, old.has(name), after.value, new.has(name))+": the argument stands in an HTTP header, where proxies and logs see it")
	case name == "enum" && sameValues(before.value, after.value):
		w.add(path, ModelVisible, "the values of enum have another order: "+short(after.value))
	case !subschema.CanRefuse(name):
		w.add(path, ModelVisible, text)
	case !w.broken(old, new, name, "value", "enum", "type") || name == "type" && !w.broken(old, new, "type", ""):
		w.add(path, Harmless, text)
	}
}

func sameValues(a, b any) bool {
	x, okA := a.([]any)
	y, okB := b.([]any)
	in := func(list []any) func(any) bool {
		return func(v any) bool {
			return !slices.ContainsFunc(list, func(o any) bool { return reflect.DeepEqual(o, v) })
		}
	}
	return okA && okB && !slices.ContainsFunc(x, in(y)) && !slices.ContainsFunc(y, in(x))
}

// below compares the schemas in a keyword.
func (w *walk) below(name string, old, new, before, after spot, had, has bool) {
	switch {
	case slices.Contains([]string{"contains", "if", "then", "else", "not"}, name) && w.broken(old, new, name, "if"):
		return // which part of it does not matter
	case had && has:
		w.schema(before, after)
	case had || has:
		if w.broken(old, new, name) || w.anyGapUnder(before, after) {
			return
		}
		path := w.base + after.pointer
		if !has {
			path = w.base + before.pointer
		}
		class := Harmless
		if len(descriptions(before.value)) > 0 || len(descriptions(after.value)) > 0 {
			class = ModelVisible
		}
		w.add(path, class, difference(name, before.value, had, after.value, has))
	}
}

// anyGapUnder reports whether a gap lies in a part that stands on one side only.
func (w *walk) anyGapUnder(old, new spot) bool {
	pointer := w.judged(old, new)
	return slices.ContainsFunc(w.gaps, func(g subschema.Gap) bool { return g.Pointer == pointer || strings.HasPrefix(g.Pointer, pointer+"/") })
}

// list compares lists of schemas.
func (w *walk) list(name string, old, new spot) {
	before, _ := old.keyword(name).value.([]any)
	after, _ := new.keyword(name).value.([]any)
	if len(before) == len(after) {
		for i := range before {
			at := strconv.Itoa(i)
			w.schema(spot{pointer: old.keyword(name).pointer + "/" + at, value: before[i]}, spot{pointer: new.keyword(name).pointer + "/" + at, value: after[i]})
		}
		return
	}
	path := w.base + new.keyword(name).pointer
	if !slices.Equal(descriptions(before), descriptions(after)) {
		w.add(path, ModelVisible, "the texts in "+name+" changed")
	}
	if !w.broken(old, new, name, "type") {
		w.add(path, Harmless, difference(name, old.keyword(name).value, old.has(name), new.keyword(name).value, new.has(name)))
	}
}

// descriptions returns the titles and descriptions in a value.
func descriptions(value any) []string {
	var all []string
	eachText("", value, func(path, text string) {
		if strings.HasSuffix(path, "/description") && text != "description" || strings.HasSuffix(path, "/title") && text != "title" {
			all = append(all, text)
		}
	})
	return all
}

// properties compares the properties of objects.
func (w *walk) properties(old, new spot) {
	before, after := old.keyword("properties"), new.keyword("properties")
	for _, name := range sortedNames(before.object(), after.object()) {
		a, b := before.keyword(name), after.keyword(name)
		switch {
		case before.has(name) && after.has(name):
			w.schema(a, b)
		case after.has(name):
			if w.said(w.base+b.pointer) || w.anyGapUnder(a, b) {
				continue
			}
			w.add(w.base+b.pointer, ModelVisible, "the property was added")
		default:
			if !w.said(w.base + a.pointer) {
				w.add(w.base+a.pointer, w.side.breaks(), "the property was removed")
			}
		}
	}
}

// said reports whether a path has a change already.
func (w *walk) said(path string) bool {
	return slices.ContainsFunc(w.changes, func(c Change) bool { return c.Path == path })
}

// required compares what must be there.
func (w *walk) required(old, new spot) {
	before, after := texts(old.keyword("required").value), texts(new.keyword("required").value)
	for _, name := range before {
		if path := w.propertyPath(old, new, name); !slices.Contains(after, name) && !w.said(path) {
			w.add(path, Harmless, "is no longer required")
		}
	}
	for _, name := range after {
		if path := w.propertyPath(old, new, name); !slices.Contains(before, name) && !w.said(path) {
			text := "is required now"
			if w.side == output {
				text = "is always there now"
			}
			w.add(path, Harmless, text)
		}
	}
}

// propertyPath is the path of a property where it is, or where it was.
func (w *walk) propertyPath(old, new spot, name string) string {
	at := new
	if !new.keyword("properties").has(name) && old.keyword("properties").has(name) {
		at = old
	}
	return w.base + at.keyword("properties").pointer + "/" + escape(name)
}

func texts(value any) []string {
	list, _ := value.([]any)
	var all []string
	for _, v := range list {
		if text, ok := v.(string); ok {
			all = append(all, text)
		}
	}
	return all
}
