package handler_test

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/typedmcp/toolkit/handler"
)

// fuzzArgs has no rule and no type that a JSON Schema cannot say.
type fuzzArgs struct {
	Text  string         `json:"text" validate:"min=1,max=5"`
	Kind  string         `json:"kind,omitempty" enum:"a,b"`
	Int   int64          `json:"int,omitempty" validate:"min=-10,max=10"`
	Float float64        `json:"float,omitempty" validate:"gt=0"`
	Flag  bool           `json:"flag,omitempty"`
	List  []int8         `json:"list,omitempty" validate:"max=3,unique"`
	Map   map[string]int `json:"map,omitempty" validate:"max=2,dive,min=0"`
	Inner *fuzzInner     `json:"inner"`
	Nodes []fuzzNode     `json:"nodes,omitempty"`
	Any   any            `json:"any,omitempty"`
}

type fuzzInner struct {
	ID uint8 `json:"id"`
}

type fuzzNode struct {
	Name string     `json:"name"`
	Kids []fuzzNode `json:"kids,omitempty"`
}

// FuzzStrictDecode holds the strict pass against two judges that we did not write: it
// accepts what the advertised schema accepts, and reads what encoding/json reads.
func FuzzStrictDecode(f *testing.F) {
	for _, seed := range []string{
		`{"text":"x"}`, `{"text":""}`, `{"text":"x","int":5.0}`, `{"text":"x","int":5e0,"float":1}`, `{"text":"x","list":[1,2,1]}`,
		`{"text":"x","map":{"a":1,"b":-1}}`, `{"text":"x","inner":{"id":255},"nodes":[{"name":"a","kids":[{"name":"b"}]}]}`,
		`{"text":"x","any":[1,{"a":null}],"flag":true,"kind":"b"}`, `{"text":"x","nodes":[{"name":"a","kids":[{}]}]}`, `{"text":null}`,
		`{"text":"ÄÖÜ€😀"}`, `{"text":"x","int":10.5}`, `{"text":"x","Int":1}`, ` {"text" : "x" } `, `null`, `[]`, `{"text":"x","text":"y"}`,
	} {
		f.Add([]byte(seed))
	}
	var got fuzzArgs
	h, err := handler.New(func(_ context.Context, args fuzzArgs) (struct{}, error) { got = args; return struct{}{}, nil },
		handler.Config{Tool: "fuzz", Strict: true})
	if err != nil {
		f.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(h.InputSchema()))
	if err != nil {
		f.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("schema.json", doc); err != nil {
		f.Fatal(err)
	}
	schema, err := compiler.Compile("schema.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if len(bytes.TrimSpace(raw)) == 0 || string(raw) == "null" || hasLongNumber(raw) {
			return // taken as {}, and what the judge cannot read in time
		}
		result, err := h.Call(context.Background(), raw)
		if err != nil {
			t.Fatal(err)
		}
		accepted := !result.IsError
		if !json.Valid(raw) {
			if accepted {
				t.Fatalf("accepted what is not JSON: %q", raw)
			}
			return
		}
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
		if err != nil {
			return
		}
		valid := schema.Validate(value) == nil
		if accepted && !valid {
			t.Fatalf("accepted what the schema refuses: %s\n%v", raw, schema.Validate(value))
		}
		if !accepted && valid && !beyondSchema(result.Meta[handler.MetaProblems]) {
			t.Fatalf("refused what the schema accepts: %s\n%s", raw, textOf(t, result))
		}
		if !accepted {
			return
		}
		var want fuzzArgs
		if err := json.Unmarshal(raw, &want); err != nil {
			return // 5.0 for an integer, which encoding/json does not read
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("%s (-encoding/json +ours):\n%s", raw, diff)
		}
	})
}

// beyondSchema reports whether arguments were refused for something that no schema
// speaks of: duplicate names, broken UTF-8, depth, the range of a Go float.
func beyondSchema(problems any) bool {
	raw, err := json.Marshal(problems)
	if err != nil {
		return false
	}
	for _, code := range []string{"duplicate", "syntax", "limit", "range"} {
		if bytes.Contains(raw, []byte(`"code":"`+code+`"`)) {
			return true
		}
	}
	return false
}

// hasLongNumber reports whether raw has an exponent that takes the judge seconds.
func hasLongNumber(raw []byte) bool {
	for i := range raw {
		if (raw[i] == 'e' || raw[i] == 'E') && i+4 < len(raw) && digits(raw[i+1:i+5]) {
			return true
		}
	}
	return false
}

func digits(b []byte) bool {
	n := 0
	for _, c := range b {
		if c >= '0' && c <= '9' {
			n++
		}
	}
	return n >= 3
}
