package lint

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/typedmcp/toolkit/internal/clients"
)

// A clientRule makes a rule of what the table of clients knows about one thing.
type clientRule struct {
	what      string // as the table has it
	id        string
	title     string   // if what is none
	severity  Severity // if it is not that of [severityOf]
	bad, good string
}

// inSchema is a definition with an inputSchema of one property.
func inSchema(property string) string {
	return `{"name":"search_issues","inputSchema":{"type":"object","properties":{"query":` + property + `},"required":["query"],"additionalProperties":false}}`
}

// withInput is a definition with an inputSchema, and withOutput with an outputSchema.
func withInput(schema string) string {
	return `{"name":"search_issues","inputSchema":` + schema + `}`
}

func withOutput(schema string) string {
	return `{"name":"search_issues","inputSchema":{"type":"object","properties":{}},"outputSchema":` + schema + `}`
}

const (
	plainText = `{"type":"string"}`
	noInput   = `{"type":"object","properties":{},"additionalProperties":false}`
)

var clientRules = makeClientRules([]clientRule{
	{what: "the name", id: "client-name", title: "a name that some clients refuse",
		bad: `{"name":"issues.search"}`, good: `{"name":"search_issues"}`},
	{what: "a property name", id: "client-property-name", title: "a property name that some clients refuse",
		bad: withArgument("labels[]", plainText), good: withArgument("labels", plainText)},
	{what: "an object without properties", id: "client-no-properties",
		bad: withInput(`{"type":"object"}`), good: withInput(noInput)},
	{what: "a keyword that is null", id: "client-null-keyword",
		bad: withInput(`{"type":"object","properties":{},"required":null}`), good: withInput(noInput)},
	{what: "a root that is no object", id: "client-root",
		bad: withInput(`{}`), good: withInput(noInput)},
	{what: "a list of types", id: "client-type-list",
		bad: inSchema(`{"type":["string","null"]}`), good: inSchema(plainText)},
	{what: "a boolean schema", id: "client-boolean-schema",
		bad: inSchema(`true`), good: inSchema(`{}`)},
	{what: "a const", id: "client-const",
		bad: inSchema(`{"const":"issue"}`), good: inSchema(`{"type":"string","enum":["issue"]}`)},
	{what: "patternProperties or propertyNames", id: "client-pattern-properties",
		bad:  inSchema(`{"type":"object","properties":{},"patternProperties":{"^x-":{"type":"string"}}}`),
		good: inSchema(`{"type":"object","properties":{},"additionalProperties":{"type":"string"}}`)},
	{what: "a $schema", id: "client-schema-declared",
		bad:  withInput(`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{}}`),
		good: withInput(noInput)},
	{what: "a $schema of 2020-12", id: "client-dialect",
		bad:  withInput(`{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{}}`),
		good: withInput(noInput)},
	{what: "exclusiveMinimum or exclusiveMaximum", id: "client-exclusive-bound",
		bad: inSchema(`{"type":"integer","exclusiveMinimum":0}`), good: inSchema(`{"type":"integer","minimum":1}`)},
	{what: "a format other than date-time", id: "client-format",
		bad: inSchema(`{"type":"string","format":"uri"}`), good: inSchema(`{"type":"string","format":"date-time"}`)},
	{what: "an empty string in an enum", id: "client-enum-empty",
		bad: inSchema(`{"type":"string","enum":["","open"]}`), good: inSchema(`{"type":"string","enum":["open"]}`)},
	{what: "an enum of values that are no strings", id: "client-enum-type",
		bad: inSchema(`{"type":"integer","enum":[1,2]}`), good: inSchema(`{"type":"integer","minimum":1,"maximum":2}`)},
	{what: "an array without items", id: "client-array-items",
		bad: inSchema(`{"type":"array"}`), good: inSchema(`{"type":"array","items":{"type":"string"}}`)},
	{what: "a list of schemas as items", id: "client-tuple",
		bad: inSchema(`{"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"string"}}`), good: inSchema(`{"type":"array","items":{"type":"string"}}`)},
	{what: "a type beside anyOf", id: "client-type-any-of",
		bad: inSchema(`{"type":"string","anyOf":[{"enum":["a"]},{"enum":["b"]}]}`), good: inSchema(`{"type":"string","enum":["a","b"]}`)},
	{what: "oneOf, anyOf or allOf", id: "client-composition",
		bad: inSchema(`{"anyOf":[{"type":"string"},{"type":"integer"}]}`), good: inSchema(plainText)},
	{what: "oneOf, anyOf or allOf at the root", id: "client-root-composition",
		bad: withInput(`{"type":"object","properties":{},"anyOf":[{"required":["a"]}]}`), good: withInput(noInput)},
	{what: "oneOf, anyOf, allOf, not or if at the root", id: "client-root-condition",
		bad: withInput(`{"type":"object","properties":{},"not":{"required":["a"]}}`), good: withInput(noInput)},
	{what: "a schema that is none of 2020-12", id: "client-invalid",
		bad: inSchema(`{"type":"text"}`), good: inSchema(plainText)},
	{what: "a schema that is none of draft-07", id: "client-invalid-draft-seven",
		bad: inSchema(`{"type":"text"}`), good: inSchema(plainText)},
	{what: "a required property that is not among the properties", id: "client-required",
		bad: withInput(`{"type":"object","properties":{},"required":["query"]}`), good: inSchema(plainText)},
	{what: "a $ref", id: "client-ref",
		bad:  withInput(`{"type":"object","properties":{"query":{"$ref":"#/$defs/text"}},"$defs":{"text":{"type":"string"}}}`),
		good: inSchema(plainText)},
	{what: "a $ref to nothing", id: "client-ref-dangling",
		bad:  withInput(`{"type":"object","properties":{"query":{"$ref":"#/$defs/text"}}}`),
		good: inSchema(plainText)},
	{what: "a $ref to elsewhere than #/$defs/", id: "client-ref-elsewhere",
		bad:  withInput(`{"type":"object","properties":{"query":{"$ref":"#/definitions/text"}},"definitions":{"text":{"type":"string"}}}`),
		good: withInput(`{"type":"object","properties":{"query":{"$ref":"#/$defs/text"}},"$defs":{"text":{"type":"string"}}}`)},
	{what: "a keyword beside $ref that the definition has too", id: "client-ref-beside",
		bad:  withInput(`{"type":"object","properties":{"query":{"$ref":"#/$defs/text","description":"Words"}},"$defs":{"text":{"type":"string","description":"A text"}}}`),
		good: withInput(`{"type":"object","properties":{"query":{"$ref":"#/$defs/text","description":"Words"}},"$defs":{"text":{"type":"string"}}}`)},
	{what: "an outputSchema that declares draft-07", id: "client-output-dialect",
		bad:  withOutput(`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{}}`),
		good: withOutput(`{"type":"object","properties":{}}`)},
	// A server of this toolkit wraps the value for the clients that mind.
	{what: "an outputSchema whose root is no object", id: "client-output-root", severity: Info,
		bad: withOutput(`{"type":"array","items":{"type":"string"}}`), good: withOutput(`{"type":"object","properties":{}}`)},
	{what: "a description of more than 1,024 characters", id: "client-description-length",
		bad:  inSchema(`{"type":"string","description":"` + strings.Repeat("Words to look for. ", 60) + `"}`),
		good: inSchema(`{"type":"string","description":"Words to look for."}`)},
	{what: "a bound, a length, a pattern, a format or a default", id: "client-constraint",
		bad: inSchema(`{"type":"string","minLength":1}`), good: inSchema(plainText)},
	{what: "an optional property", id: "client-strict-optional",
		bad: withInput(`{"type":"object","properties":{"query":{"type":"string"}},"additionalProperties":false}`), good: inSchema(plainText)},
	{what: "an object that takes other properties", id: "client-strict-open",
		bad: withInput(`{"type":"object","properties":{}}`), good: withInput(noInput)},
	{what: "allOf, not, if or a dependent keyword", id: "client-strict-condition",
		bad: inSchema(`{"type":"string","not":{"enum":["*"]}}`), good: inSchema(plainText)},
	{what: "a bound of a number or a length", id: "client-strict-bound",
		bad: inSchema(`{"type":"string","minLength":1}`), good: inSchema(plainText)},
	{what: "a schema that refers to itself", id: "client-strict-recursion",
		bad:  withInput(`{"type":"object","properties":{"filter":{"$ref":"#/$defs/filter"}},"$defs":{"filter":{"type":"object","properties":{"not":{"$ref":"#/$defs/filter"}}}}}`),
		good: inSchema(plainText)},
})

