package handler_test

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit/handler"
	toolreflect "github.com/typedmcp/toolkit/reflect"
)

type payment struct {
	Method string `json:"method" enum:"card,invoice"`
	Number string `json:"number,omitempty" validate:"required_if=Method card"`
	Tax    string `json:"tax,omitempty" validate:"excluded_unless=Method invoice"`
}

type booking struct {
	From    int      `json:"from" validate:"min=1"`
	To      int      `json:"to" validate:"gtfield=From"`
	Payment payment  `json:"payment"`
	Second  *payment `json:"second"`
	Guests  *struct {
		Adults int `json:"adults,omitempty" validate:"required_without=Groups"`
		Groups int `json:"groups,omitempty" validate:"required_without=Adults"`
	} `json:"guests"`
	Figure solid `json:"figure,omitempty"`
}

type solid interface{ solid() }

type cube struct {
	Unit string `json:"unit" enum:"cm,inch"`
	Note string `json:"note,omitempty" validate:"required_if=Unit inch"`
}

func (cube) solid() {}

// TestUndecided says which rules depend on what is filled in, and no other.
func TestUndecided(t *testing.T) {
	union, err := toolreflect.NewUnion("kind", map[string]solid{"cube": cube{}})
	if err != nil {
		t.Fatal(err)
	}
	schemas := toolreflect.Options{
		Unions: []*toolreflect.Union{union},
		StructRules: map[reflect.Type][]toolreflect.StructRule{reflect.TypeFor[booking](): {{
			RuleDoc: toolreflect.RuleDoc{Words: "be for less than a year"},
			Check:   func(context.Context, reflect.Value) bool { return true },
		}}},
	}
	h, err := handler.New(func(context.Context, booking) (string, error) { return "", nil }, handler.Config{Tool: "t", Schemas: schemas})
	if err != nil {
		t.Fatal(err)
	}
	const (
		good  = `"from":1,"to":2,"payment":{"method":"invoice"}`
		whole = "- The arguments must be for less than a year."
	)
	for _, tt := range []struct {
		name, arguments, want string
	}{
		{"nothing was filled in", `{` + good + `,"x":1,"y":2}`, whole},
		{"a value that decides", `{"from":1,"to":2,"payment":{"method":"cheque"},"x":1}`, "- payment.number: required when method is card.\n" + whole},
		{"a value that decides about what was given", `{"from":1,"to":2,"payment":{"method":"cheque","number":"1","tax":"2"},"x":1}`, whole},
		{"a new object", `{"from":1,"to":2,"x":1}`, "- payment.number: required when method is card.\n" + whole},
		{"an object that others do not look into", `{` + good + `,"second":{"method":1},"guests":{"adults":"many"}}`, "- second.number: required when method is card.\n" + whole},
		{"a comparison", `{"from":0,"to":2,"payment":{"method":"invoice"},"x":1}`, "- to: must be greater than from.\n" + whole},
		{"both sides of a comparison", `{"payment":{"method":"invoice"}}`, "- to: must be greater than from.\n" + whole},
		{"a variant", `{` + good + `,"figure":{"kind":"cube","unit":"mile"},"x":1}`, "- figure.note: required when unit is inch.\n" + whole},
	} {
		t.Run(tt.name, func(t *testing.T) {
			result, err := h.Call(t.Context(), json.RawMessage(tt.arguments))
			if err != nil {
				t.Fatal(err)
			}
			_, got, _ := strings.Cut(textOf(t, result), "\n\nRules that could not be checked yet:\n")
			got = strings.TrimPrefix(got, "\n")
			if diff := cmp.Diff(strings.Split(tt.want, "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("rules (-want +got):\n%s%s", diff, textOf(t, result))
			}
		})
	}
}
