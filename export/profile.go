package export

import (
	"encoding/json"
	"regexp"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/internal/ordered"
)

// A profile is what an interface takes, by its documentation.
type profile struct {
	toolName     nameRule
	propertyName nameRule

	// whole says that it takes JSON Schema as a whole, but for what stands at the root. Otherwise
	// every schema has one type, and keywords and formats are those below.
	whole    bool
	keywords []string
	formats  map[string][]string // by type
	// enum reports whether it takes a value in an enum.
	enum func(value any) bool
	// pattern reports whether it takes a regular expression.
	pattern func(pattern string) bool
	// recursive says that a schema may refer to itself.
	recursive bool
	// closed says that every object is closed and requires all its properties.
	closed bool
	// nullable is a keyword for schemas that take null; otherwise it is one of the types.
	nullable bool
	// members says that an object without properties is refused.
	members bool
	// description is how many characters older models took in that of a function. 0 is any number.
	description int
	// deepest bounds how deep objects and arrays stand in each other. 0 is any depth.
	deepest int
	// values bounds the enum values of a tool. 0 is any number.
	values int

	definitions func([]*tool) any
	read        func(call json.RawMessage) (request, error)
	write       func(request, *mcp.CallToolResult) any
}

// unportable finds what not every engine of regular expressions has: looking around, referring
// back, and classes of Unicode.
var unportable = regexp.MustCompile(`\(\?[=!<P]|\\[1-9]|\\[pPkKAZzGbB]`)

// maxName is the longest name of a function in the interfaces here.
const maxName = 64

var (
	wide = nameRule{also: "-", longest: maxName}

	wholeOpenAI = profile{toolName: wide, propertyName: nameRule{any: true}, whole: true, recursive: true, description: 1024}

	strictOpenAI = profile{
		toolName: wide, propertyName: nameRule{any: true}, recursive: true, closed: true, deepest: 10, values: 1000, description: 1024,
		keywords: []string{"enum", "pattern", "format", "multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems"},
		formats:  map[string][]string{"string": {"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}},
		enum:     func(any) bool { return true },
		pattern:  func(pattern string) bool { return !unportable.MatchString(pattern) },
	}
)

// profiles has the interfaces by name.
var profiles = map[API]*profile{
	Claude: {
		toolName: wide, propertyName: nameRule{also: "-.", longest: maxName}, whole: true, recursive: true,
		definitions: claudeDefinitions, read: readClaude, write: writeClaude,
	},
	OpenAI:                chat(wholeOpenAI),
	OpenAIStrict:          chat(strictOpenAI),
	OpenAIResponses:       responses(wholeOpenAI),
	OpenAIResponsesStrict: responses(strictOpenAI),
	Gemini: {
		toolName: nameRule{also: "-.", longest: maxName, letterHead: true}, propertyName: nameRule{longest: maxName, letterHead: true},
		keywords: []string{"enum", "pattern", "format", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"},
		formats:  map[string][]string{"string": {"date-time"}, "integer": {"int32", "int64"}, "number": {"float", "double"}},
		enum:     func(value any) bool { s, ok := value.(string); return ok && s != "" },
		pattern:  func(string) bool { return true },
		nullable: true, members: true,
		definitions: geminiDefinitions, read: readGemini, write: writeGemini,
	},
}

func chat(p profile) *profile {
	p.definitions = func(tools []*tool) any { return openAIDefinitions(tools, p.closed, true) }
	p.read, p.write = readChat, writeChat
	return &p
}

func responses(p profile) *profile {
	p.definitions = func(tools []*tool) any { return openAIDefinitions(tools, p.closed, false) }
	p.read, p.write = readResponses, writeResponses
	return &p
}

// object makes an object of names and values in turn; values that are nil are left out.
func object(members ...any) *ordered.Object {
	o := ordered.New()
	for i := 0; i+1 < len(members); i += 2 {
		if members[i+1] != nil {
			o.Set(members[i].(string), members[i+1])
		}
	}
	return o
}
