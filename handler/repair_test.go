package handler_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	toolerrors "github.com/typedmcp/toolkit/errors"
	"github.com/typedmcp/toolkit/handler"
)

// clientArgs are parameters of the sorts that clients encode in ways of their own.
type clientArgs struct {
	Text    string         `json:"text,omitempty"`
	Kind    string         `json:"kind,omitempty" enum:"a,b"`
	Int     int            `json:"int,omitempty" default:"3"`
	Float   float64        `json:"float,omitempty"`
	Flag    bool           `json:"flag,omitempty"`
	Ints    []int          `json:"ints,omitempty"`
	Texts   []string       `json:"texts,omitempty"`
	Flags   []bool         `json:"flags,omitempty"`
	Object  *clientObject  `json:"object"`
	Objects []clientObject `json:"objects,omitempty"`
	Map     map[string]int `json:"map,omitempty"`
	Time    *time.Time     `json:"time"`
	Null    *int           `json:"null" nullable:"true"`
	Any     any            `json:"any,omitempty"`
}

type clientObject struct {
	ID int `json:"id"`
}

func callClient(t *testing.T, arguments string, cfg handler.Config) (got string, repairs []handler.Repair) {
	t.Helper()
	cfg.Tool = "client"
	h, err := handler.New(func(_ context.Context, args clientArgs) (string, error) {
		raw, err := json.Marshal(args)
		return string(raw), err
	}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	result, err := h.Call(t.Context(), json.RawMessage(arguments))
	if err != nil {
		t.Fatal(err)
	}
	repairs, _ = result.Meta[handler.MetaRepairs].([]handler.Repair)
	return textOf(t, result), repairs
}

func TestRepairs(t *testing.T) {
	const rest = `,"object":null,"time":null,"null":null}`
	for _, tt := range []struct {
		name, arguments, want string
		repairs               []handler.Repair
	}{
		{"an integer as a string", `{"int":"5"}`, `{"int":5` + rest, []handler.Repair{{"int", "string", "integer"}}},
		{"an integer with a fraction as a string", `{"int":"5.0"}`, `{"int":5` + rest, []handler.Repair{{"int", "string", "integer"}}},
		{"a number as a string", `{"int":1,"float":"-1.5"}`, `{"int":1,"float":-1.5` + rest, []handler.Repair{{"float", "string", "number"}}},
		{"a boolean as a string", `{"int":1,"flag":"true"}`, `{"int":1,"flag":true` + rest, []handler.Repair{{"flag", "string", "boolean"}}},
		{"a boolean as Python writes it", `{"int":1,"flag":"True"}`, `{"int":1,"flag":true` + rest, []handler.Repair{{"flag", "string", "boolean"}}},
		{"a list as a string", `{"int":1,"ints":"[1,2]"}`, `{"int":1,"ints":[1,2]` + rest, []handler.Repair{{"ints", "string", "array"}}},
		{"a list of strings as a string", `{"int":1,"texts":"[\"a\",\"b\"]"}`, `{"int":1,"texts":["a","b"]` + rest, []handler.Repair{{"texts", "string", "array"}}},
		{"numbers between commas", `{"int":1,"ints":"1, 2"}`, `{"int":1,"ints":[1,2]` + rest, []handler.Repair{{"ints", "string", "array"}}},
		{"booleans between commas", `{"int":1,"flags":"true,False"}`, `{"int":1,"flags":[true,false]` + rest, []handler.Repair{{"flags", "string", "array"}}},
		{"an object as a string", `{"int":1,"object":"{\"id\":4}"}`, `{"int":1,"object":{"id":4},"time":null,"null":null}`, []handler.Repair{{"object", "string", "object"}}},
		{"strings within strings", `{"int":1,"objects":"[\"{\\\"id\\\":\\\"4\\\"}\"]"}`, `{"int":1,"object":null,"objects":[{"id":4}],"time":null,"null":null}`,
			[]handler.Repair{{"objects", "string", "array"}, {"objects[0]", "string", "object"}, {"objects[0].id", "string", "integer"}}},
		{"within a map", `{"int":1,"map":{"a":"7"}}`, `{"int":1,"object":null,"map":{"a":7},"time":null,"null":null}`, []handler.Repair{{"map.a", "string", "integer"}}},
		{"everything as a string", `"{\"int\":5}"`, `{"int":5` + rest, []handler.Repair{{"arguments", "string", "object"}}},
		{"null for what is not set", `{"int":null,"flag":null,"ints":null,"object":null}`, `{"int":3` + rest,
			[]handler.Repair{{"int", "null", ""}, {"flag", "null", ""}, {"ints", "null", ""}, {"object", "null", ""}}},
		{"null for a string that is not set", `{"int":1,"text":null}`, `{"int":1` + rest, []handler.Repair{{"text", "null", ""}}},
		{"empty for what is not set", `{"int":"","flag":"","ints":"","object":""}`, `{"int":3` + rest,
			[]handler.Repair{{"int", "string", ""}, {"flag", "string", ""}, {"ints", "string", ""}, {"object", "string", ""}}},
		{"the word null", `{"int":"null"}`, `{"int":3` + rest, []handler.Repair{{"int", "string", ""}}},
		{"empty for an enumeration", `{"int":1,"kind":""}`, `{"int":1` + rest, []handler.Repair{{"kind", "string", ""}}},
		{"a string that looks like JSON stays", `{"int":1,"text":"[1,2]"}`, `{"text":"[1,2]","int":1` + rest, nil},
		{"an empty string stays", `{"int":1,"text":""}`, `{"int":1` + rest, nil},
		{"a nullable null stays", `{"int":1,"null":null}`, `{"int":1` + rest, nil},
		{"any stays", `{"int":1,"any":"[1]"}`, `{"int":1,"object":null,"time":null,"null":null,"any":"[1]"}`, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, repairs := callClient(t, tt.arguments, handler.Config{})
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("arguments (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.repairs, repairs); diff != "" {
				t.Errorf("repairs (-want +got):\n%s", diff)
			}
		})
	}
}

