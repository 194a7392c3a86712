package toolkit_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"

	"github.com/typedmcp/toolkit"
)

type SearchArgs struct {
	Query  string `json:"query" description:"Words to look for" validate:"min=1,max=200"`
	Status string `json:"status,omitempty" description:"All statuses if omitted" enum:"open,closed"`
	Limit  int    `json:"limit,omitempty" default:"20" validate:"min=1,max=100"`
}

type SearchResult struct {
	Titles []string `json:"titles"`
}

func search(_ context.Context, args SearchArgs) (SearchResult, error) {
	return SearchResult{[]string{"Found " + args.Query}}, nil
}

// show prints the first text of a result.
func show(result *mcp.CallToolResult, err error) {
	if err != nil {
		fmt.Println("error:", err)
		return
	}
	fmt.Println(result.Content[0].(*mcp.TextContent).Text)
}

func ExampleRegister() {
	tk := toolkit.New("issue-tracker", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{
		Name:        "search_issues",
		Title:       "Search issues",
		Description: "Search issues by text and status.",
		Hints:       toolkit.ReadOnly | toolkit.ClosedWorld,
		Timeout:     5 * time.Second,
	}, search)
	if err := tk.Err(); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(tk.Tools()[0].InputSchema.(json.RawMessage)))
	// Output:
	// {"type":"object","properties":{"query":{"type":"string","description":"Words to look for","minLength":1,"maxLength":200},"status":{"type":"string","description":"All statuses if omitted","enum":["open","closed"]},"limit":{"type":"integer","default":20,"minimum":1,"maximum":100}},"required":["query"],"additionalProperties":false}
}

func ExampleToolkit_Call() {
	tk := toolkit.New("issue-tracker", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{Name: "search_issues"}, search)
	show(tk.Call(context.Background(), "search_issues", json.RawMessage(`{"query":"login"}`)))
	show(tk.Call(context.Background(), "search_issues", json.RawMessage(`{"query":"login","limit":500,"state":"open"}`)))
	show(tk.Call(context.Background(), "search_isues", nil))
	// Output:
	// {"titles":["Found login"]}
	// The arguments of search_issues have 2 problems. Correct them and call the tool again:
	// - limit: must be at most 100, got 500.
	// - state: unknown parameter. Did you mean "status"?
	//
	// These arguments would be accepted once what stands in < > is filled in:
	// {"query":"login","limit":<must be at most 100>,"status":"open"}
	// error: unknown tool "search_isues"; did you mean "search_issues"? (-32602)
}

func ExampleToolkit_Err() {
	type args struct {
		Query string `json:"query" validate:"minlength=3"`
		Kind  string `json:"kind" desc:"What kind" enum:"bug,task" default:"story"`
	}
	tk := toolkit.New("issue-tracker", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{Name: "search"}, func(context.Context, args) (string, error) { return "", nil })
	fmt.Println(tk.Err())
	// Output:
	// tool "search": toolkit_test.args.Kind: desc:"What kind": desc is not a tag key; write description
	// tool "search": toolkit_test.args.Query: validate:"minlength=3": minlength is not a rule of validator; write min
	// tool "search": toolkit_test.args.Kind: default:"story": the default "story" must be one of bug, task; write a default that a caller could send
}

func ExampleNotFound() {
	tk := toolkit.New("issue-tracker", "1.0.0", toolkit.WithMaskedErrors())
	toolkit.Register(tk, toolkit.Tool{Name: "get_issue"}, func(context.Context, struct{}) (string, error) {
		return "", toolkit.NotFound("issue", "BUG-7", "BUG-17", "BUG-70")
	})
	show(tk.Call(context.Background(), "get_issue", nil))
	// Output:
	// There is no issue "BUG-7". Did you mean "BUG-17" or "BUG-70"?
}

func ExampleToolkit_Use() {
	tk := toolkit.New("issue-tracker", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{Name: "search_issues"}, search)
	tk.Use(func(next toolkit.CallFunc) toolkit.CallFunc {
		return func(ctx context.Context, tool string, arguments json.RawMessage) (*mcp.CallToolResult, error) {
			result, err := next(ctx, tool, arguments)
			fmt.Println("called", tool, "failed", err != nil || result.IsError)
			return result, err
		}
	})
	show(tk.Call(context.Background(), "search_issues", json.RawMessage(`{"query":"login"}`)))
	// Output:
	// called search_issues failed false
	// {"titles":["Found login"]}
}

