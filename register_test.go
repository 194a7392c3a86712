package toolkit_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/go-playground/validator/v10"
	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

func nothing(context.Context, struct{}) (string, error) { return "", nil }

// TestDeclarationErrors has what is wrong with tools, in the words a developer reads.
func TestDeclarationErrors(t *testing.T) {
	for _, tt := range []struct {
		tool toolkit.Tool
		want string
	}{
		{toolkit.Tool{}, `tool "": the tool has no name; set Tool.Name`},
		{toolkit.Tool{Name: "two words"}, `tool "two words": the name "two words" has the character ' '; use letters, digits, _ - and .`},
		{toolkit.Tool{Name: strings.Repeat("a", 129)}, `tool "` + strings.Repeat("a", 129) + `": the name "` + strings.Repeat("a", 60) + `…" has 129 characters; at most 128 are allowed`},
		{toolkit.Tool{Name: "t", Hints: toolkit.ReadOnly | toolkit.Destructive}, `tool "t": Hints has both ReadOnly and Destructive; drop one of them`},
		{toolkit.Tool{Name: "t", Hints: toolkit.NonDestructive | toolkit.Destructive}, `tool "t": Hints has both NonDestructive and Destructive; drop one of them`},
		{toolkit.Tool{Name: "t", Hints: toolkit.OpenWorld | toolkit.ClosedWorld}, `tool "t": Hints has both ClosedWorld and OpenWorld; drop one of them`},
		{toolkit.Tool{Name: "t", Hints: 128}, `tool "t": Hints has bits that mean nothing; combine the constants ReadOnly, NonDestructive, Destructive, Idempotent, ClosedWorld and OpenWorld`},
		{toolkit.Tool{Name: "t", Icons: []mcp.Icon{{Source: "http://example.com/a.png"}}}, `tool "t": the icon "http://example.com/a.png" is neither an https nor a data URI; clients must not load others`},
		{toolkit.Tool{Name: "t", Timeout: -time.Second}, `tool "t": Timeout is -1s; it cannot be negative, 0 means no limit`},
		{toolkit.Tool{Name: "t", MaxResultBytes: -1}, `tool "t": MaxResultBytes is -1; it cannot be negative, 0 means that of Limits`},
		{toolkit.Tool{Name: "t", MaxConcurrent: -1}, `tool "t": MaxConcurrent is -1; it cannot be negative, 0 means no limit`},
		{toolkit.Tool{Name: "t", RateLimit: toolkit.RateLimit{Calls: 5}}, `tool "t": RateLimit is 5 calls per 0s; both must be positive, or both 0 for no limit`},
		{toolkit.Tool{Name: "t", Scopes: []string{"a b"}}, `tool "t": the scope "a b" is not one of OAuth; use letters, digits and punctuation but for quotes and backslashes`},
		{toolkit.Tool{Name: "t", Meta: mcp.Meta{"f": make(chan int)}}, `tool "t": Meta cannot be written as JSON: json: unsupported type: chan int`},
		{toolkit.Tool{Name: "t", Examples: map[string]any{"one": map[string]any{"a": 1}}}, `tool "t": the example "one" would be refused: a: unknown parameter. No parameters are known here.`},
		{toolkit.Tool{Name: "t", InputSchema: `{"type":"array"}`}, `tool "t": InputSchema must have "type": "object" at its root; put the parameters into properties`},
		{toolkit.Tool{Name: "t u", Timeout: -1}, "tool \"t u\": the name \"t u\" has the character ' '; use letters, digits, _ - and .\ntool \"t u\": Timeout is -1ns; it cannot be negative, 0 means no limit"},
	} {
		tk := toolkit.New("x", "1")
		toolkit.Register(tk, tt.tool, nothing)
		err := tk.Err()
		if err == nil {
			t.Errorf("%+v: no error", tt.tool)
			continue
		}
		if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", tt.tool, diff)
		}
		if len(tk.Tools()) > 0 {
			t.Errorf("%+v: it was registered all the same", tt.tool)
		}
	}
}

type typoArgs struct {
	Query string `json:"query" validate:"minlength=3"`
	Kind  string `json:"kind" desc:"What kind" enum:"a,b" default:"c"`
}

