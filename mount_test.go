package toolkit_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/toolkittest"
)

type repoArgs struct {
	Query string `json:"query" description:"Words" validate:"min=2"`
	Shard string `json:"shard,omitempty" description:"Where" x-mcp-header:"Shard"`
}

func newRepositories(options ...toolkit.Option) *toolkit.Toolkit {
	tk := toolkit.New("repositories", "1.0.0", append(options, toolkit.WithLogger(nil))...)
	toolkit.Register(tk, toolkit.Tool{Name: "search", Title: "Search", Hints: toolkit.ReadOnly, MaxResultBytes: 60},
		func(_ context.Context, args repoArgs) ([]string, error) {
			return strings.Split(strings.Repeat(args.Query, 3), " "), nil
		})
	toolkit.Register(tk, toolkit.Tool{Name: "panic"}, func(context.Context, struct{}) (string, error) { panic("x") })
	toolkit.Register(tk, toolkit.Tool{Name: "where"}, func(ctx context.Context, _ struct{}) (string, error) {
		to, err := toolkit.Ask[delivery](ctx, "where", "Where to?")
		return to.Street, err
	})
	toolkit.Register(tk, toolkit.Tool{Name: "twice"}, func(ctx context.Context, _ struct{}) (string, error) {
		result, err := tk.Call(ctx, "search", json.RawMessage(`{"query":"x"}`))
		if err != nil {
			return "", err
		}
		return result.Content[0].(*mcp.TextContent).Text, nil
	})
	return tk
}

type delivery struct {
	Street string `json:"street" validate:"min=3"`
}

// newEverything stands in docs/composition.md.
func newEverything(github, grafana *toolkit.Toolkit) *toolkit.Toolkit {
	tk := toolkit.New("everything", "1.0.0")
	tk.Mount("github_", github)
	tk.Mount("grafana_", grafana)
	return tk
}

func ExampleToolkit_Mount() {
	github := toolkit.New("github", "1.0.0")
	toolkit.Register(github, toolkit.Tool{Name: "search"}, func(_ context.Context, args repoArgs) (string, error) { return "repositories about " + args.Query, nil })
	grafana := toolkit.New("grafana", "1.0.0")
	toolkit.Register(grafana, toolkit.Tool{Name: "search"}, func(_ context.Context, args repoArgs) (string, error) { return "dashboards about " + args.Query, nil })

	tk := newEverything(github, grafana)
	for _, tool := range tk.Tools() {
		fmt.Println(tool.Name)
	}
	show(tk.Call(context.Background(), "grafana_search", []byte(`{"query":"load"}`)))
	show(tk.Call(context.Background(), "github_search", []byte(`{"query":"a"}`)))
	// Output:
	// github_search
	// grafana_search
	// dashboards about load
	// The arguments of github_search have a problem. Correct it and call the tool again:
	// - query: must have at least 2 characters, got "a".
}

func toolNames(tk *toolkit.Toolkit) string {
	var names []string
	for _, tool := range tk.Tools() {
		names = append(names, tool.Name)
	}
	return strings.Join(names, " ")
}