// makeClientRules takes what the table of clients says: who minds, and what to do.
func makeClientRules(list []clientRule) []Rule {
	rules := make([]Rule, len(list))
	for i, c := range list {
		var entries []clients.Entry
		for _, e := range clients.Entries() {
			if e.What == c.what {
				entries = append(entries, e)
			}
		}
		rules[i] = Rule{
			ID: c.id, Title: or(c.title, c.what), Severity: severityOf(entries),
			Bad: c.bad, Good: c.good, check: clientCheck(c.what),
		}
		if c.severity != "" {
			rules[i].Severity = c.severity
		}
		if len(entries) == 0 {
			continue // a test says so
		}
		rules[i].Reason = consequences(entries) + "."
		rules[i].Remedy = remedies(entries)
		rules[i].Source = Source{entries[0].Client + ", a report", entries[0].Source}
		if !strings.Contains(entries[0].Source, "/issues/") {
			rules[i].Source.Name = entries[0].Client + ", its documentation or source"
		}
	}
	return rules
}

// severityOf is Error where something is refused, Warning where it is changed, and Off where
// that happens only to some users of a client, who then ask for it.
func severityOf(entries []clients.Entry) Severity {
	severity := Off
	for _, e := range entries {
		switch {
		case e.When != "":
		case e.Refuses:
			return Error
		default:
			severity = Warning
		}
	}
	return severity
}

