package handler

import (
	"bytes"
	stdjson "encoding/json"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	toolerrors "github.com/typedmcp/toolkit/errors"
	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// A Repair is one value of a call that was not what the schema says, but what known
// clients make of it, and that was read all the same. A repaired call succeeds; its
// result lists the repairs in _meta under [MetaRepairs].
type Repair struct {
	// Path leads to the value, as in the text of a problem: items[1].qty.
	Path string `json:"path"`
	// From is the JSON type that was received: "string" or "null".
	From string `json:"from"`
	// To is the JSON type that it was read as; "" says that the member was taken as
	// not given.
	To string `json:"to,omitempty"`
}

// repairs is what repairing made of the arguments.
type repairs struct {
	arguments stdjson.RawMessage
	list      []Repair
}

// repair looks for values that known clients encode in a way of their own: lists,
// objects, numbers and booleans as strings, all arguments as one string, and null or
// "" for an optional member that is not set. The shape must leave no doubt: a
// parameter that is a string stays what it is. It returns nil if nothing was found.
func (p *plan) repair(raw []byte) *repairs {
	if tooDeep(raw, p.maxDepth) {
		return nil
	}
	r := &repairer{}
	value := bytes.TrimSpace(raw)
	fixed, ok := r.value(p.shape, value, false)
	if !ok || len(r.list) == 0 {
		return nil
	}
	return &repairs{arguments: stdjson.RawMessage(fixed), list: r.list}
}

// A repairer walks JSON along a shape and copies it with repairs.
type repairer struct {
	path toolerrors.Path
	list []Repair
}

func (r *repairer) note(from, to string) {
	r.list = append(r.list, Repair{Path: r.path.String(), From: from, To: to})
}

// value returns the repaired value. ok is false if the member is to be left out,
// which only an optional one can be.
func (r *repairer) value(s *toolreflect.Shape, raw jsontext.Value, optional bool) (fixed jsontext.Value, ok bool) {
	nullable := s.Nullable
	for s.Form == toolreflect.PointerForm || s.Form == toolreflect.CheckedForm {
		s = s.Elem
		nullable = nullable || s.Nullable
	}
	switch raw.Kind() {
	case jsontext.KindNull:
		if optional && !nullable && s.JSONType() != "" {
			r.note("null", "")
			return nil, false
		}
	case jsontext.KindString:
		return r.text(s, raw, optional)
	case jsontext.KindBeginObject:
		if s.Form == toolreflect.UnionForm {
			variant, _ := variantOf(s, raw)
			if variant == nil {
				return raw, true
			}
			s = variant.Shape
		}
		return r.object(s, raw), true
	case jsontext.KindBeginArray:
		return r.array(s, raw), true
	}
	return raw, true
}

// text repairs a string where the shape says something else.
func (r *repairer) text(s *toolreflect.Shape, raw jsontext.Value, optional bool) (jsontext.Value, bool) {
	unquoted, err := jsontext.AppendUnquote(nil, raw)
	if err != nil {
		return raw, true
	}
	text := strings.TrimSpace(string(unquoted))
	typ := s.JSONType()
	switch {
	case typ == "":
		return raw, true
	case typ == "string":
		// An empty string is a value of its own unless an enumeration excludes it.
		if optional && len(unquoted) == 0 && len(s.Enum) > 0 && !allows(s.Enum, raw) {
			r.note("string", "")
			return nil, false
		}
		return raw, true
	case optional && (text == "" || text == "null"):
		r.note("string", "")
		return nil, false
	}
	inner := decoded(s, typ, text)
	if inner == nil {
		return raw, true
	}
	r.note("string", typ)
	return r.value(s, inner, false)
}

func allows(enum [][]byte, raw []byte) bool {
	for _, v := range enum {
		if bytes.Equal(v, raw) {
			return true
		}
	}
	return false
}

// decoded returns the value of the JSON type that a text stands for, or nil.
func decoded(s *toolreflect.Shape, typ, text string) jsontext.Value {
	value := jsontext.Value(text)
	valid := value.IsValid(tokenOptions)
	switch typ {
	case "object":
		if valid && value.Kind() == jsontext.KindBeginObject {
			return value
		}
	case "array":
		if valid && value.Kind() == jsontext.KindBeginArray {
			return value
		}
		return separated(s, text)
	case "number":
		if valid && value.Kind() == jsontext.KindNumber {
			return value
		}
	case "integer":
		if valid && value.Kind() == jsontext.KindNumber {
			if _, fit := integerDigits(text); fit == fits {
				return value
			}
		}
	case "boolean":
		switch text {
		case "true", "True":
			return jsontext.Value("true")
		case "false", "False":
			return jsontext.Value("false")
		}
	}
	return nil
}

// separated reads "1,2" as a list of numbers or booleans. A list of strings may have
// commas within its items, so it is left alone.
func separated(s *toolreflect.Shape, text string) jsontext.Value {
	if s.Elem == nil || !strings.Contains(text, ",") {
		return nil
	}
	typ := s.Elem.JSONType()
	if typ != "integer" && typ != "number" && typ != "boolean" {
		return nil
	}
	list := jsontext.Value{'['}
	for i, part := range strings.Split(text, ",") {
		item := decoded(s.Elem, typ, strings.TrimSpace(part))
		if item == nil {
			return nil
		}
		if i > 0 {
			list = append(list, ',')
		}
		list = append(list, item...)
	}
	return append(list, ']')
}

// object copies an object with its members repaired.
func (r *repairer) object(s *toolreflect.Shape, raw jsontext.Value) jsontext.Value {
	if s.Form != toolreflect.ObjectForm && s.Form != toolreflect.MapForm {
		return raw
	}
	before := len(r.list)
	dec := jsontext.NewDecoder(bytes.NewReader(raw), tokenOptions)
	if _, err := dec.ReadToken(); err != nil {
		return raw
	}
	out := jsontext.Value{'{'}
	for dec.PeekKind() == jsontext.KindString {
		name, err := dec.ReadValue()
		if err != nil {
			return raw
		}
		name = bytes.Clone(name)
		value, err := dec.ReadValue()
		if err != nil {
			return raw
		}
		plain := string(unquote(name))
		shape, optional := memberShape(s, plain)
		if shape != nil {
			r.path = append(r.path, toolerrors.Member(plain))
			fixed, keep := r.value(shape, value, optional)
			r.path = r.path[:len(r.path)-1]
			if !keep {
				continue
			}
			value = fixed
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(append(out, name...), ':'), value...)
	}
	if _, err := dec.ReadToken(); err != nil || len(r.list) == before {
		return raw
	}
	return append(out, '}')
}

// memberShape returns the shape of a member, or nil if it has none, and whether it
// may be left out.
func memberShape(s *toolreflect.Shape, name string) (*toolreflect.Shape, bool) {
	if s.Form == toolreflect.MapForm {
		return s.Elem, false
	}
	i := s.FieldIndex([]byte(name))
	if i < 0 {
		return nil, false
	}
	return s.Fields[i].Shape, !s.Fields[i].Required
}

// array copies an array with its elements repaired.
func (r *repairer) array(s *toolreflect.Shape, raw jsontext.Value) jsontext.Value {
	if s.Form != toolreflect.ListForm && s.Form != toolreflect.TupleForm {
		return raw
	}
	before := len(r.list)
	dec := jsontext.NewDecoder(bytes.NewReader(raw), tokenOptions)
	if _, err := dec.ReadToken(); err != nil {
		return raw
	}
	out := jsontext.Value{'['}
	for i := 0; ; i++ {
		if k := dec.PeekKind(); k == jsontext.KindEndArray || k == jsontext.KindInvalid {
			break
		}
		value, err := dec.ReadValue()
		if err != nil {
			return raw
		}
		r.path = append(r.path, toolerrors.Element(i))
		value, _ = r.value(s.Elem, value, false)
		r.path = r.path[:len(r.path)-1]
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, value...)
	}
	if _, err := dec.ReadToken(); err != nil || len(r.list) == before {
		return raw
	}
	return append(out, ']')
}
