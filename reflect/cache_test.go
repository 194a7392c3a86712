package reflect_test

import (
	"reflect"
	"sync"
	"testing"

	toolreflect "github.com/typedmcp/toolkit/reflect"
)

func TestCache(t *testing.T) {
	type args struct {
		Query string `json:"query" validate:"min=1"`
	}
	cache := new(toolreflect.Cache)
	describe := func(opts toolreflect.Options) *toolreflect.Description {
		opts.Cache = cache
		d, err := toolreflect.Describe(reflect.TypeFor[args](), opts)
		if err != nil {
			t.Error(err)
		}
		return d
	}
	arguments := describe(toolreflect.Options{})
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if again := describe(toolreflect.Options{}); again != arguments {
				t.Error("the type was described a second time")
			}
		})
	}
	group.Wait()
	if got, want := string(describe(toolreflect.Options{AllowUnknown: true}).Schema), `{"type":"object","properties":{"query":{"type":"string","minLength":1}},"required":["query"]}`; got != want {
		t.Errorf("open arguments: %s, want %s", got, want)
	}
	if got, want := string(describe(toolreflect.Options{Direction: toolreflect.Results}).Schema), `{"type":"object","properties":{"query":{"type":"string"}},"required":["query"]}`; got != want {
		t.Errorf("result: %s, want %s", got, want)
	}
}

func TestCacheKeepsErrors(t *testing.T) {
	type args struct {
		Query string `validate:"no_such_rule"`
	}
	opts := toolreflect.Options{Cache: new(toolreflect.Cache)}
	_, first := toolreflect.Describe(reflect.TypeFor[args](), opts)
	_, second := toolreflect.Describe(reflect.TypeFor[args](), opts)
	if first == nil || second == nil || first.Error() != second.Error() {
		t.Errorf("errors %v and %v, want the same twice", first, second)
	}
}
