// Package export offers tools to the interfaces of models, for programs that talk to a model
// and not to an MCP client: the definitions in the form that an interface takes, and its calls
// answered in the form that it expects.
//
//	tools, err := export.New(tk, export.Claude)
//	// send tools.Definitions() as "tools" of a request, and then, for each tool_use block:
//	result, err := tools.Call(ctx, block)
//
// Each interface takes a part of JSON Schema only. What it does not take is said in the
// description; what cannot be said there either is in [Tools.Notes]. Arguments are checked
// against the original schema in any case, since calls go through the tools.
package export
