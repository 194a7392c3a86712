package keyvalue

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	toolerrors "github.com/typedmcp/toolkit/errors"
	"github.com/typedmcp/toolkit/internal/ordered"
)

// Check reports words that are not key=value, before there is a schema.
func Check(words []string) error {
	for _, word := range words {
		if key, _, ok := strings.Cut(word, "="); !ok || key == "" {
			return fmt.Errorf("%q is not key=value, such as query=login, and no JSON object", word)
		}
	}
	return nil
}

// Read returns arguments as the words say them, laid over those of base, a JSON object or nil. A
// key is the name of a parameter, or leads into one with dots: filter.limit=5. A value is a text
// where the schema takes one; otherwise it is JSON, such as 5, true or null. A list is a JSON array,
// or grows by each word with its key.
func Read(schema, base json.RawMessage, words []string) (json.RawMessage, error) {
	if err := Check(words); err != nil {
		return nil, err
	}
	arguments := ordered.New()
	if base != nil {
		value, err := ordered.Decode(base)
		if err != nil {
			return nil, err
		}
		object, ok := value.(*ordered.Object)
		if !ok {
			return nil, errors.New("the arguments are not a JSON object")
		}
		arguments = object
	}
	root, err := ordered.Decode(schema)
	if err != nil {
		return nil, fmt.Errorf("the inputSchema is not JSON: %w", err)
	}
	r := &reader{root: root, begun: map[string]bool{}}
	for _, word := range words {
		key, text, _ := strings.Cut(word, "=")
		if err := r.set(arguments, r.parts(root, 0), key, key, text); err != nil {
			return nil, err
		}
	}
	return ordered.Encode(arguments), nil
}

type reader struct {
	root any
	// begun has the lists to which a word has added already.
	begun map[string]bool
}

// set puts a value where the rest of a key leads.
func (r *reader) set(into *ordered.Object, parts []*ordered.Object, whole, rest, text string) error {
	names := properties(parts)
	name, below := rest, ""
	if _, ok := names[rest]; !ok {
		if first, after, dotted := strings.Cut(rest, "."); dotted && first != "" && after != "" {
			if _, ok := names[first]; ok || len(names) == 0 || r.others(parts) != nil {
				name, below = first, after
			}
		}
	}
	member, known := names[name]
	if !known {
		if err := unknown(parts, names, whole, name); err != nil {
			return err
		}
		member = r.others(parts)
	}
	inside := r.parts(member, 0)
	if below == "" {
		return r.put(into, inside, whole, name, text)
	}
	object, ok := into.Get(name).(*ordered.Object)
	if !ok {
		object = ordered.New()
		into.Set(name, object)
	}
	return r.set(object, inside, whole, below, text)
}

// put sets a member, or adds to the list that it is.
func (r *reader) put(into *ordered.Object, parts []*ordered.Object, whole, name, text string) error {
	types := typesOf(parts)
	if types["array"] && !strings.HasPrefix(strings.TrimSpace(text), "[") && !types["string"] {
		var items []*ordered.Object
		for _, part := range parts {
			if part.Has("items") {
				items = r.parts(part.Get("items"), 0)
				break
			}
		}
		value, err := read(items, whole, text)
		if err != nil {
			return err
		}
		list, _ := into.Get(name).([]any)
		if !r.begun[whole] {
			list = nil
		}
		r.begun[whole] = true
		into.Set(name, append(list, value))
		return nil
	}
	value, err := read(parts, whole, text)
	if err != nil {
		return err
	}
	if r.begun[whole] {
		return fmt.Errorf("%s is given twice", whole)
	}
	r.begun[whole] = true
	into.Set(name, value)
	return nil
}

// others returns the schema of members that are not listed, or nil.
func (r *reader) others(parts []*ordered.Object) any {
	for _, part := range parts {
		if object, ok := part.Get("additionalProperties").(*ordered.Object); ok {
			return object
		}
	}
	return nil
}

// unknown says that there is no such parameter: if no other is taken, or if another one is meant.
func unknown(parts []*ordered.Object, names map[string]any, whole, name string) error {
	var known []string
	for _, part := range parts {
		known = append(known, part.Object("properties").Names()...)
	}
	if near := toolerrors.Nearest(name, known); near != "" {
		return fmt.Errorf("there is no parameter %q; did you mean %q?", whole, near)
	}
	for _, part := range parts {
		if part.Get("additionalProperties") == false && len(names) == 0 {
			return fmt.Errorf("there is no parameter %q; none is taken here", whole)
		}
		if part.Get("additionalProperties") == false {
			return fmt.Errorf("there is no parameter %q; known are %s", whole, strings.Join(known, ", "))
		}
	}
	return nil
}
