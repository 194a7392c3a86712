package toolkit_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit"
)

func TestHooks(t *testing.T) {
	type args struct {
		Limit int    `json:"limit" validate:"max=10"`
		Key   string `json:"key,omitempty" secret:"true" validate:"min=8"`
	}
	var seen []string
	tk := toolkit.New("x", "1", toolkit.WithHooks(toolkit.Hooks{
		Refused: func(_ context.Context, tool string, problems []*toolkit.Problem) {
			for _, p := range problems {
				seen = append(seen, fmt.Sprintf("%s refused %s %s %s", tool, p.Path, p.Code, p.Excerpt))
			}
		},
		Repaired: func(_ context.Context, tool string, repairs []toolkit.Repair) {
			for _, r := range repairs {
				seen = append(seen, fmt.Sprintf("%s repaired %s %s to %s", tool, r.Path, r.From, r.To))
			}
		},
	}))
	toolkit.Register(tk, toolkit.Tool{Name: "t"}, func(context.Context, args) (string, error) {
		seen = append(seen, "called")
		return "", nil
	})
	for _, arguments := range []string{`{"limit":1}`, `{"limit":"1"}`, `{"limit":"11","key":"geheim"}`} {
		if _, err := tk.Call(t.Context(), "t", json.RawMessage(arguments)); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"called", "t repaired limit string to integer", "called", "t refused limit rule 11", "t refused key rule "}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("hooks (-want +got):\n%s", diff)
	}
}

// TestHooksPanic makes sure that a hook that panics does not change the call.
func TestHooksPanic(t *testing.T) {
	type args struct {
		Limit int `json:"limit"`
	}
	var log bytes.Buffer
	tk := toolkit.New("x", "1", toolkit.WithLogger(slog.New(slog.NewTextHandler(&log, nil))), toolkit.WithHooks(toolkit.Hooks{
		Refused:  func(context.Context, string, []*toolkit.Problem) { panic("refused") },
		Repaired: func(context.Context, string, []toolkit.Repair) { panic("repaired") },
	}))
	toolkit.Register(tk, toolkit.Tool{Name: "t"}, func(context.Context, args) (string, error) { return "called", nil })
	for _, tt := range []struct{ arguments, want string }{
		{`{"limit":"1"}`, "called"},
		{`{}`, "The arguments of t have a problem. Correct it and call the tool again:\n- limit: required but missing. Expected an integer."},
	} {
		result, err := tk.Call(t.Context(), "t", json.RawMessage(tt.arguments))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, textOf(t, result)); diff != "" {
			t.Errorf("text (-want +got):\n%s", diff)
		}
	}
	for _, panicked := range []string{"panic=refused", "panic=repaired"} {
		if !strings.Contains(log.String(), panicked) {
			t.Errorf("the log does not have %s", panicked)
		}
	}
}
