package toolkit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/typedmcp/toolkit/errors"
	"github.com/typedmcp/toolkit/handler"
)

// MetaExampleNames is the key in a tool's _meta under which the names of [Tool.Examples]
// stand, a list in the order of the examples in the inputSchema.
const MetaExampleNames = "io.github.typedmcp/exampleNames"

// examples are the sample arguments of a tool, sorted by name.
type examples struct {
	names     []string
	arguments []json.RawMessage
}

// newExamples holds the examples against what a caller may send.
func newExamples(h *handler.Handler, declared map[string]any) (examples, error) {
	var list examples
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(declared)) {
		if name == "" {
			errs = append(errs, errors.New(`an example has no name; write what it asks for, such as "open bugs"`))
		}
		raw, err := json.Marshal(declared[name])
		if err != nil {
			errs = append(errs, fmt.Errorf("the example %q cannot be written as JSON: %w", shorten(name), err))
			continue
		}
		for _, p := range h.Check(context.Background(), raw) {
			errs = append(errs, fmt.Errorf("the example %q would be refused: %s", shorten(name), toolerrors.Line(p)))
		}
		list.names, list.arguments = append(list.names, name), append(list.arguments, raw)
	}
	return list, errors.Join(errs...)
}

// schema returns an inputSchema, which is a compact object, with the examples.
func (e examples) schema(schema json.RawMessage) json.RawMessage {
	if len(e.arguments) == 0 {
		return schema
	}
	list, err := json.Marshal(e.arguments)
	if err != nil {
		return schema
	}
	out := append(json.RawMessage{}, schema[:len(schema)-1]...)
	if len(schema) > len("{}") {
		out = append(out, ',')
	}
	out = append(out, `"examples":`...)
	return append(append(out, list...), '}')
}

// meta returns a copy of a tool's _meta with the names.
func (e examples) meta(meta mcp.Meta) mcp.Meta {
	meta = cloneMeta(meta)
	if len(e.names) == 0 {
		return meta
	}
	if meta == nil {
		meta = mcp.Meta{}
	}
	if _, ok := meta[MetaExampleNames]; !ok {
		meta[MetaExampleNames] = e.names
	}
	return meta
}
