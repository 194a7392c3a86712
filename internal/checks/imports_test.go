package checks

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// fixedAliases are the names under which our packages are imported, everywhere.
var fixedAliases = map[string]string{
	module + "/reflect":      "toolreflect",
	module + "/errors":       "toolerrors",
	module + "/x-mcp-header": "xmcpheader",
}

// aliases finds imports under another name than the fixed one.
func aliases(r *repository) []string {
	var problems []string
	for _, f := range r.goFiles() {
		for _, spec := range f.syntax.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				problems = append(problems, fmt.Sprintf("%s: %v", r.at(spec), err))
				continue
			}
			name := ""
			if spec.Name != nil {
				name = spec.Name.Name
			}
			want, fixed := fixedAliases[imported]
			if fixed && name != want {
				problems = append(problems, fmt.Sprintf("%s: import %s %q", r.at(spec), want, imported))
			}
			for ours, alias := range fixedAliases {
				if name == alias && imported != ours {
					problems = append(problems, fmt.Sprintf("%s: %s is the name of %q only", r.at(spec), name, ours))
				}
			}
		}
	}
	return problems
}

// mayImport says which of our packages the rooms of the house may import. Rooms that are
// not named may import all.
var mayImport = map[string][]string{
	"reflect":            {},
	"errors":             {},
	"x-mcp-header":       {"errors"},
	"handler":            {"reflect", "errors"},
	"internal/stateless": {"errors", "x-mcp-header"},
}

// rooms finds imports that turn a call's way through the house around.
func rooms(r *repository) []string {
	var problems []string
	for _, f := range r.goFiles() {
		if f.isTest() {
			continue
		}
		folder := f.path[:max(strings.LastIndex(f.path, "/"), 0)]
		allowed, limited := mayImport[folder]
		if !limited {
			continue
		}
		for _, spec := range f.syntax.Imports {
			imported := strings.Trim(spec.Path.Value, "`\"")
			ours, found := strings.CutPrefix(imported+"/", module+"/")
			if ours = strings.TrimSuffix(ours, "/"); found && !slices.Contains(allowed, ours) {
				problems = append(problems, fmt.Sprintf("%s: %s must not import %s", r.at(spec), folder, imported))
			}
		}
	}
	return problems
}
