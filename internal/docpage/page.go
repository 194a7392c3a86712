package docpage

import (
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/internal/ordered"
)

// A Page documents the tools of one server.
type Page struct {
	// Title is the name of the server.
	Title string `json:"title"`
	// Version is the version of the server, if it is known.
	Version string `json:"version,omitempty"`
	// Instructions are what the server tells a model about itself.
	Instructions string `json:"instructions,omitempty"`
	Tools        []Tool `json:"tools"`
}

// A Tool documents one tool.
type Tool struct {
	Name        string `json:"name"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
	// Hints say in words what the annotations promise.
	Hints      []string `json:"hints,omitempty"`
	Parameters []Row    `json:"parameters"`
	// Notes say what holds for the arguments as a whole.
	Notes []string `json:"notes,omitempty"`
	// Results are the members of the structured result. There are none without an outputSchema.
	Results []Row `json:"results,omitempty"`
	// Calls are arguments that the schema accepts.
	Calls []Call `json:"calls,omitempty"`
	// Refusal is a call that the schema does not accept; nil if none could be made.
	Refusal *Refusal `json:"refusal,omitempty"`
}

// A Call is an example of arguments.
type Call struct {
	// Name says what is asked for, if the server says it.
	Name      string          `json:"name,omitempty"`
	Arguments json.RawMessage `json:"arguments"`
}

// A Refusal is a call with wrong arguments, and what a model reads then.
type Refusal struct {
	Arguments json.RawMessage `json:"arguments"`
	Text      string          `json:"text"`
}

// A Row is a parameter, or a member of a result.
type Row struct {
	// Path leads to it: filter.limit; tags[].name is of every item, labels.* of every other member.
	Path     string `json:"path"`
	Type     string `json:"type"`
	Required bool   `json:"required"`
	// Form says in which form of the parent it is there; "" if in all.
	Form        string `json:"form,omitempty"`
	Description string `json:"description,omitempty"`
	// Rules say what else is demanded, each in a few words.
	Rules []string `json:"rules,omitempty"`
}

// New documents tools as the server wrote them.
func New(definitions []json.RawMessage) (*Page, error) {
	page := &Page{Tools: make([]Tool, len(definitions))}
	for i, raw := range definitions {
		value, err := ordered.Decode(raw)
		if err != nil {
			return nil, fmt.Errorf("tool %d: %w", i+1, err)
		}
		definition, ok := value.(*ordered.Object)
		if !ok {
			return nil, fmt.Errorf("tool %d is not a JSON object", i+1)
		}
		page.Tools[i] = newTool(definition)
	}
	return page, nil
}

func newTool(definition *ordered.Object) Tool {
	annotations := definition.Object("annotations")
	t := Tool{
		Name: definition.Text("name"), Title: definition.Text("title"), Description: definition.Text("description"),
		Hints: hints(annotations), Parameters: []Row{},
	}
	if t.Title == "" {
		t.Title = annotations.Text("title")
	}
	if input := definition.Object("inputSchema"); input != nil {
		d := document{root: input}
		if rows := d.rows(); rows != nil {
			t.Parameters = rows
		}
		t.Notes = d.notes()
		t.Calls, t.Refusal = d.examples(t.Name, exampleNames(definition))
	}
	if output := definition.Object("outputSchema"); output != nil {
		d := document{root: output}
		t.Results = d.rows()
	}
	return t
}

// exampleNames returns the names that servers of this library give to examples.
func exampleNames(definition *ordered.Object) []string {
	var names []string
	for _, name := range definition.Object("_meta").List("io.github.typedmcp/exampleNames") {
		text, _ := name.(string)
		names = append(names, text)
	}
	return names
}

// hints words the annotations, with the protocol's defaults for those that are missing. A tool
// without annotations promises nothing.
func hints(annotations *ordered.Object) []string {
	raw, err := json.Marshal(annotations)
	var a mcp.ToolAnnotations
	if annotations == nil || err != nil || json.Unmarshal(raw, &a) != nil {
		return nil
	}
	var words []string
	switch {
	case a.ReadOnlyHint:
		words = append(words, "only reads")
	case a.DestructiveHint != nil && !*a.DestructiveHint:
		words = append(words, "adds, and takes nothing away")
	default:
		words = append(words, "may change or delete")
	}
	if a.IdempotentHint && !a.ReadOnlyHint {
		words = append(words, "a second call with the same arguments changes nothing more")
	}
	if a.OpenWorldHint != nil && !*a.OpenWorldHint {
		words = append(words, "reaches nothing outside of the server's own data")
	} else {
		words = append(words, "may reach systems outside")
	}
	return words
}
