//go:build !race

package toolkit_test

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/typedmcp/toolkit"
)

// What request and recorder of package httptest allocate by themselves, for a call.
const aroundHTTP = 21

// TestAllocations holds what the hot paths allocate. The figures do not depend on the machine;
// the race detector makes pools forget, so they are for builds without it. A figure that has
// become smaller is to be lowered here.
func TestAllocations(t *testing.T) {
	unobserved(t)
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
	type routed struct {
		args
		Tenant string `json:"tenant" x-mcp-header:"Tenant"`
	}
	type result struct {
		Items []item `json:"items"`
	}
	answer := func(a args) (result, error) { return result{[]item{{"1", a.Query}, {"2", a.Region}}}, nil }
	search := func(_ context.Context, a args) (result, error) { return answer(a) }
	const listRequest = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{` + meta2026 + `}}`
	const arguments = `{"query":"login timeout","status":"open","limit":20,"region":"eu"}`

	type kept struct {
		args
		Cart toolkit.Handle[cart] `json:"cart_id"`
	}
	serve := func(tools int) (*toolkit.Toolkit, http.Handler) {
		tk := toolkit.New("x", "1", toolkit.WithLogger(nil))
		toolkit.Register(tk, toolkit.Tool{Name: "search"}, search)
		toolkit.Register(tk, toolkit.Tool{Name: "slow_search", Timeout: time.Minute}, search)
		toolkit.Register(tk, toolkit.Tool{Name: "limited", MaxConcurrent: 9, RateLimit: toolkit.RateLimit{Calls: 1e6, Per: time.Second}}, search)
		toolkit.Register(tk, toolkit.Tool{Name: "routed"}, func(_ context.Context, a routed) (result, error) { return answer(a.args) })
		toolkit.Register(tk, toolkit.Tool{Name: "text"}, func(context.Context, struct{}) (string, error) { return "done", nil })
		for i := range tools {
			toolkit.Register(tk, toolkit.Tool{Name: fmt.Sprintf("other_%d", i)}, search)
		}
		return tk, handlerOf(t, tk)
	}
	few, handler := serve(0)
	_, among := serve(500)
	shop := toolkit.New("x", "1", toolkit.WithLogger(nil))
	carts := toolkit.NewHandles[cart](shop, "crt", time.Hour)
	toolkit.Register(shop, toolkit.Tool{Name: "kept"}, func(_ context.Context, a kept) (result, error) { return answer(a.args) })
	made, err := carts.Create(t.Context(), cart{[]string{"tea"}})
	if err != nil {
		t.Fatal(err)
	}
	request := func(h http.Handler, header http.Header, body string) func() {
		return func() {
			if w := post(h, header, body); w.Code != http.StatusOK || strings.Contains(w.Body.String(), "isError") {
				t.Fatal(w.Code, w.Body)
			}
		}
	}
	call := func(h http.Handler, tool, arguments string) func() {
		return request(h, callHeader(tool), callBody(tool, arguments, ""))
	}
	routedHeader := callHeader("routed")
	routedHeader["Mcp-Param-Tenant"] = []string{"a"}

	for _, tt := range []struct {
		name  string
		do    func()
		most  float64
		bytes uint64
	}{
		{"a call over HTTP", call(handler, "search", arguments), aroundHTTP + 13, 8600},
		{"among 500 tools", call(among, "search", arguments), aroundHTTP + 13, 8600},
		{"with a timeout", call(handler, "slow_search", arguments), aroundHTTP + 25, 9300},
		{"with limits of its own", call(handler, "limited", arguments), aroundHTTP + 14, 8600},
		{"with a header for a parameter", request(handler, routedHeader, callBody("routed", `{"tenant":"a",`+arguments[1:], "")), aroundHTTP + 21, 9000},
		{"with a text as result", call(handler, "text", `{}`), aroundHTTP + 5, 7700},
		{"with a handle", call(handlerOf(t, shop), "kept", `{"cart_id":"`+made.ID+`",`+arguments[1:]), aroundHTTP + 26, 8900},
		{"a list over HTTP", request(handler, listHeader(), listRequest), aroundHTTP + 6, 12_800},
		{"a call without HTTP", func() {
			if res, err := few.Call(t.Context(), "search", []byte(arguments)); err != nil || res.IsError {
				t.Fatal(res, err)
			}
		}, 14, 900},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.do() // what is made once
			if n := testing.AllocsPerRun(200, tt.do); n > tt.most {
				t.Errorf("%v allocations, at most %v are allowed", n, tt.most)
			}
			var before, after runtime.MemStats
			const times = 500
			runtime.ReadMemStats(&before)
			for range times {
				tt.do()
			}
			runtime.ReadMemStats(&after)
			if n := (after.TotalAlloc - before.TotalAlloc) / times; n > tt.bytes {
				t.Errorf("%d bytes, at most %d are allowed", n, tt.bytes)
			}
		})
	}
}

// unobserved has the endpoints of a test not be observed, which costs allocations.
func unobserved(t *testing.T) {
	t.Helper()
	before := toolkit.ObserveHTTP(nil)
	t.Cleanup(func() { toolkit.ObserveHTTP(before) })
}
