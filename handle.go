package toolkit

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"time"

	toolerrors "github.com/typedmcp/toolkit/errors"
)

// A Handle names a state that lasts from call to call, such as a shopping basket
// (specification, server/tools, "Stateful Tools"). In a result it is written as its ID. As a
// parameter it is a string in the inputSchema, and arrives with the Value that the ID stands
// for; a call with an ID that has expired or was never given to its caller is refused before
// the function runs. A parameter that may be left out has an empty ID then.
//
// The Value is a copy: [Handles.Update] changes what is kept.
type Handle[T any] struct {
	// ID is what the model carries from call to call.
	ID string
	// Value is the state as it was when the call began.
	Value T
}

// MarshalText returns the ID.
func (h Handle[T]) MarshalText() ([]byte, error) { return []byte(h.ID), nil }

// UnmarshalText sets the ID, and leaves the Value alone.
func (h *Handle[T]) UnmarshalText(text []byte) error {
	h.ID = string(text)
	return nil
}

// Handles are the handles of one kind of state. Make them with [NewHandles]. The methods may
// be called from several goroutines; their context is that of the tool function, since it
// says who the caller is.
type Handles[T any] struct{ set *handleSet }

// NewHandles returns the handles of a kind of state for the tools of tk. It comes before the
// tools that take them. prefix begins each ID, with an underscore after it: bsk makes
// bsk_4XJ2…, followed by 130 random bits. T is anything that encoding/json writes and reads;
// it is kept as JSON.
//
// A state is kept for lifetime after it was last used: made, changed, or passed to a tool. The
// tool that makes one says so with [Tool.Creates], and its description then tells the model
// how long it is kept.
//
// What is wrong is reported by [Toolkit.Err]. Where a toolkit has two Handles of the same T,
// the fields of arguments say which they take by a tag: `handle:"bsk"`.
func NewHandles[T any](tk *Toolkit, prefix string, lifetime time.Duration, options ...HandlesOption) *Handles[T] {
	s := &handleSet{tk: tk, prefix: strings.TrimSuffix(prefix, "_"), typ: reflect.TypeFor[T](), lifetime: lifetime, owner: tokenOwner, memory: defaultHandleMemory}
	for _, option := range options {
		if option != nil {
			option(s)
		}
	}
	s.err = errors.Join(s.check(), checkState(s.typ))
	if s.store == nil {
		s.store = newMemoryStore(s.memory)
	}
	tk.addHandles(s)
	return &Handles[T]{s}
}

// Create keeps a value and returns its handle. The handle belongs to the caller, if the
// request is authenticated; see [WithHandleOwner]. The error is a [ToolError] that a tool
// function may return as it is.
func (h *Handles[T]) Create(ctx context.Context, value T) (Handle[T], error) {
	id := h.set.prefix + "_" + rand.Text()
	raw, err := writeState(&value)
	if err != nil {
		return Handle[T]{}, h.set.failed(ctx, "written", err)
	}
	key, err := h.set.key(ctx, id)
	if err != nil {
		return Handle[T]{}, err
	}
	if err := h.set.store.Create(ctx, key, raw, h.set.lifetime); err != nil {
		return Handle[T]{}, h.set.storeError(ctx, id, err)
	}
	return Handle[T]{id, value}, nil
}

// Update changes the value behind an ID. change gets a copy of it, and may be called again with
// a newer one if somebody else changed it meanwhile, so it should do nothing else; if it
// returns an error, nothing changes and Update returns that error. For an ID that has expired
// or was never given to this caller the error is a [ToolError] that says so, in which
// errors.Is finds [ErrNoHandle].
func (h *Handles[T]) Update(ctx context.Context, id string, change func(*T) error) error {
	key, err := h.set.key(ctx, id)
	if err != nil {
		return err
	}
	var refused error
	err = h.set.store.Update(ctx, key, h.set.renewal(), func(raw []byte) ([]byte, error) {
		var value T
		refused = readState(raw, &value)
		if refused != nil {
			refused = h.set.failed(ctx, "read", refused)
			return nil, refused
		}
		if refused = change(&value); refused != nil {
			return nil, refused
		}
		raw, err := writeState(&value)
		if err != nil {
			refused = h.set.failed(ctx, "written", err)
		}
		return raw, refused
	})
	switch {
	case err == nil:
		return nil
	case refused != nil:
		return refused
	}
	return h.set.storeError(ctx, id, err)
}

