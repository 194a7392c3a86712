package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/toolkittest"
)

var basketID = regexp.MustCompile(`bsk_[A-Z2-7]{26}`)

// TestMain runs the server instead of the tests where TestStdio starts it.
func TestMain(m *testing.M) {
	if os.Getenv("SERVE_BASKETS") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// TestTools holds what clients see of the tools, and makes sure that models can use them well.
func TestTools(t *testing.T) {
	toolkittest.Snapshot(t, newShop(), "testdata/tools.json")
	toolkittest.Lint(t, newShop())
}

// TestShopping goes shopping twice, with two baskets at a time.
func TestShopping(t *testing.T) {
	tk := newShop()
	if err := tk.Err(); err != nil {
		t.Fatal(err)
	}
	ids := map[string]string{}
	call := func(tool, arguments string) string {
		for name, id := range ids {
			arguments = strings.ReplaceAll(arguments, name, id)
		}
		result, err := tk.Call(t.Context(), tool, json.RawMessage(arguments))
		if err != nil {
			t.Fatal(err)
		}
		return basketID.ReplaceAllString(result.Content[0].(*mcp.TextContent).Text, "bsk_#")
	}
	for _, name := range []string{"BREAKFAST", "DINNER"} {
		result, err := tk.Call(t.Context(), "create_basket", nil)
		if err != nil {
			t.Fatal(err)
		}
		ids[name] = basketID.FindString(result.Content[0].(*mcp.TextContent).Text)
	}
	for _, step := range []struct{ tool, arguments, want string }{
		{"check_out", `{"basket_id":"DINNER"}`, "the basket is empty; put something into it with add_item."},
		{"add_item", `{"basket_id":"BREAKFAST","sku":"tea","quantity":2}`, `{"lines":[{"sku":"tea","quantity":2,"price":900}],"total":900}`},
		{"add_item", `{"basket_id":"DINNER","sku":"pot"}`, `{"lines":[{"sku":"pot","quantity":1,"price":3200}],"total":3200}`},
		{"add_item", `{"basket_id":"BREAKFAST","sku":"tea","quantity":19}`, "the basket would have 21 of tea, and 20 can be ordered at a time."},
		{"show_basket", `{"basket_id":"BREAKFAST"}`, `{"lines":[{"sku":"tea","quantity":2,"price":900}],"total":900}`},
		{"check_out", `{"basket_id":"BREAKFAST"}`, `{"number":1,"order":{"lines":[{"sku":"tea","quantity":2,"price":900}],"total":900}}`},
		{"check_out", `{"basket_id":"BREAKFAST"}`, `The arguments of check_out have a problem. Correct it and call the tool again:
- basket_id: "bsk_#" has expired or does not exist. Get a new one from create_basket.`},
		{"show_basket", `{"basket_id":"DINNER"}`, `{"lines":[{"sku":"pot","quantity":1,"price":3200}],"total":3200}`},
	} {
		if diff := cmp.Diff(step.want, call(step.tool, step.arguments)); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", step.tool, step.arguments, diff)
		}
	}
}

// TestStdio carries a handle from call to call over the pipes of a process, and to another
// process, which does not have the basket.
func TestStdio(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	start := func() *mcp.ClientSession {
		server := exec.CommandContext(t.Context(), self)
		server.Env = append(os.Environ(), "SERVE_BASKETS=1")
		session, err := mcp.NewClient(&mcp.Implementation{Name: "shopper", Version: "1"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: server}, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = session.Close() })
		return session
	}
	call := func(session *mcp.ClientSession, tool, arguments string) string {
		result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
		if err != nil {
			t.Fatal(err)
		}
		return result.Content[0].(*mcp.TextContent).Text
	}
	one, other := start(), start()
	id := basketID.FindString(call(one, "create_basket", `{}`))
	call(one, "add_item", `{"basket_id":"`+id+`","sku":"cup"}`)
	const cup = `{"lines":[{"sku":"cup","quantity":1,"price":900}],"total":900}`
	if got := call(one, "show_basket", `{"basket_id":"`+id+`"}`); got != cup {
		t.Errorf("got %s, want %s", got, cup)
	}
	gone := `The arguments of show_basket have a problem. Correct it and call the tool again:
- basket_id: "` + id + `" has expired or does not exist. Get a new one from create_basket.`
	if got := call(other, "show_basket", `{"basket_id":"`+id+`"}`); got != gone {
		t.Errorf("another process, which made no basket: %s", got)
	}
}
