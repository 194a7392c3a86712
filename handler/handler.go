package handler

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"sync"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-playground/validator/v10"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/typedmcp/toolkit/errors"
	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// Keys of a result's _meta that this package writes. All of them stand under one
// prefix, as the specification asks (basic/index, "_meta").
const (
	// MetaProblems holds the problems of refused arguments, a list of [toolerrors.Problem]: as
	// many of them as a text lists.
	MetaProblems = "io.github.typedmcp/problems"
	// MetaRepairs holds the repairs that made arguments acceptable, a list of [Repair].
	MetaRepairs = "io.github.typedmcp/repairs"
	// MetaError holds code and data of a [toolerrors.ToolError].
	MetaError = "io.github.typedmcp/error"
)

// defaultMaxDepth is how deep arguments may be nested unless Config says otherwise.
const defaultMaxDepth = 64

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
	// TruncateLists shortens the lists of a structured result that is larger than
	// MaxResultBytes, instead of refusing it; the result says so in its content and under
	// [MetaTruncated]. Results that the function makes itself stay as they are.
	TruncateLists bool
	// RawText leaves control characters, and those that set the direction of writing, in the
	// texts of results and errors. They are taken out otherwise; JSON stays as it is.
	RawText bool
	// MaxDepth is how deep arguments may be nested; 0 means 64.
	MaxDepth int
	// MaskErrors hides the text of errors that were not made for the model.
	MaskErrors bool
	// ErrorText makes the text of a refused call; nil means toolerrors.Text, followed by the
	// smallest arguments that would be accepted where several things are wrong.
	ErrorText func(tool string, problems []*toolerrors.Problem) string
	// Refused is told of arguments that were refused; nil for nobody. It must not change
	// the problems.
	Refused func(ctx context.Context, tool string, problems []*toolerrors.Problem)
	// Repaired is told of arguments that were read after repairs, before the function
	// runs; nil for nobody. It must not change the list.
	Repaired func(ctx context.Context, tool string, repairs []Repair)
	// CheckRepaired is asked before repaired arguments are used, so that a repair
	// cannot change what an HTTP header vouches for. An error refuses the call and
	// is returned by Call. Nil accepts every repair.
	CheckRepaired func(ctx context.Context, arguments json.RawMessage) error
	// Resolver compiles what turns arguments that name something, such as a state of earlier
	// calls, into what they name; nil if there is no such thing. It is called once, by New,
	// with the type of the arguments and a function that describes it. What it returns, nil
	// for nothing, runs on the arguments of each call after they were decoded and before the
	// function runs, within its timeout: the problems are reported to the model, an error is
	// answered like one of the function.
	Resolver func(args reflect.Type, describe func() (*toolreflect.Shape, error)) (Resolve, error)
	// Done is called once for each Call when it is over and its function has ended too, which
	// is later for a function that does not look at its context; nil for nobody.
	Done func()
	// InputSchema and OutputSchema replace what is derived; nil derives. They are
	// anything that marshals to a JSON Schema, and they are enforced.
	InputSchema, OutputSchema any
	// Schemas says how the types of the function are described. Its Direction, AllowUnknown
	// and Validator are those of the tool.
	Schemas toolreflect.Options
	// Logger gets panics with their stacks, masked errors and broken results; nil discards.
	Logger *slog.Logger
	// Validator runs the rules of `validate` tags that are not native, among them
	// custom ones; nil means validator.New().
	Validator *validator.Validate
}

// Resolve changes arguments that were decoded; see Config.Resolver. args can be set.
type Resolve func(ctx context.Context, args reflect.Value) ([]*toolerrors.Problem, error)

// A Handler is one typed function, compiled: JSON arguments in, result out. It is
// safe for concurrent use.
type Handler struct {
	cfg           Config
	input, output json.RawMessage
	plan          *plan
	resultShape   *toolreflect.Shape // nil where the result has no schema that is derived
	inputSchema   *ownSchema         // nil unless Config.InputSchema is set
	outputSchema  *ownSchema         // nil unless Config.OutputSchema is set
	resultOptions jsonv2.Options
	// conform checks results whose type does not guarantee the derived schema; else nil.
	conform func() (*toolreflect.Checker, error)
	// shortened checks results whose lists were truncated against the output schema.
	shortened func() (*toolreflect.Checker, error)
	resolve   Resolve // nil for nothing
	run       func(h *Handler, ctx context.Context, args reflect.Value) (*mcp.CallToolResult, error)
}

