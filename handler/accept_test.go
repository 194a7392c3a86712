package handler_test

import (
	"context"
	"encoding/json"
	"math/big"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/typedmcp/toolkit/handler"
)

// everyArgs has the types whose decoding has something to it.
type everyArgs struct {
	embeddedArgs
	*EmbeddedPointer
	Int      int64           `json:"int,omitempty"`
	Uint     uint64          `json:"uint,omitempty"`
	Float    float64         `json:"float,omitempty"`
	Text     string          `json:"text,omitempty"`
	Flag     bool            `json:"flag,omitempty"`
	Pointer  *int            `json:"pointer"`
	List     []string        `json:"list,omitempty"`
	Map      map[int]string  `json:"map,omitempty"`
	Time     time.Time       `json:"time,omitzero"`
	Wait     time.Duration   `json:"wait,omitempty"`
	Data     []byte          `json:"data,omitempty"`
	Raw      json.RawMessage `json:"raw,omitempty"`
	Any      any             `json:"any,omitempty"`
	Number   json.Number     `json:"number,omitempty"`
	Big      *big.Int        `json:"big,omitempty"`
	Quoted   int64           `json:"quoted,omitempty,string"`
	Nullable *string         `json:"nullable,omitempty" nullable:"true"`
	Limit    int             `json:"limit,omitempty" default:"20" validate:"min=1"`
	Tags     []string        `json:"tags,omitempty" default:"a,b"`
}

type embeddedArgs struct {
	Page int `json:"page,omitempty" default:"1"`
}

type EmbeddedPointer struct {
	Deep string `json:"deep"`
}

func decodeEvery(t *testing.T, arguments string) everyArgs {
	t.Helper()
	var got everyArgs
	h, err := handler.New(func(_ context.Context, args everyArgs) (struct{}, error) { got = args; return struct{}{}, nil }, handler.Config{Tool: "every"})
	if err != nil {
		t.Fatal(err)
	}
	result, err := h.Call(t.Context(), json.RawMessage(arguments))
	if err != nil {
		t.Fatal(err)
	}
	if result.IsError {
		t.Fatalf("refused: %s", textOf(t, result))
	}
	return got
}

