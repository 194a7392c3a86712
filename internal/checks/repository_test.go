package checks

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// module is the path of the root module.
const module = "github.com/typedmcp/toolkit"

// A check returns what is wrong with a repository, one line for each problem.
type check struct {
	name string // testdata/NAME.txtar has a tree that breaks it
	run  func(*repository) []string
}

var checks = []check{
	{"sizes", sizes},
	{"aliases", aliases},
	{"rooms", rooms},
	{"silence", silence},
	{"comments", comments},
	{"names", names},
	{"modules", modules},
	{"leftovers", leftovers},
	{"places", places},
	{"lockfiles", lockFiles},
	{"commands", commands},
}

// A file is one file of the repository.
type file struct {
	path   string // from the root, with slashes
	text   []byte
	syntax *ast.File // of a Go file
}

// A repository is all files but those that are built or installed.
type repository struct {
	files   []*file
	fileSet *token.FileSet
}

// add takes a file in. A Go file must parse.
func (r *repository) add(name string, text []byte) error {
	f := &file{path: name, text: text}
	if path.Ext(name) == ".go" {
		syntax, err := parser.ParseFile(r.fileSet, name, text, parser.ParseComments)
		if err != nil {
			return err
		}
		f.syntax = syntax
	}
	r.files = append(r.files, f)
	return nil
}

// goFiles returns the Go files.
func (r *repository) goFiles() []*file {
	var found []*file
	for _, f := range r.files {
		if f.syntax != nil {
			found = append(found, f)
		}
	}
	return found
}

// at says where a node is, in a problem.
func (r *repository) at(n ast.Node) string {
	p := r.fileSet.Position(n.Pos())
	return fmt.Sprintf("%s:%d", p.Filename, p.Line)
}

// isTest reports whether a Go file is part of the tests only.
func (f *file) isTest() bool { return strings.HasSuffix(f.path, "_test.go") }

// isLibrary reports whether a Go file is compiled into the programs of users: not a test or
// its data, not a command, not of another module.
func (f *file) isLibrary() bool {
	return f.syntax != nil && !f.isTest() && f.syntax.Name.Name != "main" && !strings.Contains("/"+f.path, "/testdata/") &&
		!slices.Contains([]string{"cmd", "examples", "bench", "tools"}, firstFolder(f.path))
}

// isPublic reports whether users can import a Go file.
func (f *file) isPublic() bool {
	return f.isLibrary() && !strings.Contains("/"+f.path, "/internal/")
}

// firstFolder returns the folder in the root that a file is in, or "" for the root.
func firstFolder(name string) string {
	folder, _, found := strings.Cut(name, "/")
	if !found {
		return ""
	}
	return folder
}

// root is the repository, as seen from this package.
const root = "../.."

// broken has the trees that break the checks.
const broken = "internal/checks/testdata"

// readRepository reads the repository that this package is part of.
func readRepository(t *testing.T) *repository {
	t.Helper()
	r := &repository{fileSet: token.NewFileSet()}
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		relative = filepath.ToSlash(relative)
		if entry.IsDir() {
			if relative == broken || slices.Contains([]string{".git", "node_modules", "bin", "dist"}, entry.Name()) {
				return fs.SkipDir
			}
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if bytes.IndexByte(text, 0) >= 0 {
			return nil // not a text
		}
		return r.add(relative, text)
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRepository runs every check on the repository.
func TestRepository(t *testing.T) {
	r := readRepository(t)
	if n := len(r.goFiles()); n < 50 {
		t.Fatalf("only %d Go files were found", n)
	}
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			for _, problem := range c.run(r) {
				t.Error(problem)
			}
		})
	}
}

// unspoken puts in what must not stand in any file of the repository, not even to be found.
var unspoken = strings.NewReplacer("{todo}", "TO"+"DO", "{skip}", "Sk"+"ip", "{home}", "/"+"home/", "{npm}", "registry."+"npmjs.org")

// TestChecks runs every check on a tree that breaks it. The file want has the problems.
func TestChecks(t *testing.T) {
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("testdata", c.name+".txtar"))
			if err != nil {
				t.Fatal(err)
			}
			archive := txtar.Parse([]byte(unspoken.Replace(string(text))))
			r := &repository{fileSet: token.NewFileSet()}
			var want []string
			for _, f := range archive.Files {
				if f.Name == "want" {
					want = strings.Split(strings.TrimSpace(string(f.Data)), "\n")
					continue
				}
				if err := r.add(f.Name, f.Data); err != nil {
					t.Fatal(err)
				}
			}
			if len(want) == 0 {
				t.Fatal("the archive wants no problem")
			}
			if diff := cmp.Diff(want, c.run(r)); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}
