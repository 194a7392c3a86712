package toolkittest_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/toolkittest"
)

type lookupArgs struct {
	ID     int64         `json:"id" description:"Number" validate:"min=1"`
	Shard  string        `json:"shard,omitempty" description:"Where it is" x-mcp-header:"Shard"`
	Within time.Duration `json:"within,omitzero" description:"How old it may be"`
}

type found struct {
	ID     int64         `json:"id"`
	Within time.Duration `json:"within"`
}

type delivery struct {
	Street string `json:"street" validate:"min=3"`
	Floor  int    `json:"floor,omitempty"`
}

func refuseAll(context.Context, string, *http.Request) (*auth.TokenInfo, error) {
	return nil, auth.ErrInvalidToken
}

func newRecords(options ...toolkit.Option) *toolkit.Toolkit {
	tk := toolkit.New("records", "1.0.0", append(options, toolkit.WithLogger(nil))...)
	toolkit.Register(tk, toolkit.Tool{Name: "lookup"}, func(_ context.Context, args lookupArgs) (found, error) {
		if args.ID == 404 {
			return found{}, toolkit.NotFound("record", "404")
		}
		return found{args.ID, args.Within}, nil
	})
	toolkit.Register(tk, toolkit.Tool{Name: "count"}, func(context.Context, struct{}) ([]int, error) { return []int{1, 2}, nil })
	toolkit.Register(tk, toolkit.Tool{Name: "whoami"}, func(ctx context.Context, _ struct{}) (string, error) {
		r := toolkit.RequestFrom(ctx)
		user := "nobody"
		if info := r.TokenInfo(); info != nil {
			user = info.UserID
		}
		return fmt.Sprintf("%s, %s, %s", user, r.ProtocolVersion(), r.Header().Get("X-Tenant")), nil
	})
	toolkit.Register(tk, toolkit.Tool{Name: "send"}, func(ctx context.Context, _ struct{}) (string, error) {
		to, err := toolkit.Ask[delivery](ctx, "where", "Where to?")
		if err != nil {
			return "", err
		}
		if err := toolkit.AskURL(ctx, "pay", "Please pay", "https://pay.example/1"); err != nil {
			if errors.Is(err, toolkit.ErrDeclined) {
				return "unpaid, to " + to.Street, nil
			}
			return "", err
		}
		return fmt.Sprintf("sent to %s, floor %d", to.Street, to.Floor), nil
	})
	toolkit.Register(tk, toolkit.Tool{Name: "sleep", Timeout: time.Hour}, func(ctx context.Context, _ struct{}) (string, error) {
		<-ctx.Done()
		return "", ctx.Err()
	})
	return tk
}

