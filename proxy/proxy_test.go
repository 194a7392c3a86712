package proxy_test

import (
	"context"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/proxy"
	"github.com/typedmcp/toolkit/toolkittest"
)

type pageArgs struct {
	Title string `json:"title" description:"Title of the page" validate:"min=2"`
	Lines int    `json:"lines,omitempty" default:"10" description:"How many lines"`
}

type page struct {
	Title string `json:"title"`
	Lines int64  `json:"lines"`
}

type signature struct {
	Name string `json:"name" validate:"min=2"`
}

// newWiki is the remote server.
func newWiki(options ...toolkit.Option) *toolkit.Toolkit {
	tk := toolkit.New("wiki", "1.0.0", append(options, toolkit.WithLogger(nil), toolkit.WithPageSize(2))...)
	toolkit.Register(tk, toolkit.Tool{Name: "read", Title: "Read", Description: "Read a page.", Hints: toolkit.ReadOnly | toolkit.ClosedWorld},
		func(_ context.Context, args pageArgs) (page, error) {
			if args.Title == "none" {
				return page{}, toolkit.NotFound("page", "none")
			}
			return page{args.Title, int64(args.Lines)}, nil
		})
	toolkit.Register(tk, toolkit.Tool{Name: "sign"}, func(ctx context.Context, _ struct{}) (string, error) {
		s, err := toolkit.Ask[signature](ctx, "name", "Who signs?")
		return "signed by " + s.Name, err
	})
	toolkit.Register(tk, toolkit.Tool{Name: "slow"}, func(ctx context.Context, _ struct{}) (string, error) {
		r := toolkit.RequestFrom(ctx)
		for i := range 3 {
			if err := r.Progress(ctx, float64(i+1), 3, "step"); err != nil {
				return "", err
			}
			time.Sleep(50 * time.Millisecond)
		}
		return "done", nil
	})
	toolkit.Register(tk, toolkit.Tool{Name: "teapot"}, func(context.Context, struct{}) (string, error) {
		return "", &toolkit.ProtocolError{Code: -32099, Message: "short and stout", Data: map[string]any{"spout": true}}
	})
	return tk
}

// A server is the remote end, which can be stopped and started at the same address.
type server struct {
	t       *testing.T
	address string
	stop    func()
}

func serve(t *testing.T, tk *toolkit.Toolkit) *server {
	s := &server{t: t, address: "127.0.0.1:0"}
	s.start(tk)
	t.Cleanup(func() { s.stop() })
	return s
}

func (s *server) start(tk *toolkit.Toolkit) {
	s.t.Helper()
	listener, err := net.Listen("tcp", s.address)
	if err != nil {
		s.t.Fatal(err)
	}
	s.address = listener.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- tk.Serve(ctx, listener) }()
	s.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			s.t.Error(err)
		}
	})
}

func (s *server) transport() mcp.Transport {
	return &mcp.StreamableClientTransport{Endpoint: "http://" + s.address + toolkit.Path, MaxRetries: -1}
}

func names(tk *toolkit.Toolkit) string {
	var names []string
	for _, tool := range tk.Tools() {
		names = append(names, tool.Name)
	}
	return strings.Join(names, " ")
}

