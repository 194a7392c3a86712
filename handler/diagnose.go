package handler

import (
	"bytes"
	"context"
	"errors"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	toolerrors "github.com/typedmcp/toolkit/errors"
	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// diagnose walks the arguments once more and lists every problem. It is called
// only for arguments that decode has refused.
func (p *plan) diagnose(ctx context.Context, raw []byte) (reflect.Value, []*toolerrors.Problem) {
	collect := &collector{}
	if tooDeep(raw, p.maxDepth) {
		return reflect.Value{}, []*toolerrors.Problem{{
			Code:     toolerrors.CodeLimit,
			Expected: "nested deeper than " + count(p.maxDepth, "level"),
		}}
	}
	args, _ := p.pass(ctx, raw, collect)
	return args, collect.problems
}

// maxProblems is how many problems are collected, so that arguments that consist of nothing
// else cost no more than others.
const maxProblems = 100

// tooMany stands for the problems beyond maxProblems.
func tooMany() *toolerrors.Problem {
	return &toolerrors.Problem{Code: toolerrors.CodeLimit, Expected: "there are more problems than are looked for"}
}

// stop reports whether the walk must end at a problem: always without a collector,
// and when the JSON is broken with one.
func (d *decoder) stop() bool { return d.collect == nil || d.collect.broken }

// enter and leave keep the path while problems are collected.
func (d *decoder) enter(step toolerrors.Step) {
	if d.collect != nil {
		d.collect.path = append(d.collect.path, step)
	}
}

func (d *decoder) leave() {
	if d.collect != nil {
		d.collect.path = d.collect.path[:len(d.collect.path)-1]
	}
}

// report notes a problem at the present path. It returns false, so that it can end
// a function that found one.
func (d *decoder) report(fill func(*toolerrors.Problem)) bool {
	if d.collect == nil || d.collect.broken {
		return false
	}
	if len(d.collect.problems) == maxProblems {
		d.collect.broken = true
		d.collect.problems = append(d.collect.problems, tooMany())
		return false
	}
	p := &toolerrors.Problem{Path: slices.Clone(d.collect.path)}
	fill(p)
	if d.collect.secret > 0 {
		p.Excerpt, p.Nearest = "", ""
	}
	d.collect.problems = append(d.collect.problems, p)
	return false
}

// syntax says that the JSON is broken where the next token should be, and ends the
// walk.
func (d *decoder) syntax() bool {
	if d.collect == nil || d.collect.broken {
		return false
	}
	_, err := d.tokens.ReadToken()
	return d.syntaxError(err)
}

// syntaxError says how the JSON is broken, and ends the walk.
func (d *decoder) syntaxError(err error) bool {
	if d.collect == nil || d.collect.broken {
		return false
	}
	d.report(func(p *toolerrors.Problem) {
		p.Path, p.Code, p.Expected = nil, toolerrors.CodeSyntax, syntaxText(err)
	})
	d.collect.broken = true
	return false
}

// syntaxText says what is wrong with the JSON and where, without the words of the
// JSON library.
func syntaxText(err error) string {
	if err == nil || errors.Is(err, io.EOF) {
		return "there is more after the end of the value"
	}
	var syntactic *jsontext.SyntacticError
	if !errors.As(err, &syntactic) {
		return "it cannot be read"
	}
	at := " at byte " + strconv.FormatInt(syntactic.ByteOffset, 10)
	text := syntactic.Err.Error()
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "it ends too early," + at
	case strings.Contains(text, "UTF-8"):
		return "a text is not valid UTF-8," + at
	}
	return "unexpected character" + at
}

// isEOF reports whether only white space is left.
func isEOF(tokens *jsontext.Decoder) bool {
	return len(bytes.TrimSpace(tokens.UnreadBuffer())) == 0
}

// wrongType notes a value of another JSON type, and skips it.
func (d *decoder) wrongType(s *toolreflect.Shape, kind jsontext.Kind) bool {
	if d.collect == nil {
		return false
	}
	raw, err := d.tokens.ReadValue()
	if err != nil {
		return d.syntaxError(err)
	}
	return d.report(func(p *toolerrors.Problem) {
		p.Code, p.Expected, p.Allowed, p.Example = toolerrors.CodeType, noun(s), enumOf(s), string(d.sampleOf(s))
		p.Received, p.Excerpt = kindName(kind), toolerrors.Excerpt(raw)
	})
}

