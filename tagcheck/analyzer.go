package tagcheck

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// toolkitPath is the package whose functions register tools.
const toolkitPath = "github.com/typedmcp/toolkit"

// Analyzer reports slips in the struct tags of tools.
var Analyzer = &analysis.Analyzer{
	Name:     "toolkittags",
	Doc:      "check the struct tags of MCP tools\n\nReports what toolkit.Register would refuse at start, parameters without a description, and invisible characters.",
	URL:      "https://pkg.go.dev/github.com/typedmcp/toolkit/tagcheck",
	Requires: []*analysis.Analyzer{inspect.Analyzer},
	Run:      run,
}

// A checker looks at one package.
type checker struct {
	pass     *analysis.Pass
	fields   map[*types.Var]*ast.Field // of the structs that are declared here
	comments bool                      // cmd/toolkit-comments makes comments descriptions
	rules    ownRules
	reported map[string]bool
}

func run(pass *analysis.Pass) (any, error) {
	c := &checker{pass: pass, fields: map[*types.Var]*ast.Field{}, reported: map[string]bool{}}
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	in.Preorder([]ast.Node{(*ast.StructType)(nil)}, func(n ast.Node) {
		for _, field := range n.(*ast.StructType).Fields.List {
			for _, name := range field.Names {
				if v, ok := pass.TypesInfo.Defs[name].(*types.Var); ok {
					c.fields[v] = field
				}
			}
		}
	})
	in.Preorder([]ast.Node{(*ast.FuncDecl)(nil)}, func(n ast.Node) {
		c.comments = c.comments || n.(*ast.FuncDecl).Name.Name == "FieldComments"
	})
	c.rules = rulesOf(pass, in)
	in.Preorder([]ast.Node{(*ast.CallExpr)(nil)}, func(n ast.Node) { c.call(n.(*ast.CallExpr)) })
	return nil, nil
}

// call checks the types of a function that is registered.
func (c *checker) call(call *ast.CallExpr) {
	fn, ok := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != toolkitPath || fn.Name() != "Register" && fn.Name() != "Add" || len(call.Args) != 3 {
		return
	}
	signature, ok := c.pass.TypesInfo.TypeOf(call.Args[2]).Underlying().(*types.Signature)
	if !ok || signature.Params().Len() != 2 || signature.Results().Len() != 2 {
		return
	}
	byHand := setsField(call.Args[1], "InputSchema")
	c.describe(call, signature.Params().At(1).Type(), toolreflect.Arguments, !byHand)
	c.describe(call, signature.Results().At(0).Type(), toolreflect.Results, false)
}

// setsField reports whether a Tool is written where it is registered and gives the field. A
// parameter of an InputSchema by hand is described there, and the tags of the type count for
// nothing.
func setsField(tool ast.Expr, name string) bool {
	literal, ok := ast.Unparen(tool).(*ast.CompositeLit)
	if !ok {
		return false
	}
	for _, element := range literal.Elts {
		pair, ok := element.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if key, ok := pair.Key.(*ast.Ident); ok && key.Name == name {
			return true
		}
	}
	return false
}

// describe lets the code of registration read a type, and reports what it says. Where the model
// reads the tags, each field wants a description.
func (c *checker) describe(call *ast.CallExpr, t types.Type, direction toolreflect.Direction, described bool) {
	m := &mirror{structs: map[reflect.Type]*types.Struct{}, busy: map[types.Type]bool{}}
	typ := m.typeOf(t)
	if typ == nil || typ.Kind() == reflect.Interface {
		return
	}
	_, err := toolreflect.Describe(typ, toolreflect.Options{Direction: direction, Rules: c.rules.docs, Validator: c.rules.validator})
	for _, tagError := range tagErrors(err) {
		field := m.field(tagError.Type, tagError.Field)
		if field == nil || c.fields[field] == nil {
			continue // in another package, or about a type that only the compiler knows
		}
		c.report(c.fields[field], tagError.Tag, tagError.Problem, tagError.Remedy)
	}
	for _, s := range m.structs {
		for v := range s.Fields() {
			if field := c.fields[v]; field != nil && v.Exported() {
				c.texts(field, described)
			}
		}
	}
}

