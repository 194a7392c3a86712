package toolkit

import (
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Hints are what a tool says about its behaviour, combined with |. They are sent as the
// tool's annotations (specification, schema, ToolAnnotations). The zero value leaves
// the protocol's defaults: not read-only, destructive, not idempotent, open world.
// Hosts decide by them whether to ask the user, so they should be true; nothing checks
// them.
type Hints uint8

const (
	// ReadOnly says that the tool changes nothing (readOnlyHint: true).
	ReadOnly Hints = 1 << iota
	// NonDestructive says that the tool only adds, and never changes or deletes what is
	// there (destructiveHint: false).
	NonDestructive
	// Destructive states the default: the tool may change or delete what is there
	// (destructiveHint: true).
	Destructive
	// Idempotent says that calling the tool again with the same arguments has no
	// further effect (idempotentHint: true).
	Idempotent
	// ClosedWorld says that the tool deals with a closed domain, such as one database
	// (openWorldHint: false).
	ClosedWorld
	// OpenWorld states the default: the tool deals with an open world, such as the web
	// (openWorldHint: true).
	OpenWorld

	allHints = ReadOnly | NonDestructive | Destructive | Idempotent | ClosedWorld | OpenWorld
)

// check reports hints that contradict each other.
func (h Hints) check() error {
	switch {
	case h&^allHints != 0:
		return errors.New("Hints has bits that mean nothing; combine the constants ReadOnly, NonDestructive, Destructive, Idempotent, ClosedWorld and OpenWorld")
	case h&ReadOnly != 0 && h&Destructive != 0:
		return errors.New("Hints has both ReadOnly and Destructive; drop one of them")
	case h&NonDestructive != 0 && h&Destructive != 0:
		return errors.New("Hints has both NonDestructive and Destructive; drop one of them")
	case h&ClosedWorld != 0 && h&OpenWorld != 0:
		return errors.New("Hints has both ClosedWorld and OpenWorld; drop one of them")
	}
	return nil
}

// annotations returns the hints as they are sent, or nil for the defaults.
func (h Hints) annotations() *mcp.ToolAnnotations {
	if h == 0 {
		return nil
	}
	a := &mcp.ToolAnnotations{
		ReadOnlyHint:   h&ReadOnly != 0,
		IdempotentHint: h&Idempotent != 0,
	}
	switch {
	case h&NonDestructive != 0:
		a.DestructiveHint = new(false)
	case h&Destructive != 0:
		a.DestructiveHint = new(true)
	}
	switch {
	case h&ClosedWorld != 0:
		a.OpenWorldHint = new(false)
	case h&OpenWorld != 0:
		a.OpenWorldHint = new(true)
	}
	return a
}