func TestErrNamesTheTag(t *testing.T) {
	tk := toolkit.New("", "1", toolkit.WithPageSize(-1), toolkit.WithCache(-1, ""), toolkit.WithAllowedOrigins("example.com"), nil)
	toolkit.Register(tk, toolkit.Tool{Name: "search"}, func(context.Context, typoArgs) (string, error) { return "", nil })
	toolkit.Register[struct{}, string](tk, toolkit.Tool{Name: "nil"}, nil)
	toolkit.Register(tk, toolkit.Tool{Name: "chan"}, func(context.Context, struct{}) (chan int, error) { return nil, nil })
	want := strings.Join([]string{
		"the server has no name; pass one to New",
		"WithPageSize: -1 is negative; 0 means the default of 1000",
		`WithAllowedOrigins: "example.com" is not an origin; write scheme and host, such as https://app.example.com`,
		`tool "search": toolkit_test.typoArgs.Kind: desc:"What kind": desc is not a tag key; write description`,
		`tool "search": toolkit_test.typoArgs.Query: validate:"minlength=3": minlength is not a rule of validator; write min`,
		`tool "search": toolkit_test.typoArgs.Kind: default:"c": the default "c" must be one of a, b; write a default that a caller could send`,
		`tool "nil": the function is nil; pass a func(context.Context, Args) (Result, error)`,
		`tool "chan": chan int: chan int has no JSON; use another result type`,
	}, "\n")
	if diff := cmp.Diff(want, tk.Err().Error()); diff != "" {
		t.Errorf("error (-want +got):\n%s", diff)
	}
	for name, serve := range map[string]func() error{
		"Run":            func() error { return tk.Run(t.Context()) },
		"ListenAndServe": func() error { return tk.ListenAndServe(t.Context(), "127.0.0.1:0") },
		"HTTPHandler":    func() error { _, err := tk.HTTPHandler(); return err },
		"Server":         func() error { _, err := tk.Server(); return err },
		"Install":        func() error { return tk.Install(mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)) },
		"Call":           func() error { _, err := tk.Call(t.Context(), "search", nil); return err },
	} {
		if err := serve(); err == nil || !strings.Contains(err.Error(), "minlength is not a rule") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDuplicates(t *testing.T) {
	tk := toolkit.New("x", "1")
	toolkit.Register(tk, toolkit.Tool{Name: "t"}, nothing)
	toolkit.Register(tk, toolkit.Tool{Name: "t"}, nothing)
	if want := `tool "t": a tool of this name exists already; choose another name, or Remove it first`; tk.Err() == nil || tk.Err().Error() != want {
		t.Errorf("error %v", tk.Err())
	}
}

// TestRegisterWhileServing makes a slip that must not take the server down.
func TestRegisterWhileServing(t *testing.T) {
	var log bytes.Buffer
	tk := toolkit.New("x", "1", toolkit.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	toolkit.Register(tk, toolkit.Tool{Name: "a"}, nothing)
	srv, err := tk.Server()
	if err != nil {
		t.Fatal(err)
	}
	toolkit.Register(tk, toolkit.Tool{Name: "a"}, nothing)
	toolkit.Register(tk, toolkit.Tool{Name: "b"}, nothing)
	if err := tk.Err(); err != nil {
		t.Errorf("Err while serving: %v", err)
	}
	if !strings.Contains(log.String(), "tool not registered") || !strings.Contains(log.String(), "exists already") {
		t.Errorf("the log does not say it: %s", log.String())
	}
	if err := toolkit.Add(tk, toolkit.Tool{Name: "b"}, nothing); err == nil {
		t.Error("Add of a duplicate: no error")
	}
	tk.Remove("a")
	if err := toolkit.Add(tk, toolkit.Tool{Name: "a", Title: "New"}, nothing); err != nil {
		t.Errorf("Add after Remove: %v", err)
	}
	var names []string
	for _, tool := range tk.Tools() {
		names = append(names, tool.Name+tool.Title)
	}
	if diff := cmp.Diff([]string{"aNew", "b"}, names); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
	if again, err := tk.Server(); err != nil || again != srv {
		t.Errorf("Server gives another pointer: %v, %v", again, err)
	}
}

func TestToolsAreTheCallers(t *testing.T) {
	tk := toolkit.New("x", "1")
	toolkit.Register(tk, toolkit.Tool{Name: "t", Hints: toolkit.ReadOnly, Meta: mcp.Meta{"a": 1}, Examples: map[string]any{"plain": struct{}{}}}, nothing)
	first := tk.Tools()[0]
	first.InputSchema.(json.RawMessage)[0] = '!'
	first.Meta["a"] = 2
	first.Annotations.ReadOnlyHint = false
	second, err := json.Marshal(tk.Tools()[0])
	if err != nil {
		t.Fatal(err)
	}
	want := `{"_meta":{"a":1,"io.github.typedmcp/exampleNames":["plain"]},"annotations":{"idempotentHint":false,"readOnlyHint":true},"inputSchema":{"type":"object","properties":{},"additionalProperties":false,"examples":[{}]},"name":"t"}`
	if diff := cmp.Diff(want, string(second)); diff != "" {
		t.Errorf("tool (-want +got):\n%s", diff)
	}
}

// TestInstall adds the tools to a server that has tools of its own.
func TestInstall(t *testing.T) {
	srv := mcp.NewServer(&mcp.Implementation{Name: "own", Version: "1"}, &mcp.ServerOptions{PageSize: 1})
	mcp.AddTool(srv, &mcp.Tool{Name: "middle"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "theirs"}}}, nil, nil
	})
	tk := toolkit.New("x", "1")
	toolkit.Register(tk, toolkit.Tool{Name: "alpha"}, func(context.Context, struct{}) ([]int, error) { return []int{1}, nil })
	toolkit.Register(tk, toolkit.Tool{Name: "zulu"}, nothing)
	if err := tk.Install(srv); err != nil {
		t.Fatal(err)
	}
	if err := tk.Install(srv); err == nil {
		t.Error("the second Install: no error")
	}
	if err := tk.Install(nil); err == nil {
		t.Error("Install on nil: no error")
	}
	toServer, toClient := mcp.NewInMemoryTransports()
	if _, err := srv.Connect(t.Context(), toServer, nil); err != nil {
		t.Fatal(err)
	}
	session := connect(t, toClient, "2025-11-25", nil)
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	if diff := cmp.Diff([]string{"alpha", "middle", "zulu"}, names); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
	if got, _ := callText(t, session, "middle", `{}`); got != "theirs" {
		t.Errorf("their tool: %s", got)
	}
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "alpha"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]any{"result": []any{1.0}}, result.StructuredContent); diff != "" {
		t.Errorf("our tool (-want +got):\n%s", diff)
	}
}

