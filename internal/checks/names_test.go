package checks

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strings"
)

// names finds exported names that packages reflect and errors share with the standard
// packages: with them, a mixed-up import would compile.
func names(r *repository) []string {
	var problems []string
	for _, f := range r.goFiles() {
		folder := path.Dir(f.path)
		if !f.isPublic() || folder != "reflect" && folder != "errors" {
			continue
		}
		standard, err := standardNames(folder)
		if err != nil {
			return append(problems, err.Error())
		}
		for _, name := range exportedNames(f.syntax) {
			if standard[name.Name] {
				problems = append(problems, fmt.Sprintf("%s: the standard package %s exports %s too", r.at(name), folder, name.Name))
			}
		}
	}
	return problems
}

// standardNames returns what a standard package exports.
func standardNames(pkg string) (map[string]bool, error) {
	files, err := filepath.Glob(filepath.Join(build.Default.GOROOT, "src", pkg, "*.go"))
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		syntax, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, name := range exportedNames(syntax) {
			found[name.Name] = true
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("the source of the standard package %s was not found", pkg)
	}
	return found, nil
}

// exportedNames returns the names that a file adds to what its package exports.
func exportedNames(syntax *ast.File) []*ast.Ident {
	var all []*ast.Ident
	for _, decl := range syntax.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				all = append(all, d.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					all = append(all, s.Name)
				case *ast.ValueSpec:
					all = append(all, s.Names...)
				}
			}
		}
	}
	var exported []*ast.Ident
	for _, name := range all {
		if name.IsExported() {
			exported = append(exported, name)
		}
	}
	return exported
}
