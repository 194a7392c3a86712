package errors

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A ToolError is an error whose text was written for a model. A tool that returns
// one, wrapped or not, answers with a result that has isError set, this text, and
// Code and Data in _meta for programs. The text is shown even when the toolkit
// masks errors.
type ToolError struct {
	// Code says what kind of error it is: one of the Kind constants, or a word of
	// the tool's own. "" means [KindFailed].
	Code string
	// Text is what the model reads: what went wrong and what to do now.
	Text string
	// Data is for programs; nil if there is nothing to add.
	Data map[string]any

	cause error
}

// The codes of the errors that the constructors make.
const (
	KindFailed       = "failed"
	KindNotFound     = "not_found"
	KindInvalidState = "invalid_state"
	KindExpired      = "expired"
	KindTooLarge     = "too_large"
	KindUnavailable  = "unavailable"
	KindDeclined     = "declined"
	KindCancelled    = "cancelled"
)

// What errors.Is finds in the errors about questions that the user did not answer.
var (
	// ErrDeclined says that the user does not want to answer.
	ErrDeclined = errors.New("the user declined to answer")
	// ErrCancelled says that the user put the question away without a decision.
	ErrCancelled = errors.New("the user did not answer")
)

// Error returns the text for the model.
func (e *ToolError) Error() string { return e.Text }

// Unwrap returns the error behind it, which is for the log and not for the model;
// nil if there is none.
func (e *ToolError) Unwrap() error { return e.cause }

// Errorf returns an error made for the model, with a text of the caller's. An
// operand of %w is kept for errors.Is and errors.As, and its text is part of the
// message as fmt.Errorf would have it.
func Errorf(format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	return &ToolError{Code: KindFailed, Text: err.Error(), cause: unwrapped(err)}
}

// NotFound says that there is no kind ("issue") with this id ("BUG-7"). Ids that
// are near, if any, are offered instead.
func NotFound(kind, id string, near ...string) error {
	text := "There is no " + kind + " " + quote(id) + "."
	data := map[string]any{"kind": kind, "id": id}
	if len(near) > 0 {
		text += " Did you mean " + orList(near) + "?"
		data["near"] = near
	}
	return &ToolError{Code: KindNotFound, Text: text, Data: data}
}

// InvalidState says that the call is right but does not fit the present state of
// things, and what to do first: "BUG-7 is closed; reopen it with update_issue".
func InvalidState(format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	return &ToolError{Code: KindInvalidState, Text: sentence(err.Error()), cause: unwrapped(err)}
}

// Expired says that a handle of this kind ("basket") has run out, and how to get a
// new one ("call create_basket").
func Expired(kind, id, how string) error {
	return &ToolError{
		Code: KindExpired,
		Text: "The " + kind + " " + quote(id) + " has expired. " + sentence("To continue, "+how),
		Data: map[string]any{"kind": kind, "id": id},
	}
}

// TooLarge says that what was asked for is too large to return, and how to ask for
// less ("set limit to 50 or less").
func TooLarge(what, how string) error {
	return &ToolError{
		Code: KindTooLarge,
		Text: sentence(what+" is too large to return") + " " + sentence("To get less, "+how),
	}
}

// TooLargeToKeep says that what a tool keeps between calls has grown too large for its store.
// cause is kept for errors.Is and the log and is not shown.
func TooLargeToKeep(cause error) error {
	return &ToolError{
		Code:  KindTooLarge,
		Text:  "What the server would have to keep for later calls is too large. Nothing was changed. Put less into it.",
		cause: cause,
	}
}

// Gone says by a text of its own that the state behind a handle has expired or was never
// there. cause is kept for errors.Is.
func Gone(text, id string, cause error) error {
	return &ToolError{Code: KindExpired, Text: text, Data: map[string]any{"id": id}, cause: cause}
}

// Unavailable says that something the tool depends on ("the GitHub API") does not
// answer. retryAfter tells when to try again; 0 means that it is not known. cause
// is kept for errors.Is, errors.As and the log and is not shown; it may be nil.
func Unavailable(what string, retryAfter time.Duration, cause error) error {
	e := &ToolError{
		Code:  KindUnavailable,
		Text:  sentence(upperFirst(what) + " is not available at the moment"),
		Data:  map[string]any{"what": what},
		cause: cause,
	}
	if retryAfter > 0 {
		e.Text += " Try again in " + Wait(retryAfter) + "."
		e.Data["retryAfterSeconds"] = seconds(retryAfter)
	} else {
		e.Text += " Try again later."
	}
	return e
}

// Declined says that the user does not want to answer a question. errors.Is finds
// [ErrDeclined] in it.
func Declined(question string) error {
	return &ToolError{
		Code:  KindDeclined,
		Text:  "The user declined to answer " + quote(question) + ". Do not ask for the same again unless the user wants it.",
		cause: ErrDeclined,
	}
}

// Cancelled says that the user put a question away without a decision. errors.Is finds
// [ErrCancelled] in it.
func Cancelled(question string) error {
	return &ToolError{
		Code:  KindCancelled,
		Text:  "The user did not answer " + quote(question) + ". Ask the user whether to try again.",
		cause: ErrCancelled,
	}
}

// Wait returns d as a person would say it, rounded up to whole seconds or minutes:
// "1 second", "90 seconds", "5 minutes".
func Wait(d time.Duration) string {
	n, unit := seconds(d), "second"
	if n >= 120 {
		n, unit = (n+59)/60, "minute"
	}
	if n != 1 {
		unit += "s"
	}
	return strconv.FormatInt(n, 10) + " " + unit
}

// seconds rounds d up to at least one whole second.
func seconds(d time.Duration) int64 {
	return max(1, int64((d+time.Second-1)/time.Second))
}

// unwrapped returns what err wraps, or nil, so that the text is not kept twice.
func unwrapped(err error) error {
	switch err := err.(type) {
	case interface{ Unwrap() error }:
		return err.Unwrap()
	case interface{ Unwrap() []error }:
		return joined(err.Unwrap())
	}
	return nil
}

// joined is several causes; it exists because fmt.Errorf takes more than one %w.
type joined []error

func (j joined) Error() string {
	texts := make([]string, len(j))
	for i, err := range j {
		texts[i] = err.Error()
	}
	return strings.Join(texts, "; ")
}

func (j joined) Unwrap() []error { return j }
