package docpage

import (
	"context"
	"encoding/json"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/typedmcp/toolkit/handler"
	"github.com/typedmcp/toolkit/internal/ordered"
)

// examples returns calls that the schema accepts, those of the server or else one that is made, and
// one that it refuses. What cannot be proved to be accepted or refused is left out.
func (d document) examples(tool string, names []string) ([]Call, *Refusal) {
	h, err := handler.New(func(context.Context, map[string]any) (struct{}, error) { return struct{}{}, nil },
		handler.Config{Tool: tool, InputSchema: json.RawMessage(ordered.Encode(d.root))})
	if err != nil {
		return nil, nil
	}
	accepted := func(arguments any) bool { return h.Explain(context.Background(), ordered.Encode(arguments)).Accepted }
	var calls []Call
	var first *ordered.Object
	given := d.root.List("examples")
	for i, example := range given {
		object, ok := example.(*ordered.Object)
		if !ok || !accepted(object) {
			continue
		}
		call := Call{Arguments: ordered.Encode(object)}
		if len(names) == len(given) {
			call.Name = names[i]
		}
		calls = append(calls, call)
		if first == nil {
			first = object
		}
	}
	if first == nil {
		if object, ok := d.sample(d.root, "", accepted); ok {
			calls, first = []Call{{Arguments: ordered.Encode(object)}}, object
		}
	}
	if first == nil {
		return nil, nil
	}
	for _, wrong := range d.spoilt(first) {
		arguments := ordered.Encode(wrong)
		if e := h.Explain(context.Background(), arguments); !e.Accepted {
			return calls, &Refusal{arguments, e.Text}
		}
	}
	return calls, nil
}

// sample makes arguments: the required ones, or else with optional ones as well, since some
// schemas ask for one of several.
func (d document) sample(schema any, name string, accepted func(any) bool) (*ordered.Object, bool) {
	for _, optional := range []bool{false, true} {
		m := maker{document: d, optional: optional}
		if object, ok := m.value(d.node(schema), name, 0).(*ordered.Object); ok && accepted(object) {
			return object, true
		}
	}
	return nil, false
}

// A maker makes one value for a schema. Whether the schema accepts it is for others to say.
type maker struct {
	document
	optional bool // make optional members of the root too
	made     int
}

func (m *maker) value(n node, name string, depth int) any {
	if m.made++; m.made > 1000 || depth > deepest {
		return nil
	}
	if depth > 0 {
		if given, ok := n.given(); ok {
			return given
		}
	}
	if forms, _ := n.forms(); len(forms) > 0 && n.get("properties") == nil {
		return m.value(m.node(forms[0]), name, depth+1)
	}
	types := slices.DeleteFunc(n.types(), func(t string) bool { return t == "null" })
	if len(types) == 0 {
		if slices.Contains(n.types(), "null") {
			return nil
		}
		types = []string{"string"}
	}
	switch types[0] {
	case "object":
		return m.object(n, depth)
	case "array":
		items := []any{}
		for range min(max(n.count("minItems"), 1), 20) {
			items = append(items, m.value(m.node(n.get("items")), name, depth+1))
		}
		if most, ok := n.get("maxItems").(json.Number); ok && most == "0" {
			return []any{}
		}
		return items
	case "integer", "number":
		return n.sampleNumber(types[0] == "integer")
	case "boolean":
		return true
	}
	return n.sampleText(name)
}

func (m *maker) object(n node, depth int) any {
	object := ordered.New()
	names, schemas := n.properties()
	for _, name := range names {
		if n.required(name) || m.optional && depth == 0 {
			object.Set(name, m.value(m.node(schemas[name]), name, depth+1))
		}
	}
	if forms, _ := n.forms(); len(forms) > 0 && depth > 0 {
		if form, ok := m.object(m.node(forms[0]), depth+1).(*ordered.Object); ok {
			for _, name := range form.Names() {
				object.Set(name, form.Get(name))
			}
		}
	}
	for _, part := range n.parts {
		for _, required := range part.List("required") {
			if name, ok := required.(string); ok && !object.Has(name) {
				object.Set(name, m.value(m.node(n.get("additionalProperties")), name, depth+1))
			}
		}
	}
	return object
}

