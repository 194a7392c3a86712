package errors_test

import (
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	toolerrors "github.com/typedmcp/toolkit/errors"
)

func TestToolErrors(t *testing.T) {
	for _, tt := range []struct {
		err        error
		text, code string
	}{
		{toolerrors.Errorf("No luck: %w", io.EOF), "No luck: EOF", "failed"},
		{toolerrors.NotFound("issue", "BUG-7"), `There is no issue "BUG-7".`, "not_found"},
		{toolerrors.NotFound("issue", "BUG-7", "BUG-17", "BUG-70", "BUG-71"), `There is no issue "BUG-7". Did you mean "BUG-17", "BUG-70" or "BUG-71"?`, "not_found"},
		{toolerrors.NotFound("file", "a\n\u202eb"), `There is no file "a\n\u202eb".`, "not_found"},
		{toolerrors.InvalidState("%s is closed", "BUG-7"), "BUG-7 is closed.", "invalid_state"},
		{toolerrors.Expired("basket", "b1", "call create_basket"), `The basket "b1" has expired. To continue, call create_basket.`, "expired"},
		{toolerrors.TooLarge("The report", "set limit to 50"), "The report is too large to return. To get less, set limit to 50.", "too_large"},
		{toolerrors.Unavailable("the GitHub API", 90*time.Second, io.EOF), "The GitHub API is not available at the moment. Try again in 90 seconds.", "unavailable"},
		{toolerrors.Unavailable("the GitHub API", 0, nil), "The GitHub API is not available at the moment. Try again later.", "unavailable"},
	} {
		var tool *toolerrors.ToolError
		if !errors.As(fmt.Errorf("wrapped: %w", tt.err), &tool) {
			t.Errorf("%v is no ToolError", tt.err)
			continue
		}
		if diff := cmp.Diff([]string{tt.text, tt.code}, []string{tool.Error(), tool.Code}); diff != "" {
			t.Errorf("text and code (-want +got):\n%s", diff)
		}
	}
	if err := toolerrors.Unavailable("x", 0, io.EOF); !errors.Is(err, io.EOF) {
		t.Error("the cause is lost")
	}
	if err := toolerrors.Errorf("%w and %w", io.EOF, io.ErrClosedPipe); !errors.Is(err, io.EOF) || !errors.Is(err, io.ErrClosedPipe) {
		t.Error("two causes are lost")
	}
}

func TestWait(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "1 second", time.Millisecond: "1 second", 1500 * time.Millisecond: "2 seconds", 119 * time.Second: "119 seconds",
		2 * time.Minute: "2 minutes", 150 * time.Second: "3 minutes",
	} {
		if got := toolerrors.Wait(d); got != want {
			t.Errorf("Wait(%s) = %q, want %q", d, got, want)
		}
	}
}

func TestProtocolError(t *testing.T) {
	err := &toolerrors.ProtocolError{Code: -32602, Message: "unknown tool"}
	if got := err.Error(); got != "unknown tool (-32602)" {
		t.Errorf("Error() = %q", got)
	}
}