// TestMount mounts a toolkit in one that is mounted itself, and calls through all of them.
func TestMount(t *testing.T) {
	var seen []string
	sees := func(who string) toolkit.Middleware {
		return func(next toolkit.CallFunc) toolkit.CallFunc {
			return func(ctx context.Context, tool string, arguments json.RawMessage) (*mcp.CallToolResult, error) {
				seen = append(seen, who+":"+tool)
				return next(ctx, tool, arguments)
			}
		}
	}
	inner, middle, outer := newRepositories(), toolkit.New("m", "1", toolkit.WithLogger(nil)), toolkit.New("o", "1", toolkit.WithLogger(nil))
	inner.Use(sees("inner"))
	middle.Use(sees("middle"))
	outer.Use(sees("outer"))
	middle.Mount("r_", inner)
	outer.Mount("m.", middle)
	toolkit.Register(inner, toolkit.Tool{Name: "late"}, func(context.Context, struct{}) (string, error) { return "late", nil })
	if err := outer.Err(); err != nil {
		t.Fatal(err)
	}
	if got, want := toolNames(outer), "m.r_late m.r_panic m.r_search m.r_twice m.r_where"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, revision := range []string{"2026-07-28", "2025-06-18"} {
		as := toolkittest.WithRevision(revision)
		seen = nil
		if got := toolkittest.Call[[]string](t, outer, "m.r_search", repoArgs{Query: "ab ", Shard: "s 1"}, as); !cmp.Equal(got, []string{"ab", "ab", "ab", ""}) {
			t.Errorf("got %q", got)
		}
		if diff := cmp.Diff([]string{"outer:m.r_search", "middle:r_search", "inner:search"}, seen); diff != "" {
			t.Errorf("seen (-want +got):\n%s", diff)
		}
		for _, tt := range []struct{ tool, arguments, want string }{
			{"m.r_search", `{"query":"x"}`, "The arguments of m.r_search have a problem."},
			{"m.r_search", `{"query":"` + strings.Repeat("long", 40) + `"}`, "m.r_search ran, but its result of 484 bytes is over the limit of 60 bytes"},
			{"m.r_panic", `{}`, "m.r_panic failed because of an internal error."},
		} {
			if f := toolkittest.Fails(t, outer, tt.tool, tt.arguments, as); !strings.HasPrefix(f.Text, tt.want) {
				t.Errorf("%s: got %q, want %q", tt.tool, f.Text, tt.want)
			}
		}
		if got := toolkittest.Call[string](t, outer, "m.r_twice", nil, as); !strings.HasPrefix(got, "The arguments of search have a problem.") {
			t.Errorf("got %q", got)
		}
	}
	for _, revision := range []string{"2026-07-28", "2025-06-18"} {
		got := toolkittest.Call[string](t, outer, "m.r_where", nil, toolkittest.WithRevision(revision),
			toolkittest.WithAnswers(map[string]any{"where": delivery{"Lindenweg 3"}}))
		if got != "Lindenweg 3" {
			t.Errorf("got %q", got)
		}
	}
	explanation := toolkittest.Explain(t, outer, "m.r_search", `{"query":"abc","shard":"x"}`)
	if explanation.Tool != "m.r_search" || !explanation.Accepted {
		t.Errorf("got %v", explanation)
	}
	if d, ok := outer.Declaration("m.r_search", "/inputSchema/properties/query"); !ok || d.Field != "toolkit_test.repoArgs.Query" {
		t.Errorf("got %+v", d)
	}

	inner.Remove("late", "panic")
	if got, want := toolNames(outer), "m.r_search m.r_twice m.r_where"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	outer.Remove("m.r_twice")
	toolkit.Register(outer, toolkit.Tool{Name: "m.r_twice"}, func(context.Context, struct{}) (string, error) { return "own", nil })
	inner.Remove("twice")
	if got := toolkittest.Call[string](t, outer, "m.r_twice", nil); got != "own" {
		t.Errorf("got %q", got)
	}
}

func TestMountErrors(t *testing.T) {
	clashing := newRepositories()
	toolkit.Register(clashing, toolkit.Tool{Name: "r_search"}, func(context.Context, struct{}) (string, error) { return "", nil })
	clashing.Mount("r_", newRepositories())
	if got := toolNames(clashing); got != "panic r_search search twice where" {
		t.Errorf("got %s", got)
	}
	within := newRepositories()
	whole := toolkit.New("w", "1")
	whole.Mount("a_", within)
	for _, tt := range []struct {
		name   string
		tk     *toolkit.Toolkit
		prefix string
		other  *toolkit.Toolkit
		want   string
	}{
		{"clash", clashing, "", toolkit.New("e", "1"), `mounting under the prefix "r_": tool "r_search": a tool of this name exists already; choose another name, or Remove it first`},
		{"nil", newRepositories(), "a_", nil, `mounting under the prefix "a_": the toolkit is nil; make one with New`},
		{"itself", within, "b_", whole, `mounting under the prefix "b_": the toolkit would contain itself`},
		{"prefix", newRepositories(), "a b", newRepositories(), `mounting under the prefix "a b": the name "a b" has the character ' '; use letters, digits, _ - and .`},
		{"long", newRepositories(), strings.Repeat("a", 126), newRepositories(), `has 131 characters; at most 128 are allowed`},
		{"errors of the part", newRepositories(), "a_", toolkit.New("", "1"), "the server has no name; pass one to New"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.tk.Mount(tt.prefix, tt.other)
			if err := tt.tk.Err(); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

// TestMountAtRunTime adds a tool that would clash in the whole, and mounts while serving.
func TestMountAtRunTime(t *testing.T) {
	var logged strings.Builder
	part := newRepositories()
	whole := toolkit.New("w", "1", toolkit.WithLogger(slog.New(slog.NewTextHandler(&logged, nil))))
	whole.Mount("r_", part)
	toolkit.Register(whole, toolkit.Tool{Name: "r_new"}, func(context.Context, struct{}) (string, error) { return "", nil })
	if _, err := whole.HTTPHandler(); err != nil {
		t.Fatal(err)
	}
	err := toolkit.Add(part, toolkit.Tool{Name: "new"}, func(context.Context, struct{}) (string, error) { return "", nil })
	if err == nil || !strings.Contains(err.Error(), `tool "r_new": a tool of this name exists already`) {
		t.Errorf("got %v", err)
	}
	if got, want := toolNames(part), "panic search twice where"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	whole.Mount("r_", newRepositories())
	if err := whole.Err(); err != nil || !strings.Contains(logged.String(), "toolkit not mounted") {
		t.Errorf("error %v, logged %q", err, logged.String())
	}
}