// given returns a value that the schema itself names.
func (n node) given() (any, bool) {
	for _, part := range n.parts {
		if part.Has("const") {
			return part.Get("const"), true
		}
	}
	for _, keyword := range []string{"examples", "enum"} {
		for _, value := range n.list(keyword) {
			if value != nil {
				return value, true
			}
		}
	}
	if value := n.get("default"); value != nil && value != "" {
		if list, ok := value.([]any); !ok || len(list) > 0 {
			return value, true
		}
	}
	return nil, false
}

// count returns a keyword that is a whole number, or 0.
func (n node) count(keyword string) int {
	number, _ := n.get(keyword).(json.Number)
	i, err := number.Int64()
	if err != nil {
		return 0
	}
	return int(min(i, 10_000))
}

// sampleNumber returns 1, or what is nearest to it within the bounds.
func (n node) sampleNumber(whole bool) any {
	value := big.NewRat(1, 1)
	bound := func(keyword string) *big.Rat {
		number, ok := n.get(keyword).(json.Number)
		if !ok || len(number) > 20 || strings.ContainsAny(string(number), "eE") {
			return nil
		}
		r, _ := new(big.Rat).SetString(string(number))
		return r
	}
	step := big.NewRat(1, 1)
	if !whole {
		step = big.NewRat(1, 2)
	}
	if multiple := bound("multipleOf"); multiple != nil && multiple.Sign() > 0 {
		step, value = multiple, multiple
	}
	if least := bound("minimum"); least != nil && value.Cmp(least) < 0 {
		value = least
	}
	if above := bound("exclusiveMinimum"); above != nil && value.Cmp(above) <= 0 {
		value = new(big.Rat).Add(above, step)
	}
	if most := bound("maximum"); most != nil && value.Cmp(most) > 0 {
		value = most
	}
	if below := bound("exclusiveMaximum"); below != nil && value.Cmp(below) >= 0 {
		value = new(big.Rat).Sub(below, step)
	}
	if value.IsInt() {
		return json.Number(value.Num().String())
	}
	f, _ := value.Float64()
	raw, err := json.Marshal(f)
	if err != nil {
		return json.Number("1")
	}
	return json.Number(raw)
}

// ofFormat has a text of each format.
var ofFormat = map[string]string{
	"date-time": "2026-07-28T09:00:00Z", "date": "2026-07-28", "time": "09:00:00Z", "duration": "PT5M",
	"email": "ada@example.com", "idn-email": "ada@example.com", "hostname": "example.com", "idn-hostname": "example.com",
	"uri": "https://example.com/", "iri": "https://example.com/", "uri-reference": "/page", "iri-reference": "/page",
	"uri-template": "/pages/{page}", "uuid": "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
	"ipv4": "192.0.2.1", "ipv6": "2001:db8::1", "json-pointer": "/page", "relative-json-pointer": "0", "regex": "^a",
}

// sampleText returns the name of the parameter, unless something else is asked for.
func (n node) sampleText(name string) any {
	if text, ok := ofFormat[n.text("format")]; ok {
		return text
	}
	if pattern := n.text("pattern"); pattern != "" {
		if text, ok := matching(pattern, n.count("minLength")); ok {
			return text
		}
	}
	text := name
	if text == "" {
		text = "text"
	}
	if least := n.count("minLength"); least > utf8.RuneCountInString(text) {
		text = string([]rune(strings.Repeat(text+" ", least/utf8.RuneCountInString(text)+1))[:least])
	}
	if n.get("maxLength") != nil {
		runes := []rune(text)
		text = string(runes[:min(len(runes), n.count("maxLength"))])
	}
	return text
}