// New compiles fn. The error joins everything that is wrong with the types of fn
// and with cfg.
func New[Args, Result any](fn func(context.Context, Args) (Result, error), cfg Config) (*Handler, error) {
	if cfg.MaxDepth == 0 {
		cfg.MaxDepth = defaultMaxDepth
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Validator == nil {
		cfg.Validator = plainValidator()
	}
	h := &Handler{cfg: cfg, resultOptions: toolreflect.UnionResultOptions(cfg.Schemas.Unions)}
	var errs []error
	if fn == nil {
		errs = append(errs, errors.New("the function is nil; pass a func(context.Context, Args) (Result, error)"))
	}
	errs = append(errs, h.compileArguments(reflect.TypeFor[Args]()))
	out, err := h.compileResult(reflect.TypeFor[Result]())
	errs = append(errs, err)
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	h.shortened = sync.OnceValues(func() (*toolreflect.Checker, error) { return toolreflect.NewChecker(h.output) })
	if cfg.Resolver != nil {
		if h.resolve, err = cfg.Resolver(reflect.TypeFor[Args](), h.argumentShape); err != nil {
			return nil, err
		}
	}
	h.run = func(h *Handler, ctx context.Context, args reflect.Value) (*mcp.CallToolResult, error) {
		result, err := fn(ctx, *args.Addr().Interface().(*Args))
		if err != nil {
			return nil, err
		}
		return out(h, reflect.ValueOf(&result).Elem())
	}
	return h, nil
}

// InputSchema returns the JSON Schema of the arguments: an object, compact.
func (h *Handler) InputSchema() json.RawMessage { return h.input }

// OutputSchema returns the JSON Schema of the structured result, or nil if the
// tool has none. Its root may be of any type.
func (h *Handler) OutputSchema() json.RawMessage { return h.output }

// GoField returns the Go field that a part of the inputSchema was made from; pointer is a JSON
// Pointer into it. It is the zero value where no field is, and for a schema of the developer's own.
func (h *Handler) GoField(pointer string) toolreflect.GoField {
	return h.plan.shape.GoField(h.input, pointer)
}

// ResultGoField is GoField for the outputSchema.
func (h *Handler) ResultGoField(pointer string) toolreflect.GoField {
	return h.resultShape.GoField(h.output, pointer)
}

// Call runs the function once. Whatever a model can act on is a result with
// IsError set: bad arguments, an error or panic of the function, a timeout, a
// result that cannot be returned. The error is nil, a [*toolerrors.ProtocolError]
// that the function returned, or what Config.CheckRepaired said.
//
// StructuredContent of a result is json.RawMessage, of any JSON type, or nil.
// A result that the function made itself is returned as it is.
func (h *Handler) Call(ctx context.Context, arguments json.RawMessage) (*mcp.CallToolResult, error) {
	left := false // the function goes on without the call
	defer func() {
		if !left {
			h.done()
		}
	}()
	args, repairs, problems, panicked := h.protectedArguments(ctx, arguments)
	if panicked {
		return failure(fmt.Sprintf(textPanic, h.cfg.Tool)), nil
	}
	if problems != nil {
		return h.refuse(ctx, arguments, problems), nil
	}
	if repairs != nil && h.cfg.CheckRepaired != nil {
		if err := h.cfg.CheckRepaired(ctx, repairs.arguments); err != nil {
			return nil, err
		}
	}
	if repairs != nil && h.cfg.Repaired != nil {
		h.observe(ctx, func() { h.cfg.Repaired(ctx, h.cfg.Tool, repairs.list) })
	}
	result, left, err := h.execute(ctx, args, arguments)
	if repairs != nil && result != nil {
		result = withMeta(result, MetaRepairs, repairs.list)
	}
	return result, err
}

// Check returns what Call would refuse arguments for without repairs, and does not run the
// function; nil if they are acceptable. What they name is not looked up (Config.Resolver).
func (h *Handler) Check(ctx context.Context, arguments json.RawMessage) []*toolerrors.Problem {
	strict := *h
	strict.cfg.Strict = true
	_, _, problems, panicked := strict.protectedArguments(ctx, arguments)
	if panicked {
		return []*toolerrors.Problem{{Code: toolerrors.CodeLimit, Expected: textCheckPanics}}
	}
	return problems
}

// protectedArguments decodes the arguments and survives a panic of the methods and
// rules of the user's types, which run on the way.
func (h *Handler) protectedArguments(ctx context.Context, raw json.RawMessage) (args reflect.Value, done *repairs, problems []*toolerrors.Problem, panicked bool) {
	defer func() {
		if p := recover(); p != nil {
			h.logPanic(ctx, p)
			panicked = true
		}
	}()
	args, done, problems = h.arguments(ctx, raw)
	return args, done, problems, false
}

// arguments turns the raw arguments into a value of the function's argument type:
// strictly, then with repairs. It returns the problems if neither works.
func (h *Handler) arguments(ctx context.Context, raw json.RawMessage) (reflect.Value, *repairs, []*toolerrors.Problem) {
	if isAbsent(raw) {
		raw = emptyObject
	}
	if h.inputSchema != nil {
		args, problems := h.ownArguments(ctx, raw)
		return args, nil, problems
	}
	if args, ok := h.plan.decode(ctx, raw); ok {
		return args, nil, nil
	}
	var done *repairs
	if !h.cfg.Strict {
		if done = h.plan.repair(raw); done != nil {
			raw = done.arguments
			if args, ok := h.plan.decode(ctx, raw); ok {
				return args, done, nil
			}
		}
	}
	args, problems := h.plan.diagnose(ctx, raw)
	if len(problems) == 0 {
		return args, done, nil
	}
	return reflect.Value{}, nil, problems
}

var emptyObject = json.RawMessage("{}")

// Named returns the handler under another name of the tool, which is what a model reads then and
// hooks are told. Everything else is shared.
func (h *Handler) Named(tool string) *Handler {
	named := *h
	named.cfg.Tool = tool
	return &named
}

// isAbsent reports whether there are no arguments: none or null.
func isAbsent(raw json.RawMessage) bool {
	return len(raw) == 0 || string(raw) == "null"
}

// refuse is the result for arguments that have problems.
func (h *Handler) refuse(ctx context.Context, arguments json.RawMessage, problems []*toolerrors.Problem) *mcp.CallToolResult {
	if h.cfg.Refused != nil {
		h.observe(ctx, func() { h.cfg.Refused(ctx, h.cfg.Tool, problems) })
	}
	result := failure(h.refusalText(arguments, problems))
	result.Meta = mcp.Meta{MetaProblems: problems[:min(len(problems), toolerrors.MaxProblems)]}
	return result
}

// refusalText is what a model reads about refused arguments.
func (h *Handler) refusalText(arguments json.RawMessage, problems []*toolerrors.Problem) string {
	if h.cfg.ErrorText != nil {
		return h.cfg.ErrorText(h.cfg.Tool, problems)
	}
	text := toolerrors.Text(h.cfg.Tool, problems)
	if isAbsent(arguments) {
		arguments = emptyObject
	}
	if !h.cfg.Strict {
		if done := h.plan.repair(arguments); done != nil {
			arguments = done.arguments // the problems are about these
		}
	}
	if more := corrected(h.plan.shape, arguments, problems); more != "" && len(text)+len("\n\n")+len(more) <= maxRefusal {
		text += "\n\n" + more
	}
	return text
}

// observe calls a hook. One that panics changes nothing about the call.
func (h *Handler) observe(ctx context.Context, hook func()) {
	defer func() {
		if p := recover(); p != nil {
			h.logPanic(ctx, p)
		}
	}()
	hook()
}

// withMeta returns result with one more key in its _meta. The result may be the
// user's own, so it is copied.
func withMeta(result *mcp.CallToolResult, key string, value any) *mcp.CallToolResult {
	copied := *result
	copied.Meta = make(mcp.Meta, len(result.Meta)+1)
	for k, v := range result.Meta {
		copied.Meta[k] = v
	}
	copied.Meta[key] = value
	return &copied
}

// typeError says that a type cannot stand where it does.
func typeError(t reflect.Type, what, remedy string) error {
	return fmt.Errorf("%s: %s; %s", t, what, remedy)
}
