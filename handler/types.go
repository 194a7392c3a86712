package handler

import (
	"encoding/json"
	"errors"
	"reflect"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolreflect "github.com/typedmcp/toolkit/reflect"
)

var rawMessageType = reflect.TypeFor[json.RawMessage]()

// compileArguments reads the argument type, or the schema that replaces what would
// be derived from it.
func (h *Handler) compileArguments(t reflect.Type) error {
	if err := checkArgumentType(t, h.cfg.InputSchema != nil); err != nil {
		return err
	}
	if h.cfg.InputSchema != nil {
		own, err := newOwnSchema("InputSchema", h.cfg.InputSchema)
		if err != nil {
			return err
		}
		if err := own.mustBeObject(); err != nil {
			return err
		}
		h.inputSchema, h.input = own, own.text
		h.plan = &plan{shape: &toolreflect.Shape{GoType: t}, maxDepth: h.cfg.MaxDepth}
		return nil
	}
	described, err := toolreflect.Describe(t, h.schemaOptions(toolreflect.Arguments))
	if err != nil {
		return err
	}
	h.input = described.Schema
	h.plan, err = newPlan(described.Shape, h.cfg)
	return err
}

// argumentShape describes the argument type, also where a schema of the developer's own
// stands in place of the derived one.
func (h *Handler) argumentShape() (*toolreflect.Shape, error) {
	if h.inputSchema == nil {
		return h.plan.shape, nil
	}
	described, err := toolreflect.Describe(h.plan.shape.GoType, h.schemaOptions(toolreflect.Arguments))
	if err != nil {
		return nil, err
	}
	return described.Shape, nil
}

// schemaOptions says how schemas are derived for this tool.
func (h *Handler) schemaOptions(d toolreflect.Direction) toolreflect.Options {
	opts := h.cfg.Schemas
	opts.Direction = d
	opts.AllowUnknown = h.cfg.AllowUnknown && d == toolreflect.Arguments
	opts.Validator = h.cfg.Validator
	return opts
}

// checkArgumentType refuses types whose JSON is not an object.
func checkArgumentType(t reflect.Type, ownSchema bool) error {
	if ownSchema && t == rawMessageType {
		return nil
	}
	base := t
	for base.Kind() == reflect.Pointer {
		base = base.Elem()
	}
	switch {
	case base.Kind() == reflect.Struct, base.Kind() == reflect.Map:
		return nil
	case base.Kind() == reflect.Interface:
		return typeError(t, "arguments cannot be an interface", "use a struct, or struct{} for a tool without parameters")
	case t == rawMessageType:
		// By its name in encoding/json, whatever the type is called there.
		return errors.New("json.RawMessage: raw arguments have no schema; set Tool.InputSchema, or use a struct")
	}
	return typeError(t, "arguments are a JSON object", "use a struct with one field for each parameter")
}

// A resultForm is what a result type becomes.
type resultForm int

const (
	structuredForm resultForm = iota // JSON in structuredContent, and as text
	textForm                         // a Go string: a text block
	emptyForm                        // struct{}: a short confirmation
	resultPointer                    // *mcp.CallToolResult, as given
	contentForm                      // one mcp.Content, as given
	contentsForm                     // []mcp.Content, as given
)

var (
	callToolResultType = reflect.TypeFor[mcp.CallToolResult]()
	contentType        = reflect.TypeFor[mcp.Content]()
	contentsType       = reflect.TypeFor[[]mcp.Content]()
	emptyType          = reflect.TypeFor[struct{}]()
	stringType         = reflect.TypeFor[string]()
	anyType            = reflect.TypeFor[any]()
	floatType          = reflect.TypeFor[float64]()
)

// formOf says what a result type becomes. The type is given without its pointers,
// unless those are what makes it an mcp.Content.
func formOf(t reflect.Type) resultForm {
	switch {
	case t == callToolResultType:
		return resultPointer
	case t == contentType || t.Implements(contentType):
		return contentForm
	case t == contentsType:
		return contentsForm
	case t == stringType:
		return textForm
	case t == emptyType:
		return emptyForm
	}
	return structuredForm
}
