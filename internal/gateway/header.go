package gateway

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/typedmcp/toolkit/internal/source"
	xmcpheader "github.com/typedmcp/toolkit/x-mcp-header"
)

// A Header is a parameter of a tool that clients of 2026-07-28 mirror into a header.
type Header struct {
	// Header is the name of the header, such as Mcp-Param-Region.
	Header string `json:"header"`
	// Tool is the name of the tool.
	Tool string `json:"tool"`
	// Parameter is the parameter, such as filter.region, and Path the same step by step.
	Parameter string   `json:"parameter"`
	Path      []string `json:"path"`
	// Type is string, integer or boolean.
	Type string `json:"type"`
	// Required says that every call has the header.
	Required bool `json:"required"`
	// Values are those that the schema allows, as they stand in a header if it can hold them as they
	// are; nil if it does not list them.
	Values []string `json:"values,omitempty"`
	// Sample is a value that the schema allows, as it stands in the header. It is nil if none was
	// found.
	Sample *string `json:"sample,omitempty"`
	// Readers says who can read the value.
	Readers string `json:"readers"`
	// Notes are what to know besides.
	Notes []string `json:"notes,omitempty"`
}

// A Dropped is a tool that clients drop, because its annotations break a rule of the
// specification.
type Dropped struct {
	// Tool is the name of the tool, Problem what is wrong with it.
	Tool    string `json:"tool"`
	Problem string `json:"problem"`
}

// Headers are those of the tools of a server.
type Headers struct {
	Headers []Header  `json:"headers"`
	Dropped []Dropped `json:"dropped,omitempty"`
}

// Who reads a header. Values that need not be encoded are read as they are.
const (
	readersPlain  = "every proxy on the way and its logs"
	readersBase64 = "every proxy on the way and its logs; what is not plain ASCII stands there in base64, which hides nothing"
)

// Read returns the headers of tools, in the order of the tools and of their schemas.
func Read(tools []source.Tool) (*Headers, error) {
	found := &Headers{Headers: []Header{}}
	for _, tool := range tools {
		bindings, err := xmcpheader.ReadTools(tool.Raw)
		if err != nil {
			dropped, ok := errors.AsType[*xmcpheader.DefinitionError](err)
			if !ok {
				return nil, err
			}
			found.Dropped = append(found.Dropped, Dropped{tool.Name, dropped.Err.Error()})
			continue
		}
		var definition struct {
			InputSchema json.RawMessage `json:"inputSchema"`
		}
		if err := json.Unmarshal(tool.Raw, &definition); err != nil {
			return nil, err
		}
		for _, binding := range bindings[tool.Name] {
			h, err := newHeader(tool.Name, binding, definition.InputSchema)
			if err != nil {
				return nil, err
			}
			found.Headers = append(found.Headers, h)
		}
	}
	return found, nil
}

func newHeader(tool string, binding xmcpheader.Binding, inputSchema json.RawMessage) (Header, error) {
	p, err := findParameter(inputSchema, binding.Path)
	if err != nil {
		return Header{}, err
	}
	h := Header{
		Header: binding.Header(), Tool: tool, Parameter: binding.Parameter(), Path: binding.Path,
		Type: binding.Type, Required: p.required, Values: p.values(binding.Type), Readers: readersPlain,
	}
	if sample, ok := p.sample(binding.Type); ok {
		sample = xmcpheader.Encode(sample)
		h.Sample = &sample
	}
	needsEncoding := func(value string) bool { return xmcpheader.Encode(value) != value }
	if h.Type == "string" && (h.Values == nil || slices.ContainsFunc(h.Values, needsEncoding)) {
		h.Readers = readersBase64
	}
	if !isPlainName(binding.Name) {
		h.Notes = append(h.Notes, "nginx and others drop a header whose name has more than letters, digits and hyphens")
	}
	if speaksOfSecret(binding.Name) || speaksOfSecret(binding.Parameter()) {
		h.Notes = append(h.Notes, "the name speaks of a secret, and servers should not have secrets mirrored")
	}
	return h, nil
}

// isPlainName reports whether every program on the way passes a header of this name on.
func isPlainName(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-')
	})
}

// speaksOfSecret reports whether a name is one that secrets and personal data have.
func speaksOfSecret(name string) bool {
	plain := strings.NewReplacer("-", "", "_", "", ".", "").Replace(strings.ToLower(name))
	return slices.ContainsFunc([]string{"password", "passwd", "secret", "token", "apikey", "credential", "privatekey", "authorization", "cookie", "email", "phone"},
		func(word string) bool { return strings.Contains(plain, word) })
}
