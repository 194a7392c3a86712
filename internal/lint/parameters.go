package lint

import (
	"regexp"
	"slices"
	"strings"
)

// withArgument is a definition whose only argument has a name and a schema.
func withArgument(name, schema string) string {
	return `{"name":"search_issues","inputSchema":{"type":"object","properties":{"` + name + `":` + schema + `}}}`
}

var parameterRules = []Rule{
	{
		ID: "parameter-undocumented", Title: "a parameter without a description", Severity: Warning,
		Reason: "A model guesses what to write, and guesses wrong where a form or a default is not what it expects.",
		Source: claudeGuide, Remedy: "say what it means, with an example of its form",
		Bad: withArgument("since", `{"type":"string"}`),
		Good: "[" + withArgument("since", `{"type":"string","description":"Only issues that were changed after this time, e.g. 2026-01-31T00:00:00Z"}`) + "," +
			withArgument("pages", `{"type":"array","description":"Ranges of pages. Each has start and end.","items":{"type":"object","properties":{"start":{"type":"integer"},"end":{"type":"integer"}}}}`) + "," +
			withArgument("changes", `{"type":"array","items":{"type":"object","properties":{"field":{"type":"string","description":"Field to change, e.g. title"}}}}`) + "]",
		check: eachParameter(func(p *pass, t *tool, param *parameter) {
			if param.has("enum", "const") || param.owner.tells(param.name) || t.hasDocumentedParts(param) {
				return // its values, or what it is a part of, or its own parts say what it is
			}
			if param.description() == "" && repeats(or(param.title(), param.name), param.name) {
				p.report(t, param.path, "%q has no description", param.name)
			}
		}),
	},
	{
		ID: "parameter-repeats-name", Title: "a parameter's description that only repeats its name", Severity: Info,
		Reason: "It costs tokens and tells a model nothing that it does not know yet.",
		Source: claudeGuide, Remedy: "say what the name does not: a form, a default, an example",
		Bad:  withArgument("start_date", `{"type":"string","description":"The start date"}`),
		Good: withArgument("start_date", `{"type":"string","description":"First day of the report, e.g. 2026-01-31"}`),
		check: eachParameter(func(p *pass, t *tool, param *parameter) {
			if d := param.description(); d != "" && !strings.ContainsAny(d, "0123456789") && repeats(d, param.name) && !param.has("enum", "const", "pattern", "format", "examples") && param.kind() != "boolean" {
				p.report(t, param.path+"/description", "%q says no more than the name", short(d))
			}
		}),
	},
	{
		ID: "parameter-ambiguous", Title: "a name that may mean an id, a name or an object", Severity: Warning,
		Reason: "A parameter called user is given a name, an address or an id; one called user_id is not.",
		Source: article, Remedy: "name what is expected, such as user_id, or say it in the description",
		Bad:  withArgument("user", `{"type":"string","description":"The user whose issues are searched"}`),
		Good: withArgument("user_id", `{"type":"string","description":"The user whose issues are searched"}`),
		check: eachParameter(func(p *pass, t *tool, param *parameter) {
			if k := param.kind(); k != "" && k != "string" && k != "integer" && k != "number" || param.has("enum", "const", "pattern", "examples", "format") {
				return
			}
			list := words(param.name)
			if len(list) == 2 && list[0] == "per" {
				return
			}
			if len(list) > 0 && len(list) <= 2 && slices.Contains(ambiguousNouns, list[len(list)-1]) && (!param.isNumber() || list[len(list)-1] != "page") && !saysForm.MatchString(param.description()) {
				p.report(t, param.path, "%q may be an id, a name or something else", param.name)
			}
		}),
	},
	{
		ID: "parameter-enum-in-words", Title: "allowed values that only the description tells", Severity: Warning,
		Reason: "A model that can only write allowed values writes no others; what stands in words is not checked.",
		Source: openaiGuide, Remedy: `put them into "enum"`,
		Bad:  withArgument("status", `{"type":"string","description":"Status, one of 'open', 'closed' or 'all'"}`),
		Good: withArgument("status", `{"type":"string","description":"Status of the issues","enum":["open","closed","all"]}`),
		check: eachParameter(func(p *pass, t *tool, param *parameter) {
			of := param
			if param.kind() == "array" {
				of = &parameter{node: param.items()}
			}
			if k := of.kind(); k != "" && k != "string" || of.has("enum", "const", "pattern", "$ref", "anyOf", "oneOf") {
				return
			}
			if list := valuesInWords(param.description()); list != "" {
				p.report(t, param.path+"/description", "only the description tells the values %q", short(list))
			}
		}),
	},
	{
		ID: "parameter-bounds-in-words", Title: "a bound that only the description tells", Severity: Warning,
		Reason: "A bound in the schema is checked, and seen by clients and models that constrain what is written. One in words is forgotten.",
		Source: openaiGuide, Remedy: "write it into the schema as well",
		Bad:  withArgument("days", `{"type":"integer","description":"How many days back, 1 to 30"}`),
		Good: withArgument("days", `{"type":"integer","description":"How many days back, 1 to 30","minimum":1,"maximum":30}`),
		check: eachParameter(func(p *pass, t *tool, param *parameter) {
			if param.has("enum", "const", "multipleOf", "pattern") {
				return
			}
			bound, keywords := boundInWords(param.kind(), param.description())
			if bound != "" && !param.hasAny(keywords) {
				p.reportRemedy(t, param.path+"/description", `write "`+strings.Join(keywords, `" and "`)+`" as well`, "only the description tells %q", short(bound))
			}
		}),
	},
	{
		ID: "parameter-unbounded-limit", Title: "a limit of a list that has no maximum", Severity: Warning,
		Reason: "A model that asks for 100000 results gets an error, or a result that fills its context.",
		Source: article, Remedy: `write "minimum" and "maximum"`,
		Bad:  withArgument("limit", `{"type":"integer","description":"How many issues to return"}`),
		Good: withArgument("limit", `{"type":"integer","description":"How many issues to return","minimum":1,"maximum":100}`),
		check: eachParameter(func(p *pass, t *tool, param *parameter) {
			if !param.isNumber() || !isLimit(param.name) || !t.isRead() || param.has("maximum", "exclusiveMaximum", "enum", "const") {
				return
			}
			if bound, _ := boundInWords("number", param.description()); bound == "" { // else another rule's finding
				p.report(t, param.path, "%q has no maximum", param.name)
			}
		}),
	},
	{
		ID: "parameter-no-paging", Title: "a list that cannot be paged or narrowed", Severity: Info,
		Reason: "A result that grows with the data fills the context of the model, and is cut or refused by clients.",
		Source: article, Remedy: `add "limit" and "cursor", or say in the description how long it can get`,
		Bad:  `{"name":"list_issues","description":"List issues.","inputSchema":{"type":"object","properties":{}}}`,
		Good: `{"name":"list_issues","description":"List issues.","inputSchema":{"type":"object","properties":{"limit":{"type":"integer"},"cursor":{"type":"string"}}}}`,
		check: eachTool(func(p *pass, t *tool) {
			if len(t.words) == 0 || t.input() == nil || !slices.Contains(listVerbs, t.words[0]) || t.namesFewThings() {
				return
			}
			for _, param := range t.parameters {
				if list := words(param.name); slices.ContainsFunc(list, func(w string) bool { return slices.Contains(narrowing, w) }) || param.has("enum") {
					return
				}
			}
			if !boundedResult.MatchString(t.description) {
				p.report(t, "/inputSchema", "%q returns a list, and no parameter limits or narrows it", t.name)
			}
		}),
	},
	{
		ID: "parameter-style", Title: "parameters in several styles", Severity: Info,
		Reason: "Models guess the names of parameters and misspell those that are written unlike the others.",
		Source: article, Remedy: "write all parameters of a server in one style",
		Bad:  `[{"name":"search_issues","inputSchema":{"type":"object","properties":{"page_size":{},"sort_by":{}}}},{"name":"get_issue","inputSchema":{"type":"object","properties":{"issueId":{}}}}]`,
		Good: `[{"name":"search_issues","inputSchema":{"type":"object","properties":{"page_size":{},"sort_by":{}}}},{"name":"get_issue","inputSchema":{"type":"object","properties":{"issue_id":{}}}}]`,
		check: func(p *pass) {
			byStyle := map[string][]string{}
			for _, t := range p.tools {
				for _, param := range t.parameters {
					if style := styleOf(param.name); style != "" && !slices.Contains(byStyle[style], param.name) {
						byStyle[style] = append(byStyle[style], param.name)
					}
				}
			}
			usual := ""
			for _, style := range sortedNames(byStyle) {
				if usual == "" || len(byStyle[style]) > len(byStyle[usual]) {
					usual = style
				}
			}
			seen := map[string]bool{}
			for _, t := range p.tools {
				for _, param := range t.parameters {
					if style := styleOf(param.name); style != "" && style != usual && !seen[param.name] {
						seen[param.name] = true
						p.report(t, param.path, "%q is in %s, and %q in %s", param.name, style, byStyle[usual][0], usual)
					}
				}
			}
		},
	},
}

