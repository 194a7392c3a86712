package handler

import (
	"bytes"
	stdjson "encoding/json"

	"github.com/go-json-experiment/json/jsontext"

	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// What stands for values that must not be logged, as JSON.
const (
	redactedSecret  = `"[secret]"`
	redactedUnknown = `"[unknown]"`
	redactedBroken  = `"[not JSON]"`
)

// Redact returns a copy of arguments that may be logged: instead of each value of a secret
// parameter stands "[secret]", and "[unknown]" instead of that of a member that the tool does
// not know, which may be a secret under a misspelt name. Where a value that holds secrets has
// another type than the schema says, it is a secret as a whole. What is no JSON, or nested too
// deep, becomes "[not JSON]"; no arguments are {}.
func (h *Handler) Redact(arguments stdjson.RawMessage) stdjson.RawMessage {
	raw := jsontext.Value(bytes.TrimSpace(arguments))
	switch {
	case len(raw) == 0:
		return stdjson.RawMessage(`{}`)
	case tooDeep(raw, h.plan.maxDepth) || !raw.IsValid(tokenOptions):
		return stdjson.RawMessage(redactedBroken)
	}
	return stdjson.RawMessage(appendRedacted(nil, h.plan.shape, raw))
}

// appendRedacted appends a valid value of a shape, which may be nil if nothing is known.
func appendRedacted(out []byte, s *toolreflect.Shape, raw jsontext.Value) []byte {
	s = target(s)
	if s == nil {
		return append(out, raw...)
	}
	kind := raw.Kind()
	switch s.Form {
	case toolreflect.ObjectForm:
		if kind == jsontext.KindBeginObject {
			return redactMembers(out, raw, func(out []byte, name string, value jsontext.Value) []byte {
				i := s.FieldIndex([]byte(name))
				switch {
				case i >= 0 && s.Fields[i].Secret:
					return append(out, redactedSecret...)
				case i >= 0:
					return appendRedacted(out, s.Fields[i].Shape, value)
				case s.Discriminator != "" && name == s.Discriminator && value.Kind() == jsontext.KindString:
					return append(out, value...)
				}
				return append(out, redactedUnknown...)
			})
		}
	case toolreflect.MapForm:
		if kind == jsontext.KindBeginObject {
			return redactMembers(out, raw, func(out []byte, _ string, value jsontext.Value) []byte {
				return appendRedacted(out, s.Elem, value)
			})
		}
	case toolreflect.UnionForm:
		if kind == jsontext.KindBeginObject {
			if variant, _ := variantOf(s, raw); variant != nil {
				return appendRedacted(out, variant.Shape, raw)
			}
		}
	case toolreflect.ListForm, toolreflect.TupleForm:
		if kind == jsontext.KindBeginArray {
			return redactElements(out, raw, s.Elem)
		}
	default:
		return append(out, raw...)
	}
	if kind != jsontext.KindNull && holdsSecret(s, map[*toolreflect.Shape]bool{}) {
		return append(out, redactedSecret...)
	}
	return append(out, raw...)
}

// redactMembers copies an object with what value makes of its members.
func redactMembers(out []byte, raw jsontext.Value, value func(out []byte, name string, value jsontext.Value) []byte) []byte {
	out = append(out, '{')
	dec := jsontext.NewDecoder(bytes.NewReader(raw), tokenOptions)
	_, _ = dec.ReadToken() // raw is valid
	for i := 0; dec.PeekKind() == jsontext.KindString; i++ {
		if i > 0 {
			out = append(out, ',')
		}
		token, _ := dec.ReadToken()
		name := token.String()
		out = append(append(out, appendQuoted(name)...), ':')
		member, _ := dec.ReadValue()
		out = value(out, name, bytes.Clone(member))
	}
	return append(out, '}')
}

// redactElements copies a list of values of one shape.
func redactElements(out []byte, raw jsontext.Value, elem *toolreflect.Shape) []byte {
	out = append(out, '[')
	dec := jsontext.NewDecoder(bytes.NewReader(raw), tokenOptions)
	_, _ = dec.ReadToken() // raw is valid
	for i := 0; dec.PeekKind() != jsontext.KindEndArray; i++ {
		if i > 0 {
			out = append(out, ',')
		}
		element, _ := dec.ReadValue()
		out = appendRedacted(out, elem, bytes.Clone(element))
	}
	return append(out, ']')
}

// holdsSecret reports whether values of a shape can have a secret in them. seen are the
// shapes that were looked at.
func holdsSecret(s *toolreflect.Shape, seen map[*toolreflect.Shape]bool) bool {
	if s == nil || seen[s] {
		return false
	}
	seen[s] = true
	for _, f := range s.Fields {
		if f.Secret || holdsSecret(f.Shape, seen) {
			return true
		}
	}
	for _, v := range s.Variants {
		if holdsSecret(v.Shape, seen) {
			return true
		}
	}
	return holdsSecret(s.Elem, seen)
}
