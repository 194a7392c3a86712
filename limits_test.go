package toolkit_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

// TestAbandonedCalls makes sure that functions that do not look at their context count as long
// as they run, so that they cannot pile up.
func TestAbandonedCalls(t *testing.T) {
	before := runtime.NumGoroutine()
	release := make(chan struct{})
	var running atomic.Int32
	tk := toolkit.New("x", "1", toolkit.WithLimits(toolkit.Limits{MaxConcurrent: 3}))
	toolkit.Register(tk, toolkit.Tool{Name: "deaf", Timeout: time.Millisecond, MaxConcurrent: 2}, func(context.Context, struct{}) (string, error) {
		running.Add(1)
		defer running.Add(-1)
		<-release
		return "", nil
	})
	toolkit.Register(tk, toolkit.Tool{Name: "other"}, func(context.Context, struct{}) (string, error) { return "called", nil })
	call := func(tool, want string) {
		t.Helper()
		result, err := tk.Call(t.Context(), tool, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := textOf(t, result); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", tool, got, want)
		}
	}
	call("deaf", "deaf did not finish within 1ms")
	call("deaf", "deaf did not finish within 1ms")
	for range 50 {
		call("deaf", "deaf is busy: it runs 2 calls at a time.")
	}
	call("other", "called")
	if n := running.Load(); n != 2 {
		t.Errorf("%d functions run, want 2", n)
	}
	close(release)
	for range 500 {
		if running.Load() == 0 && runtime.NumGoroutine() <= before {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before+2 {
		t.Errorf("%d goroutines, %d at the start", n, before)
	}
	call("deaf", "")
}

// TestManyCalls makes thousands of calls at once, good, bad, slow and panicking ones: each gets
// one answer, its own.
func TestManyCalls(t *testing.T) {
	type args struct {
		N    int    `json:"n" validate:"min=0"`
		What string `json:"what" enum:"good,panic,fail,slow,deaf"`
	}
	var ran atomic.Int64
	tk := toolkit.New("x", "1", toolkit.WithLogger(nil), toolkit.WithLimits(toolkit.Limits{MaxConcurrent: 1 << 20}))
	toolkit.Register(tk, toolkit.Tool{Name: "t", Timeout: 50 * time.Millisecond}, func(ctx context.Context, a args) (int, error) {
		ran.Add(1)
		switch a.What {
		case "panic":
			panic(a.N)
		case "fail":
			return 0, fmt.Errorf("number %d", a.N)
		case "slow":
			<-ctx.Done()
			return 0, ctx.Err()
		case "deaf":
			time.Sleep(100 * time.Millisecond)
		}
		return a.N, nil
	})
	before := runtime.NumGoroutine()
	const calls = 6000
	var answers atomic.Int64
	var group sync.WaitGroup
	for n := range calls {
		group.Go(func() {
			arguments := fmt.Sprintf(`{"n":%d,"what":"good"}`, n)
			want := fmt.Sprint(n)
			switch n % 6 {
			case 1:
				arguments, want = fmt.Sprintf(`{"n":%d,"what":"panic"}`, n), "t failed because of an internal error."
			case 2:
				arguments, want = fmt.Sprintf(`{"n":%d,"what":"fail"}`, n), fmt.Sprintf("number %d", n)
			case 3:
				arguments, want = fmt.Sprintf(`{"n":-%d,"what":"good"}`, n), fmt.Sprintf("The arguments of t have a problem. Correct it and call the tool again:\n- n: must be at least 0, got -%d.", n)
			case 4:
				arguments, want = fmt.Sprintf(`{"n":%d,"what":"slow"}`, n), "t did not finish within 50ms"
			case 5:
				arguments, want = fmt.Sprintf(`{"n":%d,"what":"deaf"}`, n), "t did not finish within 50ms"
			}
			result, err := tk.Call(context.Background(), "t", json.RawMessage(arguments))
			if err != nil {
				t.Error(err)
				return
			}
			answers.Add(1)
			// A machine that is busy may let a good call run into the timeout, and a deaf one return
			// before the timeout is seen.
			got := result.Content[0].(*mcp.TextContent).Text
			late := strings.HasPrefix(got, "t did not finish within 50ms")
			if !strings.HasPrefix(got, want) && !late && (n%6 != 5 || got != fmt.Sprint(n)) {
				t.Errorf("%s: %s", arguments, got)
			}
		})
	}
	group.Wait()
	if n := answers.Load(); n != calls {
		t.Errorf("%d answers to %d calls", n, calls)
	}
	if n := ran.Load(); n > calls {
		t.Errorf("the function ran %d times for %d calls", n, calls)
	}
	deadline := time.Now().Add(5 * time.Second)
	for runtime.NumGoroutine() > before+5 && time.Now().Before(deadline) {
		time.Sleep(10 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before+5 {
		t.Errorf("%d goroutines are left, %d were there", n, before)
	}
}

// TestRateOfCallers holds each caller to its own rate, on both ways over HTTP: users of tokens,
// whatever their address, and addresses.
func TestRateOfCallers(t *testing.T) {
	const (
		ofTool   = "t was called too often: it takes 2 calls in 60 minutes. Call it again in "
		ofServer = "The server was called too often: it takes 3 calls in 60 minutes. Call t again in "
	)
	for _, tt := range []struct {
		name   string
		limits toolkit.Limits
		tool   toolkit.RateLimit
		auth   bool
		calls  [][3]string // user, address, what the answer begins with
	}{
		{"of a tool, by address", toolkit.Limits{}, toolkit.RateLimit{Calls: 2, Per: time.Hour}, false, [][3]string{
			{"", "192.0.2.1:1000", "called"}, {"", "192.0.2.1:2000", "called"}, {"", "192.0.2.1:3000", ofTool}, {"", "192.0.2.2:1000", "called"}}},
		{"of a tool, by user", toolkit.Limits{}, toolkit.RateLimit{Calls: 2, Per: time.Hour}, true, [][3]string{
			{"ann", "192.0.2.1:1000", "called"}, {"ann", "192.0.2.2:1000", "called"}, {"ann", "192.0.2.3:1000", ofTool}, {"bob", "192.0.2.1:1000", "called"}}},
		{"of the server, by address", toolkit.Limits{RateLimit: toolkit.RateLimit{Calls: 3, Per: time.Hour}}, toolkit.RateLimit{}, false, [][3]string{
			{"", "[2001:db8::1]:1", "called"}, {"", "[2001:db8::1]:2", "called"}, {"", "[2001:db8::1]:3", "called"}, {"", "[2001:db8::1]:4", ofServer}, {"", "[2001:db8::2]:1", "called"}}},
	} {
		for _, version := range []string{"2026-07-28", "2025-11-25"} {
			t.Run(tt.name+" "+version, func(t *testing.T) {
				options := []toolkit.Option{toolkit.WithLimits(tt.limits), toolkit.WithAllowedHosts("*")}
				if tt.auth {
					options = append(options, toolkit.WithAuth(func(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
						return &auth.TokenInfo{UserID: token, Expiration: time.Now().Add(time.Hour)}, nil
					}, nil))
				}
				tk := toolkit.New("x", "1", options...)
				toolkit.Register(tk, toolkit.Tool{Name: "t", RateLimit: tt.tool}, func(context.Context, struct{}) (string, error) { return "called", nil })
				h, err := tk.HTTPHandler()
				if err != nil {
					t.Fatal(err)
				}
				for i, c := range tt.calls {
					if got := callFrom(t, h, version, c[0], c[1]); !strings.HasPrefix(got, c[2]) {
						t.Errorf("call %d of %s at %s: %q, want %q", i, c[0], c[1], got, c[2])
					}
				}
			})
		}
	}
}

// callFrom calls the tool t as a user at an address.
func callFrom(t *testing.T, h http.Handler, version, user, address string) string {
	t.Helper()
	send := func(method, params string, header map[string]string) *httptest.ResponseRecorder {
		body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params)
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/mcp", strings.NewReader(body))
		r.RemoteAddr = address
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Set("Toolkit-Remote-Addr", "192.0.2.99:1") // which nobody should believe
		if user != "" {
			r.Header.Set("Authorization", "Bearer "+user)
		}
		for k, v := range header {
			r.Header.Set(k, v)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	var w *httptest.ResponseRecorder
	if version == "2026-07-28" {
		w = send("tools/call", `{"name":"t","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}`,
			map[string]string{"MCP-Protocol-Version": version, "Mcp-Method": "tools/call", "Mcp-Name": "t"})
	} else {
		hello := send("initialize", fmt.Sprintf(`{"protocolVersion":%q,"capabilities":{},"clientInfo":{"name":"c","version":"1"}}`, version), nil)
		w = send("tools/call", `{"name":"t"}`, map[string]string{"MCP-Protocol-Version": version, "Mcp-Session-Id": hello.Header().Get("Mcp-Session-Id")})
	}
	body := w.Body.String()
	if _, data, ok := strings.Cut(body, "data: {"); ok {
		body = "{" + data
	}
	var answer struct {
		Result *mcp.CallToolResult
	}
	if err := json.NewDecoder(strings.NewReader(body)).Decode(&answer); err != nil || answer.Result == nil {
		t.Fatalf("status %d, body %s, %v", w.Code, body, err)
	}
	return answer.Result.Content[0].(*mcp.TextContent).Text
}

// TestManyCallers makes sure that what is remembered of callers is bounded, and that those who
// call are not forgotten.
func TestManyCallers(t *testing.T) {
	tk := toolkit.New("x", "1", toolkit.WithAllowedHosts("*"))
	toolkit.Register(tk, toolkit.Tool{Name: "t", RateLimit: toolkit.RateLimit{Calls: 1, Per: time.Hour}}, func(context.Context, struct{}) (string, error) { return "called", nil })
	h, err := tk.HTTPHandler()
	if err != nil {
		t.Fatal(err)
	}
	for i := range 12_000 {
		if got := callFrom(t, h, "2026-07-28", "", fmt.Sprintf("10.%d.%d.1:1", i/256, i%256)); got != "called" {
			t.Fatal(got)
		}
	}
	if got := callFrom(t, h, "2026-07-28", "", "10.46.223.1:1"); !strings.HasPrefix(got, "t was called too often") {
		t.Errorf("the last caller was forgotten: %s", got)
	}
}

func TestWithLimitsErrors(t *testing.T) {
	for _, tt := range []struct {
		limits toolkit.Limits
		want   string
	}{
		{toolkit.Limits{RateLimit: toolkit.RateLimit{Calls: 1}}, "WithLimits: RateLimit is 1 calls per 0s; set both, or none for the default"},
		{toolkit.Limits{MaxResultBytes: -1}, "WithLimits: a limit is negative in "},
	} {
		tk := toolkit.New("x", "1", toolkit.WithLimits(tt.limits))
		if err := tk.Err(); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("error %v, want %s", err, tt.want)
		}
	}
}

// TestDefaultLimits makes sure that there are limits without asking for them.
func TestDefaultLimits(t *testing.T) {
	tk := toolkit.New("x", "1")
	toolkit.Register(tk, toolkit.Tool{Name: "large"}, func(context.Context, struct{}) (string, error) { return strings.Repeat("x", 16<<20+1), nil })
	result, err := tk.Call(t.Context(), "large", nil)
	if err != nil {
		t.Fatal(err)
	}
	want := "large ran, but its result of 16777217 bytes is over the limit of 16777216 bytes, so it is not returned. To get less, ask for a smaller part."
	if diff := cmp.Diff(want, textOf(t, result)); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
}
