package checks

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"
)

// comments finds exported names without a comment, in the packages that users import:
// types with their fields and methods, functions, constants, variables.
func comments(r *repository) []string {
	var problems []string
	for _, f := range r.goFiles() {
		if !f.isPublic() {
			continue
		}
		missing := func(n *ast.Ident, what string) {
			problems = append(problems, fmt.Sprintf("%s: %s has no comment", r.at(n), what))
		}
		for _, decl := range f.syntax.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				receiver, exported := receiverOf(d)
				if d.Name.IsExported() && exported && d.Doc == nil {
					missing(d.Name, receiver+d.Name.Name)
				}
			case *ast.GenDecl:
				undocumented(d, missing)
			}
		}
	}
	return problems
}

// receiverOf returns the type of a method with a dot, and whether users can see it.
func receiverOf(d *ast.FuncDecl) (prefix string, exported bool) {
	if d.Recv == nil {
		return "", true
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name + ".", x.IsExported()
		default:
			return "", true
		}
	}
}

// undocumented reports the names of a declaration that have no comment. A comment on a
// group counts for its constants, and one on a type for the fields that it names.
func undocumented(d *ast.GenDecl, missing func(*ast.Ident, string)) {
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			if !s.Name.IsExported() {
				continue
			}
			if s.Doc == nil && (d.Doc == nil || d.Lparen.IsValid()) {
				missing(s.Name, s.Name.Name)
			}
			about := d.Doc.Text() + s.Doc.Text()
			for _, field := range fieldsOf(s.Type) {
				for _, name := range field.Names {
					if name.IsExported() && field.Doc == nil && field.Comment == nil && !strings.Contains(about, name.Name) {
						missing(name, s.Name.Name+"."+name.Name)
					}
				}
			}
		case *ast.ValueSpec:
			for _, name := range s.Names {
				if name.IsExported() && s.Doc == nil && s.Comment == nil && (d.Doc == nil || d.Tok == token.VAR && d.Lparen.IsValid()) {
					missing(name, name.Name)
				}
			}
		}
	}
}

// fieldsOf returns the fields of a struct, or the methods of an interface.
func fieldsOf(t ast.Expr) []*ast.Field {
	switch t := t.(type) {
	case *ast.StructType:
		return t.Fields.List
	case *ast.InterfaceType:
		return t.Methods.List
	}
	return nil
}
