package main

import (
	"errors"
	"time"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/examples/tracker/internal/store"
)

// forModel turns the errors of the store that a model can act on into ones that say how.
// All others are masked by the toolkit and logged.
func forModel(err error) error {
	var notFound *store.NotFoundError
	var state *store.StateError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &notFound) && notFound.Kind == "cursor":
		return toolkit.Expired("cursor", notFound.ID, "search again without a cursor")
	case errors.As(err, &notFound):
		return toolkit.NotFound(notFound.Kind, notFound.ID, notFound.Near...)
	case errors.As(err, &state):
		return toolkit.InvalidState("%s.", state.Error())
	case errors.Is(err, store.ErrNoWords):
		return toolkit.Errorf("The query has no word to look for. Give at least one word with a letter or digit in it.")
	case errors.Is(err, store.ErrNoChange):
		return toolkit.Errorf("There is nothing to change. Give at least one of title, description, status, priority, assignee and labels.")
	case errors.Is(err, store.ErrBusy):
		return toolkit.Unavailable("The issue database", 5*time.Second, err)
	case errors.Is(err, store.ErrNoRoom):
		full := toolkit.Unavailable("The issue database", 0, err) // which has err logged
		if made, ok := errors.AsType[*toolkit.ToolError](full); ok {
			made.Text = textNoRoom
		}
		return full
	}
	return err
}

// textNoRoom is for a disk that is full, which neither the model nor waiting can change.
const textNoRoom = "The issue database has no room left on its disk. Nothing was written; reading still works. " +
	"Do not repeat the call: tell the user that somebody has to make room first."
