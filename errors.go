package toolkit

import (
	"time"

	toolerrors "github.com/typedmcp/toolkit/errors"
)

// A ProtocolError returned by a tool function, also wrapped, is answered as a JSON-RPC
// error. Hosts as a rule do not show it to the model, so it is for what a model cannot
// mend (specification, server/tools, "Error Handling").
type ProtocolError = toolerrors.ProtocolError

// A ToolError is an error that was made for a model: its text says what to do next.
// [WithMaskedErrors] lets it through.
type ToolError = toolerrors.ToolError

// What errors.Is finds in an error of [Ask] and [AskURL], which is a [ToolError] that a tool
// function may return as it is.
var (
	// ErrDeclined says that the user does not want to answer.
	ErrDeclined = toolerrors.ErrDeclined
	// ErrCancelled says that the user put the question away without a decision.
	ErrCancelled = toolerrors.ErrCancelled
)

// A Problem is one thing that is wrong with the arguments of a call; see
// [WithErrorText].
type Problem = toolerrors.Problem

// Errorf returns a [ToolError] with a text for the model. It formats like fmt.Errorf; a
// %w operand is kept for the log and for errors.Is.
func Errorf(format string, args ...any) error { return toolerrors.Errorf(format, args...) }

// NotFound says that there is no thing of this kind with this id, and which ids are
// near: NotFound("issue", "7", "17", "70").
func NotFound(kind, id string, near ...string) error { return toolerrors.NotFound(kind, id, near...) }

// InvalidState says that the call does not fit the state that something is in, and what
// would.
func InvalidState(format string, args ...any) error { return toolerrors.InvalidState(format, args...) }

// Expired says that something was there and is no more, such as a cursor or an upload,
// and how to get a new one.
func Expired(kind, id, how string) error { return toolerrors.Expired(kind, id, how) }

// TooLarge says that a result would be too large, and how to ask for less.
func TooLarge(what, how string) error { return toolerrors.TooLarge(what, how) }

// Unavailable says that something the tool needs does not answer, and when to try again.
// The cause is logged and not shown.
func Unavailable(what string, retryAfter time.Duration, cause error) error {
	return toolerrors.Unavailable(what, retryAfter, cause)
}
