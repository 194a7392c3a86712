package handler_test

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit/handler"
)

var hole = regexp.MustCompile(`<[^>]*>`)

// TestCorrectedArguments looks at the arguments that a refusal shows, and sends them with their
// holes filled in.
func TestCorrectedArguments(t *testing.T) {
	h := newOrder(t, handler.Config{})
	for _, tt := range []struct {
		name, arguments, want string
		fill                  []string
	}{
		{"no hole", `{"qeury":"x","region":"eu"}`, `{"query":"x","region":"eu"}`, nil},
		{"unknown, null and twice", `{"query":"x","query":"y","region":"eu","colour":1,"status":null}`, `{"query":"x","region":"eu"}`, nil},
		{"good parts stay", `{"query":"x","region":"asia","labels":{"a":"b"},"numbers":[3,1],"limit":0}`,
			`{"query":"x","region":<one of "eu", "us">,"labels":{"a":"b"},"numbers":[3,1],"limit":<must be at least 1>}`, []string{`"eu"`, `7`}},
		{"in lists", `{"query":"x","region":"eu","items":[{"id":1},{"id":2,"qty":3},{"qty":0}]}`,
			`{"query":"x","region":"eu","items":[{"id":1,"qty":<an integer>},{"id":2,"qty":3},{"qty":<must be at least 1>,"id":<an integer>}]}`, []string{`1`, `2`, `3`}},
		{"names in maps", `{"query":"x","region":"eu","labels":{"a1":"x","b":""}}`,
			`{"query":"x","region":"eu","labels":{<a name that must have letters a-z and A-Z only>:"x","b":<must not be empty>}}`, []string{`"a"`, `"y"`}},
		{"what others require and exclude", `{"query":"x","region":"eu","status":"closed","note":"n","limit":0}`,
			`{"query":"x","region":"eu","status":"closed","limit":<must be at least 1>,"reason":<a value>}`, []string{`1`, `"r"`}},
		{"secret values", `{"query":"","region":"eu","key":"long enough","limit":0}`,
			`{"query":<must not be empty>,"region":"eu","key":<as sent>,"limit":<must be at least 1>}`, []string{`"q"`, `"long enough"`, `1`}},
		{"a bad secret value", `{"query":"","region":"eu","key":"short"}`, `{"query":<must not be empty>,"region":"eu","key":<must have at least 8 characters>}`, []string{`"q"`, `"12345678"`}},
		{"long values", `{"query":"` + strings.Repeat("x", 61) + `","region":1,"limit":0}`,
			`{"query":<as sent>,"region":<one of "eu", "us">,"limit":<must be at least 1>}`, []string{`"q"`, `"us"`, `1`}},
		{"after repairs", `{"query":"x","region":"asia","limit":"5","numbers":"1,2","level":-1}`,
			`{"query":"x","region":<one of "eu", "us">,"limit":5,"numbers":[1,2],"level":<must be from 0 to 255>}`, []string{`"eu"`, `9`}},
		{"all as a string", `"{\"query\":\"x\",\"level\":-1}"`, `{"query":"x","level":<must be from 0 to 255>,"region":<one of "eu", "us">}`, []string{`1`, `"us"`}},
		{"invisible characters", "{\"query\":\"a\u202eb\",\"region\":1,\"limit\":0}", `{"query":"a\u202eb","region":<one of "eu", "us">,"limit":<must be at least 1>}`, []string{`"eu"`, `1`}},
		{"one problem", `{"query":"x"}`, ``, nil},
		{"the whole of it", `[]`, ``, nil},
		{"too much to repeat", `{"query":"x","region":1,"level":-1,"numbers":[` + numbers(400) + `,"x"]}`, ``, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			result, err := h.Call(t.Context(), json.RawMessage(tt.arguments))
			if err != nil {
				t.Fatal(err)
			}
			text := textOf(t, result)
			if !result.IsError || len(text) > 4096 {
				t.Fatalf("%d bytes, isError %v", len(text), result.IsError)
			}
			_, more, _ := strings.Cut(text, "\n\n")
			intro, got, _ := strings.Cut(more, "\n")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Fatalf("arguments (-want +got):\n%s", diff)
			}
			if tt.want == "" {
				return
			}
			wantIntro := "These arguments would be accepted:"
			if tt.fill != nil {
				wantIntro = "These arguments would be accepted once what stands in < > is filled in:"
			}
			if intro != wantIntro {
				t.Errorf("intro %q, want %q", intro, wantIntro)
			}
			fill := tt.fill
			filled := hole.ReplaceAllStringFunc(got, func(string) string {
				value := fill[0]
				fill = fill[1:]
				return value
			})
			if problems := h.Check(t.Context(), json.RawMessage(filled)); problems != nil {
				t.Errorf("%s is refused: %v", filled, problems[0])
			}
		})
	}
}

// numbers lists the first n numbers.
func numbers(n int) string {
	raw, err := json.Marshal(slices.Collect(func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}))
	if err != nil {
		panic(err)
	}
	return strings.Trim(string(raw), "[]")
}

// TestCorrectedNested writes what a missing object needs, and goes into unions and types with
// schemas of their own.
func TestCorrectedNested(t *testing.T) {
	type address struct {
		Street string `json:"street"`
		Kind   string `json:"kind" enum:"home,work"`
		Note   string `json:"note,omitempty"`
	}
	type person struct {
		Address address  `json:"address"`
		Second  *address `json:"second"`
		Age     int      `json:"age"`
	}
	h, err := handler.New(func(context.Context, person) (string, error) { return "", nil }, handler.Config{Tool: "t"})
	if err != nil {
		t.Fatal(err)
	}
	result, err := h.Call(t.Context(), json.RawMessage(`{"second":{"kind":"home"},"aeg":5}`))
	if err != nil {
		t.Fatal(err)
	}
	_, got, _ := strings.Cut(textOf(t, result), "\n\n")
	want := "These arguments would be accepted once what stands in < > is filled in:\n" +
		`{"second":{"kind":"home","street":<a string>},"age":5,"address":{"street":<a string>,"kind":<one of "home", "work">}}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("arguments (-want +got):\n%s", diff)
	}
}
