// Package ordered holds JSON whose objects keep the order of their members, which a schema's
// author chose and readers see.
package ordered

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// An Object is a JSON object. Its members are nil, bool, string, json.Number, []any and *Object.
type Object struct {
	names  []string
	values map[string]any
}

// New returns an object without members.
func New() *Object { return &Object{values: map[string]any{}} }

// Decode reads one JSON value. Of a name that stands twice, the last member counts.
func Decode(raw []byte) (any, error) {
	dec := jsontext.NewDecoder(bytes.NewReader(raw), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	value, err := read(dec)
	if err != nil {
		return nil, err
	}
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the JSON value")
	}
	return value, nil
}

func read(dec *jsontext.Decoder) (any, error) {
	token, err := dec.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case jsontext.KindBeginObject:
		o := New()
		for dec.PeekKind() != jsontext.KindEndObject {
			name, err := dec.ReadToken()
			if err != nil {
				return nil, err
			}
			key := name.String()
			value, err := read(dec)
			if err != nil {
				return nil, err
			}
			o.Set(key, value)
		}
		_, err = dec.ReadToken()
		return o, err
	case jsontext.KindBeginArray:
		list := []any{}
		for dec.PeekKind() != jsontext.KindEndArray {
			value, err := read(dec)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		_, err = dec.ReadToken()
		return list, err
	case jsontext.KindString:
		return token.String(), nil
	case jsontext.KindNumber:
		return json.Number(token.String()), nil
	case jsontext.KindTrue, jsontext.KindFalse:
		return token.Bool(), nil
	}
	return nil, nil // null
}

// Encode writes a value without blanks.
func Encode(value any) []byte {
	var b bytes.Buffer
	write(&b, value)
	return b.Bytes()
}

func write(b *bytes.Buffer, value any) {
	switch v := value.(type) {
	case *Object:
		b.WriteByte('{')
		for i, name := range v.names {
			if i > 0 {
				b.WriteByte(',')
			}
			quote(b, name)
			b.WriteByte(':')
			write(b, v.values[name])
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i, item := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			write(b, item)
		}
		b.WriteByte(']')
	case string:
		quote(b, v)
	case json.Number:
		b.WriteString(string(v))
	case bool:
		if v {
			b.WriteString("true")
		} else {
			b.WriteString("false")
		}
	default:
		b.WriteString("null")
	}
}

func quote(b *bytes.Buffer, s string) {
	quoted, _ := jsontext.AppendQuote(nil, s) // invalid UTF-8 is replaced
	b.Write(quoted)
}

// MarshalJSON implements json.Marshaler.
func (o *Object) MarshalJSON() ([]byte, error) { return Encode(o), nil }

// Names returns the names of the members in their order. The list is not to be changed. A nil
// object has none.
func (o *Object) Names() []string {
	if o == nil {
		return nil
	}
	return o.names
}

// Has reports whether there is a member of that name.
func (o *Object) Has(name string) bool {
	if o == nil {
		return false
	}
	_, ok := o.values[name]
	return ok
}

// Get returns a member, or nil.
func (o *Object) Get(name string) any {
	if o == nil {
		return nil
	}
	return o.values[name]
}

// Text returns a member that is a string, or "".
func (o *Object) Text(name string) string {
	s, _ := o.Get(name).(string)
	return s
}

// List returns a member that is an array, or nil.
func (o *Object) List(name string) []any {
	list, _ := o.Get(name).([]any)
	return list
}

// Object returns a member that is an object, or nil.
func (o *Object) Object(name string) *Object {
	object, _ := o.Get(name).(*Object)
	return object
}

// Set changes a member, or adds it at the end.
func (o *Object) Set(name string, value any) {
	if _, ok := o.values[name]; !ok {
		o.names = append(o.names, name)
	}
	o.values[name] = value
}

// Delete takes a member away.
func (o *Object) Delete(name string) {
	if _, ok := o.values[name]; ok {
		delete(o.values, name)
		o.names = slices.DeleteFunc(slices.Clone(o.names), func(n string) bool { return n == name })
	}
}

// Clone returns a copy whose members can be set. What the members hold is shared.
func (o *Object) Clone() *Object {
	c := New()
	for _, name := range o.Names() {
		c.Set(name, o.values[name])
	}
	return c
}

// Equal reports whether two values are the same JSON, whatever the order of members.
func Equal(a, b any) bool {
	switch a := a.(type) {
	case *Object:
		other, ok := b.(*Object)
		if !ok || len(a.Names()) != len(other.Names()) {
			return false
		}
		for _, name := range a.Names() {
			if !other.Has(name) || !Equal(a.values[name], other.values[name]) {
				return false
			}
		}
		return true
	case []any:
		other, ok := b.([]any)
		return ok && slices.EqualFunc(a, other, Equal)
	}
	switch b.(type) {
	case *Object, []any:
		return false
	}
	return a == b
}
