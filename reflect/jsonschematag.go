package reflect

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/invopop/jsonschema"
)

// keywords is what the jsonschema, jsonschema_description and jsonschema_extras keys of a field's
// tag say, as invopop/jsonschema reads them.
type keywords struct {
	required bool
	nullable bool
	read     *jsonschema.Schema // nil if the field has none of the keys
	def      jsontext.Value     // the default
	examples []jsontext.Value
	extra    []member
	group    string // of oneof_required or anyof_required
	onlyOne  bool   // exactly one of the groups may be given
}

// invopop lets invopop/jsonschema read the tags of an object's fields. It never sees
// the Go types, only placeholders with the JSON type: leaf types, embedding and
// recursion are ours.
func (w *walker) invopop(o *object) []*keywords {
	all := make([]*keywords, len(o.fields))
	for i, f := range o.fields {
		all[i] = &keywords{}
		if f.tag.jsonschema == "" && f.tag.jsonschemaDescription == "" && f.tag.jsonschemaExtras == "" {
			continue
		}
		w.readKeywords(o.place(i), f.tag, o.docs[i], all[i])
	}
	return all
}

// readKeywords reads one field's tag. invopop drops what it does not understand
// without a word; so each word of the tag is also read alone, and one that leaves no
// trace is reported.
func (w *walker) readKeywords(at place, tag fieldTag, doc *schema, kw *keywords) {
	written := tagPair{"jsonschema", tag.jsonschema}.String()
	if tag.jsonschema == "-" {
		w.fail(at, written, "the field would be read but not described", `write json:"-" to leave it out`)
		return
	}
	none := reflectTag(doc, "", "", "")
	for _, word := range splitWords(tag.jsonschema) {
		if !reflect.DeepEqual(none, reflectTag(doc, word, "", "")) {
			continue
		}
		w.fail(at, written, lostWord(doc, word), lostRemedy(word))
	}
	got := reflectTag(doc, tag.jsonschema, tag.jsonschemaDescription, tag.jsonschemaExtras)
	kw.required = len(got.Required) > 0
	if len(got.OneOf) > 0 {
		kw.group, kw.onlyOne = got.OneOf[0].Title, true
	}
	if len(got.AnyOf) > 0 {
		kw.group = got.AnyOf[0].Title
	}
	property, _ := got.Properties.Get("field")
	if len(property.OneOf) == 2 && property.OneOf[1].Type == "null" && property.Type == "" {
		kw.nullable, property = true, property.OneOf[0]
	}
	kw.read = property
	if property.Default != nil {
		kw.def = typedDefault(doc, property.Default)
	}
	for _, example := range property.Examples {
		kw.examples = append(kw.examples, marshalKeyword(example))
	}
	for _, word := range splitWords(tag.jsonschemaExtras) {
		name, _, _ := strings.Cut(word, "=")
		if value, ok := property.Extras[name]; ok {
			kw.extra = append(kw.extra, member{name, marshalKeyword(value)})
			delete(property.Extras, name)
		}
	}
}

// groups applies oneof_required and anyof_required, which name groups of fields: one of the
// groups must be given whole. A client would have to take a union at the root to be told so
// by the schema, so the description says it.
func (w *walker) groups(o *object, all []*keywords) {
	var names []string
	members := map[string][]int{}
	onlyOne, first := false, -1
	for i, kw := range all {
		if kw.group == "" {
			continue
		}
		if first < 0 {
			first, onlyOne = i, kw.onlyOne
		}
		if kw.onlyOne != onlyOne {
			w.fail(o.place(i), tagPair{"jsonschema", o.fields[i].tag.jsonschema}.String(), "oneof_required and anyof_required stand in one struct", "use one of them")
			return
		}
		if members[kw.group] == nil {
			names = append(names, kw.group)
		}
		members[kw.group] = append(members[kw.group], i)
	}
	if first < 0 {
		return
	}
	var choices []string
	for _, name := range names {
		var fields []string
		for _, i := range members[name] {
			fields = append(fields, o.fields[i].name)
			o.shape.Fields[i].Required = false
		}
		choices = append(choices, strings.Join(fields, " with "))
	}
	words := "one of these must be given: " + strings.Join(choices, ", or ")
	if onlyOne {
		words = "exactly " + words
	}
	o.docs[first].description = sentences(o.docs[first].description, upperFirst(words)+".")
	o.shape.Fields[first].Conditions = append(o.shape.Fields[first].Conditions, &Condition{
		Name: "oneof_required", Words: words,
		Broken: func(present Presence, _ int, _ reflect.Value) bool {
			given := 0
			for _, group := range members {
				whole := true
				for _, i := range group {
					whole = whole && present.Has(i)
				}
				if whole {
					given++
				}
			}
			return given == 0 || onlyOne && given > 1
		},
	})
}

