package robot_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/typedmcp/toolkit"
)

var namedLine = regexp.MustCompile(`(?m)^- ([^:]+): (.*)$`)

// namedPaths returns the paths that a text names.
func namedPaths(text string) [][]string {
	var paths [][]string
	for _, m := range namedLine.FindAllStringSubmatch(text, -1) {
		path := strings.FieldsFunc(m[1], func(r rune) bool { return r == '.' || r == '[' || r == ']' })
		if m[1] == "arguments" {
			path = nil
		}
		if !slices.ContainsFunc(paths, func(p []string) bool { return slices.Equal(p, path) }) {
			paths = append(paths, path)
		}
	}
	return paths
}

// elsewhere returns a path where the corrected arguments differ although the text names
// neither it nor something around it, or "". Where it names a member that is unknown or has
// a bad name, another member of the same object may appear.
func elsewhere(before, after json.RawMessage, said string) string {
	named := namedPaths(said)
	renamed := strings.Contains(said, "unknown parameter") || strings.Contains(said, "the name must")
	var walk func(path []string, a, b any) string
	walk = func(path []string, a, b any) string {
		if slices.ContainsFunc(named, func(p []string) bool { return len(p) <= len(path) && slices.Equal(p, path[:len(p)]) }) {
			return ""
		}
		x, firstObject := a.(map[string]any)
		y, secondObject := b.(map[string]any)
		switch {
		case firstObject && secondObject:
			for _, name := range append(keys(x), keys(y)...) {
				if found := walk(append(slices.Clone(path), name), x[name], y[name]); found != "" {
					return found
				}
			}
			return ""
		case list(a) && list(b) && len(a.([]any)) == len(b.([]any)):
			for i := range a.([]any) {
				if found := walk(append(slices.Clone(path), strconv.Itoa(i)), a.([]any)[i], b.([]any)[i]); found != "" {
					return found
				}
			}
			return ""
		}
		beside := func(p []string) bool { return len(p) == len(path) && slices.Equal(p[:len(p)-1], path[:len(path)-1]) }
		if text(a) == text(b) || a == nil && renamed && slices.ContainsFunc(named, beside) {
			return ""
		}
		return strings.Join(path, ".")
	}
	return walk(nil, decode(before), decode(after))
}

// fixable looks for an edit of what a text names that passes, with values from the text or
// the schema. It begins with what the robot made, knows nothing of the robot's ways, and
// asks the tool itself. It returns the arguments, or "".
func fixable(t *testing.T, tk *toolkit.Toolkit, schema json.RawMessage, tool string, corrected json.RawMessage, said string) string {
	t.Helper()
	paths := namedPaths(said)
	pool := append(literals(said), literals(string(schema))...)
	pool = append(pool, `{}`, `[]`, `true`, `false`, `0`, `1`, `""`, `"x"`, `"text"`, `["x"]`, `[{}]`)
	calls := 0
	passes := func(arguments []byte) bool {
		calls++
		result, err := tk.Call(t.Context(), tool, arguments)
		return err == nil && !result.IsError
	}
	var try func(arguments []byte, paths [][]string, depth int) string
	try = func(arguments []byte, paths [][]string, depth int) string {
		for i, path := range paths {
			for _, value := range append(pool, "") {
				edited := edit(arguments, path, value)
				if edited == nil || calls > maxTries {
					continue
				}
				if passes(edited) {
					return string(edited)
				}
				if depth > 1 {
					if found := try(edited, paths[i+1:], depth-1); found != "" {
						return found
					}
				}
			}
		}
		return ""
	}
	if found := try(corrected, paths, 1); found != "" {
		return found
	}
	return try(corrected, paths, 2)
}

// maxTries is how many calls are tried to find a correction.
const maxTries = 1500

// TestFixable shows that the search finds what there is to find, and nothing else.
func TestFixable(t *testing.T) {
	tk, us := ours(t)
	schemas := schemasOf(tk)
	for _, tt := range []struct {
		tool, arguments string
		fixable         bool
	}{
		{"search_issues", `{"query":"ab","region":"asia"}`, true},
		{"search_issues", `{"query":"ab","region":"asia","limit":0}`, true},
		{"search_issues", `{"query":"ab","region":"eu","colour":1}`, true},
		{"search_issues", `{"query":"ab","region":"eu","until":"2026-01-01T00:00:00Z","since":"tomorrow"}`, true},
		{"draw", `{"title":"Map","figures":[{}]}`, false},
		{"place_order", `{"items":[{"sku":"AB1234","qty":2}],"payment":{},"customer":{"name":"Ada","mail":"ada@site.org","address":{"street":"Main Road 1","city":"Berlin","country":"DE"}}}`, false},
	} {
		text, refused := us.call(t, tt.tool, json.RawMessage(tt.arguments))
		found := fixable(t, tk, schemas[tt.tool], tt.tool, json.RawMessage(tt.arguments), text)
		if !refused || (found != "") != tt.fixable {
			t.Errorf("%s %s: %q, want fixable %v\n%s", tt.tool, tt.arguments, found, tt.fixable, text)
		}
	}
}

var literal = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|\{[^{}]*\}`)

// literals returns the JSON values in a text, and the words in its strings as strings.
func literals(text string) []string {
	var found []string
	for _, value := range literal.FindAllString(text, -1) {
		if json.Valid([]byte(value)) && !slices.Contains(found, value) && len(value) < 200 {
			found = append(found, value)
		}
	}
	return found
}

// edit returns the arguments with another value at a path, or without it if the value is "".
func edit(arguments []byte, path []string, value string) []byte {
	root := decode(arguments)
	if len(path) == 0 {
		return []byte(value)
	}
	parent := root
	for _, step := range path[:len(path)-1] {
		switch p := parent.(type) {
		case map[string]any:
			parent = p[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(p) {
				return nil
			}
			parent = p[i]
		}
	}
	last := path[len(path)-1]
	switch p := parent.(type) {
	case map[string]any:
		if value == "" {
			delete(p, last)
		} else {
			p[last] = json.RawMessage(value)
		}
	case []any:
		i, err := strconv.Atoi(last)
		if err != nil || i >= len(p) || value == "" {
			return nil
		}
		p[i] = json.RawMessage(value)
	default:
		return nil
	}
	return []byte(text(root))
}

func decode(raw []byte) any {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var value any
	if dec.Decode(&value) != nil {
		return nil
	}
	return value
}

func text(value any) string {
	raw, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

func list(value any) bool {
	_, ok := value.([]any)
	return ok
}

func keys(object map[string]any) []string {
	var names []string
	for name := range object {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
