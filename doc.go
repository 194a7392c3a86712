// Package toolkit turns typed Go functions into MCP tools.
//
// A developer writes a struct and a function:
//
//	type SearchArgs struct {
//		Query  string `json:"query" description:"Words to look for" validate:"min=1,max=200"`
//		Status string `json:"status,omitempty" description:"All statuses if omitted" enum:"open,closed"`
//		Limit  int    `json:"limit,omitempty" description:"How many to return" default:"20" validate:"min=1,max=100"`
//	}
//
//	func search(ctx context.Context, args SearchArgs) (SearchResult, error)
//
// and registers it:
//
//	tk := toolkit.New("issue-tracker", "1.0.0")
//	toolkit.Register(tk, toolkit.Tool{
//		Name:        "search_issues",
//		Description: "Search issues by text and status.",
//		Hints:       toolkit.ReadOnly | toolkit.ClosedWorld,
//	}, search)
//	err := tk.Run(ctx)
//
// The inputSchema and the outputSchema are derived from the struct tags, and what they
// say is enforced: arguments are decoded exactly (names, presence, types, 64-bit
// integers), every rule of a validate tag is checked, and all problems of a call are
// listed in one isError result that a model can act on (SEP-1303). A slip in a tag is
// an error at registration: see [Toolkit.Err].
//
// # Serving
//
// [Toolkit.Run] serves stdio, [Toolkit.ListenAndServe] serves Streamable HTTP at /mcp,
// [Toolkit.HTTPHandler] gives an http.Handler to mount elsewhere. All of them speak MCP
// 2026-07-28 and every older revision that the official SDK speaks.
// [Toolkit.Server] gives the SDK's server for whatever is not a tool: prompts,
// resources, middleware. [Toolkit.Install] adds the tools to a server that exists
// already.
//
// # What a function may return
//
// A struct, map, slice, number or boolean becomes structuredContent, with its JSON as
// text beside it; a string becomes text; mcp.Content, []mcp.Content and
// *mcp.CallToolResult are passed on; struct{} becomes a short confirmation. An error
// becomes an isError result with its text. [NotFound], [Unavailable] and their like make
// errors that help a model go on; a [ProtocolError] becomes a JSON-RPC error.
package toolkit