func ExampleRequestFrom() {
	tk := toolkit.New("importer", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{Name: "import"}, func(ctx context.Context, _ struct{}) (string, error) {
		r := toolkit.RequestFrom(ctx)
		for done := 1.0; done <= 3; done++ {
			if err := r.Progress(ctx, done, 3, "importing"); err != nil {
				return "", err
			}
		}
		return "imported", nil
	})
	show(tk.Call(context.Background(), "import", nil))
	// Output:
	// imported
}

func ExampleAdd() {
	tk := toolkit.New("issue-tracker", "1.0.0")
	if err := toolkit.Add(tk, toolkit.Tool{Name: "search_issues"}, search); err != nil {
		fmt.Println(err)
	}
	fmt.Println(toolkit.Add(tk, toolkit.Tool{Name: "search_issues"}, search))
	tk.Remove("search_issues")
	fmt.Println(len(tk.Tools()), "tools")
	// Output:
	// tool "search_issues": a tool of this name exists already; choose another name, or Remove it first
	// 0 tools
}

func ExampleToolkit_HTTPHandler() {
	tk := toolkit.New("issue-tracker", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{Name: "search_issues"}, search)
	h, err := tk.HTTPHandler()
	if err != nil {
		fmt.Println(err)
		return
	}
	mux := http.NewServeMux()
	mux.Handle("/mcp", h)
	mux.HandleFunc("/health", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
}

func ExampleToolkit_ListenAndServe() {
	tk := toolkit.New("issue-tracker", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{Name: "search_issues"}, search)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := tk.ListenAndServe(ctx, "127.0.0.1:8080"); err != nil {
		log.Print(err)
	}
}

func ExampleToolkit_Install() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "existing", Version: "1.0.0"}, nil)
	tk := toolkit.New("tools", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{Name: "search_issues"}, search)
	if err := tk.Install(srv); err != nil {
		fmt.Println(err)
	}
}

func ExampleWithAuth() {
	verify := func(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
		if token != "secret" {
			return nil, auth.ErrInvalidToken
		}
		return &auth.TokenInfo{Scopes: []string{"issues:read"}, Expiration: time.Now().Add(time.Hour)}, nil
	}
	tk := toolkit.New("issue-tracker", "1.0.0", toolkit.WithAuth(verify, nil))
	toolkit.Register(tk, toolkit.Tool{Name: "search_issues", Scopes: []string{"issues:read"}}, search)
	toolkit.Register(tk, toolkit.Tool{Name: "delete_issues", Scopes: []string{"issues:write"}}, search)
	fmt.Println(tk.Err())
	// Output:
	// <nil>
}

func ExampleWithResourceMetadata() {
	verify := func(context.Context, string, *http.Request) (*auth.TokenInfo, error) {
		return nil, auth.ErrInvalidToken
	}
	tk := toolkit.New("issue-tracker", "1.0.0", toolkit.WithAuth(verify, nil), toolkit.WithResourceMetadata(&oauthex.ProtectedResourceMetadata{
		Resource:             "https://mcp.example.com/mcp",
		AuthorizationServers: []string{"https://login.example.com"},
	}))
	toolkit.Register(tk, toolkit.Tool{Name: "search_issues", Scopes: []string{"issues:read"}}, search)
	h, err := tk.HTTPHandler()
	if err != nil {
		fmt.Println(err)
		return
	}
	mux := http.NewServeMux()
	mux.Handle("/mcp", h)
	mux.Handle("/.well-known/oauth-protected-resource/", h)
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/.well-known/oauth-protected-resource/mcp", nil))
	fmt.Print(w.Body)
	// Output:
	// {"resource":"https://mcp.example.com/mcp","authorization_servers":["https://login.example.com"],"scopes_supported":["issues:read"],"bearer_methods_supported":["header"]}
}

func ExampleWithMaskedErrors() {
	tk := toolkit.New("issue-tracker", "1.0.0", toolkit.WithMaskedErrors(), toolkit.WithLogger(slog.New(slog.DiscardHandler)))
	toolkit.Register(tk, toolkit.Tool{Name: "search_issues"}, func(context.Context, struct{}) (string, error) {
		return "", errors.New("dial tcp 10.0.0.7:5432: connection refused")
	})
	show(tk.Call(context.Background(), "search_issues", nil))
	// Output:
	// search_issues failed. The reason is not shown here; the server has logged it.
}