// null notes a null that may not be there, and skips it.
func (d *decoder) null(s *toolreflect.Shape) bool {
	d.report(func(p *toolerrors.Problem) {
		p.Code, p.Expected, p.Allowed, p.Received = toolerrors.CodeNull, nounOrEnum(s), enumOf(s), "null"
		p.Example = string(d.sampleOf(s))
	})
	if d.collect != nil {
		d.skip()
	}
	return false
}

// wrongNumber notes a number with a fraction where an integer belongs.
func (d *decoder) wrongNumber(s *toolreflect.Shape, raw []byte) bool {
	return d.report(func(p *toolerrors.Problem) {
		p.Code, p.Expected = toolerrors.CodeType, noun(s)
		p.Received, p.Excerpt = "number", toolerrors.Excerpt(raw)
	})
}

// tooBig notes a number that the Go type cannot hold, with the bound of a rule if there is
// one on that side: it is the narrower one.
func (d *decoder) tooBig(s *toolreflect.Shape, raw []byte) bool {
	bounds := []string{"max", "lte", "lt"}
	if raw[0] == '-' {
		bounds = []string{"min", "gte", "gt"}
	}
	for _, r := range s.Rules {
		if d.collect != nil && slices.Contains(bounds, r.Name) {
			return d.broken(s, r, raw)
		}
	}
	return d.report(func(p *toolerrors.Problem) {
		p.Code, p.Expected = toolerrors.CodeRange, limits(s.GoType)
		p.Received, p.Excerpt = "number", toolerrors.Excerpt(raw)
	})
}

// unreadable notes a text that does not have the form of its type.
func (d *decoder) unreadable(s *toolreflect.Shape, raw []byte, err error) bool {
	if d.collect == nil {
		return false
	}
	if invalid, ok := errors.AsType[*toolreflect.SchemaError](err); ok {
		for _, p := range schemaProblems(d.collect.path, invalid.Violations, raw) {
			d.report(func(q *toolerrors.Problem) { *q = *p })
		}
		return false
	}
	return d.report(func(p *toolerrors.Problem) {
		p.Code, p.Expected, p.Example = toolerrors.CodeType, noun(s), string(s.Example)
		p.Received, p.Excerpt = kindName(jsontext.Value(raw).Kind()), toolerrors.Excerpt(raw)
		if p.Expected == typeNouns["string"] {
			p.Expected = "a string of another form" // it is one, but its type does not read it
		}
		if errors.Is(err, jsontext.ErrDuplicateName) {
			p.Code, p.Excerpt, p.Example = toolerrors.CodeDuplicate, "", ""
			p.Path = append(p.Path, pointerSteps(err)...)
			return
		}
		if semantic, ok := errors.AsType[*json.SemanticError](err); ok && s.Form == toolreflect.AnyForm {
			// Any JSON goes here, so it is a number that Go's float64 cannot hold.
			inner := steps(pointerNames(semantic.JSONPointer))
			p.Path = append(p.Path, inner...)
			p.Code, p.Expected = toolerrors.CodeRange, limits(floatType)
			p.Received, p.Excerpt = "number", toolerrors.Excerpt(valueAt(raw, inner))
		}
	})
}

// pointerSteps returns the way to the duplicate name that the JSON library found
// inside a value of any type.
func pointerSteps(err error) []toolerrors.Step {
	var syntactic *jsontext.SyntacticError
	if !errors.As(err, &syntactic) {
		return nil
	}
	var steps []toolerrors.Step
	for token := range syntactic.JSONPointer.Tokens() {
		steps = append(steps, toolerrors.Member(token))
	}
	return steps
}

// unknown notes a member that has no field. If it looks like a misspelt one, its value is
// read as that one's, so that a caller who corrects the name learns about the value too.
func (d *decoder) unknown(s *toolreflect.Shape, name []byte, base int) bool {
	if d.collect == nil {
		return false
	}
	d.enter(toolerrors.Member(string(name)))
	defer d.leave()
	known := make([]string, len(s.Fields))
	for i, f := range s.Fields {
		known[i] = f.Name
	}
	near := toolerrors.Nearest(string(name), known)
	d.report(func(p *toolerrors.Problem) {
		p.Code, p.Allowed = toolerrors.CodeUnknown, quoteAll(known)
		if near != "" {
			p.Nearest = strconv.Quote(near)
		}
	})
	if i := s.FieldIndex([]byte(near)); i >= 0 && !d.has(base, i) {
		f := s.Fields[i]
		if f.Secret {
			d.collect.secret++
			defer func() { d.collect.secret-- }()
		}
		d.value(f.Shape, reflect.New(f.Shape.GoType).Elem())
		return false
	}
	d.skip()
	return false
}

