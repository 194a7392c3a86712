package lint

import (
	"fmt"
	"slices"
	"strings"
)

var vocabularyRules = []Rule{
	{
		ID: "vocabulary-type", Title: "one parameter name with two types", Severity: Warning,
		Reason: "A model that has called one tool writes the same value for the next, and is refused.",
		Source: article, Remedy: "use one type, or two names",
		Bad: `[{"name":"get_issue","inputSchema":{"type":"object","properties":{"issue":{"type":"integer"}}}},` +
			`{"name":"close_issue","inputSchema":{"type":"object","properties":{"issue":{"type":"string"}}}}]`,
		Good: `[{"name":"get_issue","inputSchema":{"type":"object","properties":{"issue":{"type":"integer"}}}},` +
			`{"name":"close_issue","inputSchema":{"type":"object","properties":{"issue":{"type":"integer"}}}}]`,
		check: eachDeviation(func(param *parameter) string {
			if slices.Contains(anyThing, strings.ToLower(param.name)) {
				return ""
			}
			return param.kind()
		}, "%q is %s here, and %s in %s"),
	},
	{
		ID: "vocabulary-bounds", Title: "one parameter name with two bounds", Severity: Info,
		Reason: "A model that has called one tool supposes that the next one takes as much.",
		Source: article, Remedy: "use the same bounds, if nothing speaks against it",
		Bad: `[{"name":"list_issues","inputSchema":{"type":"object","properties":{"limit":{"type":"integer","minimum":1,"maximum":100}}}},` +
			`{"name":"list_users","inputSchema":{"type":"object","properties":{"limit":{"type":"integer","minimum":1,"maximum":50}}}}]`,
		Good: `[{"name":"list_issues","inputSchema":{"type":"object","properties":{"limit":{"type":"integer","minimum":1,"maximum":100}}}},` +
			`{"name":"list_users","inputSchema":{"type":"object","properties":{"limit":{"type":"integer","minimum":1,"maximum":100}}}}]`,
		check: eachDeviation(func(param *parameter) string {
			if !param.isNumber() || slices.Contains(anyThing, strings.ToLower(param.name)) {
				return ""
			}
			return boundsOf(param.node)
		}, "%q is %s here, and %s in %s"),
	},
	{
		ID: "vocabulary-synonyms", Title: "two parameter names for one thing", Severity: Warning,
		Reason: "A model that has called one tool writes the same name for the next, where it is unknown.",
		Source: article, Remedy: "use one name in all tools",
		Bad: `[{"name":"search_issues","inputSchema":{"type":"object","properties":{"query":{"type":"string"}}}},` +
			`{"name":"search_users","inputSchema":{"type":"object","properties":{"q":{"type":"string"}}}}]`,
		Good: `[{"name":"search_issues","inputSchema":{"type":"object","properties":{"query":{"type":"string"}}}},` +
			`{"name":"search_users","inputSchema":{"type":"object","properties":{"query":{"type":"string"}}}}]`,
		check: synonyms,
	},
}

// anyThing are names that may mean something else in each tool.
var anyThing = strings.Fields("id value name type data key input output options params content text body state status number index from to start end source target config")

// eachDeviation makes a check that compares the arguments of one name in all tools by a
// property; "" is left out. The rarer ones are reported, each with a tool where it is as usual.
func eachDeviation(property func(*parameter) string, format string) func(*pass) {
	type use struct {
		t     *tool
		param *parameter
		value string
	}
	return func(p *pass) {
		uses := map[string][]use{}
		for _, t := range p.tools {
			for _, param := range t.arguments() {
				if v := property(param); v != "" {
					uses[param.name] = append(uses[param.name], use{t, param, v})
				}
			}
		}
		for _, name := range sortedNames(uses) {
			count := map[string]int{}
			for _, u := range uses[name] {
				count[u.value]++
			}
			usual := uses[name][0]
			for _, u := range uses[name] {
				if count[u.value] > count[usual.value] {
					usual = u
				}
			}
			for _, u := range uses[name] {
				if u.value != usual.value {
					p.report(u.t, u.param.path, format, name, u.value, usual.value, usual.t.name)
				}
			}
		}
	}
}

// boundsOf words the bounds of a number; "" if there are none.
func boundsOf(node map[string]any) string {
	bound := func(inclusive, exclusive string) string {
		if v, ok := node[inclusive]; ok {
			return fmt.Sprint(v)
		}
		if v, ok := node[exclusive]; ok {
			return fmt.Sprint("beyond ", v)
		}
		return ""
	}
	low, high := bound("minimum", "exclusiveMinimum"), bound("maximum", "exclusiveMaximum")
	switch {
	case low == "" && high == "":
		return ""
	case high == "":
		return "at least " + low
	case low == "":
		return "at most " + high
	}
	return low + " to " + high
}

// sameNouns are names of parameters that mean the same, each group in one line.
var sameNouns = [][]string{
	{"query", "q", "search", "search_query", "search_term", "query_string"},
	{"limit", "per_page", "page_size", "max_results", "num_results", "max_items"},
	{"cursor", "page_token", "next_token", "next_cursor"},
	{"repo", "repository", "repo_name", "repository_name"},
	{"user_id", "user_identifier", "uid"},
	{"org", "organization", "organisation"},
	{"path", "file_path", "filepath"},
	{"url", "uri", "link"},
	{"dir", "directory", "folder"},
	{"start_date", "from_date", "date_from"}, {"end_date", "to_date", "date_to"},
	{"start_time", "from_time", "time_from"}, {"end_time", "to_time", "time_to"},
	{"message", "msg"}, {"environment", "env"}, {"namespace", "ns"}, {"description", "desc"},
	{"sort_by", "order_by"}, {"sort", "order"}, {"project_id", "pid"}, {"timezone", "time_zone", "tz"},
}

// meaning returns a form of a name that is the same for names that mean the same: its words in
// small letters, or the first of its group.
func meaning(name string) string {
	joined := strings.Join(words(name), "_")
	for _, group := range sameNouns {
		if slices.Contains(group, joined) {
			return group[0]
		}
	}
	return joined
}

// synonyms reports the arguments of one meaning and several names, but for names that one tool
// has together: there they mean different things.
func synonyms(p *pass) {
	type use struct {
		t     *tool
		param *parameter
	}
	uses := map[string]map[string][]use{} // by meaning and name
	apart := map[string]bool{}            // meanings that one tool has twice
	for _, t := range p.tools {
		here := map[string]string{}
		for _, param := range t.arguments() {
			m := meaning(param.name)
			if other, has := here[m]; has && other != param.name {
				apart[m] = true
			}
			here[m] = param.name
			if uses[m] == nil {
				uses[m] = map[string][]use{}
			}
			uses[m][param.name] = append(uses[m][param.name], use{t, param})
		}
	}
	for _, m := range sortedNames(uses) {
		if len(uses[m]) < 2 || apart[m] {
			continue
		}
		usual := ""
		for _, name := range sortedNames(uses[m]) {
			if usual == "" || len(uses[m][name]) > len(uses[m][usual]) {
				usual = name
			}
		}
		for _, name := range sortedNames(uses[m]) {
			for _, u := range uses[m][name] {
				if name != usual && u.param.kind() == uses[m][usual][0].param.kind() {
					p.report(u.t, u.param.path, "%q is called %q in %s", name, usual, uses[m][usual][0].t.name)
				}
			}
		}
	}
}
