package reflect

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// A fieldTag is everything that the tag of a struct field says. Nobody else reads
// struct tags.
type fieldTag struct {
	json        jsonTag
	description string   // what the model reads about the field
	title       string   // a short name for people
	enum        []string // the allowed values as written, split; nil if any value goes
	def         string   // the default as written
	hasDefault  bool     // an empty default is one, too
	examples    []string // sample values as written, split
	format      string   // a JSON Schema format, for strings
	pattern     string   // a regular expression, for strings
	deprecated  bool
	secret      bool   // keep the value out of texts and logs
	notSecret   bool   // secret:"false": the developer insists
	nullable    bool   // null is a value of its own
	required    bool   // must be present, whatever else the tag says
	header      string // x-mcp-header
	hasHeader   bool
	handle      string // which handles a value may be
	validate    string // rules of go-playground/validator
	jsonschema  string // as invopop/jsonschema reads it
	// jsonschema_description and jsonschema_extras are invopop's too.
	jsonschemaDescription string
	jsonschemaExtras      string
}

// tagKeys are the keys that belong to us. Other keys are left to those who own them.
var tagKeys = []string{
	"json", "description", "title", "enum", "default", "examples", "format", "pattern",
	"deprecated", "secret", "nullable", "required", "x-mcp-header", "handle", "validate",
	"jsonschema", "jsonschema_description", "jsonschema_extras",
}

// tagSlips are keys that nobody uses for anything else and that were surely meant to
// be ours.
var tagSlips = map[string]string{
	"desc":                   "description",
	"describe":               "description",
	"descr":                  "description",
	"descripton":             "description",
	"descriptions":           "description",
	"discription":            "description",
	"validation":             "validate",
	"validator":              "validate",
	"validates":              "validate",
	"defaults":               "default",
	"json_schema":            "jsonschema",
	"json-schema":            "jsonschema",
	"jsonschema-description": "jsonschema_description",
	"mcp-header":             "x-mcp-header",
	"x_mcp_header":           "x-mcp-header",
	"mcp_header":             "x-mcp-header",
}

// A tagProblem is what is wrong with one key of a tag.
type tagProblem struct {
	tag, problem, remedy string
}

// parseTag reads the tag of a field and says everything that is wrong with it. What
// could be read is returned in any case.
func parseTag(tag reflect.StructTag) (fieldTag, []tagProblem) {
	var t fieldTag
	pairs, problems := scanTag(string(tag))
	seen := map[string]bool{}
	for _, p := range pairs {
		if seen[p.key] && slices.Contains(tagKeys, p.key) {
			problems = append(problems, tagProblem{p.String(), "the key stands twice; Go reads only the first", "write it once"})
			continue
		}
		seen[p.key] = true
		if problem := t.set(p); problem != nil {
			problems = append(problems, *problem)
		}
	}
	t.json, problems = parseJSONTag(t.json.text, problems)
	return t, problems
}

// set stores one key.
func (t *fieldTag) set(p tagPair) *tagProblem {
	switch p.key {
	case "json":
		t.json.text = p.value
	case "description":
		t.description = p.value
	case "title":
		t.title = p.value
	case "enum":
		t.enum = splitList(p.value)
	case "default":
		t.def, t.hasDefault = p.value, true
	case "examples":
		t.examples = splitList(p.value)
	case "format":
		t.format = p.value
	case "pattern":
		t.pattern = p.value
	case "deprecated":
		return setFlag(&t.deprecated, p)
	case "secret":
		t.notSecret = p.value == "false"
		return setFlag(&t.secret, p)
	case "nullable":
		return setFlag(&t.nullable, p)
	case "required":
		return setFlag(&t.required, p)
	case "x-mcp-header":
		t.header, t.hasHeader = p.value, true
	case "handle":
		if p.value == "" {
			return &tagProblem{p.String(), "no prefix is named", "write the prefix of the handles, or leave the tag out"}
		}
		t.handle = p.value
	case "validate":
		t.validate = p.value
	case "jsonschema":
		t.jsonschema = p.value
	case "jsonschema_description":
		t.jsonschemaDescription = p.value
	case "jsonschema_extras":
		t.jsonschemaExtras = p.value
	default:
		meant := tagSlips[strings.ToLower(p.key)]
		if meant == "" && slices.Contains(tagKeys, strings.ToLower(p.key)) {
			meant = strings.ToLower(p.key)
		}
		if meant != "" {
			return &tagProblem{p.String(), fmt.Sprintf("%s is not a tag key", p.key), "write " + meant}
		}
	}
	return nil
}

