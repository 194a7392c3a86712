package tagcheck

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"github.com/go-playground/validator/v10"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// validatorPath is the package whose methods register rules.
const validatorPath = "github.com/go-playground/validator/v10"

// rulesFlag is the value of the flag -rules.
var rulesFlag string

func init() {
	Analyzer.Flags.StringVar(&rulesFlag, "rules", "", "names of your own rules that other packages register, separated by commas")
}

// ownRules are rules that the developer has made.
type ownRules struct {
	docs      map[string]toolreflect.RuleDoc
	validator *validator.Validate // nil for that of the library
}

// rulesOf finds the rules that the calls in a package register, and adds those of the flag.
// What they check cannot be known here, so they accept everything.
func rulesOf(pass *analysis.Pass, in *inspector.Inspector) ownRules {
	names := strings.FieldsFunc(rulesFlag, func(r rune) bool { return r == ',' || r == ' ' })
	in.Preorder([]ast.Node{(*ast.CallExpr)(nil)}, func(n ast.Node) {
		call := n.(*ast.CallExpr)
		fn, ok := typeutil.Callee(pass.TypesInfo, call).(*types.Func)
		if !ok || fn.Pkg() == nil || len(call.Args) == 0 {
			return
		}
		switch {
		case fn.Pkg().Path() == toolkitPath && fn.Name() == "WithRule":
		case fn.Pkg().Path() == validatorPath && (strings.HasPrefix(fn.Name(), "RegisterValidation") || fn.Name() == "RegisterAlias"):
		default:
			return
		}
		if value := pass.TypesInfo.Types[call.Args[0]].Value; value != nil && value.Kind() == constant.String {
			names = append(names, constant.StringVal(value))
		}
	})
	var own ownRules
	for _, name := range names {
		if own.docs == nil {
			own = ownRules{map[string]toolreflect.RuleDoc{}, validator.New()}
		}
		if accept(own.validator, name) {
			own.docs[name] = toolreflect.RuleDoc{}
		}
	}
	return own
}

// accept registers a rule that accepts everything, and reports whether that worked: validator
// panics on the names that mean something else.
func accept(v *validator.Validate, name string) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return v.RegisterValidation(name, func(validator.FieldLevel) bool { return true }) == nil
}
