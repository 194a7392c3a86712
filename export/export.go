package export

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/internal/ordered"
)

// An API is an interface of models that takes tools.
type API string

// The interfaces. Each comment says where the definitions stand in a request, what a call looks
// like, and what [Tools.Call] makes of it.
const (
	// Claude is the Messages API of Anthropic: "tools", a tool_use block, a tool_result block.
	Claude API = "claude"
	// OpenAI is the Chat Completions API of OpenAI: "tools", one of "tool_calls", a message with
	// the role "tool".
	OpenAI API = "openai"
	// OpenAIStrict is the same with "strict", which holds the model to the schema: every property
	// is required, and null stands for one that is not given.
	OpenAIStrict API = "openai-strict"
	// OpenAIResponses is the Responses API of OpenAI: "tools", a function_call item, a
	// function_call_output item.
	OpenAIResponses API = "openai-responses"
	// OpenAIResponsesStrict is the same with "strict"; see OpenAIStrict.
	OpenAIResponsesStrict API = "openai-responses-strict"
	// Gemini is the Gemini API of Google: "tools", a part with a functionCall, a part with a
	// functionResponse.
	Gemini API = "gemini"
)

// A Source has tools and calls them. *toolkit.Toolkit is one.
type Source interface {
	// Tools returns the tools with JSON schemas.
	Tools() []*mcp.Tool
	// Call calls a tool by its name. An error of the tool is a result; an error here is one that
	// stands for a JSON-RPC error, such as an unknown tool.
	Call(ctx context.Context, tool string, arguments json.RawMessage) (*mcp.CallToolResult, error)
}

// A Note is a part of a tool that an interface does not take as it is.
type Note struct {
	// Tool is the tool's name in MCP.
	Tool string `json:"tool"`
	// Path is a JSON Pointer into the tool: /inputSchema/properties/limit.
	Path string `json:"path"`
	// Message says what became of it.
	Message string `json:"message"`
	// Carried says that the model still learns of it, by other keywords or in words. Otherwise it
	// learns of it only by the error of a call.
	Carried bool `json:"carried"`
}

// Tools are the tools of a source, as an interface takes them. It may be used by several
// goroutines. It does not change with the source: make a new one where tools come and go.
type Tools struct {
	api         *profile
	source      Source
	definitions json.RawMessage
	notes       []Note
	tools       map[string]*tool // by the name in the interface
}

// A tool is one tool as the interface knows it.
type tool struct {
	name        string // in MCP
	exported    string // in the interface
	description string
	parameters  *ordered.Object
	plan        *plan // turns arguments back; nil if they are what they were
}

// New converts the tools of a source. The error says that the interface is not known, that two
// tools have one name, or that a schema is no JSON, or of something else than an object.
func New(source Source, api API) (*Tools, error) {
	p := profiles[api]
	if p == nil {
		return nil, fmt.Errorf("export: there is no interface %q; there are %v", api, slices.Sorted(maps.Keys(profiles)))
	}
	list := source.Tools()
	t := &Tools{api: p, source: source, tools: map[string]*tool{}}
	names := make([]string, len(list))
	for i, definition := range list {
		if names[i] = definition.Name; slices.Contains(names[:i], definition.Name) {
			return nil, fmt.Errorf("export: two tools are called %q, and a call could mean either", definition.Name)
		}
	}
	exported := mapNames(names, p.toolName)
	converted := make([]*tool, len(list))
	var errs []error
	for i, definition := range list {
		one := &tool{name: definition.Name, exported: exported[i]}
		if one.exported != one.name {
			t.notes = append(t.notes, Note{one.name, "/name", fmt.Sprintf("is called %q, since the interface does not take the name", one.exported), true})
		}
		c := &converter{api: p, tool: one.name, left: maxSchemas, definitions: ordered.New(), references: map[string]*reference{}}
		if err := c.convert(one, definition); err != nil {
			errs = append(errs, fmt.Errorf("export: tool %q: %w", one.name, err))
			continue
		}
		t.notes = append(t.notes, c.notes...)
		converted[i] = one
		if other := t.tools[one.exported]; other != nil {
			errs = append(errs, fmt.Errorf("export: the tools %q and %q would both be called %q", other.name, one.name, one.exported))
		}
		t.tools[one.exported] = one
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	t.definitions = ordered.Encode(p.definitions(converted))
	return t, nil
}

// Definitions returns the value for "tools" in a request. The slice is the caller's to change.
func (t *Tools) Definitions() json.RawMessage { return slices.Clone(t.definitions) }

// Notes returns what the interface does not take as it is, tool by tool.
func (t *Tools) Notes() []Note { return slices.Clone(t.notes) }

// Names returns the names of the tools in MCP, by those in the interface.
func (t *Tools) Names() map[string]string {
	names := make(map[string]string, len(t.tools))
	for exported, one := range t.tools {
		names[exported] = one.name
	}
	return names
}
