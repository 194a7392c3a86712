package handler

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"github.com/go-playground/validator/v10"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/typedmcp/toolkit/errors"
)

// Config is what a tool's declaration says about its calls. The zero value is a
// tool with repairs, closed objects and no limits.
type Config struct {
	// Tool is the tool's name, as it stands in error texts and logs.
	Tool string
	// Strict turns repairs off.
	Strict bool
	// AllowUnknown accepts members that the arguments have no field for.
	AllowUnknown bool
	// Timeout ends a call that takes longer; 0 means never.
	Timeout time.Duration
	// MaxResultBytes is the largest result in bytes of JSON; 0 means no limit.
	MaxResultBytes int
	// MaxDepth is how deep arguments may be nested; 0 means 64.
	MaxDepth int
	// MaskErrors hides the text of errors that were not made for the model.
	MaskErrors bool
	// ErrorText makes the text of a refused call; nil means toolerrors.Text.
	ErrorText func(tool string, problems []*toolerrors.Problem) string
	// InputSchema and OutputSchema replace what is derived; nil derives.
	InputSchema, OutputSchema any
	// Logger gets panics with their stacks, masked errors and broken results; nil discards.
	Logger *slog.Logger
	// Validator runs custom rules; nil means a plain one.
	Validator *validator.Validate
}

// A Handler is one typed function, compiled: JSON arguments in, result out. It is
// safe for concurrent use.
type Handler struct {
	input, output json.RawMessage
	call          func(ctx context.Context, arguments json.RawMessage) (*mcp.CallToolResult, error)
}

// New compiles fn. The error joins everything that is wrong with the types of fn
// and with cfg.
func New[Args, Result any](fn func(context.Context, Args) (Result, error), cfg Config) (*Handler, error) {
	panic("contract: to be written")
}

// InputSchema returns the JSON Schema of the arguments: an object, compact.
func (h *Handler) InputSchema() json.RawMessage { return h.input }

// OutputSchema returns the JSON Schema of the structured result, or nil if the
// tool has none. Its root may be of any type.
func (h *Handler) OutputSchema() json.RawMessage { return h.output }

// Call runs the function once. Whatever a model can act on is a result with
// IsError set: bad arguments, an error or panic of the function, a timeout, a
// result that cannot be returned. The error is nil or a [*toolerrors.ProtocolError]
// that the function returned.
//
// StructuredContent of a result is json.RawMessage, of any JSON type, or nil.
// A result that the function made itself is returned as it is.
func (h *Handler) Call(ctx context.Context, arguments json.RawMessage) (*mcp.CallToolResult, error) {
	return h.call(ctx, arguments)
}