// tagErrors returns the errors of a description.
func tagErrors(err error) []*toolreflect.TagError {
	var list []*toolreflect.TagError
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range joined.Unwrap() {
			list = append(list, tagErrors(one)...)
		}
		return list
	}
	if tagError, ok := errors.AsType[*toolreflect.TagError](err); ok {
		list = append(list, tagError)
	}
	return list
}

// report reports a slip at the tag of a field, once, with a fix where there is one.
func (c *checker) report(field *ast.Field, tag, problem, remedy string) {
	node := ast.Node(field)
	if field.Tag != nil {
		node = field.Tag
	}
	message := problem
	if tag != "" && !strings.HasPrefix(tag, "`") {
		message = tag + ": " + problem
	}
	if remedy != "" {
		message += "; " + remedy
	}
	key := fmt.Sprint(node.Pos(), message)
	if c.reported[key] {
		return
	}
	c.reported[key] = true
	d := analysis.Diagnostic{Pos: node.Pos(), End: node.End(), Message: message}
	if fix := fixFor(field, tag, remedy); fix != nil {
		d.SuggestedFixes = []analysis.SuggestedFix{*fix}
	}
	c.pass.Report(d)
}

// fixFor returns the fix for a misspelt key or rule: the remedy names the right word.
func fixFor(field *ast.Field, tag, remedy string) *analysis.SuggestedFix {
	right, ok := strings.CutPrefix(remedy, "write ")
	if !ok || field.Tag == nil || strings.ContainsAny(right, " \"=…") {
		return nil
	}
	key, value, ok := strings.Cut(tag, ":")
	if !ok {
		return nil
	}
	old := field.Tag.Value
	fixed := old
	switch text, err := strconv.Unquote(value); {
	case err != nil:
	case key == "validate":
		// The rule that is wrong is the one that is not known; its name is in the problem, but a
		// tag with one rule leaves no doubt.
		if name, _, _ := strings.Cut(text, "="); !strings.Contains(text, ",") {
			fixed = strings.Replace(old, `validate:"`+name, `validate:"`+right, 1)
		}
	case key == "json":
	default:
		fixed = strings.Replace(old, key+`:"`, right+`:"`, 1)
	}
	if fixed == old {
		return nil
	}
	return &analysis.SuggestedFix{
		Message:   "Write " + right,
		TextEdits: []analysis.TextEdit{{Pos: field.Tag.Pos(), End: field.Tag.End(), NewText: []byte(fixed)}},
	}
}

// texts reports what a model would miss, or should not read, in the texts of a tag.
func (c *checker) texts(field *ast.Field, wanted bool) {
	tag := reflect.StructTag("")
	if field.Tag != nil {
		if text, err := strconv.Unquote(field.Tag.Value); err == nil {
			tag = reflect.StructTag(text)
		}
	}
	if tag.Get("json") == "-" {
		return
	}
	described := tag.Get("description") != "" || tag.Get("jsonschema_description") != "" || strings.Contains(tag.Get("jsonschema"), "description=")
	described = described || c.comments && (field.Doc != nil || field.Comment != nil)
	if wanted && !described && tag.Get("enum") == "" {
		c.report(field, "", "the parameter has no description, which is what a model goes by", `add description:"…"`)
	}
	for _, key := range []string{"description", "title", "enum", "default", "examples", "jsonschema", "jsonschema_description"} {
		for _, r := range tag.Get(key) {
			if unicode.Is(unicode.Cf, r) || unicode.IsControl(r) && r != '\n' && r != '\t' {
				c.report(field, "", fmt.Sprintf("the %s has the invisible character %U, which a model reads and nobody sees", key, r), "take it out")
				break
			}
		}
	}
}
