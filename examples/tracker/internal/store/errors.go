package store

import (
	"errors"
	"fmt"
)

var (
	// ErrBusy means that another process has kept the database locked for longer
	// than the five seconds that a call waits for it.
	ErrBusy = errors.New("the issue database is locked by another process")
	// ErrNoRoom means that the disk is full. Nothing was written.
	ErrNoRoom = errors.New("the disk of the issue database is full")
	// ErrNoWords means that a search text has no letter or digit in it.
	ErrNoWords = errors.New("the query has no word to look for")
	// ErrNoChange means that an update names nothing to change.
	ErrNoChange = errors.New("there is nothing to change")
)

// A NotFoundError says that an issue or a user does not exist.
type NotFoundError struct {
	// Kind is "issue" or "user".
	Kind string
	// ID is what was looked for.
	ID string
	// Near are existing ones that may have been meant, the likeliest first.
	Near []string
}

// Error returns a text such as `no issue "BUG-7"`.
func (e *NotFoundError) Error() string { return fmt.Sprintf("no %s %q", e.Kind, e.ID) }

// A StateError says that a change does not fit the present status of an issue.
type StateError struct {
	// ID is the issue.
	ID string
	// Text says what is in the way and what to do first.
	Text string
}

// Error returns the ID and the text.
func (e *StateError) Error() string { return e.ID + " " + e.Text }
