package toolkittest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	toolerrors "github.com/typedmcp/toolkit/errors"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/internal/samples"
)

// valuesPerTool is how many arguments Parity makes for each tool.
const valuesPerTool = 600

// Parity makes arguments on both sides of every bound of every tool, and demands that the
// schema and the rules agree: what a tool accepts satisfies its inputSchema, and what
// satisfies its inputSchema is accepted, or is refused by a rule that no schema can say and
// that stands in a description instead. A custom rule that drifts away from what the schema
// and the descriptions say fails here. No tool is called. The arguments are the same on
// every run.
func Parity(t testing.TB, tk *toolkit.Toolkit) {
	t.Helper()
	if err := tk.Err(); err != nil {
		t.Fatalf("toolkit: %v", err)
	}
	for _, tool := range tk.Tools() {
		p, err := newParity(tk, tool.Name, tool.InputSchema.(json.RawMessage))
		if err != nil {
			t.Errorf("%s: %v", tool.Name, err)
			continue
		}
		for range valuesPerTool {
			if problem := p.next(); problem != "" {
				t.Errorf("%s: %s", tool.Name, problem)
				break // the first one says enough
			}
		}
	}
}

// A parity compares the verdicts on arguments of one tool.
type parity struct {
	tk      *toolkit.Toolkit
	tool    string
	schema  map[string]any
	judge   *jsonschema.Schema
	samples *samples.Generator
	// accepted is called with arguments on which both agree that they are good; nil does nothing.
	accepted func(arguments json.RawMessage) string
}

func newParity(tk *toolkit.Toolkit, tool string, schema json.RawMessage) (*parity, error) {
	doc, judge, err := compile("inputSchema", schema)
	if err != nil {
		return nil, err
	}
	root := doc.(map[string]any) // Register has made sure
	seed := fnv.New64()
	_, _ = seed.Write([]byte(tool)) // a hash takes everything
	return &parity{tk: tk, tool: tool, schema: root, judge: judge, samples: samples.New(root, seed.Sum64())}, nil
}

// compile makes a judge of a schema.
func compile(name string, schema json.RawMessage) (doc any, judge *jsonschema.Schema, err error) {
	doc, err = jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource(name+".json", doc); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	judge, err = compiler.Compile(name + ".json")
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return doc, judge, nil
}

// next compares the verdicts on the next arguments and returns how they differ, or "".
func (p *parity) next() string {
	raw, err := json.Marshal(p.samples.Value())
	if err != nil || len(raw) == 0 || string(raw) == "null" {
		return "" // null arguments are taken as none
	}
	return p.compare(raw)
}

// compare compares the verdicts on arguments and returns how they differ, or "".
func (p *parity) compare(raw json.RawMessage) string {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return ""
	}
	problems, err := p.tk.Check(context.Background(), p.tool, raw)
	if err != nil {
		return err.Error()
	}
	verdict := p.judge.Validate(value)
	switch {
	case len(problems) == 0 && verdict != nil:
		return fmt.Sprintf("accepts what its inputSchema refuses: %s\n%v", raw, verdict)
	case len(problems) > 0 && verdict == nil:
		for _, problem := range problems {
			if !p.told(problem) {
				return fmt.Sprintf("refuses what its inputSchema accepts, and no description says so: %s\n%s", raw, toolerrors.Line(problem))
			}
		}
	case len(problems) == 0 && p.accepted != nil:
		return p.accepted(raw)
	}
	return ""
}

// told reports whether a problem is one that no schema can tell of, or that a description
// on the way to the value tells of.
func (p *parity) told(problem *toolkit.Problem) bool {
	switch problem.Code {
	case toolerrors.CodeRange, toolerrors.CodeDuplicate, toolerrors.CodeLimit, toolerrors.CodeSyntax:
		return true // of the decoder: 64 bits, depth
	case toolerrors.CodeRule, toolerrors.CodeCondition:
	case toolerrors.CodeType:
		return problem.Example != "" || problem.Received == "string" // a text with a grammar of its own
	default:
		return false
	}
	want := strings.ToLower(problem.Expected)
	for _, description := range p.descriptions(problem.Path) {
		if strings.Contains(strings.ToLower(description), want) {
			return true
		}
	}
	return false
}

// descriptions returns the descriptions of the value at a path and of everything around it.
func (p *parity) descriptions(path toolerrors.Path) []string {
	nodes := []map[string]any{p.schema}
	var texts []string
	collect := func() {
		for i := 0; i < len(nodes); i++ { // grows on the way
			if text, ok := nodes[i]["description"].(string); ok {
				texts = append(texts, text)
			}
			if ref, ok := nodes[i]["$ref"].(string); ok {
				definitions, _ := p.schema["$defs"].(map[string]any)
				if target, ok := definitions[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any); ok {
					nodes = append(nodes, target)
				}
			}
			for _, keyword := range []string{"anyOf", "oneOf", "allOf"} {
				list, _ := nodes[i][keyword].([]any)
				for _, variant := range list {
					if node, ok := variant.(map[string]any); ok {
						nodes = append(nodes, node)
					}
				}
			}
		}
	}
	collect()
	for _, step := range path {
		var next []map[string]any
		for _, node := range nodes {
			next = append(next, child(node, step)...)
		}
		nodes = next
		collect()
	}
	return texts
}

// child returns the schemas of a member or an element.
func child(node map[string]any, step toolerrors.Step) []map[string]any {
	name := step.Name
	if step.Index >= 0 {
		if items, ok := node["items"].(map[string]any); ok {
			return []map[string]any{items}
		}
		name = strconv.Itoa(step.Index)
	}
	if properties, ok := node["properties"].(map[string]any); ok {
		if property, ok := properties[name].(map[string]any); ok {
			return []map[string]any{property}
		}
	}
	if additional, ok := node["additionalProperties"].(map[string]any); ok {
		return []map[string]any{additional}
	}
	return nil
}
