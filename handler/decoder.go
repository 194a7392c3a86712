package handler

import (
	"context"
	"encoding/json"
	"log/slog"
	"reflect"

	toolerrors "github.com/typedmcp/toolkit/errors"
	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// A Decoder reads JSON that does not come from the arguments of a tool, such as the answer
// of a person, as those are read: the same tags, rules, repairs, defaults and problems. Make
// one with [NewDecoder]. It is safe for concurrent use.
type Decoder[T any] struct {
	h *Handler
}

// NewDecoder compiles T, a struct. Of cfg it uses what concerns arguments. The error joins
// everything that is wrong with the type.
func NewDecoder[T any](cfg Config) (*Decoder[T], error) {
	if cfg.MaxDepth == 0 {
		cfg.MaxDepth = defaultMaxDepth
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Validator == nil {
		cfg.Validator = plainValidator()
	}
	cfg.InputSchema = nil
	h := &Handler{cfg: cfg}
	if err := h.compileArguments(reflect.TypeFor[T]()); err != nil {
		return nil, err
	}
	return &Decoder[T]{h}, nil
}

// Schema returns the JSON Schema of what is read.
func (d *Decoder[T]) Schema() json.RawMessage { return d.h.input }

// Shape returns the compiled form of T. It must not be changed.
func (d *Decoder[T]) Shape() *toolreflect.Shape { return d.h.plan.shape }

// Decode reads one value. It returns what is wrong with it; nil if it is good. A panic of
// the methods or rules of T is logged and is a problem.
func (d *Decoder[T]) Decode(ctx context.Context, raw json.RawMessage) (T, []*toolerrors.Problem) {
	var zero T
	value, _, problems, panicked := d.h.protectedArguments(ctx, raw)
	switch {
	case panicked:
		return zero, []*toolerrors.Problem{{Code: toolerrors.CodeLimit, Expected: textCheckPanics}}
	case problems != nil:
		return zero, problems
	}
	return *value.Addr().Interface().(*T), nil
}
