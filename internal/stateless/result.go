package stateless

import (
	"encoding/json"
	"errors"
	"maps"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/typedmcp/toolkit/errors"
)

// A result is complete, or asks for input (basic/patterns/mrtr). Both begin alike.
const (
	complete      = `{"resultType":"complete"`
	inputRequired = `{"resultType":"input_required"`
)

// errMixed is a result that has an answer and questions at the same time.
var errMixed = &toolerrors.ProtocolError{Code: toolerrors.CodeInternalError, Message: "the tool returned both a result and requests for input"}

// appendResult appends a result of tools/call. The result may be shared and is not
// changed. trusted says that a StructuredContent of json.RawMessage is valid. The error is
// errMixed, or that of a value that is no JSON.
func (e *Endpoint) appendResult(dst []byte, result *mcp.CallToolResult, trusted bool) ([]byte, error) {
	if result.InputRequests != nil {
		return e.appendQuestions(dst, result)
	}
	dst = append(dst, complete...)
	dst, err := e.appendMeta(dst, result.Meta)
	if err != nil {
		return dst, err
	}
	dst = append(dst, `,"content":[`...)
	if dst, err = appendContent(dst, result.Content); err != nil {
		return dst, err
	}
	dst = append(dst, ']')
	if result.StructuredContent != nil {
		dst = append(dst, `,"structuredContent":`...)
		if dst, err = appendStructured(dst, result.StructuredContent, trusted); err != nil {
			return dst, err
		}
	}
	if result.IsError {
		dst = append(dst, `,"isError":true`...)
	}
	if result.RequestState != "" {
		dst = appendString(append(dst, `,"requestState":`...), result.RequestState)
	}
	return append(dst, '}'), nil
}

// appendQuestions appends a result that asks for input.
func (e *Endpoint) appendQuestions(dst []byte, result *mcp.CallToolResult) ([]byte, error) {
	if len(result.Content) > 0 || result.StructuredContent != nil {
		return dst, errMixed
	}
	dst, err := e.appendMeta(append(dst, inputRequired...), result.Meta)
	if err != nil {
		return dst, err
	}
	raw, err := Encode(result.InputRequests)
	if err != nil {
		return dst, err
	}
	dst = append(append(dst, `,"inputRequests":`...), raw...)
	if result.RequestState != "" {
		dst = appendString(append(dst, `,"requestState":`...), result.RequestState)
	}
	if result.IsError {
		dst = append(dst, `,"isError":true`...)
	}
	return append(dst, '}'), nil
}

// appendMeta appends a result's _meta, which says who the server is unless the tool has
// said so already.
func (e *Endpoint) appendMeta(dst []byte, meta mcp.Meta) ([]byte, error) {
	if len(meta) == 0 {
		return append(dst, e.meta...), nil
	}
	if _, ok := meta[mcp.MetaKeyServerInfo]; !ok {
		meta = maps.Clone(meta)
		meta[mcp.MetaKeyServerInfo] = e.cfg.ServerInfo
	}
	raw, err := Encode(meta)
	if err != nil {
		return dst, err
	}
	return append(append(dst, `,"_meta":`...), raw...), nil
}

// appendContent appends content blocks with commas between them. Nil ones are left out.
func appendContent(dst []byte, blocks []mcp.Content) ([]byte, error) {
	first := true
	for _, block := range blocks {
		t, isText := block.(*mcp.TextContent)
		if block == nil || isText && t == nil {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		if isText && t.Meta == nil && t.Annotations == nil {
			dst = append(appendString(append(dst, `{"type":"text","text":`...), t.Text), '}')
			continue
		}
		raw, err := Encode(block)
		if err != nil {
			return dst, err
		}
		dst = append(dst, raw...)
	}
	return dst, nil
}

// appendStructured appends structured content.
func appendStructured(dst []byte, value any, trusted bool) ([]byte, error) {
	raw, ok := value.(json.RawMessage)
	if !ok {
		var err error
		if raw, err = Encode(value); err != nil {
			return dst, err
		}
	} else if !trusted && !jsontext.Value(raw).IsValid(duplicatesAllowed) {
		return dst, errInvalidJSON
	}
	return append(dst, raw...), nil
}

var errInvalidJSON = errors.New("the structured content is not valid JSON")
