package checks

import (
	"bufio"
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
)

// modules finds go.mod files that do not fit together: each has the Go version of the root,
// is in go.work, and replaces the root module by the folder it is in, so that everything
// works before it is published. The modules apart are in none of that but the version: their
// dependencies would raise ours.
func modules(r *repository) []string {
	var work, main *file
	for _, f := range r.files {
		switch f.path {
		case "go.work":
			work = f
		case "go.mod":
			main = f
		}
	}
	if work == nil || main == nil {
		return []string{"there is no go.work, or no go.mod beside it"}
	}
	version := directive(main, "go")
	var problems []string
	if got := directive(work, "go"); got != version {
		problems = append(problems, fmt.Sprintf("go.work: go %s, but go.mod has go %s", got, version))
	}
	var used []string
	for _, f := range r.files {
		if path.Base(f.path) != "go.mod" {
			continue
		}
		if got := directive(f, "go"); got != version {
			problems = append(problems, fmt.Sprintf("%s: go %s, but go.mod has go %s", f.path, got, version))
		}
		folder := path.Dir(f.path)
		joined := hasLine(work, "./"+folder) || hasLine(work, "use ./"+folder) || folder == "." && (hasLine(work, ".") || hasLine(work, "use ."))
		if slices.Contains(apart, folder) {
			if joined {
				problems = append(problems, fmt.Sprintf("go.work: %s must not be in it; what it needs would be chosen for all modules", folder))
			}
			continue
		}
		if !joined {
			problems = append(problems, "go.work: does not use "+folder)
		}
		used = append(used, folder)
		replace := fmt.Sprintf("replace %s => %s", module, strings.Repeat("../", strings.Count(f.path, "/")))
		if f != main && !hasLine(f, replace) && !hasLine(f, strings.TrimSuffix(replace, "/")) {
			problems = append(problems, f.path+": has no line "+replace)
		}
	}
	if len(used) < 2 {
		problems = append(problems, "there is no module but the root")
	}
	return problems
}

// apart are the modules that are built without go.work.
var apart = []string{"tools", "telemetry/collector"}

// directive returns the word after another that a line of a go.mod file begins with.
func directive(f *file, word string) string {
	lines := bufio.NewScanner(bytes.NewReader(f.text))
	for lines.Scan() {
		if fields := strings.Fields(lines.Text()); len(fields) == 2 && fields[0] == word {
			return fields[1]
		}
	}
	return ""
}

// hasLine reports whether a file has a line, whatever it is indented by.
func hasLine(f *file, want string) bool {
	lines := bufio.NewScanner(bytes.NewReader(f.text))
	for lines.Scan() {
		if strings.TrimSpace(lines.Text()) == want {
			return true
		}
	}
	return false
}
