package xmcpheader

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/go-json-experiment/json/jsontext"
)

// A DefinitionError is a tool definition that clients drop.
type DefinitionError struct {
	// Tool is the name of the tool.
	Tool string
	// Err is what is wrong with it. It wraps an [*AnnotationError] for each annotation that
	// the specification does not allow.
	Err error
}

// Error returns the name of the tool and what is wrong.
func (e *DefinitionError) Error() string { return fmt.Sprintf("tool %s: %s", short(e.Tool), e.Err) }

// Unwrap returns what is wrong.
func (e *DefinitionError) Unwrap() error { return e.Err }

// ReadTools returns the bindings of tools whose definitions are given as JSON, by the names
// of the tools: one definition, a list of them, a tools/list result, or the JSON-RPC response
// with one. The server behind them may be written in any language. Tools without annotations
// are there with no bindings. The error joins a [*DefinitionError] for each tool with an
// annotation that the specification does not allow; such a tool has no bindings.
func ReadTools(definitions []byte) (map[string][]Binding, error) {
	definitions = bytes.TrimPrefix(definitions, []byte("\xef\xbb\xbf")) // a byte order mark
	if !jsontext.Value(definitions).IsValid(jsontext.AllowDuplicateNames(true)) {
		return nil, errors.New("the definitions are not valid JSON")
	}
	list := bytes.TrimSpace(definitions)
	if jsontext.Value(list).Kind() == jsontext.KindBeginObject {
		if result := member(list, "result"); result != nil {
			list = result
		}
		if tools := member(list, "tools"); tools != nil {
			list = tools
		} else if name := member(list, "name"); name != nil {
			list = append(append([]byte{'['}, list...), ']')
		} else {
			return nil, errors.New(`the definitions are no tool, no list of tools and no tools/list result: there is no "tools" and no "name" in them`)
		}
	}
	if jsontext.Value(list).Kind() != jsontext.KindBeginArray {
		return nil, errors.New("the definitions are not a list of tools")
	}
	found := map[string][]Binding{}
	var errs []error
	edit(list, func(_ string, tool jsontext.Value) jsontext.Value {
		name, bindings, err := readTool(tool)
		if err != nil {
			errs = append(errs, err)
		}
		found[name] = bindings
		return tool
	})
	return found, errors.Join(errs...)
}

const textDropped = "a tool was dropped from the list"

// FilterTools drops the tools from a tools/list result that have an annotation which the
// specification does not allow, as a client has to, and warns of each with its name and the
// reason. A nil logger says nothing. Everything else in the result stays as it was written; a
// result without such a tool is returned itself, and so is what is no tools/list result.
func FilterTools(ctx context.Context, logger *slog.Logger, result []byte) []byte {
	return filterTools(result, func(_ string, _ []Binding, err error) {
		if err, ok := errors.AsType[*DefinitionError](err); ok && logger != nil {
			logger.WarnContext(ctx, textDropped, slog.String("tool", err.Tool), slog.Any("reason", err.Err))
		}
	})
}

// filterTools drops tools, and calls note for each tool of the list.
func filterTools(result jsontext.Value, note func(name string, bindings []Binding, err error)) jsontext.Value {
	if jsontext.Value(result).Kind() != jsontext.KindBeginObject || !result.IsValid(jsontext.AllowDuplicateNames(true)) {
		return result
	}
	return edit(result, func(key string, tools jsontext.Value) jsontext.Value {
		if key != "tools" || tools.Kind() != jsontext.KindBeginArray {
			return tools
		}
		return edit(tools, func(_ string, tool jsontext.Value) jsontext.Value {
			name, bindings, err := readTool(tool)
			note(name, bindings, err)
			if err != nil {
				return nil
			}
			return tool
		})
	})
}

// readTool returns the name and the bindings of one definition. The error is a
// [*DefinitionError].
func readTool(tool jsontext.Value) (name string, bindings []Binding, err error) {
	var schema jsontext.Value
	schemas, names := 0, 0
	members(tool, func(key string, value jsontext.Value) {
		switch key {
		case "name":
			name, _ = text(value)
			names++
		case "inputSchema":
			schema = value
			schemas++
		}
	})
	if names > 1 || schemas > 1 {
		return name, nil, &DefinitionError{name, errors.New("its definition has a name or an inputSchema more than once, so it can be read in two ways")}
	}
	bindings, err = Bindings(schema)
	if err != nil {
		return name, nil, &DefinitionError{name, err}
	}
	return name, bindings, nil
}

// member returns a member of an object, the last one of several, or nil.
func member(object jsontext.Value, name string) (found jsontext.Value) {
	members(object, func(key string, value jsontext.Value) {
		if key == name {
			found = value
		}
	})
	return found
}