// consequences says who minds, and what becomes of it.
func consequences(entries []clients.Entry) string {
	return outcomes(entries, func(who, effect string) string { return who + ": it " + effect }, ". ")
}

// outcomes says what becomes of it, once for all clients where it is the same.
func outcomes(entries []clients.Entry, clause func(who, effect string) string, between string) string {
	var effects, clauses []string
	who := map[string][]string{}
	for _, e := range entries {
		if who[e.Effect] == nil {
			effects = append(effects, e.Effect)
		}
		who[e.Effect] = append(who[e.Effect], strings.TrimSpace(e.Client+" "+e.When))
	}
	for _, effect := range effects {
		clauses = append(clauses, clause(strings.Join(who[effect], " and "), effect))
	}
	return strings.Join(clauses, between)
}

// remedies says what to do, once where one clause says more than another.
func remedies(entries []clients.Entry) string {
	var list []string
	for _, e := range entries {
		list = slices.DeleteFunc(list, func(shorter string) bool { return strings.HasPrefix(e.Remedy, shorter) })
		if !slices.ContainsFunc(list, func(longer string) bool { return strings.HasPrefix(longer, e.Remedy) }) {
			list = append(list, e.Remedy)
		}
	}
	return strings.Join(list, "; ")
}

// clientCheck reports each place where the table finds a thing, for those clients that matter.
func clientCheck(what string) func(*pass) {
	return eachTool(func(p *pass, t *tool) {
		byPath := map[string][]clients.Entry{}
		var paths []string
		for _, issue := range t.issues() {
			if issue.Path == "/name" && !validName.MatchString(t.name) { // another rule's finding
				continue
			}
			if issue.What != what || len(p.clients) > 0 && !slices.Contains(p.clients, issue.Client) {
				continue
			}
			if byPath[issue.Path] == nil {
				paths = append(paths, issue.Path)
			}
			byPath[issue.Path] = append(byPath[issue.Path], *issue.Entry)
		}
		for _, path := range paths {
			entries := byPath[path]
			subject := what
			if path == "/name" {
				subject = fmt.Sprintf("the name %q", short(t.name))
			} else if there := t.keywordsOf(what, path); there != "" {
				subject = there
			}
			p.reportRemedy(t, path, remedies(entries), "%s: %s", subject,
				outcomes(entries, func(who, effect string) string { return "with " + who + " it " + effect }, "; "))
		}
	})
}

// keywordsOf returns those of several keywords that stand at a place: anyOf for "oneOf, anyOf or
// allOf"; "" if it is not about keywords.
func (t *tool) keywordsOf(what, path string) string {
	var at any = t.value
	for token := range strings.SplitSeq(strings.TrimPrefix(path, "/"), "/") {
		switch node := at.(type) {
		case map[string]any:
			at = node[strings.NewReplacer("~1", "/", "~0", "~").Replace(token)]
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(node) {
				return ""
			}
			at = node[i]
		}
	}
	node, _ := at.(map[string]any)
	var there []string
	for _, name := range strings.FieldsFunc(what, func(r rune) bool { return r == ' ' || r == ',' }) {
		if _, ok := node[name]; ok && strings.Contains(what, " or ") && name != "type" {
			there = append(there, name)
		}
	}
	return strings.Join(there, " and ")
}

// issues returns what clients make of the tool. A schema that cannot be read has none.
func (t *tool) issues() []clients.Issue {
	if !t.looked {
		t.looked = true
		t.found, _ = clients.Issues(t.definition) //nolint:errcheck // numbers beyond float64 only; the definition was decoded from JSON
	}
	return t.found
}