// A keywordCarrier is the Go type that invopop is shown for every field.
type keywordCarrier struct{}

// reflectTag returns what invopop makes of an object whose one field has this tag.
func reflectTag(doc *schema, tag, description, extras string) *jsonschema.Schema {
	r := &jsonschema.Reflector{
		Anonymous: true, DoNotReference: true, ExpandedStruct: true, RequiredFromJSONSchemaTags: true,
		Mapper: func(t reflect.Type) *jsonschema.Schema {
			if t == reflect.TypeFor[keywordCarrier]() {
				return placeholder(doc)
			}
			return nil
		},
		AdditionalFields: func(reflect.Type) []reflect.StructField {
			return []reflect.StructField{{
				Name: "Field",
				Type: reflect.TypeFor[keywordCarrier](),
				Tag: reflect.StructTag(fmt.Sprintf("json:\"field\" jsonschema:%q jsonschema_description:%q jsonschema_extras:%q",
					tag, description, extras)),
			}}
		},
	}
	return r.ReflectFromType(reflect.TypeFor[struct{}]())
}

// placeholder is what invopop needs to know of a field's type.
func placeholder(doc *schema) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: doc.typ}
	if doc.items != nil {
		s.Items = placeholder(doc.items)
	}
	return s
}

// lostWord says what is wrong with a word that left no trace.
func lostWord(doc *schema, word string) string {
	name, _, ok := strings.Cut(word, "=")
	switch {
	case !ok:
		return fmt.Sprintf("%q is not a keyword; prose belongs into the description, and a comma ends it", strings.TrimSpace(word))
	case doc.typ == "":
		return fmt.Sprintf("%s says nothing about a value of any type", name)
	}
	return fmt.Sprintf("%q is not a keyword of a value of type %s, or its value has another type", word, doc.typ)
}

func lostRemedy(word string) string {
	if strings.Contains(word, "=") {
		return "correct the keyword, or use the validate tag"
	}
	return `write description:"…", or \, for a comma`
}

