package lint

import (
	"regexp"
	"strings"
)

// What descriptions say of allowed values and bounds.
var (
	// quotedValues are two or more values in quotation marks: 'open', 'closed' or "all".
	quotedValues = regexp.MustCompile("[\"'`]([\\w./+-]{1,40})[\"'`](?:\\s*(?:,|\\||/|\\bor\\b|\\band\\b)\\s*(?:or\\s+|and\\s+)?[\"'`][\\w./+-]{1,40}[\"'`])+")
	// namedValues are values after words that say that there are no others.
	namedValues = regexp.MustCompile(`(?i)\b(?:one of|either|(?:allowed|valid|possible|accepted|permitted) (?:values|options)(?: are| include)?|must be|can be|options(?: are)?)\s*[:(]?\s*` +
		`([\w+-]{1,40}(?:,\s*[\w+-]{1,40})+(?:,?\s+or\s+[\w+-]{1,40})?|[\w+-]{1,40}(?:\s*\|\s*[\w+-]{1,40})+)`)
	// barredValues are values with bars between them: open|closed|all.
	barredValues = regexp.MustCompile(`(?:^|[\s(:])([a-z][\w+-]{1,30}(?:\s?\|\s?[a-z][\w+-]{1,30})+)`)
	// listedValues are three or more in brackets and nothing else: (name, size, date).
	listedValues = regexp.MustCompile(`\(([\w+.:-]+(?:, ?[\w+.:-]+){2,})\)`)
	// examples are ways to say that what follows are not all values.
	examples = regexp.MustCompile(`(?i)(e\.g\.?,?|i\.e\.|for example,?|for instance,?|examples?:?|such as|like|including|similar to|eg\.?|not|without|default(s|ing)?( to| is)?:?)[\s(:]*$`)
	// open are ways to say it behind them.
	open = regexp.MustCompile(`^\s*[,)]?\s*(etc|…|\.\.\.|and (so on|others|more)|or (other|any|another|similar))`)
)

// valuesInWords returns where a description lists the values that are allowed, or "".
func valuesInWords(description string) string {
	if at := namedValues.FindStringSubmatchIndex(description); at != nil && !open.MatchString(description[at[1]:]) {
		return description[at[2]:at[3]]
	}
	if at := listedValues.FindStringSubmatch(description); at != nil && !saysForm.MatchString(at[1]) && !strings.HasSuffix(at[1], "etc") && !strings.HasSuffix(at[1], "..") {
		return at[1]
	}
	for _, re := range []*regexp.Regexp{quotedValues, barredValues} {
		at := re.FindStringIndex(description)
		if at != nil && !examples.MatchString(description[:at[0]]) && !open.MatchString(description[at[1]:]) {
			return strings.Trim(description[at[0]:at[1]], " (:")
		}
	}
	return ""
}

const number = `-?\d[\d_,]*(?:\.\d+)?`

var (
	// upper and lower are bounds of a number on one side, between on both.
	between = regexp.MustCompile(`(?i)\bbetween ` + number + ` and ` + number + `|\bfrom ` + number + ` to ` + number + `|(?:^|[(,:]\s*)` + number + `\s?(?:-|–|\.\.|to)\s?` + number + `(?:[),.;]|$)`)
	upper   = regexp.MustCompile(`(?i)\b(?:max(?:imum|\.)?(?: (?:is|of|value|allowed))?|at most|up to|no more than|not more than|must not exceed|less than)\s*[:=]?\s*` + number)
	lower   = regexp.MustCompile(`(?i)\b(?:min(?:imum|\.)?(?: (?:is|of|value|allowed))?|at least|no less than|not less than|greater than|must be (?:positive|non-negative))\s*[:=]?\s*` + number)

	// size is a bound of a length or of a count, before what is counted.
	size    = `(?i)\b(max(?:imum|\.)?(?: of| length| length of| length is)?|at most|up to|no more than|limited to|at least|min(?:imum|\.)?(?: of| length)?)\s*[:=]?\s*\d[\d,]*\s*`
	lengths = regexp.MustCompile(size + `(?:characters|chars|letters|digits)\b`)
	counts  = regexp.MustCompile(size + `(?:items|entries|elements|values|ids|names|files|paths|urls|tags|labels|queries|keys)\b`)
	least   = regexp.MustCompile(`(?i)^(?:min|at least)`)
)

// boundInWords returns where the description of a value of a kind tells a bound, or "", and the
// keywords that say it.
func boundInWords(kind, description string) (bound string, keywords []string) {
	oneOf := func(bound, lower, upper string) (string, []string) {
		if least.MatchString(bound) {
			return bound, []string{lower}
		}
		return bound, []string{upper}
	}
	switch kind {
	case "string":
		return oneOf(lengths.FindString(description), "minLength", "maxLength")
	case "array":
		return oneOf(counts.FindString(description), "minItems", "maxItems")
	case "integer", "number":
		bound, keywords = between.FindString(description), []string{"minimum", "maximum"}
		if bound == "" {
			bound, keywords = upper.FindString(description), []string{"maximum"}
		}
		if bound == "" {
			bound, keywords = lower.FindString(description), []string{"minimum"}
		}
	}
	return strings.Trim(bound, " (),.;:"), keywords
}
