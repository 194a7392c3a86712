package lint

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

var descriptionRules = []Rule{
	{
		ID: "description-missing", Title: "a tool without a description", Severity: Error,
		Reason: "The description is what a model chooses a tool by.",
		Source: claudeGuide, Remedy: "say what it does, when to use it, and what it does not return",
		Bad:  `{"name":"search_issues"}`,
		Good: `{"name":"search_issues","description":"Search issues by words."}`,
		check: eachTool(func(p *pass, t *tool) {
			if t.description == "" {
				p.report(t, "/description", "there is no description")
			}
		}),
	},
	{
		ID: "description-short", Title: "a description of less than three sentences", Severity: Info,
		Reason: "Three or four sentences, more for a complex tool, are what it takes to say what a tool does, when to use it and where it ends.",
		Source: claudeGuide, Remedy: "add what is missing",
		Bad:  `{"name":"search_issues","description":"Search issues by words."}`,
		Good: `{"name":"search_issues","description":"Search issues by words in title and text. Use it to find the id that get_issue needs. Returns titles only, without comments."}`,
		check: eachTool(func(p *pass, t *tool) {
			n := sentences(t.description)
			if n == 0 || n >= 3 || repeats(t.description, t.name+" "+t.definition.Title) {
				return
			}
			count := "one sentence"
			if n == 2 {
				count = "two sentences"
			}
			var missing []string
			if !whenToUse.MatchString(t.description) {
				missing = append(missing, "when to use it")
			}
			if !whatIsLeftOut.MatchString(t.description) {
				missing = append(missing, "what it does not do or return")
			}
			if len(missing) == 0 {
				return // it says everything in few words
			}
			p.reportRemedy(t, "/description", "say "+strings.Join(missing, " and "), "the description has %s", count)
		}),
	},
	{
		ID: "description-repeats-name", Title: "a description that only repeats the name", Severity: Warning,
		Reason: "It costs tokens and tells a model nothing that it does not know yet.",
		Source: claudeGuide, Remedy: "say what the name does not",
		Bad:  `{"name":"merge_pull_request","description":"Merge a pull request."}`,
		Good: `{"name":"merge_pull_request","description":"Merge a pull request whose checks have passed."}`,
		check: eachTool(func(p *pass, t *tool) {
			if repeats(t.description, t.name+" "+t.definition.Title) {
				p.report(t, "/description", "%q says no more than the name", short(t.description))
			}
		}),
	},
	{
		ID: "description-when", Title: "a description that does not say when to use the tool", Severity: Info,
		Reason: "Where several tools could serve, a model needs to know which one is meant for what.",
		Source: claudeGuide, Remedy: `add a sentence such as "Use it when …"`,
		Bad:  `{"name":"search_issues","description":"Search issues by words in title and text. Words are joined by and. Returns titles only, without comments."}`,
		Good: `{"name":"search_issues","description":"Search issues by words in title and text. Use it to find the id of an issue. Returns titles only, without comments."}`,
		check: eachTool(func(p *pass, t *tool) {
			if sentences(t.description) >= 3 && !whenToUse.MatchString(t.description) {
				p.report(t, "/description", "the description does not say when to use the tool")
			}
		}),
	},
	{
		ID: "description-omissions", Title: "a description that does not say what is not returned", Severity: Info,
		Reason: "A model that expects more than it gets asks again, or makes up the rest.",
		Source: claudeGuide, Remedy: `say what it leaves out, such as "without comments" or "at most 100"`,
		Bad: `{"name":"search_issues","description":"Search issues by words in title and text. Use it to find the id of an issue. The newest come first."}`,
		Good: `[{"name":"search_issues","description":"Search issues by words in title and text. Use it to find the id of an issue. Returns titles only, without comments."},` +
			`{"name":"list_allowed_folders","description":"List the folders that can be read. Their subfolders can be read too. Use it before you read files."}]`,
		check: eachTool(func(p *pass, t *tool) {
			if t.reads() && !t.namesFewThings() && sentences(t.description) >= 3 && !whatIsLeftOut.MatchString(t.description) {
				p.report(t, "/description", "the description does not say what the tool does not return")
			}
		}),
	},
	{
		ID: "description-length", Title: "a description that is too long for some clients", Severity: Warning,
		Reason: "VS Code cuts descriptions at 1,024 characters for some models, and every request pays for all of it.",
		Source: Source{"VS Code Copilot, tool schemas", "https://github.com/microsoft/vscode-copilot-chat/blob/main/src/extension/tools/common/toolSchemaNormalizer.ts"},
		Remedy: "say the most important first, and move the rest to parameters, results or errors",
		Bad:    `{"name":"search_issues","description":"` + strings.Repeat("Search issues by words. ", 50) + `"}`,
		Good:   `{"name":"search_issues","description":"Search issues by words."}`,
		check: eachTool(func(p *pass, t *tool) {
			limit := p.limits.DescriptionCharacters
			look := func(path, description string) {
				if n := utf8.RuneCountInString(description); limit > 0 && n > limit {
					p.report(t, path, "the description has %d characters, more than %d", n, limit)
				}
			}
			look("/description", t.description)
			for _, param := range t.parameters {
				look(param.path+"/description", param.description())
			}
		}),
	},
}

var (
	// whenToUse are ways to say when a tool is the right one.
	whenToUse = regexp.MustCompile(`(?i)\b(use (this|it|the|when|for|to|only|after|before|instead|as|with)|used (to|for|when)|call (this|it) |` +
		`useful|helpful|ideal|best for|perfect|great for|good for|suitable|essential|intended|meant (for|to)|when (you|the|a|an|using|there|looking|asked)|` +
		`if you|whenever|in order to|so that|instead of|rather than|prefer|before (you|calling|using|creating|filing)|after (you|calling)|first,|search first|` +
		`for (debugging|testing|finding|checking|reading|looking|understanding)|helps?\b|lets you|allows you|deprecated)`)
	// whatIsLeftOut are ways to say where a tool ends.
	whatIsLeftOut = regexp.MustCompile(`(?i)\b(not|n't|n’t|no|none|never|without|only|except|excludes?|excluding|omits?|omitted|unless|cannot|fails?|` +
		`up to|at most|limited|limits?|max|maximum|first \d+|last \d+|top \d+|truncated?|per (page|request|call)|nothing|neither|ignores?|skips?|instead of|rather than|just|single|exactly|deprecated)\b|n't\b`)
)

// repeats reports whether a text has no word of its own beside another one.
func repeats(text, other string) bool {
	said := contentWords(other)
	own := contentWords(text)
	if len(own) == 0 {
		return text != ""
	}
	return !slices.ContainsFunc(own, func(w string) bool { return !slices.Contains(said, w) })
}