var (
	// ambiguousNouns are things that have an id and a name, and often more.
	ambiguousNouns = strings.Fields(`user member assignee author owner reviewer customer account project team group channel organization org workspace
		issue ticket task document page folder board space repo repository milestone sprint epic environment cluster customer contact company`)
	// saysForm are words that say which of them is meant.
	saysForm = regexp.MustCompile(`(?i)\b(ids?|identifiers?|names?|named|usernames?|logins?|handles?|emails?|e-mail|address|slugs?|keys?|urls?|uris?|links?|paths?|numbers?|uuids?|guids?|codes?|titles?|` +
		`handle|tags?|e\.g|such as|for example|example|like|text|markdown|html|json|0-based|1-based|zero-based|starting (at|from)|pagination|sha|hash)\b`)
	// listVerbs begin the names of tools that return many things.
	listVerbs = strings.Fields("list search find browse")
	// fewThings are words for what there are few of.
	fewThings = strings.Fields("allowed available supported enabled configured roots directories capabilities settings permissions roles types statuses")
	// narrowing are words of parameters that make a result smaller.
	narrowing = strings.Fields(`limit max page size cursor offset count first last top after before since until per from to start end next filter filters query q
		search pattern status state type kind label labels tag tags text keyword keywords sort depth exclude include range date`)
	boundedResult = regexp.MustCompile(`(?i)\b(up to|at most|max|maximum|first|last|top|no more than|limited to) \d+`)
)

// isLimit reports whether a name is that of how many results are wanted.
func isLimit(name string) bool {
	list := words(name)
	last := ""
	if len(list) > 0 {
		last = list[len(list)-1]
	}
	switch joined := strings.Join(list, "_"); joined {
	case "limit", "count", "size", "top", "first", "page_size", "per_page", "page_limit", "num_results", "max_results", "max_items", "max_count", "result_count":
		return true
	default:
		return strings.HasPrefix(joined, "max_") && (last == "results" || last == "items" || last == "rows" || last == "entries" || last == "records") ||
			last == "limit" && !slices.ContainsFunc(list, func(w string) bool {
				return slices.Contains([]string{"rate", "time", "memory", "size", "token", "tokens", "character", "char", "byte", "bytes", "credit", "spending", "speed"}, w)
			})
	}
}
