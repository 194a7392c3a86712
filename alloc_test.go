//go:build !race

package toolkit_test

import (
	"context"
	"net/http"
	"runtime"
	"testing"

	"github.com/typedmcp/toolkit"
)

// TestAllocationsOfACall bounds what one tools/call costs, with request and recorder of
// package httptest around it, which are 27 allocations and 7 KB by themselves. The race
// detector makes pools forget, so the figures are for builds without it.
func TestAllocationsOfACall(t *testing.T) {
	unobserved(t)
	tk := toolkit.New("x", "1", toolkit.WithLogger(nil))
	type item struct {
		ID    string `json:"id"`
		Title string `json:"title"`
	}
	type args struct {
		Query  string `json:"query" validate:"min=1,max=200"`
		Status string `json:"status,omitempty" enum:"open,closed"`
		Limit  int    `json:"limit,omitempty" validate:"min=1,max=100"`
		Region string `json:"region" enum:"eu,us"`
	}
	type result struct {
		Items []item `json:"items"`
	}
	toolkit.Register(tk, toolkit.Tool{Name: "search"}, func(_ context.Context, a args) (result, error) {
		return result{[]item{{"1", a.Query}, {"2", a.Region}}}, nil
	})
	h := handlerOf(t, tk)
	header, body := callHeader("search"), callBody("search", `{"query":"login timeout","status":"open","limit":20,"region":"eu"}`, "")
	call := func() {
		if w := post(h, header, body); w.Code != http.StatusOK {
			t.Fatal(w.Code, w.Body)
		}
	}
	if n := testing.AllocsPerRun(200, call); n > 45 {
		t.Errorf("%v allocations, at most 45 are allowed", n)
	}
	var before, after runtime.MemStats
	const calls = 500
	runtime.ReadMemStats(&before)
	for range calls {
		call()
	}
	runtime.ReadMemStats(&after)
	if n := (after.TotalAlloc - before.TotalAlloc) / calls; n > 9<<10 {
		t.Errorf("%d bytes, at most %d are allowed", n, 9<<10)
	}
}

// unobserved has the endpoints of a test not be observed, which costs allocations.
func unobserved(t *testing.T) {
	t.Helper()
	before := toolkit.ObserveHTTP(nil)
	t.Cleanup(func() { toolkit.ObserveHTTP(before) })
}
