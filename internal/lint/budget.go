package lint

import (
	"bytes"
	"encoding/json"

	"github.com/typedmcp/toolkit/internal/tokens"
)

// bytes returns how large the definition is on the wire.
func (t *tool) bytes() int {
	var b bytes.Buffer
	if err := json.Compact(&b, t.raw); err != nil {
		return len(t.raw)
	}
	return b.Len()
}

// tokens estimates what a model reads: the name, the description and the inputSchema, which
// are what clients hand on.
func (t *tool) tokens() int {
	n := tokens.Estimate(t.name) + tokens.Estimate(t.description)
	if schema, err := json.Marshal(t.value["inputSchema"]); err == nil && t.input() != nil {
		n += tokens.Estimate(string(schema))
	}
	return n
}
