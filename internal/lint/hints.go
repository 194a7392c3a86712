package lint

import (
	"slices"
	"strings"
)

var hintRules = []Rule{
	{
		ID: "hints-missing", Title: "a tool that does not say whether it changes things", Severity: Warning,
		Reason: "Without readOnlyHint and destructiveHint clients suppose that a tool destroys, and ask the user before each call.",
		Source: annotations, Remedy: `write "readOnlyHint": true, or "destructiveHint" if it changes something`,
		Bad:  `{"name":"search_issues","annotations":{"title":"Search issues"}}`,
		Good: `{"name":"search_issues","annotations":{"readOnlyHint":true}}`,
		check: eachTool(func(p *pass, t *tool) {
			_, readOnly := t.hint("readOnlyHint")
			_, destructive := t.hint("destructiveHint")
			if !readOnly && !destructive {
				remedy := p.rule.Remedy
				if t.reads() {
					remedy = `write "readOnlyHint": true if it only reads, as its name says`
				}
				p.reportRemedy(t, "/annotations", remedy, "there is neither readOnlyHint nor destructiveHint")
			}
		}),
	},
	{
		ID: "hints-contradict-name", Title: "hints that promise more than the name", Severity: Error,
		Reason: "Clients run tools with readOnlyHint without asking the user, and a tool that deletes must not be one of them.",
		Source: annotations, Remedy: "correct the hint, or the name",
		Bad:  `{"name":"delete_issue","annotations":{"readOnlyHint":true}}`,
		Good: `{"name":"delete_issue","annotations":{"readOnlyHint":false,"destructiveHint":true}}`,
		check: eachTool(func(p *pass, t *tool) {
			verb := ""
			if len(t.words) > 0 {
				verb = t.words[0]
			}
			readOnly, _ := t.hint("readOnlyHint")
			destructive, said := t.hint("destructiveHint")
			switch {
			case readOnly && slices.Contains(changingVerbs, verb):
				p.report(t, "/annotations/readOnlyHint", "%q is called read-only, and its name says that it does not only read", t.name)
			case said && !destructive && slices.Contains(destroyingVerbs, verb):
				p.report(t, "/annotations/destructiveHint", "%q is called not destructive, and its name says that it is", t.name)
			}
		}),
	},
	{
		ID: "hints-distrust-name", Title: "hints that promise less than the name", Severity: Info,
		Reason: "Clients ask the user before each call of a tool that by its name only reads.",
		Source: annotations, Remedy: "correct the hint, or say in the description what it changes",
		Bad:  `{"name":"get_issue","description":"Get an issue.","annotations":{"destructiveHint":true}}`,
		Good: `{"name":"get_issue","description":"Get an issue.","annotations":{"readOnlyHint":true}}`,
		check: eachTool(func(p *pass, t *tool) {
			readOnly, _ := t.hint("readOnlyHint")
			destructive, said := t.hint("destructiveHint")
			if !readOnly && said && destructive && t.reads() && !saysChange(t.description) {
				p.report(t, "/annotations", "%q is called destructive, and by its name it only reads", t.name)
			}
		}),
	},
	{
		ID: "hints-contradictory", Title: "hints that contradict each other", Severity: Error,
		Reason: "A tool that only reads destroys nothing. Clients believe one hint or the other.",
		Source: annotations, Remedy: "delete the one that is wrong",
		Bad:  `{"name":"reindex_issues","annotations":{"readOnlyHint":true,"destructiveHint":true}}`,
		Good: `{"name":"reindex_issues","annotations":{"readOnlyHint":false,"destructiveHint":true}}`,
		check: eachTool(func(p *pass, t *tool) {
			readOnly, _ := t.hint("readOnlyHint")
			if destructive, _ := t.hint("destructiveHint"); readOnly && destructive {
				p.report(t, "/annotations", "readOnlyHint and destructiveHint are both true")
			}
		}),
	},
	{
		ID: "hints-type", Title: "a hint that is no boolean", Severity: Error,
		Reason: "Clients that decode the list of tools strictly lose all of it.",
		Source: annotations, Remedy: "write true or false",
		Bad:  `{"name":"search_issues","annotations":{"readOnlyHint":null}}`,
		Good: `{"name":"search_issues","annotations":{"readOnlyHint":true}}`,
		check: eachTool(func(p *pass, t *tool) {
			members, _ := t.value["annotations"].(map[string]any)
			for _, name := range hintNames {
				v, has := members[name]
				if _, isBool := v.(bool); has && !isBool {
					p.report(t, "/annotations/"+name, "%s is no boolean", name)
				}
			}
		}),
	},
}

var (
	hintNames = []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}
	// destroyingVerbs begin the names of tools after which something is gone.
	destroyingVerbs = strings.Fields("delete remove drop destroy purge erase wipe truncate")
	// changingVerbs begin the names of tools that leave something changed.
	changingVerbs = append(strings.Fields(`create add insert update write edit modify rename move upload merge push fork revoke grant publish deploy
		install uninstall append archive send approve reject assign`), destroyingVerbs...)
)

// hint returns a member of the annotations, and whether it is there.
func (t *tool) hint(name string) (value, ok bool) {
	members, _ := t.value["annotations"].(map[string]any)
	value, ok = members[name].(bool)
	return value, ok
}

// isRead reports whether the tool returns what is there, by its hint or else by its name.
func (t *tool) isRead() bool {
	if readOnly, ok := t.hint("readOnlyHint"); ok {
		return readOnly
	}
	return t.reads()
}

// saysChange reports whether a description has a verb of change.
func saysChange(description string) bool {
	return slices.ContainsFunc(words(description), func(w string) bool {
		return slices.ContainsFunc(writeVerbs, func(verb string) bool { return stem(verb) == stem(w) })
	})
}
