package handler_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/handler"
)

func ExampleNew() {
	type args struct {
		Name string `json:"name" validate:"min=1"`
	}
	h, err := handler.New(func(_ context.Context, a args) (string, error) { return "Hello, " + a.Name + ".", nil }, handler.Config{Tool: "greet"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, arguments := range []string{`{"name":"Ada"}`, `{"nmae":"Ada"}`} {
		result, err := h.Call(context.Background(), json.RawMessage(arguments))
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(result.Content[0].(*mcp.TextContent).Text)
	}
	// Output:
	// Hello, Ada.
	// The arguments of greet have 2 problems. Correct them and call the tool again:
	// - nmae: unknown parameter. Did you mean "name"?
	// - name: required but missing. Expected a string.
	//
	// These arguments would be accepted:
	// {"name":"Ada"}
}
