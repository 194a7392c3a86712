package toolkittest_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/invopop/jsonschema"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/toolkittest"
)

// everywhere proves a type alone, in lists, maps, pointers and structs, embedded and as the
// argument of a generic type.
func everywhere[T any](t *testing.T, samples ...T) {
	t.Helper()
	lists, maps, structs := [][]T{samples, nil}, []map[string]T{nil}, []members[T]{}
	for _, sample := range samples {
		maps = append(maps, map[string]T{"a": sample})
		structs = append(structs, members[T]{Plain: sample, Pointer: &sample, Omitted: sample, List: []T{sample}})
	}
	t.Run(fmt.Sprintf("%T", *new(T)), func(t *testing.T) {
		toolkittest.Conforms(t, nil, samples...)
		toolkittest.Conforms(t, nil, lists...)
		toolkittest.Conforms(t, nil, maps...)
		toolkittest.Conforms[[2]T](t, nil)
		toolkittest.Conforms[*T](t, nil)
		toolkittest.Conforms(t, nil, structs...)
		toolkittest.Conforms[embedding[T]](t, nil)
	})
}

type members[T any] struct {
	Plain   T            `json:"plain"`
	Pointer *T           `json:"pointer"`
	Omitted T            `json:"omitted,omitempty"`
	Zero    T            `json:"zero,omitzero"`
	List    []T          `json:"list"`
	Maps    []map[int8]T `json:"maps,omitempty"`
}

// An embedding has what encoding/json flattens, a pointer that may be nil too.
type embedding[T any] struct {
	Inner[T]
	*Deeper[T]
	Named Inner[T] `json:"named"`
	Own   string   `json:"own"`
}

type Inner[T any] struct {
	A T `json:"a"`
	B *T
}

type Deeper[T any] struct {
	C T `json:"c"`
}

// Types of the tables in the documentation.
type (
	word   string
	flags  [4]byte
	small  uint8
	smalls []small
	color  string
	node   struct {
		Name string           `json:"name"`
		Kids []node           `json:"kids,omitempty"`
		Next *node            `json:"next,omitempty"`
		More map[string]*node `json:"more"`
	}
	uuid    [16]byte
	decimal struct{ text string }
	quoted  struct {
		Int   int64   `json:"int,string"`
		Uint  uint    `json:"uint,string"`
		Float float64 `json:"float,string"`
		Bool  bool    `json:"bool,omitempty,string"`
		Text  string  `json:"text,string"`
	}
)

func (color) Enum() []color { return []color{"red", "green"} }

func (u uuid) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(u[:])), nil }

func (u *uuid) UnmarshalText(text []byte) error {
	raw, err := hex.DecodeString(string(text))
	if err == nil && len(raw) != len(u) {
		err = fmt.Errorf("%d bytes, want 16", len(raw))
	}
	copy(u[:], raw)
	return err
}

func (d decimal) MarshalJSON() ([]byte, error) { return json.Marshal(d.text) }

func (d *decimal) UnmarshalJSON(raw []byte) error { return json.Unmarshal(raw, &d.text) }

func (decimal) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{Type: "string"} }

