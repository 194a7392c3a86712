package checks

import (
	"fmt"
	"go/ast"
	"strings"
)

// silence finds where the library prints, logs by itself, panics or ends the process.
func silence(r *repository) []string {
	var problems []string
	for _, f := range r.goFiles() {
		if !f.isLibrary() {
			continue
		}
		for _, spec := range f.syntax.Imports {
			if spec.Path.Value == `"log"` {
				problems = append(problems, r.at(spec)+`: the library must not import "log"; use the *slog.Logger that was given`)
			}
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if name := called(call); isLoud(name) {
				problems = append(problems, fmt.Sprintf("%s: the library must not call %s; return an error, or use the *slog.Logger that was given", r.at(call), name))
			}
			return true
		})
	}
	return problems
}

// called returns what a call calls, as f or p.f, or "".
func called(call *ast.CallExpr) string {
	switch fun := call.Fun.(type) {
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr:
		if x, ok := fun.X.(*ast.Ident); ok {
			return x.Name + "." + fun.Sel.Name
		}
	}
	return ""
}

// isLoud reports whether a function prints, logs to the default logger, panics or exits.
func isLoud(name string) bool {
	switch name {
	case "panic", "print", "println", "os.Exit",
		"slog.Debug", "slog.DebugContext", "slog.Info", "slog.InfoContext", "slog.Warn", "slog.WarnContext",
		"slog.Error", "slog.ErrorContext", "slog.Log", "slog.LogAttrs", "slog.SetDefault":
		return true
	}
	return strings.HasPrefix(name, "fmt.Print")
}
