package toolkit_test

import (
	"context"
	"encoding/json"
	"math/big"
	"net/netip"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit"
)

// TestDefaultsArePortable makes sure that no known client minds what comes from Go types, and
// that what tags ask for is named.
func TestDefaultsArePortable(t *testing.T) {
	type inner struct {
		Names []string          `json:"names" validate:"min=1,max=5,unique,dive,min=1"`
		Notes map[string]string `json:"notes,omitempty"`
	}
	type plain struct {
		Text     string            `json:"text" validate:"min=1,max=9,startswith=a"`
		Count    int               `json:"count" validate:"gt=0,lt=10"`
		Small    uint8             `json:"small,omitempty"`
		Share    float64           `json:"share" validate:"min=0,max=1"`
		Choice   string            `json:"choice" enum:"a,b"`
		Optional *string           `json:"optional"`
		Any      any               `json:"any"`
		Raw      json.RawMessage   `json:"raw,omitempty"`
		Number   json.Number       `json:"number"`
		Big      big.Int           `json:"big"`
		Bytes    []byte            `json:"bytes"`
		Pair     [2]int            `json:"pair"`
		ByNumber map[int]bool      `json:"by_number"`
		Address  netip.Addr        `json:"address"`
		At       time.Time         `json:"at"`
		For      time.Duration     `json:"for" default:"1h"`
		Inner    inner             `json:"inner"`
		Inners   []inner           `json:"inners"`
		ByName   map[string]*inner `json:"by_name"`
		Mail     string            `json:"mail" validate:"omitempty,required_with=Text"`
		Empty    struct{}          `json:"empty"`
	}
	type asked struct {
		Page  string  `json:"page" format:"uri"`
		Share float64 `json:"share" validate:"gt=0"`
		Level int     `json:"level" enum:"1,2"`
		Null  *string `json:"null" nullable:"true"`
	}
	tk := toolkit.New("x", "1")
	toolkit.Register(tk, toolkit.Tool{Name: "plain"}, func(context.Context, plain) (plain, error) { return plain{}, nil })
	toolkit.Register(tk, toolkit.Tool{Name: "asked"}, func(context.Context, asked) (string, error) { return "", nil })
	toolkit.Register(tk, toolkit.Tool{Name: "nothing"}, func(context.Context, struct{}) (string, error) { return "", nil })
	if err := tk.Err(); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, tool := range tk.Tools() {
		issues, err := toolkit.ClientIssues(tool)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range issues {
			if i.When == "" {
				got = append(got, tool.Name+i.Path+" "+i.Client+": "+i.Message)
			}
		}
	}
	want := []string{
		"asked/inputSchema/properties/level Gemini API: an enum of values that are no strings makes every request with this tool fail",
		"asked/inputSchema/properties/null Gemini API: a list of types makes every request with this tool fail",
		"asked/inputSchema/properties/null Cursor: a list of types makes calls with this argument fail",
		"asked/inputSchema/properties/page Gemini API: a format other than date-time makes every request with this tool fail",
		"asked/inputSchema/properties/share Gemini API: exclusiveMinimum or exclusiveMaximum makes every request with this tool fail",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("issues (-want +got):\n%s", diff)
	}
}
