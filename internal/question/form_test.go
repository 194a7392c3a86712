package question_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit/handler"
	"github.com/typedmcp/toolkit/internal/question"
)

// formOf returns the form of a type, or the error.
func formOf[T any](t *testing.T) (form, words string, err error) {
	t.Helper()
	d, err := handler.NewDecoder[T](handler.Config{AllowUnknown: true})
	if err != nil {
		t.Fatalf("%s: %v", reflect.TypeFor[T](), err)
	}
	raw, words, err := question.Form(d.Schema(), d.Shape())
	return string(raw), words, err
}

func TestForm(t *testing.T) {
	type form struct {
		Name    string        `json:"name" title:"Name" description:"Full name" validate:"min=1,max=80" examples:"Ada Lovelace"`
		Email   string        `json:"email" format:"email"`
		Born    string        `json:"born,omitempty" format:"date"`
		Host    string        `json:"host,omitempty" description:"Where it runs" format:"hostname"`
		Code    string        `json:"code,omitempty" pattern:"^[A-Z]+$"`
		Size    string        `json:"size,omitempty" enum:"s,m,l" default:"m"`
		Seats   int           `json:"seats,omitempty" validate:"min=1,max=9"`
		Weight  float64       `json:"weight,omitempty" description:"In kg." validate:"gt=0,lt=80.5"`
		Agree   bool          `json:"agree"`
		Colours []string      `json:"colours,omitempty" enum:"red,green" validate:"min=1,max=2,unique"`
		Wait    time.Duration `json:"wait,omitempty"`
		File    []byte        `json:"file,omitempty"`
		Note    *string       `json:"note"`
	}
	want := strings.Join([]string{
		`{"type":"object","properties":{"name":{"type":"string","title":"Name","description":"Full name. For example \"Ada Lovelace\".","minLength":1,"maxLength":80}`,
		`"email":{"type":"string","format":"email"}`,
		`"born":{"type":"string","format":"date"}`,
		`"host":{"type":"string","description":"Where it runs. Must have the format hostname."}`,
		`"code":{"type":"string","description":"Must match the pattern ^[A-Z]+$."}`,
		`"size":{"type":"string","enum":["s","m","l"],"default":"m"}`,
		`"seats":{"type":"integer","minimum":1,"maximum":9}`,
		`"weight":{"type":"number","description":"In kg. Must be greater than 0. Must be less than 80.5."}`,
		`"agree":{"type":"boolean"}`,
		`"colours":{"type":"array","description":"No choice may be made twice.","items":{"type":"string","enum":["red","green"]},"minItems":1,"maxItems":2}`,
		`"wait":{"type":"string","description":"A duration such as 1h30m or 90s."}`,
		`"file":{"type":"string","description":"Must be encoded as base64."}`,
		`"note":{"type":"string"}},"required":["name","email","agree"]}`,
	}, ",")
	got, words, err := formOf[form](t)
	if err != nil || words != "" {
		t.Fatalf("words %q, %v", words, err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if empty, _, err := formOf[struct{}](t); empty != `{"type":"object","properties":{}}` || err != nil {
		t.Errorf("got %s, %v", empty, err)
	}
}

// Bad has what no form can have.
type bad struct {
	Password string            `json:"password" secret:"true"`
	Level    int               `json:"level" enum:"1,2"`
	Inner    struct{ A int }   `json:"inner"`
	Any      any               `json:"any"`
	Tags     []string          `json:"tags"`
	Map      map[string]string `json:"map"`
	Null     *string           `json:"null" nullable:"true"`
}

func TestFormRefuses(t *testing.T) {
	_, _, err := formOf[bad](t)
	if err == nil {
		t.Fatal("there is such a form")
	}
	want := []string{
		"question_test.bad.Password: a form must not ask for secrets, which the client would see; send the user to a page of your own with AskURL",
		"question_test.bad.Level: a form has no choice of numbers; use a string with an enum",
		"question_test.bad.Inner: a form is flat; move the fields of the inner object into the struct, or ask several questions",
		"question_test.bad.Any: a form knows one type for each field; use a string, number, boolean, or a list of choices",
		"question_test.bad.Tags: a list in a form is a choice from given strings; give its items an enum, or ask for one string",
		"question_test.bad.Map: a form is flat; move the fields of the inner object into the struct, or ask several questions",
		"question_test.bad.Null: a form knows one type for each field; use a string, number, boolean, or a list of choices",
	}
	if diff := cmp.Diff(want, strings.Split(err.Error(), "\n")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	d, err := handler.NewDecoder[struct {
		ID int64   `json:"id"`
		N  float64 `json:"n"`
	}](handler.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for content, want := range map[string][]string{
		`{"id":9007199254740991,"n":1e300}`: nil,
		`{"id":9007199254740993}`:           {"id"},
		`{"id":-1e20}`:                      {"id"},
		`{"id":"x"}`:                        nil,
		`[]`:                                nil,
	} {
		if diff := cmp.Diff(want, question.Inexact(d.Shape(), []byte(content))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", content, diff)
		}
	}
}
