package lint

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	toolerrors "github.com/typedmcp/toolkit/errors"
)

var nameRules = []Rule{
	{
		ID: "name-characters", Title: "a name that MCP does not allow", Severity: Error,
		Reason: "A name has 1 to 128 of the characters A-Z, a-z, 0-9, _, - and dot. Clients drop tools with others, or cannot call them.",
		Source: toolNames, Remedy: "use 1 to 128 letters, digits, _, - and dots",
		Bad:  `{"name":"search issues"}`,
		Good: `{"name":"search_issues"}`,
		check: eachTool(func(p *pass, t *tool) {
			if !validName.MatchString(t.name) {
				p.report(t, "/name", "%q is no name of a tool", short(t.name))
			}
		}),
	},
	{
		ID: "name-duplicate", Title: "two tools of one name", Severity: Error,
		Reason: "Clients can call only one of them, and not all the same one.",
		Source: toolNames, Remedy: "give each a name of its own",
		Bad:  `[{"name":"search","description":"Search issues."},{"name":"search","description":"Search people."}]`,
		Good: `[{"name":"search_issues"},{"name":"search_people"}]`,
		check: func(p *pass) {
			count := map[string]int{}
			for _, t := range p.tools {
				if count[t.name]++; count[t.name] == 2 {
					p.report(t, "/name", "another tool is called %q too", t.name)
				}
			}
		},
	},
	{
		ID: "name-generic", Title: "a name that says no more than a verb", Severity: Warning,
		Reason: "A model sees the tools of many servers at once. A name such as query or list collides with theirs, and does not say what it is about.",
		Source: article, Remedy: "add what it is about, such as search_issues",
		Bad:  `{"name":"query","description":"Run an SQL query."}`,
		Good: `{"name":"query_warehouse","description":"Run an SQL query."}`,
		check: eachTool(func(p *pass, t *tool) {
			if list := words(t.name); len(list) == 1 && slices.Contains(genericNames, list[0]) {
				p.report(t, "/name", "the name %q does not say what it is about", t.name)
			}
		}),
	},
	{
		ID: "name-prefix", Title: "a tool without the prefix of the others", Severity: Warning,
		Reason: "Names with a common prefix tell a model which tools belong together. One that lacks it looks like the tool of another server.",
		Source: article, Remedy: "begin all names alike, or none",
		Bad:  `[{"name":"jira_search_issues"},{"name":"jira_get_issue"},{"name":"jira_create_issue"},{"name":"jira_add_comment"},{"name":"count_votes"}]`,
		Good: `[{"name":"jira_search_issues"},{"name":"jira_get_issue"},{"name":"jira_create_issue"},{"name":"jira_add_comment"},{"name":"jira_count_votes"}]`,
		check: func(p *pass) {
			first := map[string]int{}
			for _, t := range p.tools {
				if list := words(t.name); len(list) > 1 {
					first[list[0]]++
				}
			}
			for _, prefix := range sortedNames(first) {
				isVerb := slices.Contains(readVerbs, prefix) || slices.Contains(writeVerbs, prefix)
				if n := first[prefix]; isVerb || n == len(p.tools) || n < 4 || n*5 < len(p.tools)*4 {
					continue
				}
				for _, t := range p.tools {
					if list := words(t.name); len(list) == 0 || list[0] != prefix {
						p.report(t, "/name", "%d of %d tools begin with %q, and %q does not", first[prefix], len(p.tools), prefix, t.name)
					}
				}
			}
		},
	},
	{
		ID: "name-style", Title: "names in several styles", Severity: Warning,
		Reason: "Models guess the names of tools and misspell those that are written unlike the others.",
		Source: article, Remedy: "write all names in one style",
		Bad:  `[{"name":"search_issues"},{"name":"get_issue"},{"name":"createIssue"}]`,
		Good: `[{"name":"search_issues"},{"name":"get_issue"},{"name":"create_issue"}]`,
		check: func(p *pass) {
			byStyle := map[string][]*tool{}
			for _, t := range p.tools {
				if style := styleOf(t.name); style != "" {
					byStyle[style] = append(byStyle[style], t)
				}
			}
			usual := ""
			for _, style := range sortedNames(byStyle) {
				if usual == "" || len(byStyle[style]) > len(byStyle[usual]) {
					usual = style
				}
			}
			for _, style := range sortedNames(byStyle) {
				for _, t := range byStyle[style] {
					if style != usual {
						p.report(t, "/name", "the name %q is in %s, and %q in %s", t.name, style, byStyle[usual][0].name, usual)
					}
				}
			}
		},
	},
	{
		ID: "name-near-duplicate", Title: "two names that are nearly the same", Severity: Warning,
		Reason: "A model takes one tool for the other.",
		Source: article, Remedy: "name what is different, or make one tool of them",
		Bad:  `[{"name":"get_issue"},{"name":"fetch_issue"}]`,
		Good: `[{"name":"get_issue"},{"name":"list_issues"}]`,
		check: func(p *pass) {
			for i, b := range p.tools {
				for _, a := range p.tools[:i] {
					if a.name != b.name && nearlySame(a, b) {
						p.report(b, "/name", "%q is nearly the same as %q", b.name, a.name)
					}
				}
			}
		},
	},
}

var validName = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,128}$`)

// genericNames are verbs, and words that are no more, which say nothing by themselves.
var genericNames = append(strings.Fields("data do show help info invoke process status test action execute tool manage handle task item"),
	slices.Concat(readVerbs, writeVerbs)...)

// styleOf returns how the words of a name are joined, or "" if one cannot tell.
func styleOf(name string) string {
	capitals := strings.ContainsFunc(name, unicode.IsUpper)
	switch {
	case strings.Contains(name, "_") && strings.Contains(name, "-"):
		return ""
	case strings.Contains(name, "_"):
		return "snake_case"
	case strings.Contains(name, "-"):
		return "kebab-case"
	case capitals && len(words(name)) > 1 && unicode.IsLower(rune(name[0])):
		return "camelCase"
	case capitals && len(words(name)) > 1:
		return "PascalCase"
	}
	return ""
}

// sameVerbs are verbs that mean the same in the name of a tool.
var sameVerbs = map[string]string{
	"fetch": "get", "retrieve": "get", "read": "get", "find": "search", "lookup": "search", "remove": "delete",
	"modify": "update", "edit": "update", "change": "update", "new": "create", "run": "execute",
}

// nearlySame reports whether the names of two tools differ in spelling, number, order or the
// choice of a verb only.
func nearlySame(a, b *tool) bool {
	if slices.Equal(essence(a), essence(b)) {
		return true
	}
	// One letter in a long name, but not a digit: v1 and v2 are meant to be alike.
	return len(a.name) >= 8 && len(b.name) >= 8 && oneTypo(a.name, b.name)
}

// essence returns the words of a tool's name in a form in which names that mean the same are
// the same.
func essence(t *tool) []string {
	var list []string
	for _, w := range t.words {
		if same, ok := sameVerbs[w]; ok {
			w = same
		}
		list = append(list, stem(w))
	}
	slices.Sort(list)
	return list
}

// oneTypo reports whether two texts of the same length differ in one letter.
func oneTypo(a, b string) bool {
	if toolerrors.Nearest(a, []string{b}) == "" || len(a) != len(b) {
		return false
	}
	different := 0
	for i := range len(a) {
		if a[i] != b[i] {
			different++
			if !unicode.IsLetter(rune(a[i])) || !unicode.IsLetter(rune(b[i])) {
				return false
			}
		}
	}
	return different == 1
}
