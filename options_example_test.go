package toolkit_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/typedmcp/toolkit"
)

func ExampleWithSnapshot() {
	reviewed := []byte(`{"tools":[]}`) // with //go:embed testdata/tools.json
	tk := toolkit.New("issue-tracker", "1.0.0", toolkit.WithSnapshot(reviewed))
	toolkit.Register(tk, toolkit.Tool{Name: "search_issues"}, search)
	_, err := tk.HTTPHandler()
	fmt.Println(strings.Split(err.Error(), "\n")[0])
	// Output:
	// toolkit: the tools are not those of the snapshot that was given with WithSnapshot; review the difference and write the snapshot anew, or run the program that was reviewed:
}

func ExampleWithLimits() {
	tk := toolkit.New("issue-tracker", "1.0.0", toolkit.WithLimits(toolkit.Limits{
		MaxConcurrent:  100,
		RateLimit:      toolkit.RateLimit{Calls: 60, Per: time.Minute},
		MaxResultBytes: 64 << 10, // 64 KiB
	}))
	toolkit.Register(tk, toolkit.Tool{Name: "search_issues", RateLimit: toolkit.RateLimit{Calls: 1, Per: time.Hour}}, search)
	show(tk.Call(context.Background(), "search_issues", []byte(`{"query":"login"}`)))
	show(tk.Call(context.Background(), "search_issues", []byte(`{"query":"login"}`)))
	// Output:
	// {"titles":["Found login"]}
	// search_issues was called too often: it takes 1 call in 60 minutes. Call it again in 60 minutes.
}

func ExampleWithErrorText() {
	tk := toolkit.New("issue-tracker", "1.0.0", toolkit.WithErrorText(func(tool string, problems []*toolkit.Problem) string {
		var b strings.Builder
		for _, p := range problems {
			fmt.Fprintf(&b, "%s/%s: %s. ", tool, p.Path, p.Code)
		}
		return b.String() + "See https://example.com/tools."
	}))
	toolkit.Register(tk, toolkit.Tool{Name: "search_issues"}, search)
	show(tk.Call(context.Background(), "search_issues", []byte(`{"query":"login","limit":500}`)))
	// Output:
	// search_issues/limit: rule. See https://example.com/tools.
}

func ExampleWithCache() {
	tk := toolkit.New("issue-tracker", "1.0.0", toolkit.WithCache(5*time.Minute, "public"))
	toolkit.Register(tk, toolkit.Tool{Name: "search_issues"}, search)
	fmt.Println(tk.Err())
	// Output:
	// <nil>
}

func ExampleToolkit_Explain() {
	tk := toolkit.New("issue-tracker", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{Name: "search_issues"}, search)
	explanation, err := tk.Explain(context.Background(), "search_issues", []byte(`{"query":"login","limit":500}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(explanation)
	// Output:
	// call of search_issues
	//   {"query":"login","limit":500}
	// repairs
	//   none
	// defaults
	//   none
	// rules
	//   ok     query: must not be empty (min)
	//   ok     query: must have at most 200 characters (max)
	//   ok     limit: must be at least 1 (min)
	//   broken limit: must be at most 100 (max)
	// headers over HTTP
	//   Mcp-Method: tools/call
	//   Mcp-Name: search_issues
	// the arguments are refused, and a model reads
	//   The arguments of search_issues have a problem. Correct it and call the tool again:
	//   - limit: must be at most 100, got 500.
}

func ExampleToolkit_Declaration() {
	tk := toolkit.New("issue-tracker", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{Name: "search_issues"}, search)
	declaration, _ := tk.Declaration("search_issues", "/inputSchema/properties/limit/maximum")
	fmt.Println(declaration.Field, declaration.Type)
	// Output:
	// toolkit_test.SearchArgs.Limit int
}

func ExampleErrorf() {
	tk := toolkit.New("issue-tracker", "1.0.0", toolkit.WithLogger(nil))
	fail := func(err error) func(context.Context, struct{}) (string, error) {
		return func(context.Context, struct{}) (string, error) { return "", err }
	}
	cause := errors.New("dial tcp 10.0.0.7:5432: connection refused")
	for i, err := range []error{
		toolkit.Errorf("the project web is archived; choose another one"),
		toolkit.InvalidState("issue %s is closed already; reopen it first", "BUG-1"),
		toolkit.Expired("cursor", "c7", "call search_issues again without one"),
		toolkit.TooLarge("the attachment", "ask for its pages one by one"),
		toolkit.Unavailable("the issue database", 30*time.Second, cause),
	} {
		name := fmt.Sprint("tool_", i)
		toolkit.Register(tk, toolkit.Tool{Name: name}, fail(err))
		show(tk.Call(context.Background(), name, nil))
	}
	// Output:
	// the project web is archived; choose another one
	// issue BUG-1 is closed already; reopen it first.
	// The cursor "c7" has expired. To continue, call search_issues again without one.
	// the attachment is too large to return. To get less, ask for its pages one by one.
	// The issue database is not available at the moment. Try again in 30 seconds.
}

func ExampleAsk() {
	type Confirmation struct {
		Reason string `json:"reason" title:"Reason" validate:"min=3"`
	}
	type DeleteArgs struct {
		Project string `json:"project" description:"Name of the project"`
	}
	tk := toolkit.New("projects", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{Name: "delete_project", Hints: toolkit.Destructive}, func(ctx context.Context, args DeleteArgs) (string, error) {
		answer, err := toolkit.Ask[Confirmation](ctx, "confirm", "Delete the project "+args.Project+" and all it holds?")
		switch {
		case errors.Is(err, toolkit.ErrDeclined):
			return "The user wants to keep " + args.Project + ".", nil
		case err != nil:
			return "", err // the first time, this ends the call with the question
		}
		return "Deleted " + args.Project + ": " + answer.Reason, nil
	})
	fmt.Println(tk.Err())
	// Output:
	// <nil>
}

func ExampleAskURL() {
	tk := toolkit.New("mail", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{Name: "connect_mailbox"}, func(ctx context.Context, _ struct{}) (string, error) {
		if err := toolkit.AskURL(ctx, "consent", "Let the server read your mail.", "https://mail.example.com/consent"); err != nil {
			return "", err
		}
		return "The page is open. Call list_mail once the user has agreed there.", nil
	})
	fmt.Println(tk.Err())
	// Output:
	// <nil>
}
