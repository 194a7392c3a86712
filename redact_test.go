package toolkit_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit"
)

type login interface{ login() }

type passwordLogin struct {
	User     string `json:"user"`
	Password string `json:"password" secret:"true"`
}

type guestLogin struct {
	Name string `json:"name"`
}

func (passwordLogin) login() {}
func (guestLogin) login()    {}

type connectArgs struct {
	Host    string            `json:"host"`
	Key     string            `json:"key,omitempty" secret:"true"`
	Login   login             `json:"login,omitempty"`
	Proxies []passwordLogin   `json:"proxies,omitempty"`
	Backup  *passwordLogin    `json:"backup,omitempty"`
	Labels  map[string]string `json:"labels,omitempty"`
	Tokens  map[string]string `json:"tokens,omitempty" secret:"true"`
	Ports   [2]int            `json:"ports,omitzero"`
}

func TestRedact(t *testing.T) {
	tk := toolkit.New("x", "1", toolkit.WithUnion[login]("kind", map[string]login{"password": passwordLogin{}, "guest": guestLogin{}}))
	toolkit.Register(tk, toolkit.Tool{Name: "connect"}, func(context.Context, connectArgs) (string, error) { return "", nil })
	if err := tk.Err(); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, arguments, want string }{
		{"none", ``, `{}`},
		{"nothing secret", `{"host":"h","labels":{"a":"b"},"ports":[1,2]}`, `{"host":"h","labels":{"a":"b"},"ports":[1,2]}`},
		{"spaces go", " { \"host\" : \"h\" } ", `{"host":"h"}`},
		{"secret", `{"host":"h","key":"hunter2"}`, `{"host":"h","key":"[secret]"}`},
		{"secret of a wrong type", `{"key":{"a":["hunter2"]}}`, `{"key":"[secret]"}`},
		{"names in a secret map", `{"tokens":{"hunter2":"x"}}`, `{"tokens":"[secret]"}`},
		{"given twice", `{"key":"hunter2","key":"hunter3"}`, `{"key":"[secret]","key":"[secret]"}`},
		{"escaped name", `{"\u006bey":"hunter2"}`, `{"key":"[secret]"}`},
		{"misspelt", `{"Key":"hunter2"}`, `{"Key":"[unknown]"}`},
		{"in a list", `{"proxies":[{"user":"u","password":"hunter2"},null]}`, `{"proxies":[{"user":"u","password":"[secret]"},null]}`},
		{"behind a pointer", `{"backup":{"password":"hunter2","user":"u"}}`, `{"backup":{"password":"[secret]","user":"u"}}`},
		{"no object", `{"backup":null}`, `{"backup":null}`},
		{"object as a string", `{"backup":"{\"password\":\"hunter2\"}"}`, `{"backup":"[secret]"}`},
		{"list as a string", `{"proxies":"[{\"password\":\"hunter2\"}]"}`, `{"proxies":"[secret]"}`},
		{"list that holds no secrets as a string", `{"ports":"[1,2]"}`, `{"ports":"[1,2]"}`},
		{"all as a string", `"{\"key\":\"hunter2\"}"`, `"[secret]"`},
		{"all in a list", `["hunter2"]`, `"[secret]"`},
		{"variant", `{"login":{"kind":"password","user":"u","password":"hunter2"}}`, `{"login":{"kind":"password","user":"u","password":"[secret]"}}`},
		{"variant of another", `{"login":{"kind":"guest","password":"hunter2"}}`, `{"login":{"kind":"guest","password":"[unknown]"}}`},
		{"unknown variant", `{"login":{"kind":"pasword","password":"hunter2"}}`, `{"login":"[secret]"}`},
		{"discriminator of a wrong type", `{"login":{"kind":["hunter2"]}}`, `{"login":"[secret]"}`},
		{"no JSON", `{"key":"hunter2"`, `"[not JSON]"`},
		{"too deep", strings.Repeat("[", 2000) + strings.Repeat("]", 2000), `"[not JSON]"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := tk.Redact("connect", json.RawMessage(tt.arguments))
			if diff := cmp.Diff(tt.want, string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if got := tk.Redact("conect", json.RawMessage(`{"key":"hunter2"}`)); got != nil {
		t.Errorf("of an unknown tool: %s, want nil", got)
	}
}
