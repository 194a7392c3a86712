package handler

import (
	"context"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// A TextResult is a structured result that brings its own text for people and
// models. The text stands in content; without the method it is the JSON itself.
type TextResult interface {
	// ToolText returns the text. An empty one means the JSON.
	ToolText() string
}

// Texts of results that cannot be returned, and of results without a value.
const (
	textDone     = "Done."
	textTooLarge = "%s ran, but its result of %d bytes is over the limit of %d bytes, so it is not returned. To get less, %s."
	textBroken   = "%s ran, but its result could not be returned because of a fault in the server. Do not call it again to repair this; its work may be done."
)

// an encoder turns a value of the result type into the call's result.
type encoder func(h *Handler, v reflect.Value) (*mcp.CallToolResult, error)

// compileResult reads the result type, or the schema that replaces what would be
// derived from it, and returns how values of it are encoded.
func (h *Handler) compileResult(t reflect.Type) (encoder, error) {
	base, form := t, formOf(t)
	for form == structuredForm && base.Kind() == reflect.Pointer {
		base = base.Elem()
		form = formOf(base)
	}
	if h.cfg.OutputSchema != nil {
		own, err := newOwnSchema("OutputSchema", h.cfg.OutputSchema)
		if err != nil {
			return nil, err
		}
		h.outputSchema, h.output = own, own.text
	}
	if form == structuredForm && base.Kind() == reflect.Struct && reflect.PointerTo(base).Implements(contentType) {
		return nil, typeError(t, "a content block is returned by its pointer", "return *"+base.String())
	}
	switch form {
	case textForm:
		return indirect(encodeText), h.noOutputSchema(t)
	case emptyForm:
		return indirect(encodeEmpty), h.noOutputSchema(t)
	case resultPointer:
		return encodeResult, nil
	case contentForm:
		return encodeContent, h.noOutputSchema(t)
	case contentsForm:
		return indirect(encodeContents), h.noOutputSchema(t)
	}
	if h.cfg.OutputSchema == nil && base != anyType {
		described, err := toolreflect.Describe(base, h.schemaOptions(toolreflect.Results))
		if err != nil {
			return nil, err
		}
		if string(described.Schema) != "{}" {
			h.output, h.resultShape = described.Schema, described.Shape
		}
		if described.Unproven {
			h.conform = sync.OnceValues(func() (*toolreflect.Checker, error) {
				return toolreflect.NewChecker(described.Schema)
			})
		}
	}
	return indirect(encodeStructured), nil
}

// noOutputSchema refuses an output schema for results that have no structured part.
func (h *Handler) noOutputSchema(t reflect.Type) error {
	if h.cfg.OutputSchema == nil {
		return nil
	}
	return typeError(t, "the tool has an OutputSchema, but this result type has no structured content",
		"return a struct, any, or *mcp.CallToolResult, or remove OutputSchema")
}

// indirect lets an encoder see what pointers point to; a nil one is the zero value.
func indirect(next encoder) encoder {
	return func(h *Handler, v reflect.Value) (*mcp.CallToolResult, error) {
		for v.Kind() == reflect.Pointer {
			if v.IsNil() {
				v = reflect.New(v.Type().Elem()).Elem()
				continue
			}
			v = v.Elem()
		}
		return next(h, v)
	}
}

// encodeText is for a Go string.
func encodeText(h *Handler, v reflect.Value) (*mcp.CallToolResult, error) {
	text := h.clean(strings.ToValidUTF8(v.String(), "\uFFFD"))
	if limit := h.cfg.MaxResultBytes; limit > 0 && len(text) > limit {
		return h.tooLarge(len(text)), nil
	}
	return texts(text), nil
}

// encodeEmpty is for struct{}.
func encodeEmpty(*Handler, reflect.Value) (*mcp.CallToolResult, error) { return texts(textDone), nil }

// encodeResult is for a result that the function made itself.
func encodeResult(h *Handler, v reflect.Value) (*mcp.CallToolResult, error) {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return texts(textDone), nil
		}
		if v.Elem().Kind() != reflect.Pointer {
			break
		}
		v = v.Elem()
	}
	var given *mcp.CallToolResult
	if v.Kind() == reflect.Pointer {
		given = v.Interface().(*mcp.CallToolResult)
	} else {
		copied := v.Interface().(mcp.CallToolResult)
		given = &copied
	}
	if limit := h.cfg.MaxResultBytes; limit > 0 {
		if size := sizeOfContent(given.Content); size > limit {
			return h.tooLarge(size), nil
		}
	}
	if cleaned := h.cleanBlocks(given.Content); len(cleaned) > 0 && &cleaned[0] != &given.Content[0] {
		given = withContent(given, cleaned)
	}
	if given.StructuredContent == nil {
		if given.Content == nil && given.InputRequests == nil {
			given = withContent(given, []mcp.Content{})
		}
		if h.outputSchema != nil && !given.IsError && given.InputRequests == nil {
			return h.brokenResult(errors.New("the result has no structuredContent, but the tool declares an output schema"))
		}
		return given, nil
	}
	raw, err := json.Marshal(given.StructuredContent, h.resultOptions)
	if err != nil {
		return h.brokenResult(err)
	}
	if h.outputSchema != nil && !given.IsError {
		if err := h.outputSchema.check(raw); err != nil {
			return h.brokenResult(err)
		}
	}
	copied := *given
	copied.StructuredContent = stdjson.RawMessage(raw)
	if copied.Content == nil {
		copied.Content = []mcp.Content{&mcp.TextContent{Text: string(raw)}}
	}
	if limit := h.cfg.MaxResultBytes; limit > 0 && len(raw) > limit {
		return h.tooLarge(len(raw)), nil
	}
	return &copied, nil
}