// duplicate notes a member that stands twice, and skips it.
func (d *decoder) duplicate(name string) bool {
	if d.collect == nil {
		return false
	}
	d.enter(toolerrors.Member(name))
	defer d.leave()
	d.report(func(p *toolerrors.Problem) { p.Code = toolerrors.CodeDuplicate })
	d.skip()
	return false
}

// missing notes a required member that was not given.
func (d *decoder) missing(f *toolreflect.Field) {
	d.enter(toolerrors.Member(f.Name))
	defer d.leave()
	d.report(func(p *toolerrors.Problem) {
		p.Code, p.Expected, p.Description = toolerrors.CodeMissing, noun(f.Shape), f.Description
		p.Allowed, p.Example = enumOf(f.Shape), string(d.sampleOf(f.Shape))
	})
}

// sampleOf returns a valid value to show in place of one that is missing or of another type,
// or nil. The arguments as a whole are not shown so.
func (d *decoder) sampleOf(s *toolreflect.Shape) []byte {
	if len(d.collect.path) == 0 {
		return exampleOf(s)
	}
	return d.plan.sampleOf(s)
}

// broken notes a value that breaks a rule.
func (d *decoder) broken(s *toolreflect.Shape, r *toolreflect.Rule, raw []byte) bool {
	return d.report(func(p *toolerrors.Problem) {
		p.Code, p.Rule, p.Expected = toolerrors.CodeRule, r.Name, r.Words
		p.Excerpt = toolerrors.Excerpt(raw)
		if p.Received = kindName(jsontext.Value(raw).Kind()); p.Received == "number" && s.JSONType() != "integer" && s.JSONType() != "number" {
			p.Received = s.JSONType() // a count of items
		}
		if r.Name == "enum" || r.Name == "oneof" {
			p.Allowed = enumOf(s)
		}
		if len(p.Allowed) > 0 {
			p.Code = toolerrors.CodeEnum
			p.Nearest = toolerrors.Nearest(string(raw), p.Allowed)
			return
		}
		p.Example = exampleFor(s, r)
	})
}

// correct sets a value outside its enumeration to the allowed one that is nearest, so that
// the rules that look at it speak of the corrected call.
func (d *decoder) correct(v reflect.Value) {
	if n := len(d.collect.problems); n > 0 {
		if near := d.collect.problems[n-1].Nearest; near != "" && v.Kind() == reflect.String {
			v.SetString(string(unquote([]byte(near))))
		}
	}
}

// badName notes a member name of a map that breaks a rule for names.
func (d *decoder) badName(r *toolreflect.Rule, name string) bool {
	d.report(func(p *toolerrors.Problem) {
		p.Code, p.Rule, p.Expected, p.InName = toolerrors.CodeRule, r.Name, r.Words, true
		p.Received, p.Excerpt = "string", toolerrors.Excerpt([]byte(strconv.Quote(name)))
	})
	return false
}

// badKey notes a member name that cannot be a key of the map, and skips the value.
func (d *decoder) badKey(s *toolreflect.Shape, name string) bool {
	if d.collect == nil {
		return false
	}
	what := "another form"
	if s != nil {
		what = noun(s)
	}
	d.report(func(p *toolerrors.Problem) {
		p.Code, p.Expected = toolerrors.CodeType, "a name that is "+what
		p.Received, p.Excerpt = "string", toolerrors.Excerpt([]byte(strconv.Quote(name)))
	})
	d.skip()
	return false
}

// condition notes a member that its neighbours require or exclude.
func (d *decoder) condition(f *toolreflect.Field, c *toolreflect.Condition) bool {
	d.enter(toolerrors.Member(f.Name))
	defer d.leave()
	return d.report(func(p *toolerrors.Problem) {
		p.Code, p.Rule, p.Expected = toolerrors.CodeCondition, c.Name, c.Words
		p.Optional = true
		if !c.Excludes {
			p.Allowed, p.Example = enumOf(f.Shape), string(d.sampleOf(f.Shape))
		}
	})
}

// comparison notes a member that does not fit to another one.
func (d *decoder) comparison(f *toolreflect.Field, r *toolreflect.Rule) bool {
	d.enter(toolerrors.Member(f.Name))
	defer d.leave()
	return d.report(func(p *toolerrors.Problem) {
		p.Code, p.Rule, p.Expected = toolerrors.CodeRule, r.Name, r.Words
	})
}
