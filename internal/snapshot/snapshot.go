package snapshot

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Snapshot is what the tools of a server looked like at one moment, sorted by name.
type Snapshot struct {
	Tools []Tool
}

// A Tool is one definition.
type Tool struct {
	Name string
	// Value is the definition, decoded with its numbers kept (json.Number).
	Value map[string]any
}

// New makes a snapshot of definitions as a server wrote them.
func New(definitions []json.RawMessage) (*Snapshot, error) {
	s := &Snapshot{Tools: make([]Tool, 0, len(definitions))}
	var errs []error
	for i, raw := range definitions {
		value, err := decode(raw)
		if err != nil {
			errs = append(errs, fmt.Errorf("tool %d: %w", i+1, err))
			continue
		}
		definition, ok := value.(map[string]any)
		name, named := definition["name"].(string)
		if !ok || !named {
			errs = append(errs, fmt.Errorf("tool %d has no name", i+1))
			continue
		}
		sortSchemas(definition)
		s.Tools = append(s.Tools, Tool{name, definition})
	}
	slices.SortStableFunc(s.Tools, func(a, b Tool) int { return strings.Compare(a.Name, b.Name) })
	for i := 1; i < len(s.Tools); i++ {
		if s.Tools[i].Name == s.Tools[i-1].Name && (i == 1 || s.Tools[i].Name != s.Tools[i-2].Name) {
			errs = append(errs, fmt.Errorf("two tools are called %q, and clients can call only one of them", s.Tools[i].Name))
		}
	}
	return s, errors.Join(errs...)
}

// Find returns the tool of a name, or nil.
func (s *Snapshot) Find(name string) *Tool {
	i, ok := slices.BinarySearchFunc(s.Tools, name, func(t Tool, name string) int { return strings.Compare(t.Name, name) })
	if !ok {
		return nil
	}
	return &s.Tools[i]
}

// JSON returns the snapshot as it is kept in a file: {"tools":[…]}, so that everything that
// reads a tools/list result reads it too.
func (s *Snapshot) JSON() []byte {
	list := make([]any, len(s.Tools))
	for i, tool := range s.Tools {
		list[i] = tool.Value
	}
	return canonical(map[string]any{"tools": list})
}

// JSON returns the definition as it stands in a file of its own.
func (t Tool) JSON() []byte { return canonical(t.Value) }

// FileName returns the name of a file for one tool. Characters that a file's name should not
// have are written as % and two hexadecimal digits.
func (t Tool) FileName() string {
	var b strings.Builder
	for i, c := range []byte(t.Name) {
		switch {
		case '0' <= c && c <= '9', 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '_', c == '-', c == '.' && i > 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String() + ".json"
}

// decode reads JSON with the digits of its numbers.
func decode(raw []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var value any
	if err := dec.Decode(&value); err != nil {
		return nil, err
	}
	return value, nil
}