var revisions = []string{"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

func TestCall(t *testing.T) {
	tk := newRecords()
	const id = 1<<62 + 1 // which no float64 holds
	for _, revision := range revisions {
		t.Run(revision, func(t *testing.T) {
			as := toolkittest.WithRevision(revision)
			got := toolkittest.Call[found](t, tk, "lookup", lookupArgs{id, "a b", 90 * time.Minute}, as)
			if want := (found{id, 90 * time.Minute}); got != want {
				t.Errorf("got %v, want %v", got, want)
			}
			if got := toolkittest.Call[[]int](t, tk, "count", nil, as); !cmp.Equal(got, []int{1, 2}) {
				t.Errorf("got %v", got)
			}
			if got := toolkittest.Call[string](t, tk, "count", "{}", as); got != "[1,2]" {
				t.Errorf("got %q", got)
			}
			if got := toolkittest.Call[mcp.Content](t, tk, "count", []byte("{}"), as).(*mcp.TextContent).Text; got != "[1,2]" {
				t.Errorf("got %q", got)
			}
			if got, want := toolkittest.Call[string](t, tk, "whoami", nil, as, toolkittest.WithHeader("X-Tenant", "blue")), "nobody, "+revision+", blue"; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
	part := toolkittest.Call[struct {
		ID int64 `json:"id"`
	}](t, tk, "lookup", map[string]any{"id": 3})
	if part.ID != 3 {
		t.Errorf("got %v", part)
	}
	if got := toolkittest.Call[*mcp.CallToolResult](t, tk, "count", nil); len(got.Content) != 1 || got.IsError {
		t.Errorf("got %v", got)
	}
	if got := toolkittest.Call[[]mcp.Content](t, tk, "count", nil); len(got) != 1 {
		t.Errorf("got %v", got)
	}
	toolkittest.Call[struct{}](t, tk, "count", nil)
}

func TestFails(t *testing.T) {
	tk := newRecords()
	for _, revision := range revisions {
		f := toolkittest.Fails(t, tk, "lookup", `{"id":0,"wihtin":"1h"}`, toolkittest.WithRevision(revision))
		f.ProblemsAt("wihtin", "id")
		if f.Problems[0].Nearest+f.Problems[1].Nearest != `"within"` {
			t.Errorf("%s: got %+v", revision, f.Problems)
		}
	}
	f := toolkittest.Fails(t, tk, "lookup", `{"id":404}`)
	f.ProblemsAt()
	if !strings.Contains(f.Text, "404") || f.Protocol != nil {
		t.Errorf("got %+v", f)
	}
	f = toolkittest.Fails(t, tk, "lokup", nil)
	if f.Protocol == nil || f.Protocol.Code != -32602 || f.Text != `unknown tool "lokup"; did you mean "lookup"?` {
		t.Errorf("got %+v", f)
	}
}

func TestWithCaller(t *testing.T) {
	tk := newRecords(toolkit.WithAuth(refuseAll, nil))
	toolkit.Register(tk, toolkit.Tool{Name: "wipe", Scopes: []string{"admin"}}, func(context.Context, struct{}) (string, error) { return "wiped", nil })
	for _, revision := range revisions {
		as := toolkittest.WithRevision(revision)
		if got, want := toolkittest.Call[string](t, tk, "whoami", nil, as, toolkittest.WithCaller("ada")), "ada, "+revision+", "; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if got := toolkittest.Call[string](t, tk, "wipe", nil, as, toolkittest.WithCaller("ada", "read", "admin")); got != "wiped" {
			t.Errorf("got %q", got)
		}
		if f := toolkittest.Fails(t, tk, "wipe", nil, as, toolkittest.WithCaller("ada", "read")); !strings.Contains(f.Text, "Forbidden") && f.Protocol == nil {
			t.Errorf("%s: got %+v", revision, f)
		}
		if f := toolkittest.Fails(t, tk, "whoami", nil, as); !strings.Contains(f.Text, "Unauthorized") {
			t.Errorf("%s: got %+v", revision, f)
		}
	}
}

func TestWithAnswers(t *testing.T) {
	tk := newRecords()
	home := delivery{Street: "Lindenweg 3", Floor: 2}
	for _, revision := range []string{"2026-07-28", "2025-11-25"} {
		for _, tt := range []struct {
			name    string
			answers map[string]any
			want    string
		}{
			{"all", map[string]any{"where": home, "pay": nil}, "sent to Lindenweg 3, floor 2"},
			{"declined", map[string]any{"where": `{"street":"Lindenweg 3"}`, "pay": toolkittest.Declined}, "unpaid, to Lindenweg 3"},
			{"again", map[string]any{"where": []any{map[string]any{"street": "x"}, home}, "pay": nil}, "sent to Lindenweg 3, floor 2"},
		} {
			if tt.name == "again" && revision != "2026-07-28" {
				continue // the official SDK refuses the answer itself
			}
			t.Run(revision+"/"+tt.name, func(t *testing.T) {
				got := toolkittest.Call[string](t, tk, "send", nil, toolkittest.WithRevision(revision), toolkittest.WithAnswers(tt.answers))
				if got != tt.want {
					t.Errorf("got %q, want %q", got, tt.want)
				}
			})
		}
		f := toolkittest.Fails(t, tk, "send", nil, toolkittest.WithRevision(revision), toolkittest.WithAnswers(map[string]any{"where": toolkittest.Cancelled}))
		if want := `The user did not answer "Where to?". Ask the user whether to try again.`; f.Text != want {
			t.Errorf("got %q, want %q", f.Text, want)
		}
	}
	if f := toolkittest.Fails(t, tk, "send", nil); f.Protocol == nil || f.Protocol.Code != -32021 {
		t.Errorf("got %+v", f)
	}
}

// TestCallInBubble waits an hour in no time.
func TestCallInBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		f := toolkittest.Fails(t, newRecords(), "sleep", nil)
		if time.Since(start) < time.Hour || !strings.Contains(f.Text, "sleep did not finish within 60 minutes") {
			t.Errorf("after %s: %s", time.Since(start), f.Text)
		}
	})
}

// TestCallMisuse has the helpers fail.
func TestCallMisuse(t *testing.T) {
	call := func(tk *toolkit.Toolkit, tool string, arguments any, options ...toolkittest.CallOption) func(testing.TB) {
		return func(t testing.TB) { toolkittest.Call[found](t, tk, tool, arguments, options...) }
	}
	for _, tt := range []struct {
		name string
		run  func(testing.TB)
		want string
	}{
		{"fails", call(newRecords(), "lookup", `{"id":404}`), "lookup failed:\n"},
		{"no JSON", call(newRecords(), "lookup", `{`), "lookup was not called: "},
		{"other type", call(newRecords(), "count", nil), "the result of count: "},
		{"no value", call(newRecords(), "whoami", nil), "the result of whoami: it is no structured value, but the text nobody, 2026-07-28, "},
		{"revision", call(newRecords(), "lookup", `{"id":4}`, toolkittest.WithRevision("2023-01-01")), "2023-01-01"},
		{"no auth", call(newRecords(), "lookup", `{"id":4}`, toolkittest.WithCaller("ada")), "lookup was not called: nobody asks for the token of WithCaller; pass toolkit.WithAuth to New"},
		{"registration", call(toolkit.New("", ""), "lookup", nil), "lookup was not called: "},
		{"no answer", call(newRecords(), "send", nil, toolkittest.WithAnswers(nil)), `the tool asks "where", for which WithAnswers has no answer: Where to?`},
		{"not asked", call(newRecords(), "lookup", `{"id":4}`, toolkittest.WithAnswers(map[string]any{"b": nil, "a": nil})), "WithAnswers has answers to a, b, which the tool did not ask"},
		{"asked again", call(newRecords(), "send", nil, toolkittest.WithAnswers(map[string]any{"where": delivery{}, "pay": nil})), `the tool asks "where" again, and WithAnswers has no other answer: `},
		{"succeeds", func(t testing.TB) { toolkittest.Fails(t, newRecords(), "count", nil) }, "count succeeded; it should have failed:\n[1,2]"},
		{"other paths", func(t testing.TB) {
			toolkittest.Fails(t, newRecords(), "lookup", `{"id":0}`).ProblemsAt("limit")
		}, "lookup has problems at other paths (-want +got):\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := &failures{TB: t}
			done := make(chan struct{})
			go func() {
				defer close(done)
				tt.run(f)
			}()
			<-done
			if got := strings.Join(f.texts, "\n"); !strings.Contains(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