// Delete forgets the value behind an ID. The errors for an ID that is not there are those of
// Update.
func (h *Handles[T]) Delete(ctx context.Context, id string) error {
	key, err := h.set.key(ctx, id)
	if err != nil {
		return err
	}
	if err := h.set.store.Delete(ctx, key); err != nil {
		return h.set.storeError(ctx, id, err)
	}
	return nil
}

// handles returns what does not depend on T. A nil *Handles has none.
func (h *Handles[T]) handles() *handleSet {
	if h == nil {
		return nil
	}
	return h.set
}

// A HandleCreator is a [*Handles] of any T; see [Tool.Creates].
type HandleCreator interface{ handles() *handleSet }

// A HandlesOption changes what [NewHandles] makes.
type HandlesOption func(*handleSet)

// WithFixedLifetime keeps a state for its lifetime after it was made, whether it is used or
// not. By default each use gives it its whole lifetime again.
func WithFixedLifetime() HandlesOption { return func(s *handleSet) { s.fixed = true } }

// WithHandleStore keeps the states in a store that several processes can share, such as that
// of package redisstore. The default, and the meaning of nil, is the memory of the process.
func WithHandleStore(store HandleStore) HandlesOption {
	return func(s *handleSet) { s.store = store }
}

// WithHandleMemory bounds the memory for states that are kept in the process, in bytes of
// JSON with the keys; the default, and the meaning of 0, is 64 MiB. Beyond it the states that
// were not used for longest are forgotten.
func WithHandleMemory(bytes int) HandlesOption {
	return func(s *handleSet) {
		if bytes != 0 {
			s.memory = bytes
		}
	}
}

// WithHandleOwner says whom a handle belongs to: owner returns a name for the caller of the
// request that ctx belongs to, and only the caller with the same name can use the handle. By
// default that is the user of the token (auth.TokenInfo.UserID), or the token itself if it
// names none. "" is for callers that cannot be told apart, such as those without a
// token: among them, whoever knows the ID has the state.
func WithHandleOwner(owner func(ctx context.Context) string) HandlesOption {
	return func(s *handleSet) {
		if owner != nil {
			s.owner = func(ctx context.Context) (string, error) { return owner(ctx), nil }
		}
	}
}

// failed logs a value that is no JSON after all, and returns what the model reads.
func (s *handleSet) failed(ctx context.Context, what string, err error) error {
	s.tk.logger.ErrorContext(ctx, "the state of a handle cannot be "+what, slog.String("handles", s.prefix), slog.Any("error", err))
	return &ToolError{Code: toolerrors.KindFailed, Text: "What the tool keeps between calls cannot be " + what + " because of a fault in the server. The arguments are not the reason."}
}

// storeError turns an error of the store into one for the model.
func (s *handleSet) storeError(ctx context.Context, id string, err error) error {
	switch {
	case errors.Is(err, ErrNoHandle):
		return s.missing(ctx, id)
	case errors.Is(err, ErrHandleTooLarge):
		return toolerrors.TooLargeToKeep(err)
	case ctx.Err() != nil:
		return ctx.Err()
	}
	s.tk.logger.ErrorContext(ctx, "the store of handles failed", slog.String("handles", s.prefix), slog.Any("error", err))
	return toolerrors.Unavailable("what the server keeps between calls", 0, fmt.Errorf("store of %s handles: %w", s.prefix, err))
}
