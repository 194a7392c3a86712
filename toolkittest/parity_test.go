package toolkittest_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/go-playground/validator/v10"
	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/toolkittest"
)

type parityArgs struct {
	Name   string            `json:"name" validate:"min=2,max=5,startswith=a"`
	Count  int               `json:"count,omitempty" default:"3" validate:"min=1,max=10,ne=7"`
	Kind   string            `json:"kind,omitempty" enum:"a,b"`
	Mail   string            `json:"mail,omitempty" validate:"email"`
	Wait   time.Duration     `json:"wait,omitempty" validate:"min=1s"`
	From   *time.Time        `json:"from"`
	To     *time.Time        `json:"to" validate:"omitempty,gtfield=From"`
	Reason string            `json:"reason,omitempty" validate:"required_with=Kind"`
	Labels map[string]string `json:"labels,omitempty" validate:"max=3,dive,keys,alpha,endkeys,max=4"`
	Tree   *parityTree       `json:"tree"`
	Exact  int64             `json:"exact,omitempty,string"`
	Data   []byte            `json:"data,omitempty" validate:"max=4"`
}

type parityTree struct {
	Size float64      `json:"size" validate:"gt=0"`
	Kids []parityTree `json:"kids,omitempty" validate:"max=2"`
}

func TestParity(t *testing.T) {
	tk := toolkit.New("x", "1")
	toolkit.Register(tk, toolkit.Tool{Name: "many"}, func(context.Context, parityArgs) (string, error) { return "", nil })
	toolkit.Register(tk, toolkit.Tool{Name: "none"}, func(context.Context, struct{}) (string, error) { return "", nil })
	toolkit.Register(tk, toolkit.Tool{Name: "open", AllowUnknown: true}, func(context.Context, parityTree) (string, error) { return "", nil })
	toolkittest.Parity(t, tk)
}

type driftArgs struct {
	N int `json:"n" description:"Any number" validate:"small"`
}

// A failures notes what a helper reports instead of failing.
type failures struct {
	testing.TB
	texts []string
}

func (f *failures) Helper() {}

func (f *failures) Errorf(format string, args ...any) {
	f.texts = append(f.texts, fmt.Sprintf(format, args...))
}

// TestParityFindsDrift has a rule that a description tells of, and a schema that forgets to
// tell.
func TestParityFindsDrift(t *testing.T) {
	v := validator.New()
	if err := v.RegisterValidation("small", func(fl validator.FieldLevel) bool { return fl.Field().Int() < 2 }); err != nil {
		t.Fatal(err)
	}
	tk := toolkit.New("x", "1", toolkit.WithValidator(v))
	toolkit.Register(tk, toolkit.Tool{Name: "told"}, func(context.Context, driftArgs) (string, error) { return "", nil })
	toolkittest.Parity(t, tk) // the description says that the rule must be satisfied

	// A schema written by hand that forgets what the Go type is.
	tk = toolkit.New("x", "1")
	toolkit.Register(tk, toolkit.Tool{Name: "drift", InputSchema: `{"type":"object","properties":{"n":{}}}`},
		func(context.Context, driftArgs) (string, error) { return "", nil })
	found := &failures{TB: t}
	toolkittest.Parity(found, tk)
	if len(found.texts) != 1 || !strings.Contains(found.texts[0], "drift: refuses what its inputSchema accepts, and no description says so: ") {
		t.Errorf("reports %q", found.texts)
	}
}

func TestCheck(t *testing.T) {
	tk := toolkit.New("x", "1")
	toolkit.Register(tk, toolkit.Tool{Name: "t"}, func(context.Context, parityTree) (string, error) { return "", nil })
	problems, err := tk.Check(t.Context(), "t", []byte(`{"size":"1"}`))
	if err != nil || len(problems) != 1 {
		t.Fatalf("problems %v, %v", problems, err)
	}
	if diff := cmp.Diff("size", problems[0].Path.String()); diff != "" {
		t.Errorf("path (-want +got):\n%s", diff)
	}
	if problems, err := tk.Check(t.Context(), "t", []byte(`{"size":1}`)); err != nil || problems != nil {
		t.Errorf("good arguments: %v, %v", problems, err)
	}
	if _, err := tk.Check(t.Context(), "u", nil); err == nil {
		t.Error("an unknown tool: no error")
	}
}

func (f *failures) Error(args ...any) { f.texts = append(f.texts, fmt.Sprint(args...)) }

// endGoroutine ends a test as Fatal does.
func endGoroutine() { runtime.Goexit() }
