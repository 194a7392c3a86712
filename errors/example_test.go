package errors_test

import (
	"fmt"

	toolerrors "github.com/typedmcp/toolkit/errors"
)

func ExampleText() {
	fmt.Println(toolerrors.Text("search", []*toolerrors.Problem{{
		Path:     toolerrors.Path{toolerrors.Member("items"), toolerrors.Element(1), toolerrors.Member("qty")},
		Code:     toolerrors.CodeRule,
		Expected: "be at least 1",
		Received: "number",
		Excerpt:  "0",
	}}))
	// Output:
	// The arguments of search have a problem. Correct it and call the tool again:
	// - items[1].qty: must be at least 1, got 0.
}

func ExampleNotFound() {
	fmt.Println(toolerrors.NotFound("issue", "BUG-7", "BUG-17"))
	// Output:
	// There is no issue "BUG-7". Did you mean "BUG-17"?
}