// eventually waits until the tools are these.
func eventually(t *testing.T, tk *toolkit.Toolkit, want string) {
	t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for names(tk) != want {
		if time.Now().After(deadline) {
			t.Fatalf("the tools are %s, want %s", names(tk), want)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func mount(t *testing.T, tk *toolkit.Toolkit, s *server, opts *proxy.Options) *proxy.Proxy {
	t.Helper()
	p, err := proxy.Mount(t.Context(), tk, "wiki_", s.transport, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p
}

func TestMount(t *testing.T) {
	wiki := newWiki()
	remote := serve(t, wiki)
	tk := toolkit.New("front", "1.0.0", toolkit.WithLogger(nil))
	p := mount(t, tk, remote, nil)
	const all = "wiki_read wiki_sign wiki_slow wiki_teapot"
	if got := names(tk); got != all {
		t.Fatalf("got %s, want %s", got, all)
	}
	read := tk.Tools()[0]
	if read.Title != "Read" || read.Description != "Read a page." || !read.Annotations.ReadOnlyHint || *read.Annotations.OpenWorldHint || read.OutputSchema == nil {
		t.Errorf("got %+v", read)
	}
	for _, revision := range []string{"2026-07-28", "2025-06-18"} {
		as := toolkittest.WithRevision(revision)
		if got, want := toolkittest.Call[page](t, tk, "wiki_read", pageArgs{Title: "Go", Lines: 3}, as), (page{"Go", 3}); got != want {
			t.Errorf("got %v, want %v", got, want)
		}
		if f := toolkittest.Fails(t, tk, "wiki_read", `{"title":"none"}`, as); f.Text != `There is no page "none".` {
			t.Errorf("got %q", f.Text)
		}
		f := toolkittest.Fails(t, tk, "wiki_read", `{"title":"x","page":3}`, as)
		if !strings.HasPrefix(f.Text, "The arguments of wiki_read have 2 problems.") {
			t.Errorf("got %q", f.Text)
		}
		if f := toolkittest.Fails(t, tk, "wiki_teapot", nil, as); f.Protocol == nil || f.Protocol.Code != -32099 || f.Text != "short and stout" {
			t.Errorf("got %+v", f)
		}
	}
	if got := toolkittest.Call[string](t, tk, "wiki_sign", nil, toolkittest.WithAnswers(map[string]any{"name": signature{"Ada"}})); got != "signed by Ada" {
		t.Errorf("got %q", got)
	}

	// What comes and goes there comes and goes here.
	wiki.Remove("slow", "teapot")
	eventually(t, tk, "wiki_read wiki_sign")
	toolkit.Register(wiki, toolkit.Tool{Name: "write"}, func(context.Context, pageArgs) (string, error) { return "written", nil })
	eventually(t, tk, "wiki_read wiki_sign wiki_write")
	wiki.Remove("write")
	toolkit.Register(wiki, toolkit.Tool{Name: "write"}, func(context.Context, struct{}) (string, error) { return "written without arguments", nil })
	deadline := time.Now().Add(10 * time.Second)
	for {
		result, err := tk.Call(t.Context(), "wiki_write", nil)
		if err == nil && !result.IsError && result.Content[0].(*mcp.TextContent).Text == "written without arguments" {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("got %v, %v", result, err)
		}
		time.Sleep(5 * time.Millisecond)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if got := names(tk); got != "" {
		t.Errorf("after Close there are %s", got)
	}
}

// TestLostServer stops the server, calls, and starts it again.
func TestLostServer(t *testing.T) {
	remote := serve(t, newWiki())
	tk := toolkit.New("front", "1.0.0", toolkit.WithLogger(nil))
	mount(t, tk, remote, nil)
	remote.stop()
	failed := func() string {
		result, err := tk.Call(t.Context(), "wiki_read", []byte(`{"title":"Go"}`))
		if err != nil || !result.IsError {
			t.Fatalf("got %v, %v", result, err)
		}
		return result.Content[0].(*mcp.TextContent).Text
	}
	if got, want := failed(), "the connection to the server of wiki_read was lost during the call, which may have done its work. Look before you call it again."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := failed(), "The server of wiki_read"; !strings.HasPrefix(got, want) || strings.Contains(got, "127.0.0.1") {
		t.Errorf("got %q, want %q and no address", got, want)
	}
	remote.start(newWiki())
	if got := toolkittest.Call[page](t, tk, "wiki_read", pageArgs{Title: "Go"}); got.Title != "Go" {
		t.Errorf("got %v", got)
	}
}

func TestProgress(t *testing.T) {
	remote := serve(t, newWiki())
	tk := toolkit.New("front", "1.0.0", toolkit.WithLogger(nil))
	mount(t, tk, remote, nil)
	front := serve(t, tk)
	var mu sync.Mutex
	var got []float64
	client := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
			mu.Lock()
			defer mu.Unlock()
			got = append(got, r.Params.Progress)
		},
	})
	session, err := client.Connect(t.Context(), front.transport(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = session.Close() }()
	params := &mcp.CallToolParams{Name: "wiki_slow"}
	params.SetProgressToken("t")
	if _, err := session.CallTool(t.Context(), params); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if !cmp.Equal([]float64{1, 2, 3}, got) {
		t.Errorf("got %v", got)
	}
}

func TestMountErrors(t *testing.T) {
	remote := serve(t, newWiki())
	clashing := func() *toolkit.Toolkit {
		tk := toolkit.New("front", "1.0.0", toolkit.WithLogger(nil))
		toolkit.Register(tk, toolkit.Tool{Name: "wiki_read"}, func(context.Context, struct{}) (string, error) { return "own", nil })
		return tk
	}
	tk := clashing()
	_, err := proxy.Mount(t.Context(), tk, "wiki_", remote.transport, nil)
	if want := `proxy: tool "wiki_read": a tool of this name exists already; choose another name, or Remove it first`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if got := names(tk); got != "wiki_read" {
		t.Errorf("got %s", got)
	}
	tk = clashing()
	mount(t, tk, remote, &proxy.Options{SkipInvalid: true})
	if got := names(tk); got != "wiki_read wiki_sign wiki_slow wiki_teapot" {
		t.Errorf("got %s", got)
	}
	if got := toolkittest.Call[string](t, tk, "wiki_read", nil); got != "own" {
		t.Errorf("got %q", got)
	}
	if _, err := proxy.Mount(t.Context(), nil, "", nil, nil); err == nil {
		t.Error("a proxy of nothing")
	}
	gone := serve(t, newWiki())
	gone.stop()
	if _, err := proxy.Mount(t.Context(), tk, "gone_", gone.transport, nil); err == nil || !strings.HasPrefix(err.Error(), "proxy: connecting to the remote server: ") {
		t.Errorf("got %v", err)
	}
}

func TestScopes(t *testing.T) {
	remote := serve(t, newWiki())
	nobody := func(context.Context, string, *http.Request) (*auth.TokenInfo, error) {
		return nil, auth.ErrInvalidToken
	}
	tk := toolkit.New("front", "1.0.0", toolkit.WithLogger(nil), toolkit.WithAuth(nobody, nil))
	mount(t, tk, remote, &proxy.Options{Scopes: []string{"wiki"}})
	if got := toolkittest.Call[page](t, tk, "wiki_read", pageArgs{Title: "Go"}, toolkittest.WithCaller("ada", "wiki")); got.Title != "Go" {
		t.Errorf("got %v", got)
	}
	toolkittest.Fails(t, tk, "wiki_read", pageArgs{Title: "Go"}, toolkittest.WithCaller("ada"))
}

// counting counts the lists that are asked for.
type counting struct{ lists *atomic.Int32 }

func (c counting) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Header.Get("Mcp-Method") == "tools/list" {
		c.lists.Add(1)
	}
	return http.DefaultTransport.RoundTrip(r)
}

// TestTTL reads lists again as often as they ask for.
func TestTTL(t *testing.T) {
	for _, tt := range []struct {
		name   string
		ttl    time.Duration
		minTTL time.Duration
		again  bool
	}{
		{"short", 20 * time.Millisecond, time.Millisecond, true},
		{"long", time.Hour, time.Millisecond, false},
		{"too short", time.Millisecond, time.Hour, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			remote := serve(t, newWiki(toolkit.WithCache(tt.ttl, "public")))
			var lists atomic.Int32
			connect := func() mcp.Transport {
				return &mcp.StreamableClientTransport{
					Endpoint: "http://" + remote.address + toolkit.Path, MaxRetries: -1,
					HTTPClient: &http.Client{Transport: counting{&lists}},
				}
			}
			tk := toolkit.New("front", "1.0.0", toolkit.WithLogger(nil))
			p, err := proxy.Mount(t.Context(), tk, "wiki_", connect, &proxy.Options{MinTTL: tt.minTTL})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = p.Close() }()
			const once = 2 // pages
			deadline := time.Now().Add(10 * time.Second)
			for tt.again && lists.Load() < 3*once && time.Now().Before(deadline) {
				time.Sleep(time.Millisecond)
			}
			if !tt.again {
				time.Sleep(200 * time.Millisecond)
			}
			if got := lists.Load(); (got >= 3*once) != tt.again || !tt.again && got != once {
				t.Errorf("%d pages were asked for", got)
			}
		})
	}
}
