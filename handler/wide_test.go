package handler_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/typedmcp/toolkit/handler"
)

// wideArgs has a field of every form, and many of them.
type wideArgs struct {
	orderArgs
	Tree    *wideTree            `json:"tree"`
	Trees   []wideTree           `json:"trees,omitempty" validate:"unique"`
	ByName  map[string]wideTree  `json:"by_name,omitempty"`
	ByID    map[int]orderItem    `json:"by_id,omitempty"`
	Grid    [][]float64          `json:"grid,omitempty" validate:"dive,dive,min=0"`
	Words   []string             `json:"words,omitempty" validate:"unique,dive,min=1,alpha"`
	Blob    json.RawMessage      `json:"blob,omitempty"`
	Amount  json.Number          `json:"amount,omitempty"`
	Times   map[string]time.Time `json:"times,omitempty"`
	Secrets []string             `json:"secrets,omitempty" secret:"true"`
	F1      int                  `json:"f1,omitempty"`
	F2      int                  `json:"f2,omitempty" validate:"required_with=F1"`
	F3      int                  `json:"f3,omitempty" validate:"excluded_with=F2"`
	F4      string               `json:"f4,omitempty" validate:"omitempty,uuid"`
	F5      string               `json:"f5,omitempty" format:"uri"`
	F6      string               `json:"f6,omitempty" pattern:"^(a+)+$"`
	F7      bool                 `json:"f7,omitempty"`
	F8      float32              `json:"f8,omitempty"`
	F9      uint16               `json:"f9,omitempty"`
}

type wideTree struct {
	Name string     `json:"name" validate:"max=9"`
	Kids []wideTree `json:"kids,omitempty"`
	Any  any        `json:"any,omitempty"`
}