// TestSDKPanicsAreErrors registers what the SDK would panic on.
func TestSDKPanicsAreErrors(t *testing.T) {
	tk := toolkit.New("x", "1")
	toolkit.Register(tk, toolkit.Tool{Name: "t", InputSchema: `{"type":"object","properties":{"a":{"type":"number","x-mcp-header":"A"}}}`},
		func(context.Context, map[string]any) (string, error) { return "", nil })
	want := `tool "t": x-mcp-header at "/properties/a": a header carries a string, an integer or a boolean, and the type is "number"; drop the annotation, or change the type`
	if err := tk.Err(); err == nil || err.Error() != want {
		t.Errorf("error %v\nwant  %s", err, want)
	}
}

type evenArgs struct {
	N int `json:"n" validate:"even"`
}

func TestCustomRule(t *testing.T) {
	v := validator.New()
	if err := v.RegisterValidation("even", func(fl validator.FieldLevel) bool { return fl.Field().Int()%2 == 0 }); err != nil {
		t.Fatal(err)
	}
	tk := toolkit.New("x", "1", toolkit.WithValidator(v))
	toolkit.Register(tk, toolkit.Tool{Name: "t"}, func(context.Context, evenArgs) (string, error) { return "called", nil })
	result, err := tk.Call(t.Context(), "t", json.RawMessage(`{"n":3}`))
	if err != nil {
		t.Fatal(err)
	}
	want := "The arguments of t have a problem. Correct it and call the tool again:\n- n: must satisfy the rule even, got 3."
	if diff := cmp.Diff(want, result.Content[0].(*mcp.TextContent).Text); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
}

func TestErrorsForModels(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want string
	}{
		{toolkit.NotFound("issue", "7", "17"), `There is no issue "7". Did you mean "17"?`},
		{toolkit.InvalidState("The issue %d is closed.", 7), "The issue 7 is closed."},
		{toolkit.Expired("cursor", "abc", "search again"), `The cursor "abc" has expired. To continue, search again.`},
		{toolkit.TooLarge("The report", "narrow the dates"), "The report is too large to return. To get less, narrow the dates."},
		{toolkit.Unavailable("The database", 5*time.Second, errors.New("secret")), "The database is not available at the moment. Try again in 5 seconds."},
		{toolkit.Errorf("No %s.", "luck"), "No luck."},
	} {
		tk := toolkit.New("x", "1", toolkit.WithMaskedErrors(), toolkit.WithLogger(nil))
		toolkit.Register(tk, toolkit.Tool{Name: "t"}, func(context.Context, struct{}) (string, error) { return "", tt.err })
		result, err := tk.Call(t.Context(), "t", nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, result.Content[0].(*mcp.TextContent).Text); diff != "" || !result.IsError {
			t.Errorf("text (-want +got):\n%s", diff)
		}
	}
}
