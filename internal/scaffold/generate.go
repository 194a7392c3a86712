package scaffold

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/format"
	"slices"
	"strconv"
	"strings"
)

// A Tool is a tool definition, as tools/list has it.
type Tool struct {
	Name         string          `json:"name"`
	Title        string          `json:"title"`
	Description  string          `json:"description"`
	InputSchema  json.RawMessage `json:"inputSchema"`
	OutputSchema json.RawMessage `json:"outputSchema"`
	Annotations  *struct {
		Title           string `json:"title"`
		ReadOnlyHint    bool   `json:"readOnlyHint"`
		DestructiveHint *bool  `json:"destructiveHint"`
		IdempotentHint  bool   `json:"idempotentHint"`
		OpenWorldHint   *bool  `json:"openWorldHint"`
	} `json:"annotations"`
}

// A Miss is a part of a definition that the program does not say, and why.
type Miss struct {
	Tool   string `json:"tool"`
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// A Program is what Generate writes.
type Program struct {
	// Files holds the source of each file, by name.
	Files map[string][]byte
	// Misses are what the program does not say of the definitions.
	Misses []Miss
}

// Generate writes a program of package main with these tools. server is its name.
func Generate(server string, tools []Tool) (*Program, error) {
	if len(tools) == 0 {
		return nil, errors.New("there are no tools to write a program for")
	}
	p := &Program{Files: map[string][]byte{}}
	main := &bytes.Buffer{}
	fmt.Fprintf(main, mainHead, server, server)
	taken := map[string]bool{}
	shared := &generator{imports: map[string]bool{}, names: taken, bySchema: map[string]string{}}
	for i := range tools {
		g := *shared
		g.imports, g.types, g.misses, g.tool = map[string]bool{}, nil, nil, &tools[i]
		source, err := g.toolFile()
		if err != nil {
			return nil, fmt.Errorf("tool %q: %w", tools[i].Name, err)
		}
		p.Files[fileName(tools[i].Name, p.Files)] = source
		p.Misses = append(p.Misses, g.misses...)
		shared.needsSchema = shared.needsSchema || g.needsSchema
		main.WriteString(g.registration())
	}
	main.WriteString(mainTail)
	formatted, err := format.Source(main.Bytes())
	if err != nil {
		return nil, fmt.Errorf("main.go: %w", err)
	}
	p.Files["main.go"] = formatted
	if shared.needsSchema {
		p.Files["schema.go"] = []byte(schemaFile)
	}
	return p, nil
}

const mainHead = `// Command %s is an MCP server.
package main

import (
	"context"
	"log"
	"os/signal"
	"syscall"

	"github.com/typedmcp/toolkit"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := tools().Run(ctx); err != nil {
		log.Print(err)
	}
}

// tools returns the tools of the server.
func tools() *toolkit.Toolkit {
	tk := toolkit.New(%q, "0.1.0")
`

const mainTail = `	return tk
}
`

const schemaFile = `package main

import (
	"encoding/json"

	"github.com/invopop/jsonschema"
)

// mustSchema reads a schema that was written by hand.
func mustSchema(text string) *jsonschema.Schema {
	var s jsonschema.Schema
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		panic(err)
	}
	return &s
}
`

// A generator writes one tool.
type generator struct {
	tool        *Tool
	imports     map[string]bool
	names       map[string]bool   // of the types in the program
	bySchema    map[string]string // the type of a struct's schema, so that each is written once
	types       []string          // declarations
	misses      []Miss
	needsSchema bool
	function    string
	args        string
	result      string
	override    string // the inputSchema as it is, where a struct cannot have its names
}

// fileName returns the file of a tool.
func fileName(tool string, files map[string][]byte) string {
	base := strings.ToLower(strings.Join(words(tool), "_"))
	if base == "" || base == "main" || base == "schema" || strings.HasSuffix(base, "_test") {
		base += "_tool"
	}
	name := base + ".go"
	for i := 2; files[name] != nil; i++ {
		name = base + "_" + strconv.Itoa(i) + ".go"
	}
	return name
}

// typeName returns a type name that nobody has taken, and takes it.
func (g *generator) typeName(name string) string {
	out := name
	for i := 2; g.names[out]; i++ {
		out = name + strconv.Itoa(i)
	}
	g.names[out] = true
	return out
}

// isNamed reports whether a type was made here, and so can hold a description.
func (g *generator) isNamed(typ string) bool { return g.names[strings.TrimPrefix(typ, "*")] }

func (g *generator) miss(path, reason string) {
	g.misses = append(g.misses, Miss{g.tool.Name, path, reason})
}

// toolFile writes the file of a tool: its arguments, its result, its function.
func (g *generator) toolFile() ([]byte, error) {
	g.function = unexported(g.tool.Name)
	for g.names[g.function] {
		g.function += "Tool"
	}
	g.names[g.function] = true
	resolved, err := resolve(g.tool.InputSchema)
	if err != nil {
		return nil, fmt.Errorf("inputSchema: %w", err)
	}
	root, err := parse(resolved)
	if err != nil {
		return nil, fmt.Errorf("inputSchema: %w", err)
	}
	members, err := root.properties()
	if err != nil {
		return nil, fmt.Errorf("inputSchema: %w", err)
	}
	g.args = "struct{}"
	switch {
	case !root.plain() || slices.ContainsFunc(members, func(m member) bool { return strings.ContainsAny(m.name, ",\"'`\\") || m.name == "" || m.name == "-" }):
		g.args, g.override = "json.RawMessage", string(g.tool.InputSchema)
		g.imports["encoding/json"] = true
	case len(members) > 0:
		g.args = g.structType(root, members, exported(g.tool.Name)+"Args")
	}
	g.result = "string"
	if g.tool.OutputSchema != nil {
		g.result = "any"
	}
	g.imports["context"], g.imports["errors"] = true, true
	zero := `""`
	if g.result == "any" {
		zero = "nil"
	}
	var b bytes.Buffer
	b.WriteString("package main\n\nimport (\n")
	var standard, others []string
	for path := range g.imports {
		if strings.Contains(path, ".") {
			others = append(others, path)
		} else {
			standard = append(standard, path)
		}
	}
	slices.Sort(standard)
	slices.Sort(others)
	for _, path := range standard {
		fmt.Fprintf(&b, "\t%q\n", path)
	}
	if len(others) > 0 {
		b.WriteString("\n")
	}
	for _, path := range others {
		fmt.Fprintf(&b, "\t%q\n", path)
	}
	b.WriteString(")\n")
	slices.Reverse(g.types) // what is used stands below what uses it
	for _, declaration := range g.types {
		b.WriteString(declaration)
	}
	fmt.Fprintf(&b, "\n// %s is the tool %s.\nfunc %s(ctx context.Context, args %s) (%s, error) {\n\treturn %s, errors.New(%q)\n}\n",
		g.function, g.tool.Name, g.function, g.args, g.result, zero, g.tool.Name+" has no code yet")
	return format.Source(b.Bytes())
}

// structType makes a struct, or returns the one that was made for the same schema.
func (g *generator) structType(n *node, members []member, name string) string {
	key := string(n.raw)
	if made := g.bySchema[key]; made != "" && !strings.HasSuffix(name, "Args") {
		return made
	}
	name = g.typeName(name)
	g.bySchema[key] = name
	required := n.required()
	var b strings.Builder
	fmt.Fprintf(&b, "\n// %s %s\ntype %s struct {\n", name, g.purpose(name), name)
	taken := map[string]bool{}
	for _, m := range members {
		f := g.field(m, required[m.name], strings.TrimSuffix(name, "Args"))
		for taken[f.name] {
			f.name += "2"
		}
		taken[f.name] = true
		fmt.Fprintf(&b, "\t%s %s %s\n", f.name, f.typ, literal(f.tags))
	}
	b.WriteString("}\n")
	g.types = append(g.types, b.String())
	return name
}

// purpose completes the comment of a struct.
func (g *generator) purpose(name string) string {
	if strings.HasSuffix(name, "Args") {
		return "are the parameters of " + g.tool.Name + "."
	}
	return "is a part of the parameters of " + g.tool.Name + "."
}

// field writes one property.
func (g *generator) field(m member, required bool, owner string) field {
	typ, tags := g.typeOf(m.schema, owner+exported(m.name))
	f := field{name: exported(m.name), typ: typ}
	def := m.schema.keywords["default"]
	if required && def != nil {
		g.miss(m.name, "a required parameter never uses its default, so the tag would be refused")
		def = nil
	}
	name := m.name
	isStruct := g.isNamed(typ) || typ == "time.Time"
	switch {
	case required || strings.HasPrefix(typ, "*"):
	case isStruct:
		f.typ = "*" + typ
	default:
		name += ",omitempty"
	}
	f.tags = append(f.tags, tag{"json", name})
	if title := m.schema.text("title"); title != "" {
		f.tags = append(f.tags, tag{"title", title})
	}
	if text := m.schema.text("description"); text != "" {
		f.tags = append(f.tags, tag{"description", text})
	}
	f.tags = append(f.tags, tags...)
	if required && strings.HasPrefix(f.typ, "*") {
		f.tags = append(f.tags, tag{"required", "true"})
	}
	if def != nil {
		f.tags = append(f.tags, tag{"default", bare(def)})
	}
	if examples := m.schema.list("examples"); examples != nil {
		f.tags = append(f.tags, tag{"examples", joinValues(examples)})
	}
	if string(m.schema.keywords["deprecated"]) == "true" {
		f.tags = append(f.tags, tag{"deprecated", "true"})
	}
	if header := m.schema.text("x-mcp-header"); header != "" {
		f.tags = append(f.tags, tag{"x-mcp-header", header})
	}
	return f
}

// registration writes the call of Register.
func (g *generator) registration() string {
	t := g.tool
	var b strings.Builder
	fmt.Fprintf(&b, "\ttoolkit.Register(tk, toolkit.Tool{\n\t\tName: %q,\n", t.Name)
	title := t.Title
	if title == "" && t.Annotations != nil {
		title = t.Annotations.Title
	}
	if title != "" {
		fmt.Fprintf(&b, "\t\tTitle: %q,\n", title)
	}
	if t.Description != "" {
		fmt.Fprintf(&b, "\t\tDescription: %s,\n", describe(t.Description))
	}
	if hints := hintsOf(t); hints != "" {
		fmt.Fprintf(&b, "\t\tHints: %s,\n", hints)
	}
	if g.override != "" {
		fmt.Fprintf(&b, "\t\tInputSchema: %s,\n", goString(g.override))
	}
	if t.OutputSchema != nil {
		fmt.Fprintf(&b, "\t\tOutputSchema: %s,\n", goString(compact(t.OutputSchema)))
	}
	fmt.Fprintf(&b, "\t}, %s)\n", g.function)
	return b.String()
}

// describe writes a description: on several lines if it has some.
func describe(text string) string {
	if strings.Contains(text, "\n") {
		return goString(text)
	}
	return strconv.Quote(text)
}

func compact(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return string(raw)
	}
	return b.String()
}

// hintsOf writes the annotations as hints.
func hintsOf(t *Tool) string {
	a := t.Annotations
	if a == nil {
		return ""
	}
	var hints []string
	if a.ReadOnlyHint {
		hints = append(hints, "toolkit.ReadOnly")
	}
	switch {
	case a.DestructiveHint != nil && !*a.DestructiveHint:
		hints = append(hints, "toolkit.NonDestructive")
	case a.DestructiveHint != nil && !a.ReadOnlyHint:
		hints = append(hints, "toolkit.Destructive")
	}
	if a.IdempotentHint {
		hints = append(hints, "toolkit.Idempotent")
	}
	if a.OpenWorldHint != nil {
		hint := "toolkit.ClosedWorld"
		if *a.OpenWorldHint {
			hint = "toolkit.OpenWorld"
		}
		hints = append(hints, hint)
	}
	return strings.Join(hints, " | ")
}