func newWide(t testing.TB, cfg handler.Config) *handler.Handler {
	t.Helper()
	cfg.Tool = "wide"
	h, err := handler.New(func(context.Context, wideArgs) (string, error) { return "called", nil }, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// hostile are arguments that grow with n, each in a way that could cost more than it weighs.
var hostile = []struct {
	name string
	make func(n int) string
}{
	{"deep lists", func(n int) string { return `{"any":` + strings.Repeat("[", n) + strings.Repeat("]", n) + `}` }},
	{"deep objects", func(n int) string { return strings.Repeat(`{"tree":`, n) + "1" + strings.Repeat("}", n) }},
	{"deep trees", func(n int) string {
		return `{"tree":` + strings.Repeat(`{"name":"a","kids":[`, n) + strings.Repeat("]}", n) + `}`
	}},
	{"open brackets", func(n int) string { return strings.Repeat("[", n) }},
	{"a long string", func(n int) string { return `{"query":"` + strings.Repeat("a", n) + `"}` }},
	{"a long string with escapes", func(n int) string { return `{"query":"` + strings.Repeat(`\u0061`, n) + `"}` }},
	{"a long string for a pattern", func(n int) string { return `{"f6":"` + strings.Repeat("a", n) + `b"}` }},
	{"a long string for an integer", func(n int) string { return `{"limit":"` + strings.Repeat("9", n) + `"}` }},
	{"a long string for a list", func(n int) string { return `{"numbers":"` + strings.Repeat("9,", n) + `x"}` }},
	{"a huge number", func(n int) string { return `{"limit":` + strings.Repeat("9", n) + `}` }},
	{"a huge fraction", func(n int) string {
		return `{"price":0.` + strings.Repeat("9", n) + `,"amount":1.` + strings.Repeat("0", n) + `}`
	}},
	{"zeros", func(n int) string {
		return `{"limit":1.` + strings.Repeat("0", n) + `,"level":1` + strings.Repeat("0", n) + `e-9}`
	}},
	{"huge exponents", func(n int) string { return `{"numbers":[` + strings.Repeat("1e999999999,", n) + `1]}` }},
	{"many unknown keys", func(n int) string { return keys(n, func(i int) string { return fmt.Sprintf(`"unknown_%d":%d`, i, i) }) }},
	{"many near keys", func(n int) string { return keys(n, func(i int) string { return fmt.Sprintf(`"limit%d":%d`, i%10, i) }) }},
	{"many duplicate keys", func(n int) string { return keys(n, func(int) string { return `"limit":5` }) }},
	{"many duplicate keys in a map", func(n int) string { return `{"labels":` + keys(n, func(int) string { return `"a":"b"` }) + `}` }},
	{"many keys in a map", func(n int) string {
		return `{"by_id":` + keys(n, func(i int) string { return fmt.Sprintf(`"%d":{}`, i) }) + `}`
	}},
	{"many keys in any", func(n int) string {
		return `{"any":` + keys(n, func(i int) string { return fmt.Sprintf(`"k%d":[]`, i) }) + `}`
	}},
	{"many good items", func(n int) string { return `{"trees":[` + strings.Repeat(`{"name":"a"},`, n) + `{"name":"b"}]}` }},
	{"many bad items", func(n int) string { return `{"items":[` + strings.Repeat(`{"id":"x"},`, n) + `1]}` }},
	{"many items that are the same", func(n int) string { return `{"words":["a"` + strings.Repeat(`,"a"`, n) + `]}` }},
	{"many items that differ", func(n int) string {
		return `{"words":["a"` + strings.Join(strings.Fields(words(n)), "") + `]}`
	}},
	{"strings in strings", func(n int) string {
		inner := `[` + strings.Repeat("1,", n) + `1]`
		for range 3 {
			quoted, _ := json.Marshal(inner)
			inner = `[` + string(quoted) + `]`
		}
		return `{"grid":` + inner + `}`
	}},
	{"all as a string", func(n int) string {
		quoted, _ := json.Marshal(`{"query":"` + strings.Repeat("\\u0061", n) + `"}`)
		return string(quoted)
	}},
	{"broken UTF-8", func(n int) string { return `{"query":"` + strings.Repeat("\xff", n) + `"}` }},
	{"blanks", func(n int) string { return strings.Repeat(" ", n) + `{"query":"x"}` + strings.Repeat("\n", n) }},
	{"many secrets", func(n int) string { return `{"secrets":[` + strings.Repeat("1,", n) + `1]}` }},
}

func keys(n int, one func(int) string) string {
	members := make([]string, n)
	for i := range members {
		members[i] = one(i)
	}
	return "{" + strings.Join(members, ",") + "}"
}

func words(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"w%s" `, strings.Map(func(r rune) rune { return r - '0' + 'a' }, fmt.Sprint(i)))
	}
	return b.String()
}

// TestHostileArguments makes sure that the cost of arguments grows no faster than they do, and
// that the answer does not grow at all.
func TestHostileArguments(t *testing.T) {
	h := newWide(t, handler.Config{})
	const small, large = 1000, 16000
	for _, tt := range hostile {
		t.Run(tt.name, func(t *testing.T) {
			cost := func(n int) (bytes uint64, fastest time.Duration) {
				raw := json.RawMessage(tt.make(n))
				bytes, fastest = math.MaxUint64, time.Hour
				for range 5 { // the least counts: a collection empties the pools of package regexp

					var before, after runtime.MemStats
					runtime.ReadMemStats(&before)
					start := time.Now()
					result, err := h.Call(t.Context(), raw)
					fastest = min(fastest, time.Since(start))
					runtime.ReadMemStats(&after)
					if err != nil {
						t.Fatal(err)
					}
					answer, err := json.Marshal(result)
					if err != nil || len(answer) > 64<<10 {
						t.Fatalf("the answer has %d bytes, %v", len(answer), err)
					}
					if result.IsError && len(textOf(t, result)) > 4096 {
						t.Fatalf("the text has %d bytes", len(textOf(t, result)))
					}
					bytes = min(bytes, after.TotalAlloc-before.TotalAlloc)
				}
				return bytes, fastest
			}
			smallBytes, smallTime := cost(small)
			largeBytes, largeTime := cost(large)
			// 16 times as much input; 256 would be quadratic.
			if largeBytes > 48*smallBytes+1<<20 {
				t.Errorf("%d bytes for %d, %d for %d", smallBytes, small, largeBytes, large)
			}
			if largeTime > 80*smallTime+20*time.Millisecond {
				t.Errorf("%s for %d, %s for %d", smallTime, small, largeTime, large)
			}
		})
	}
}

// FuzzAnyBytes sends any bytes, strictly and with repairs: there is always a result.
func FuzzAnyBytes(f *testing.F) {
	for _, seed := range hostile {
		f.Add([]byte(seed.make(3)))
	}
	f.Add([]byte(`{"query":"x","region":"eu","tree":{"name":"a","kids":[{"name":"b"}]},"by_id":{"1":{"id":1,"qty":2}},"f1":1,"f2":2}`))
	handlers := []*handler.Handler{newWide(f, handler.Config{}), newWide(f, handler.Config{Strict: true}), newWide(f, handler.Config{AllowUnknown: true, MaxDepth: 5})}
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, h := range handlers {
			result, err := h.Call(t.Context(), raw)
			if err != nil {
				t.Fatal(err)
			}
			text := textOf(t, result)
			if strings.Contains(text, "internal error") {
				t.Fatalf("%q panics", raw)
			}
			if !result.IsError != (text == "called") || len(text) > 4096 {
				t.Fatalf("isError %v, text %q", result.IsError, text)
			}
			if _, err := json.Marshal(result); err != nil {
				t.Fatalf("%q: the result is no JSON: %v", raw, err)
			}
		}
	})
}