// setFlag reads a tag that is true or false.
func setFlag(flag *bool, p tagPair) *tagProblem {
	switch p.value {
	case "true":
		*flag = true
	case "false":
	default:
		return &tagProblem{p.String(), "neither true nor false", fmt.Sprintf("write %s:\"true\" or leave the tag out", p.key)}
	}
	return nil
}

// A tagPair is one key and its unquoted value.
type tagPair struct{ key, value string }

// String returns the pair as it stands in the source.
func (p tagPair) String() string { return p.key + ":" + strconv.Quote(p.value) }

// scanTag splits a tag into its pairs by the rules of reflect.StructTag. Where those
// rules would lose a pair in silence it reports a problem. A backslash before a comma
// needs no second one.
func scanTag(tag string) (pairs []tagPair, problems []tagProblem) {
	for {
		tag = strings.TrimLeft(tag, " ")
		if tag == "" {
			return pairs, problems
		}
		i := 0
		for i < len(tag) && tag[i] > ' ' && tag[i] != ':' && tag[i] != '"' && tag[i] != 0x7f {
			i++
		}
		if i == 0 || i+1 >= len(tag) || tag[i] != ':' || tag[i+1] != '"' {
			return pairs, append(problems, malformed(tag))
		}
		key, rest := tag[:i], tag[i+1:]
		i = 1
		for i < len(rest) && rest[i] != '"' {
			if rest[i] == '\\' {
				i++
			}
			i++
		}
		if i >= len(rest) {
			return pairs, append(problems, malformed(tag))
		}
		value, err := strconv.Unquote(keepEscapedCommas(rest[:i+1]))
		if err != nil {
			problems = append(problems, tagProblem{key + ":" + rest[:i+1], "the value is not a Go string, so Go would not see it",
				"write a backslash twice"})
		} else {
			pairs = append(pairs, tagPair{key, value})
		}
		tag = rest[i+1:]
		if tag != "" && tag[0] != ' ' {
			problems = append(problems, malformed(tag))
		}
	}
}

func malformed(tag string) tagProblem {
	return tagProblem{tag, "not of the form key:\"value\", so Go does not read it or what follows it", `write key:"value" pairs with blanks between them`}
}

// keepEscapedCommas doubles the backslash of \, so that strconv.Unquote keeps it.
func keepEscapedCommas(quoted string) string {
	if !strings.Contains(quoted, `\,`) {
		return quoted
	}
	var b strings.Builder
	for i := 0; i < len(quoted); i++ {
		b.WriteByte(quoted[i])
		if quoted[i] != '\\' || i+1 == len(quoted) {
			continue
		}
		if quoted[i+1] == ',' {
			b.WriteByte('\\')
		}
		i++
		b.WriteByte(quoted[i])
	}
	return b.String()
}

// splitList splits at commas; \, is a comma within a value. Blanks around values are
// dropped. It returns at least one value.
func splitList(s string) []string {
	var list []string
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && s[i+1] == ',':
			b.WriteByte(',')
			i++
		case s[i] == ',':
			list = append(list, strings.TrimSpace(b.String()))
			b.Reset()
		default:
			b.WriteByte(s[i])
		}
	}
	return append(list, strings.TrimSpace(b.String()))
}