// splitWords splits a jsonschema tag at the commas that have no backslash.
func splitWords(tag string) []string {
	if tag == "" {
		return nil
	}
	var words []string
	for part := range strings.SplitSeq(tag, ",") {
		if n := len(words); n > 0 && strings.HasSuffix(words[n-1], `\`) {
			words[n-1] += "," + part
			continue
		}
		words = append(words, part)
	}
	return words
}

// typedDefault writes a default as JSON. invopop keeps the items of a list as texts.
func typedDefault(doc *schema, value any) jsontext.Value {
	items, ok := value.([]any)
	if !ok || doc.items == nil || doc.items.typ == "string" {
		return marshalKeyword(value)
	}
	raw := jsontext.Value{'['}
	for i, item := range items {
		if i > 0 {
			raw = append(raw, ',')
		}
		raw = append(raw, fmt.Sprint(item)...)
	}
	raw = append(raw, ']')
	if !raw.IsValid() {
		return marshalKeyword(value)
	}
	return raw
}

func marshalKeyword(value any) jsontext.Value {
	raw, err := json.Marshal(value)
	if err != nil {
		return jsontext.Value("null")
	}
	return raw
}

// keywords applies what the jsonschema tag says. It becomes rules and keywords in the
// same way as the other tags.
func (t *target) keywords(kw *keywords) {
	s := kw.read
	if s == nil {
		return
	}
	word := tagPair{"jsonschema", t.obj.fields[t.self].tag.jsonschema}.String()
	if s.Title != "" {
		t.doc.title = s.Title
	}
	if s.Description != "" {
		t.doc.description = s.Description
	}
	t.doc.readOnly, t.doc.writeOnly = s.ReadOnly, s.WriteOnly
	t.doc.extra = append(t.doc.extra, kw.extra...)
	for _, m := range kw.extra {
		if constraining[m.name] {
			t.fail(tagPair{"jsonschema_extras", t.obj.fields[t.self].tag.jsonschemaExtras}.String(),
				m.name+" would be advertised but not enforced", "use the tag of that keyword, or validate")
		}
	}
	if s.Type != t.doc.typ && len(s.OneOf) == 0 && len(s.AnyOf) == 0 {
		t.fail(word, fmt.Sprintf("the field is written as %s, not as %s", orAny(t.doc.typ), s.Type), "drop type, or change the Go type")
		return
	}
	switch {
	case s.Anchor != "":
		t.fail(word, "an anchor names nothing that a $ref could reach", "drop it")
		return
	case len(s.OneOf) > 0:
		t.typeUnion(word, "oneOf", s.OneOf)
		return
	case len(s.AnyOf) > 0:
		t.typeUnion(word, "anyOf", s.AnyOf)
		return
	}
	t.bounds(word, s)
	if s.Items != nil && t.doc.items != nil && (t.shape.Form == ListForm || t.shape.Form == TupleForm) {
		child := t.element()
		child.bounds(word, s.Items)
		child.finish()
	}
}

// typeUnion applies oneof_type and anyof_type: a value of any type is restricted to some.
func (t *target) typeUnion(word, keyword string, variants []*jsonschema.Schema) {
	if t.shape.Form != AnyForm {
		t.fail(word, fmt.Sprintf("a list of types is for fields of type any, not for %s", t.shape.GoType), "drop it, or change the type")
		return
	}
	var types []string
	raw := jsontext.Value{'['}
	for i, v := range variants {
		if v.Ref != "" {
			t.fail(word, "a $ref in a tag reaches nothing", "give the type a method JSONSchema() *jsonschema.Schema, or make it a union")
			return
		}
		if jsonTypeNouns[v.Type] == "" {
			t.fail(word, fmt.Sprintf("%q is no type of JSON Schema", v.Type), "write string, number, integer, boolean, array, object or null")
			return
		}
		if i > 0 {
			raw = append(raw, ',')
		}
		raw = append(append(append(raw, `{"type":`...), appendText(nil, v.Type)...), '}')
		types = append(types, v.Type)
	}
	t.doc.extra = append(t.doc.extra, member{keyword, append(raw, ']')})
	nouns := make([]string, len(types))
	for i, typ := range types {
		nouns[i] = jsonTypeNouns[typ]
	}
	t.add(keyword, strings.Join(types, ";"), "be "+strings.Join(nouns, " or "), true, func(v reflect.Value) bool {
		matches := 0
		for _, typ := range types {
			if hasJSONType(v, typ) {
				matches++
			}
		}
		return matches == 1 || matches > 1 && keyword == "anyOf"
	})
}

var jsonTypeNouns = map[string]string{
	"string": "a string", "number": "a number", "integer": "an integer", "boolean": "a boolean", "array": "an array", "object": "an object", "null": "null",
}

// hasJSONType reports whether a value that was decoded into an interface has a JSON type.
func hasJSONType(v reflect.Value, typ string) bool {
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.Invalid:
		return typ == "null"
	case reflect.String:
		return typ == "string"
	case reflect.Bool:
		return typ == "boolean"
	case reflect.Float64:
		return typ == "number" || typ == "integer" && v.Float() == math.Trunc(v.Float())
	case reflect.Slice:
		return typ == "array"
	case reflect.Map:
		return typ == "object"
	}
	return false
}

// constraining are keywords that restrict values. A tag that adds one without its rule
// would advertise what is not enforced.
var constraining = map[string]bool{
	"type": true, "enum": true, "const": true, "multipleOf": true, "maximum": true, "exclusiveMaximum": true, "minimum": true,
	"exclusiveMinimum": true, "maxLength": true, "minLength": true, "pattern": true, "maxItems": true, "minItems": true,
	"uniqueItems": true, "maxProperties": true, "minProperties": true, "required": true, "not": true, "allOf": true, "anyOf": true,
	"oneOf": true, "if": true, "then": true, "else": true, "$ref": true, "properties": true, "items": true, "additionalProperties": true,
}

// bounds turns the constraints that invopop has read into rules.
func (t *target) bounds(word string, s *jsonschema.Schema) {
	number := func(rule string, n json.Number) {
		if n != "" {
			t.rule(word, rule, n.String())
		}
	}
	length := func(rule string, n *uint64) {
		if n != nil {
			t.rule(word, rule, fmt.Sprint(*n))
		}
	}
	number("gte", s.Minimum)
	number("lte", s.Maximum)
	number("gt", s.ExclusiveMinimum)
	number("lt", s.ExclusiveMaximum)
	if s.MultipleOf != "" {
		t.multipleOf(word, s.MultipleOf.String())
	}
	length("min", s.MinLength)
	length("max", s.MaxLength)
	length("min", s.MinItems)
	length("max", s.MaxItems)
	if s.UniqueItems && !t.doc.uniqueItems {
		t.rule(word, "unique", "")
	}
	t.formatTag(s.Format)
	t.patternTag(s.Pattern)
	if len(s.Enum) > 0 {
		var values []string
		for _, v := range s.Enum {
			values = append(values, fmt.Sprint(v))
		}
		t.enumTag(values)
	}
}

// orAny names a JSON Schema type in an error.
func orAny(typ string) string {
	if typ == "" {
		return "any type"
	}
	return typ
}