// withContent returns a copy of result with this content.
func withContent(result *mcp.CallToolResult, content []mcp.Content) *mcp.CallToolResult {
	copied := *result
	copied.Content = content
	return &copied
}

// encodeContent is for one content block.
func encodeContent(h *Handler, v reflect.Value) (*mcp.CallToolResult, error) {
	block, _ := v.Interface().(mcp.Content)
	if block == nil || reflect.ValueOf(block).IsNil() {
		return texts(textDone), nil
	}
	return h.blocks([]mcp.Content{block})
}

// encodeContents is for a list of content blocks. Nil blocks are dropped.
func encodeContents(h *Handler, v reflect.Value) (*mcp.CallToolResult, error) {
	given := v.Interface().([]mcp.Content)
	blocks := make([]mcp.Content, 0, len(given))
	for _, block := range given {
		if block != nil && !reflect.ValueOf(block).IsNil() {
			blocks = append(blocks, block)
		}
	}
	return h.blocks(blocks)
}

// blocks is a result of content blocks.
func (h *Handler) blocks(content []mcp.Content) (*mcp.CallToolResult, error) {
	if limit := h.cfg.MaxResultBytes; limit > 0 {
		if size := sizeOfContent(content); size > limit {
			return h.tooLarge(size), nil
		}
	}
	return &mcp.CallToolResult{Content: h.cleanBlocks(content)}, nil
}

// encodeStructured is for everything that has a JSON value of its own.
func encodeStructured(h *Handler, v reflect.Value) (*mcp.CallToolResult, error) {
	raw, err := json.Marshal(v.Addr().Interface(), h.resultOptions)
	if err != nil {
		return h.brokenResult(err)
	}
	if err := h.checkResult(raw); err != nil {
		return h.brokenResult(err)
	}
	text := ""
	if t, ok := v.Addr().Interface().(TextResult); ok {
		text = h.clean(t.ToolText())
	}
	if limit := h.cfg.MaxResultBytes; limit > 0 && max(len(raw), len(text)) > limit {
		if h.cfg.TruncateLists && len(text) <= limit {
			return h.truncated(raw, text), nil
		}
		return h.tooLarge(max(len(raw), len(text))), nil
	}
	if text == "" {
		text = string(raw)
	}
	result := texts(text)
	result.StructuredContent = stdjson.RawMessage(raw)
	return result, nil
}

// checkResult checks a written result against the schema that is advertised, unless
// its type guarantees it.
func (h *Handler) checkResult(raw []byte) error {
	switch {
	case h.outputSchema != nil:
		return h.outputSchema.check(raw)
	case h.conform != nil:
		checker, err := h.conform()
		if err != nil {
			return err
		}
		return conforms(checker, raw)
	}
	return nil
}

// tooLarge is the answer when a result is over the tool's limit.
func (h *Handler) tooLarge(size int) *mcp.CallToolResult {
	return failure(fmt.Sprintf(textTooLarge, h.cfg.Tool, size, h.cfg.MaxResultBytes, h.howToNarrow()))
}

// narrowing are parameter names that make a result smaller, best first.
var narrowing = []string{
	"limit", "page_size", "pageSize", "per_page", "perPage", "max_results", "maxResults",
	"first", "count", "fields", "filter", "query",
}

// howToNarrow names the parameter that makes the result smaller, if there is one.
func (h *Handler) howToNarrow() string {
	for _, name := range narrowing {
		i := h.plan.shape.FieldIndex([]byte(name))
		if i < 0 {
			continue
		}
		switch h.plan.shape.Fields[i].Shape.JSONType() {
		case "integer", "number":
			return "set " + name + " to a smaller number"
		}
		return "narrow " + name
	}
	return "ask for a smaller part"
}

// brokenResult is the answer when the function did its work but its result cannot
// be written. It is no JSON-RPC error: that would invite a client to try again.
func (h *Handler) brokenResult(err error) (*mcp.CallToolResult, error) {
	h.cfg.Logger.ErrorContext(context.Background(), "tool result cannot be returned",
		slog.String("tool", h.cfg.Tool), slog.Any("error", err))
	return failure(fmt.Sprintf(textBroken, h.cfg.Tool)), nil
}

// texts is a result of one text block.
func texts(text string) *mcp.CallToolResult {
	whole := &struct { // which is allocated at once
		result mcp.CallToolResult
		blocks [1]mcp.Content
		text   mcp.TextContent
	}{text: mcp.TextContent{Text: text}}
	whole.blocks[0] = &whole.text
	whole.result.Content = whole.blocks[:]
	return &whole.result
}
