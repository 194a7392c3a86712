package subschema

import (
	"errors"
	"net/url"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A judge says whether a value satisfies a part of a document. It is nil if the part
// is no valid schema.
type judge struct {
	lax    *jsonschema.Schema // formats say nothing
	strict *jsonschema.Schema // formats are asserted
}

// judge returns the judge of a schema.
func (n node) judge() *judge {
	if j, ok := n.doc.judges[n.pointer]; ok {
		return j
	}
	var j *judge
	lax, errLax := n.compile(n.doc.lax)
	strict, errStrict := n.compile(n.doc.strict)
	if errLax == nil && errStrict == nil {
		j = &judge{lax, strict}
	}
	n.doc.judges[n.pointer] = j
	return j
}

// newCompiler returns a compiler that knows a document. Formats are asserted or ignored.
func newCompiler(root any, formats bool) *jsonschema.Compiler {
	c := jsonschema.NewCompiler()
	c.UseLoader(noLoader{})
	if formats {
		c.AssertFormat()
	}
	_ = c.AddResource("schema.json", root) // Compile says the same
	return c
}

func (n node) compile(c *jsonschema.Compiler) (*jsonschema.Schema, error) {
	fragment := &url.URL{Path: n.pointer}
	return c.Compile("schema.json#" + fragment.EscapedPath())
}

// noLoader keeps the compiler away from the network and the disk.
type noLoader struct{}

func (noLoader) Load(string) (any, error) { return nil, errors.New("schemas are not loaded") }

// mayAccept reports whether a value may satisfy a schema.
func (n node) mayAccept(value any) bool {
	if n.isFalse() {
		return false
	}
	j := n.judge()
	return j == nil || !isSmall(value) || j.lax.Validate(value) == nil
}

// surelyAccepts reports whether a value satisfies a schema in every reading.
func (n node) surelyAccepts(value any) bool {
	if n.isTrue() {
		return true
	}
	j := n.judge()
	return j != nil && isSmall(value) && j.strict.Validate(value) == nil && j.lax.Validate(value) == nil
}

// isSmall reports whether all numbers in a value can be computed with.
func isSmall(value any) bool {
	switch v := value.(type) {
	case map[string]any:
		for _, below := range v {
			if !isSmall(below) {
				return false
			}
		}
	case []any:
		for _, below := range v {
			if !isSmall(below) {
				return false
			}
		}
	case nil, bool, string:
	default:
		_, ok := number(value)
		return ok
	}
	return true
}
