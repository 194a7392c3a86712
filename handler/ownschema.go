package handler

import (
	"bytes"
	"context"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	toolerrors "github.com/typedmcp/toolkit/errors"
	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// An ownSchema is a schema that the developer wrote in place of the derived one.
type ownSchema struct {
	name    string // InputSchema or OutputSchema
	text    stdjson.RawMessage
	checker *toolreflect.Checker
}

// newOwnSchema compiles a schema: a JSON text, or anything that marshals to one.
func newOwnSchema(name string, schema any) (*ownSchema, error) {
	var text jsontext.Value
	switch s := schema.(type) {
	case stdjson.RawMessage:
		text = jsontext.Value(s)
	case []byte:
		text = s
	case string:
		text = jsontext.Value(s)
	default:
		raw, err := stdjson.Marshal(schema)
		if err != nil {
			return nil, fmt.Errorf("%s cannot be written as JSON: %w", name, err)
		}
		text = raw
	}
	text = bytes.Clone(text)
	if err := text.Compact(); err != nil {
		return nil, fmt.Errorf("%s is not JSON: %w", name, err)
	}
	if text.Kind() != jsontext.KindBeginObject {
		return nil, fmt.Errorf("%s is not a JSON object; many clients refuse the schemas true and false, write {}", name)
	}
	checker, err := toolreflect.NewChecker(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &ownSchema{name, stdjson.RawMessage(text), checker}, nil
}

// mustBeObject refuses a schema whose root is not of type object, as the
// specification demands of an inputSchema (server/tools).
func (s *ownSchema) mustBeObject() error {
	var root struct {
		Type any `json:"type"`
	}
	if err := stdjson.Unmarshal(s.text, &root); err != nil || root.Type != "object" {
		return fmt.Errorf(`%s must have "type": "object" at its root; put the parameters into properties`, s.name)
	}
	return nil
}

// check says in one error how raw breaks the schema.
func (s *ownSchema) check(raw []byte) error { return conforms(s.checker, raw) }

// conforms says in one error how raw breaks the schema of c.
func conforms(c *toolreflect.Checker, raw []byte) error {
	broken, err := c.Check(raw)
	if err != nil {
		return err
	}
	var errs []error
	for _, v := range broken {
		errs = append(errs, fmt.Errorf("%s must %s", steps(v.Path), v.Words))
	}
	return errors.Join(errs...)
}

// steps turns the path of a violation into that of a problem.
func steps(path []string) toolerrors.Path {
	var out toolerrors.Path
	for _, name := range path {
		if n, err := strconv.Atoi(name); err == nil && n >= 0 {
			out = append(out, toolerrors.Element(n))
			continue
		}
		out = append(out, toolerrors.Member(name))
	}
	return out
}

// openOptions decode what a hand-written schema has let pass: it, and not the Go type,
// says which members are known.
var openOptions = json.JoinOptions(argumentOptions, json.RejectUnknownMembers(false))

// ownArguments checks arguments against a hand-written schema and decodes them. There
// are no repairs: they need to know what a derived schema knows.
func (h *Handler) ownArguments(ctx context.Context, raw stdjson.RawMessage) (reflect.Value, []*toolerrors.Problem) {
	if _, problems := (&plan{shape: anyShape, maxDepth: h.plan.maxDepth}).diagnose(ctx, raw); problems != nil {
		if problems[0].Code == toolerrors.CodeDuplicate {
			problems = duplicates(raw)
			if broken, err := h.inputSchema.checker.Check(raw); err == nil {
				problems = append(problems, schemaProblems(nil, broken, raw)...)
			}
		}
		return reflect.Value{}, problems
	}
	broken, err := h.inputSchema.checker.Check(raw)
	if err != nil {
		return reflect.Value{}, []*toolerrors.Problem{{Code: toolerrors.CodeSyntax, Expected: err.Error()}}
	}
	if len(broken) > 0 {
		return reflect.Value{}, schemaProblems(nil, broken, raw)
	}
	args := reflect.New(h.plan.shape.GoType).Elem()
	if args.Type() == rawMessageType {
		args.SetBytes(bytes.Clone(raw))
		return args, nil
	}
	if err := json.Unmarshal(raw, args.Addr().Interface(), openOptions); err != nil {
		var semantic *json.SemanticError
		var path toolerrors.Path
		if errors.As(err, &semantic) {
			path = steps(pointerNames(semantic.JSONPointer))
		}
		return reflect.Value{}, []*toolerrors.Problem{{Path: path, Code: toolerrors.CodeType, Expected: "another value",
			Received: kindName(valueAt(raw, path).Kind())}}
	}
	return args, nil
}

// anyShape takes every JSON value that has no duplicate names.
var anyShape = &toolreflect.Shape{GoType: anyType}

func pointerNames(p jsontext.Pointer) []string {
	var names []string
	for token := range p.Tokens() {
		names = append(names, token)
	}
	return names
}

// schemaProblems turns violations into problems. path leads to the value that was
// checked, raw is that value.
func schemaProblems(path toolerrors.Path, broken []toolreflect.Violation, raw []byte) []*toolerrors.Problem {
	var problems []*toolerrors.Problem
	for i, v := range broken {
		if i == maxProblems {
			return append(problems, tooMany())
		}
		inner := steps(v.Path)
		value := valueAt(raw, inner)
		p := &toolerrors.Problem{
			Path:     append(append(toolerrors.Path{}, path...), inner...),
			Code:     toolerrors.CodeRule,
			Rule:     v.Keyword,
			Expected: v.Words,
			Received: kindName(value.Kind()),
			Excerpt:  toolerrors.Excerpt(value),
			Example:  v.Example,
		}
		switch v.Keyword {
		case "required", "dependentRequired":
			p.Path = append(p.Path, toolerrors.Member(v.Name))
			p.Received, p.Excerpt, p.Allowed = "", "", v.Allowed
			if v.Keyword == "dependentRequired" {
				p.Code = toolerrors.CodeCondition
				break
			}
			p.Code, p.Expected, p.Description = toolerrors.CodeMissing, "a value", v.Description
			if n, ok := typeNouns[v.Type]; ok {
				p.Expected = n
			}
		case "additionalProperties":
			p.Path = append(p.Path, toolerrors.Member(v.Name))
			p.Code, p.Expected, p.Received, p.Excerpt = toolerrors.CodeUnknown, "", "", ""
			p.Allowed = quoteAll(v.Known)
			if near := toolerrors.Nearest(v.Name, v.Known); near != "" {
				p.Nearest = strconv.Quote(near)
			}
		case "enum", "const":
			p.Code, p.Allowed = toolerrors.CodeEnum, v.Allowed
			p.Nearest = toolerrors.Nearest(string(value), v.Allowed)
			fallthrough
		case "minLength", "maxLength":
		default:
			if k := value.Kind(); k == jsontext.KindBeginObject || k == jsontext.KindBeginArray {
				p.Excerpt = ""
			}
		}
		problems = append(problems, p)
	}
	return problems
}

// valueAt returns the value at a path, or nothing.
func valueAt(raw []byte, path toolerrors.Path) jsontext.Value {
	dec := jsontext.NewDecoder(bytes.NewReader(raw), tokenOptions)
	for _, step := range path {
		open, err := dec.ReadToken()
		if err != nil {
			return nil
		}
		found := false
		for n := 0; !found; n++ {
			switch dec.PeekKind() {
			case jsontext.KindInvalid, jsontext.KindEndObject, jsontext.KindEndArray:
				return nil
			}
			name := strconv.Itoa(n)
			if open.Kind() == jsontext.KindBeginObject {
				tok, err := dec.ReadToken()
				if err != nil {
					return nil
				}
				name = tok.String()
			}
			want := step.Name
			if step.Index >= 0 {
				want = strconv.Itoa(step.Index)
			}
			if found = name == want; !found && dec.SkipValue() != nil {
				return nil
			}
		}
	}
	value, err := dec.ReadValue()
	if err != nil {
		return nil
	}
	return bytes.Clone(value)
}