// TestNoRepair has what could be read in two ways, or is refused for another reason.
func TestNoRepair(t *testing.T) {
	const one = "The arguments of client have a problem. Correct it and call the tool again:\n- "
	for _, tt := range []struct{ name, arguments, want string }{
		{"octal or decimal", `{"int":"05"}`, `int: expected an integer, got the string "05".`},
		{"strings between commas", `{"texts":"a,b"}`, `texts: expected an array, got the string "a,b". For example ["text"].`},
		{"one value for a list", `{"ints":"5"}`, `ints: expected an array, got the string "5". For example [1].`},
		{"a fraction", `{"int":"5.5"}`, `int: expected an integer, got the string "5.5".`},
		{"a yes", `{"flag":"yes"}`, `flag: expected true or false, got the string "yes".`},
		{"empty for a time, which is a string", `{"time":""}`, `time: expected a date and time (RFC 3339), got the string "". For example "2026-07-28T09:00:00Z".`},
		{"null for an item", `{"ints":[null]}`, `ints[0]: null is not allowed; expected an integer.`},
		{"empty for an item", `{"ints":[""]}`, `ints[0]: expected an integer, got the string "".`},
		{"a list as a string with a fault", `{"ints":"[1,x]"}`, `ints: expected an array, got the string "[1,x]". For example [1].`},
		{"repaired, and still wrong", `{"int":"5","ints":"[1,\"x\"]"}`, `ints[1]: expected an integer, got the string "x".`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, repairs := callClient(t, tt.arguments, handler.Config{})
			if diff := cmp.Diff(one+tt.want, got); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
			if repairs != nil {
				t.Errorf("a refused call lists repairs: %v", repairs)
			}
		})
	}
}

func TestStrictDoesNotRepair(t *testing.T) {
	got, _ := callClient(t, `{"int":"5","flag":null}`, handler.Config{Strict: true})
	want := "The arguments of client have 2 problems. Correct them and call the tool again:\n" +
		`- int: expected an integer, got the string "5".` + "\n" +
		"- flag: null is not allowed; expected true or false. Leave it out if there is no value." +
		corrected + `{"int":<an integer>}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
	if got, _ := callClient(t, `{"int":5.0}`, handler.Config{Strict: true}); got != `{"int":5,"object":null,"time":null,"null":null}` {
		t.Errorf("5.0 is an integer, also in Strict; got %s", got)
	}
}

// TestCheckRepaired refuses a repair, as a header that vouches for the raw value would.
func TestCheckRepaired(t *testing.T) {
	refused := &toolerrors.ProtocolError{Code: -32020, Message: "header mismatch"}
	var asked []string
	h, err := handler.New(func(context.Context, clientArgs) (string, error) { return "called", nil }, handler.Config{
		Tool: "client",
		CheckRepaired: func(_ context.Context, arguments json.RawMessage) error {
			asked = append(asked, string(arguments))
			return refused
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Call(t.Context(), json.RawMessage(`{"int":"5"}`)); !errors.Is(err, refused) {
		t.Errorf("error %v, want that of CheckRepaired", err)
	}
	if _, err := h.Call(t.Context(), json.RawMessage(`{"int":5}`)); err != nil {
		t.Errorf("a call without repairs: %v", err)
	}
	if diff := cmp.Diff([]string{`{"int":5}`}, asked); diff != "" {
		t.Errorf("asked about (-want +got):\n%s", diff)
	}
}
