package handler_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit/handler"
	toolreflect "github.com/typedmcp/toolkit/reflect"
)

type figure interface{ figure() }

type planStep struct {
	Name string `json:"name" validate:"min=1"`
	Days int    `json:"days" validate:"min=1"`
}

type disc struct {
	Radius float64 `json:"radius" validate:"gt=0"`
}

type box struct {
	Side float64 `json:"side" validate:"gt=0"`
	Name string  `json:"name,omitempty"`
}

func (disc) figure() {}
func (box) figure()  {}

// planArgs has rules that one problem could hide from another.
type planArgs struct {
	Tags   []string          `json:"tags,omitempty" validate:"max=2,unique,dive,min=1"`
	Env    map[string]string `json:"env,omitempty" validate:"max=1,dive,keys,alpha,endkeys,min=1"`
	Mode   string            `json:"mode,omitempty" enum:"fast,slow"`
	Reason string            `json:"reason,omitempty" validate:"required_if=Mode slow"`
	Note   string            `json:"note,omitempty" validate:"excluded_with=Reason"`
	Extra  string            `json:"extra,omitempty" validate:"required_without=Note"`
	Figure figure            `json:"figure,omitempty"`
	Steps  []*planStep       `json:"steps,omitempty" validate:"unique=Name"`
	Key    string            `json:"key,omitempty" secret:"true" enum:"abcd,efgh"`
	Format string            `json:"format,omitempty" format:"email"`
}

// TestOneProblemHidesNoOther holds calls with several mistakes, where the second would
// show only once the first is corrected, against a text that has both.
func TestOneProblemHidesNoOther(t *testing.T) {
	figures, err := toolreflect.NewUnion("kind", map[string]figure{"disc": disc{}, "box": box{}})
	if err != nil {
		t.Fatal(err)
	}
	h, err := handler.New(func(_ context.Context, _ planArgs) (string, error) { return "called", nil },
		handler.Config{Tool: "plan", Schemas: toolreflect.Options{Unions: []*toolreflect.Union{figures}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, arguments string
		want            []string
	}{
		{"a bad item in a list that is too long", `{"extra":"x","tags":["","a","b"]}`,
			[]string{`tags[0]: must not be empty, got "".`, "tags: must have at most 2 items, got 3 items."}},
		{"a bad item beside one that stands twice", `{"extra":"x","tags":["","a","a"]}`,
			[]string{`tags[0]: must not be empty, got "".`, "tags: must have at most 2 items, got 3 items.", "tags: must not have the same item twice, got 3 items."}},
		{"two bad items that are the same", `{"extra":"x","tags":["",""]}`,
			[]string{`tags[0]: must not be empty, got "".`, `tags[1]: must not be empty, got "".`}},
		{"a bad name with a bad value in a map that is too large", `{"extra":"x","env":{"a1":"","b":"c"}}`,
			[]string{`env.a1: the name must have letters a-z and A-Z only, got "a1".`, `env.a1: must not be empty, got "".`, "env: must have at most 1 entry, got 2 entries."}},
		{"a misspelt name with a bad value", `{"extra":"x","mod":"medium"}`,
			[]string{`mod: unknown parameter. Did you mean "mode"?`, `mod: "medium" is not allowed. Use one of "fast", "slow".`}},
		{"a misspelt name beside the right one", `{"extra":"x","mod":"medium","mode":"fast"}`,
			[]string{`mod: unknown parameter. Did you mean "mode"?`, `mod: "medium" is not allowed. Use one of "fast", "slow".`}},
		{"the right name before a misspelt one", `{"extra":"x","mode":"fast","mod":"medium"}`, []string{`mod: unknown parameter. Did you mean "mode"?`}},
		{"a misspelt secret", `{"extra":"x","keys":"hunter2"}`,
			[]string{`keys: unknown parameter. Did you mean "key"?`, `keys: the value is not allowed. Use one of "abcd", "efgh".`}},
		{"a condition on a misspelt value", `{"extra":"x","mode":"slw"}`,
			[]string{`mode: "slw" is not allowed. Use one of "fast", "slow". Did you mean "slow"?`, "reason: required when mode is slow."}},
		{"what a condition leads to", `{"note":"x","mode":"slow"}`,
			[]string{"reason: required when mode is slow.", "note: not allowed when reason is given.", "extra: required when note is not given."}},
		{"no condition twice", `{"mode":"slow"}`, []string{"reason: required when mode is slow.", "extra: required when note is not given."}},
		{"a misspelt variant", `{"extra":"x","figure":{"kind":"bx","side":0}}`,
			[]string{`figure.kind: "bx" is not allowed. Use one of "box", "disc". Did you mean "box"?`, "figure.side: must be greater than 0, got 0."}},
		{"a variant without its name", `{"extra":"x","figure":{"side":-1}}`,
			[]string{`figure.kind: required but missing. Use one of "box", "disc": It says what the object is. Did you mean "box"?`, "figure.side: must be greater than 0, got -1."}},
		{"a variant that could be any", `{"extra":"x","figure":{}}`, []string{`figure.kind: required but missing. Use one of "box", "disc": It says what the object is.`}},
		{"a member twice in items that are bad elsewhere", `{"extra":"x","steps":[{"name":"a","days":0},{"name":"b","days":1},{"name":"a","days":2}]}`,
			[]string{"steps[0].days: must be at least 1, got 0.", "steps: must not have two items with the same name, got 3 items."}},
		{"a bad member twice", `{"extra":"x","steps":[{"name":"","days":1},{"name":"","days":2},{"days":3},{"days":4}]}`,
			[]string{`steps[0].name: must not be empty, got "".`, `steps[1].name: must not be empty, got "".`, "steps[2].name: required but missing. Expected a string.", "steps[3].name: required but missing. Expected a string."}},
		{"a variant whose name is of another type", `{"extra":"x","figure":{"kind":7,"side":0}}`,
			[]string{`figure.kind: expected one of "box", "disc", got the number 7. Did you mean "box"?`, "figure.side: must be greater than 0, got 0."}},
		{"a variant with a member too many", `{"extra":"x","figure":{"side":0,"name":"n","radius":1}}`,
			[]string{`figure.kind: required but missing. Use one of "box", "disc": It says what the object is. Did you mean "box"?`,
				"figure.side: must be greater than 0, got 0.", `figure.radius: unknown parameter. Known here: "side", "name".`}},
		{"a variant that is none", `{"extra":"x","figure":{"kind":7,"side":1,"radius":1}}`, []string{`figure.kind: expected one of "box", "disc", got the number 7.`}},
		{"a format", `{"extra":"x","format":"me"}`, []string{`format: must be an email address, got "me". For example "ada@example.com".`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			result, err := h.Call(t.Context(), json.RawMessage(tt.arguments))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, lines(textOf(t, result))); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

// lines returns the problems that a text lists.
func lines(text string) []string {
	var list []string
	text, _, _ = strings.Cut(text, "\n\n")
	for _, line := range strings.Split(text, "\n") {
		if problem, ok := strings.CutPrefix(line, "- "); ok {
			list = append(list, problem)
		}
	}
	return list
}