func TestConforms(t *testing.T) {
	everywhere(t, "", "text", "\u202e")
	everywhere(t, word("x"))
	everywhere(t, true, false)
	everywhere(t, 0, 1<<62)
	everywhere[int8](t, -128, 127)
	everywhere[int16](t)
	everywhere[int32](t)
	everywhere[int64](t, -1<<63, 1<<63-1)
	everywhere[uint](t, 1<<64-1)
	everywhere[uint8](t, 255)
	everywhere[uint16](t)
	everywhere[uint32](t)
	everywhere[float32](t, 3.4e38)
	everywhere(t, 1.7e308, 5e-324)
	everywhere[any](t, 1, "x", []int{1}, nil)
	everywhere(t, json.RawMessage(`{"a":1}`))
	everywhere[json.Number](t, "1", "-2.5e3", "")
	everywhere(t, []byte("bytes"), []byte{})
	everywhere(t, [4]byte{1, 2, 3})
	everywhere(t, flags{1})
	everywhere(t, smalls{1, 2})
	everywhere(t, time.Date(2026, 7, 28, 9, 0, 0, 5, time.UTC), time.Date(1, 1, 1, 0, 0, 0, 0, time.FixedZone("", 3600)))
	everywhere(t, 90*time.Minute, -time.Nanosecond, 0)
	everywhere(t, netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("2001:db8::1"))
	everywhere(t, netip.MustParsePrefix("192.0.2.0/24"))
	everywhere(t, net.ParseIP("192.0.2.1"))
	everywhere(t, *big.NewInt(7), *new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil))
	everywhere(t, *big.NewFloat(1.5))
	everywhere(t, uuid{1})
	everywhere(t, decimal{"1.50"})
	everywhere[color](t, "red")
	everywhere(t, node{Name: "a", Kids: []node{{Name: "b"}}})
	everywhere(t, quoted{Int: 1 << 62, Text: `"`})
	everywhere(t, struct{}{})
	everywhere(t, map[string]string{"a": "b"})
	everywhere(t, map[netip.Addr]int{netip.MustParseAddr("192.0.2.1"): 1})
	everywhere(t, map[color]int{"red": 1})
	everywhere(t, map[uint8][]string{255: nil})
}

// A figure is a union.
type figure interface{ figure() }

type (
	disc   struct{ R float64 }
	square struct{ Side float64 }
)

func (disc) figure()    {}
func (*square) figure() {}

func TestConformsWithOptions(t *testing.T) {
	options := []toolkit.Option{toolkit.WithUnion("kind", map[string]figure{"disc": disc{}, "square": &square{}})}
	toolkittest.Conforms[figure](t, options, disc{1}, &square{2})
	toolkittest.Conforms(t, options, []figure{disc{1}, &square{2}})
}

// A liar writes what its schema does not say.
type liar struct{ n int }

func (l liar) MarshalJSON() ([]byte, error)    { return json.Marshal(l.n) }
func (l *liar) UnmarshalJSON(raw []byte) error { return json.Unmarshal(raw, &l.n) }
func (liar) JSONSchema() *jsonschema.Schema    { return &jsonschema.Schema{Type: "string"} }

// A refuser does not read what its schema says.
type refuser struct{}

func (refuser) MarshalJSON() ([]byte, error) { return []byte(`""`), nil }

func (*refuser) UnmarshalJSON(raw []byte) error {
	if string(raw) != `""` {
		return fmt.Errorf("too long")
	}
	return nil
}

func (refuser) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{Type: "object"} }

// A panicker panics.
type panicker struct{ N int }

func (p panicker) MarshalText() ([]byte, error) {
	if p.N > 0 {
		panic("no text")
	}
	return nil, nil
}

func (*panicker) UnmarshalText([]byte) error { return nil }

func TestConformsFails(t *testing.T) {
	for _, tt := range []struct {
		name string
		run  func(testing.TB)
		want string
	}{
		{"writes another type", func(t testing.TB) { toolkittest.Conforms(t, nil, liar{1}) }, "the sample {n:1} is written as JSON that its outputSchema refuses:"},
		{"reads less than it says", func(t testing.TB) { toolkittest.Conforms[refuser](t, nil) }, "as an argument: refuses what its inputSchema accepts"},
		{"panics", func(t testing.TB) { toolkittest.Conforms(t, nil, panicker{1}) }, "writing {N:1} as a result panics"},
	} {
		f := &failures{TB: t}
		tt.run(f)
		if text := strings.Join(f.texts, "\n"); !strings.Contains(text, tt.want) {
			t.Errorf("%s: %q, want %q in it", tt.name, text, tt.want)
		}
	}
}
