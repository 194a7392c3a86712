package handler_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit/handler"
	toolreflect "github.com/typedmcp/toolkit/reflect"
)

type sampleAddress struct {
	Street  string `json:"street" validate:"min=6"`
	Country string `json:"country" validate:"iso3166_1_alpha2"`
	Zip     int    `json:"zip" validate:"gte=1000,lt=9999"`
	Note    string `json:"note,omitempty" pattern:"^x$"`
}

type sampleTree struct {
	Name string        `json:"name"`
	Kids []*sampleTree `json:"kids"`
}

type samplePayment struct {
	Method string `json:"method" enum:"card,transfer"`
	Card   string `json:"card,omitempty" validate:"required_if=Method card,credit_card"`
	IBAN   string `json:"iban,omitempty" validate:"required_if=Method transfer,excluded_with=Card"`
	Owner  string `json:"owner,omitempty" validate:"required_with=Card IBAN"`
}

// A sampleQuery must have queries in it, and so on.
type sampleQuery struct {
	All   []sampleQuery `json:"all,omitempty" validate:"required_without=Field,min=2"`
	Field string        `json:"field,omitempty" validate:"required_without=All"`
}

type sampleArgs struct {
	Address sampleAddress     `json:"address"`
	Mails   []string          `json:"mails" validate:"dive,email"`
	Pair    [2]time.Duration  `json:"pair"`
	Three   []bool            `json:"three" validate:"min=3"`
	Figure  figure            `json:"figure"`
	Labels  map[string]string `json:"labels"`
	Codes   []string          `json:"codes" validate:"dive,startswith=R-,endswith=-X"`
	Unique  []string          `json:"unique" validate:"min=2,unique"`
	Tree    sampleTree        `json:"tree"`
	Many    []string          `json:"many" validate:"len=100"`
	Panicky []panickyText     `json:"panicky"`
	Upper   []string          `json:"upper" validate:"dive,uppercase,min=3"`
	Shown   []int             `json:"shown" examples:"[7,8]"`
	Payment *samplePayment    `json:"payment" validate:"required"`
	Query   *sampleQuery      `json:"query" validate:"required"`
}

// TestSamples has the examples that are shown for lists and objects: all that can be found,
// and none where a plain value would not do.
func TestSamples(t *testing.T) {
	figures, err := toolreflect.NewUnion("kind", map[string]figure{"disc": disc{}, "box": box{}})
	if err != nil {
		t.Fatal(err)
	}
	h, err := handler.New(func(_ context.Context, _ sampleArgs) (string, error) { return "called", nil },
		handler.Config{Tool: "sample", Schemas: toolreflect.Options{Unions: []*toolreflect.Union{figures}}})
	if err != nil {
		t.Fatal(err)
	}
	examples := map[string]string{
		"address": `{"street":"xxxxxx","country":"DE","zip":1000}`,
		"mails":   `["ada@example.com"]`,
		"pair":    `["1h30m","1h30m"]`,
		"three":   `[true,true,true]`,
		"figure":  `{"kind":"box","side":1}`,
		"upper":   `["TEXT"]`,
		"shown":   `[7,8]`,
		"payment": `{"method":"card","card":"4111111111111111","owner":"text"}`,
	}
	result, err := h.Call(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, line := range lines(textOf(t, result)) {
		name, rest, _ := strings.Cut(line, ": ")
		if _, example, found := strings.Cut(rest, "For example "); found {
			got[name] = strings.TrimSuffix(example, ".")
		}
	}
	if diff := cmp.Diff(examples, got); diff != "" {
		t.Errorf("examples (-want +got):\n%s", diff)
	}
	for name, example := range examples {
		for _, p := range h.Check(t.Context(), json.RawMessage(`{"`+name+`":`+example+`}`)) {
			if p.Path[0].Name == name {
				t.Errorf("the example %s of %s is refused: %s %s", example, name, p.Path, p.Expected)
			}
		}
	}
}

// TestSamplesTakeNoTime sends many items that each need an example.
func TestSamplesTakeNoTime(t *testing.T) {
	type args struct {
		List []sampleAddress `json:"list"`
	}
	h, err := handler.New(func(_ context.Context, _ args) (string, error) { return "called", nil }, handler.Config{Tool: "many"})
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	result, err := h.Call(t.Context(), json.RawMessage(`{"list":[`+strings.TrimSuffix(strings.Repeat("1,", 50_000), ",")+`]}`))
	if err != nil || !strings.Contains(textOf(t, result), `list[19]: expected an object, got the number 1. For example {"street":`) {
		t.Errorf("%v %v", err, result)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("took %s", took)
	}
}
