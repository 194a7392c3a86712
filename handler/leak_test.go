package handler_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/go-playground/validator/v10"

	"github.com/typedmcp/toolkit/handler"
	"github.com/typedmcp/toolkit/internal/leaks"
)

// errorTexts are all that the tests of this package have produced.
var errorTexts leaks.Recorder

// TestMain greps what the tests have produced for what no model should read.
func TestMain(m *testing.M) {
	status := m.Run()
	problems, texts := errorTexts.Report()
	for _, p := range problems {
		fmt.Println("a model would read", p)
		status = 1
	}
	if testing.Verbose() {
		fmt.Println(texts, "error texts were read")
	}
	os.Exit(status)
}

// secretArgs has secret values wherever a value can stand.
type secretArgs struct {
	Text   string            `json:"text,omitempty" secret:"true" validate:"max=5,ne=x"`
	Kind   string            `json:"kind,omitempty" secret:"true" enum:"a,b"`
	Mail   string            `json:"mail,omitempty" secret:"true" validate:"email"`
	Code   string            `json:"code,omitempty" secret:"true" pattern:"^[0-9]+$"`
	Number int               `json:"number,omitempty" secret:"true"`
	List   []string          `json:"list,omitempty" secret:"true" validate:"max=3,unique,dive,max=5"`
	Map    map[string]string `json:"map,omitempty" secret:"true" validate:"dive,keys,alpha,endkeys,max=5"`
	Deep   *secretDeep       `json:"deep,omitempty" secret:"true"`
	Twice  string            `json:"twice,omitempty" secret:"true" validate:"eqfield=Text"`
	Custom string            `json:"custom,omitempty" secret:"true" validate:"uuid"`
	Any    any               `json:"any,omitempty" secret:"true"`
	Plain  string            `json:"plain,omitempty" validate:"max=5"`
}

type secretDeep struct {
	Inner []secretInner `json:"inner" validate:"max=2"`
}

type secretInner struct {
	Word string `json:"word" validate:"max=5"`
	ID   int    `json:"id"`
}

// TestSecretsStayOut sends a secret value in every wrong way.
func TestSecretsStayOut(t *testing.T) {
	h, err := handler.New(func(context.Context, secretArgs) (string, error) { return "", nil }, handler.Config{Tool: "t", Validator: validator.New()})
	if err != nil {
		t.Fatal(err)
	}
	s := `"` + leaks.Secret + `"`
	for _, arguments := range []string{
		`{"text":` + s + `}`, `{"kind":` + s + `}`, `{"mail":` + s + `}`, `{"code":` + s + `}`, `{"number":` + s + `}`,
		`{"list":[` + s + `]}`, `{"list":` + s + `}`, `{"list":["a","a",` + s + `]}`, `{"list":{"a":` + s + `}}`, `{"map":{"a":` + s + `}}`, `{"map":{` + s + `:"a"}}`, `{"map":[` + s + `]}`,
		`{"deep":{"inner":[{"word":` + s + `,"id":1}]}}`, `{"deep":{"inner":[{"word":"a","id":` + s + `}]}}`, `{"deep":{"inner":` + s + `}}`, `{"deep":` + s + `}`,
		`{"deep":{"innre":` + s + `}}`, `{"deep":{"inner":[{"wrod":` + s + `}]}}`,
		`{"text":"a","twice":` + s + `}`, `{"text":` + s + `,"twice":"b"}`, `{"custom":` + s + `}`, `{"any":{"a":` + s + `,"a":` + s + `}}`, `{"any":[` + s + `,1e999]}`,
		`{"textt":` + s + `,"plain":"too long"}`, `{"tex":` + s + `,"kid":` + s + `}`, `{"text":` + s + `,"text":` + s + `}`,
		`{"text":` + s + `,"plain":5,"kind":` + s + `,"list":[1,` + s + `]}`, `{"text":"` + leaks.Secret + `\u0000"}`, `{"text":` + s + `,"plain":"` + "\xff" + `"}`, `{"text":` + s,
		`{"deep":{"inner":[{"word":"xyzzy"}]},"plain":5}`, `{"map":{"xyzzy":5,"a":1}}`, `{"map":{"xyzzy":"a","xyzzy":"b"}}`, `{"list":["xyzzy",5],"plain":5}`, `{"code":"x","text":"xyzzy","plain":5}`,
	} {
		for _, strict := range []bool{false, true} {
			h := h
			if strict {
				h, err = handler.New(func(context.Context, secretArgs) (string, error) { return "", nil }, handler.Config{Tool: "t", Strict: true})
				if err != nil {
					t.Fatal(err)
				}
			}
			result, err := h.Call(t.Context(), json.RawMessage(arguments))
			if err != nil {
				t.Fatal(err)
			}
			if !result.IsError {
				t.Errorf("%s was accepted", arguments)
				continue
			}
			text := textOf(t, result)
			data, err := json.Marshal(result.Meta)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(text+string(data), leaks.Secret) || strings.Contains(text+string(data), "zzy") {
				t.Errorf("%s is answered with %s and %s", arguments, text, data)
			}
		}
	}
}
