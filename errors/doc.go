// Package errors holds what can go wrong with a tool call and the words for it.
//
// There are three kinds of failure, and each has its type here:
//
//   - A [Problem] is one thing that is wrong with the arguments of a call. [Text]
//     turns a list of them into the text that a model reads (SEP-1303), and
//     [Problem.MarshalJSON] into data for programs.
//   - A [ToolError] is an error that a handler made for the model: its text is
//     shown as it is, also when other errors are masked.
//   - A [ProtocolError] is a JSON-RPC error. The application sees it, the model as
//     a rule does not.
//
// Import the package under the name toolerrors, so that it does not hide the
// standard one:
//
//	import toolerrors "github.com/typedmcp/toolkit/errors"
//
// It exports no name that the standard package has; a mixed-up import does not
// compile.
package errors
