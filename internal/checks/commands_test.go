package checks

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"strings"
)

var (
	makeTarget  = regexp.MustCompile(`^([a-z][a-z-]*):`)
	makeCommand = regexp.MustCompile(`^\$? ?make ([a-z][a-z-]*)`)
	goCommand   = regexp.MustCompile(`^\$? ?go (?:run|build|install) (?:-\S+ )*(?:\./|` + regexp.QuoteMeta(module) + `/)([\w./-]+)`)
)

// commands finds commands in the code blocks of Markdown files that are not there: make
// targets, and programs of this repository that go should run or install.
func commands(r *repository) []string {
	targets, programs := map[string]bool{}, map[string]bool{}
	for _, f := range r.files {
		if f.path == "Makefile" {
			for line := range bytes.Lines(f.text) {
				if m := makeTarget.FindSubmatch(line); m != nil {
					targets[string(m[1])] = true
				}
			}
		}
		if f.syntax != nil && f.syntax.Name.Name == "main" && !f.isTest() {
			programs[path.Dir(f.path)] = true
		}
	}
	var problems []string
	for _, f := range r.files {
		if path.Ext(f.path) != ".md" {
			continue
		}
		inBlock := false
		for i, line := range strings.Split(string(f.text), "\n") {
			if strings.HasPrefix(line, "```") {
				inBlock = !inBlock
				continue
			}
			if !inBlock {
				continue
			}
			if m := makeCommand.FindStringSubmatch(line); m != nil && !targets[m[1]] {
				problems = append(problems, fmt.Sprintf("%s:%d: the Makefile has no target %s", f.path, i+1, m[1]))
			}
			if m := goCommand.FindStringSubmatch(line); m != nil && !programs[path.Clean(m[1])] {
				problems = append(problems, fmt.Sprintf("%s:%d: there is no program in %s", f.path, i+1, m[1]))
			}
		}
	}
	return problems
}