func TestAccepted(t *testing.T) {
	seven, deep := 7, "x"
	base := func(change func(*everyArgs)) everyArgs {
		args := everyArgs{embeddedArgs: embeddedArgs{Page: 1}, Limit: 20, Tags: []string{"a", "b"}}
		change(&args)
		return args
	}
	for _, tt := range []struct {
		name, arguments string
		want            everyArgs
	}{
		{"no arguments", ``, base(func(*everyArgs) {})},
		{"null arguments", `null`, base(func(*everyArgs) {})},
		{"an empty object with blanks", " {\n} ", base(func(*everyArgs) {})},
		{"the largest integers", `{"int":9223372036854775807,"uint":18446744073709551615}`, base(func(a *everyArgs) { a.Int, a.Uint = 1<<63-1, 1<<64-1 })},
		{"the smallest integer", `{"int":-9223372036854775808}`, base(func(a *everyArgs) { a.Int = -1 << 63 })},
		{"beyond 2^53", `{"int":9007199254740993}`, base(func(a *everyArgs) { a.Int = 9007199254740993 })},
		{"an integer with a fraction of zero", `{"int":5.0,"uint":50e-1}`, base(func(a *everyArgs) { a.Int, a.Uint = 5, 5 })},
		{"an exponent", `{"int":12e2,"float":1e-3}`, base(func(a *everyArgs) { a.Int, a.Float = 1200, 0.001 })},
		{"zero values are given values", `{"int":0,"text":"","flag":false,"list":[]}`, base(func(a *everyArgs) { a.List = []string{} })},
		{"a default is not used for a given value", `{"page":3,"limit":1,"tags":[]}`, base(func(a *everyArgs) { a.Page, a.Limit, a.Tags = 3, 1, []string{} })},
		{"escapes in a name", `{"te\u0078t":"a\n\u00e9"}`, base(func(a *everyArgs) { a.Text = "a\né" })},
		{"pointers", `{"pointer":7,"deep":"x"}`, base(func(a *everyArgs) { a.Pointer, a.EmbeddedPointer = &seven, &EmbeddedPointer{deep} })},
		{"a map with integer names", `{"map":{"1":"a","-2":"b"}}`, base(func(a *everyArgs) { a.Map = map[int]string{1: "a", -2: "b"} })},
		{"a time", `{"time":"2026-07-28T09:00:00+02:00"}`, base(func(a *everyArgs) { a.Time = time.Date(2026, 7, 28, 7, 0, 0, 0, time.UTC) })},
		{"durations", `{"wait":"90s"}`, base(func(a *everyArgs) { a.Wait = 90 * time.Second })},
		{"bytes", `{"data":"aGk="}`, base(func(a *everyArgs) { a.Data = []byte("hi") })},
		{"anything", `{"raw":{"b":1, "a":2},"any":[1,"x",null]}`, base(func(a *everyArgs) {
			a.Raw, a.Any = json.RawMessage(`{"b":1, "a":2}`), []any{1.0, "x", nil}
		})},
		{"exact numbers", `{"number":1.10,"big":123456789012345678901234567890,"quoted":"9007199254740993"}`, base(func(a *everyArgs) {
			a.Number, a.Quoted = "1.10", 9007199254740993
			a.Big, _ = new(big.Int).SetString("123456789012345678901234567890", 10)
		})},
		{"null as a value", `{"nullable":null}`, base(func(*everyArgs) {})},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := decodeEvery(t, tt.arguments)
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(everyArgs{}), cmpopts.EquateEmpty(), cmp.Comparer(func(a, b *big.Int) bool {
				return a == b || a != nil && b != nil && a.Cmp(b) == 0
			})); diff != "" {
				t.Errorf("arguments (-want +got):\n%s", diff)
			}
		})
	}
}

// TestDefaultsAreNotShared changes what a call got and looks at the next one.
func TestDefaultsAreNotShared(t *testing.T) {
	h, err := handler.New(func(_ context.Context, args everyArgs) (string, error) {
		defer func() { args.Tags[0] = "changed" }()
		return args.Tags[0], nil
	}, handler.Config{Tool: "every"})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		result, err := h.Call(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := textOf(t, result); got != "a" {
			t.Errorf("tags[0] = %q, want the default", got)
		}
	}
}

func TestAllowUnknown(t *testing.T) {
	h := newOrder(t, handler.Config{AllowUnknown: true})
	result, err := h.Call(t.Context(), json.RawMessage(`{"query":"x","region":"eu","colour":{"a":[1]}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := textOf(t, result); got != "x" || result.IsError {
		t.Errorf("got %q", got)
	}
}

// TestAllocations holds the path of a good call to its price: what decoding and
// writing allocate does not depend on the machine.
func TestAllocations(t *testing.T) {
	type args struct {
		Query  string `json:"query" validate:"min=1,max=200"`
		Status string `json:"status,omitempty" enum:"open,closed"`
		Limit  int    `json:"limit,omitempty" default:"20" validate:"min=1,max=100"`
		Region string `json:"region" enum:"eu,us"`
	}
	type item struct {
		ID    int    `json:"id"`
		Title string `json:"title"`
	}
	type result struct {
		Items []item `json:"items"`
	}
	found := result{Items: []item{{1, "one"}, {2, "two"}}}
	h, err := handler.New(func(context.Context, args) (result, error) { return found, nil }, handler.Config{Tool: "search"})
	if err != nil {
		t.Fatal(err)
	}
	raw := json.RawMessage(`{"query":"login timeout","status":"open","limit":10,"region":"eu"}`)
	got := testing.AllocsPerRun(200, func() {
		if result, err := h.Call(context.Background(), raw); err != nil || result.IsError {
			t.Fatal(err)
		}
	})
	if got > maxAllocations {
		t.Errorf("%v allocations, want at most %d", got, maxAllocations)
	}
}
