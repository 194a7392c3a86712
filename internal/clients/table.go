package clients

import (
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// An Entry is one thing that one client does not take.
type Entry struct {
	Client  string // who
	When    string // where it happens, if not always: "for strict tools"
	Refuses bool   // the tool, or the request with all tools, is refused; otherwise it is changed
	What    string // stands there, as the subject of a sentence: "a list of types"
	Effect  string // what becomes of it, as its predicate: "makes every request fail"
	Remedy  string // what to do, as a clause: "write one type"
	Source  string // an address where it was reported or is documented

	parts part
	finds func(place) bool
}

const (
	openai     = "OpenAI API"
	gemini     = "Gemini API"
	claude     = "Claude API"
	claudeCli  = "Claude Code"
	cursor     = "Cursor"
	vscode     = "VS Code Copilot"
	copilot    = "Copilot CLI"
	lmstudio   = "LM Studio"
	kiro       = "Kiro"
	moonshot   = "Moonshot API"
	typescript = "TypeScript SDK 1.x"

	strictTools = "for strict tools"
	gpt4        = "for GPT-4 models"

	openaiGuide = "https://platform.openai.com/docs/guides/structured-outputs"
	geminiGuide = "https://ai.google.dev/api/caching#Schema"
	vscodeCode  = "https://github.com/microsoft/vscode-copilot-chat/blob/main/src/extension/tools/common/toolSchemaNormalizer.ts"
	claudeGuide = "https://platform.claude.com/docs/en/build-with-claude/structured-outputs"

	fails      = "makes every request with this tool fail"
	vanishes   = "makes the tool vanish"
	notOffered = "keeps models from seeing what is meant; arguments arrive as JSON in a string or not at all"
)

// table is everything that is known, by client.
var table = []Entry{
	{
		Client: openai, Refuses: true, parts: input, finds: objectWithoutProperties,
		What: "an object without properties", Effect: fails, Remedy: `write "properties": {}, also where there are none`,
		Source: "https://github.com/openai/openai-agents-python/issues/449",
	},
	{
		Client: openai, Refuses: true, parts: input, finds: nullKeyword,
		What: "a keyword that is null", Effect: fails, Remedy: "leave the keyword out",
		Source: "https://github.com/karakeep-app/karakeep/issues/1831",
	},
	{
		Client: openai, When: strictTools, Refuses: true, parts: input, finds: optionalProperty,
		What: "an optional property", Effect: "is refused", Remedy: "export the tool for strict mode, where it is required and may be null",
		Source: openaiGuide,
	},
	{
		Client: openai, When: strictTools, Refuses: true, parts: input, finds: openObject,
		What: "an object that takes other properties", Effect: "is refused", Remedy: `write "additionalProperties": false`,
		Source: openaiGuide,
	},
	{
		Client: openai, When: strictTools, Refuses: true, parts: input, finds: anyKeyword("allOf", "not", "if", "dependentRequired", "dependentSchemas"),
		What: "allOf, not, if or a dependent keyword", Effect: "is refused", Remedy: "say it in the description",
		Source: openaiGuide,
	},
	{
		Client: gemini, Refuses: true, parts: nameOf, finds: name(`^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$`),
		What: "the name", Effect: "is refused, with every request", Remedy: "begin it with a letter or _, and keep it within 64 characters",
		Source: "https://github.com/google-gemini/gemini-cli/issues/2966",
	},
	{
		Client: gemini, Refuses: true, parts: input, finds: typeList,
		What: "a list of types", Effect: fails, Remedy: "write one type",
		Source: "https://github.com/zereight/gitlab-mcp/issues/166",
	},
	{
		Client: gemini, Refuses: true, parts: input, finds: booleanSchema,
		What: "a boolean schema", Effect: fails, Remedy: "write {} for anything",
		Source: geminiGuide,
	},
	{
		Client: gemini, Refuses: true, parts: input, finds: anyKeyword("const"),
		What: "a const", Effect: fails, Remedy: "write an enum of one value",
		Source: geminiGuide,
	},
	{
		Client: gemini, Refuses: true, parts: input, finds: anyKeyword("patternProperties", "propertyNames"),
		What: "patternProperties or propertyNames", Effect: fails, Remedy: "say in the description which names there may be",
		Source: geminiGuide,
	},
	{
		Client: gemini, Refuses: true, parts: input, finds: anyKeyword("$schema"),
		What: "a $schema", Effect: fails, Remedy: "leave $schema out",
		Source: geminiGuide,
	},
	{
		Client: gemini, Refuses: true, parts: input, finds: anyKeyword("exclusiveMinimum", "exclusiveMaximum"),
		What: "exclusiveMinimum or exclusiveMaximum", Effect: fails, Remedy: "use minimum and maximum",
		Source: "https://github.com/modelcontextprotocol/servers/issues/1624",
	},
	{
		Client: gemini, Refuses: true, parts: input, finds: stringFormat("enum", "date-time"),
		What: "a format other than date-time", Effect: fails, Remedy: "say the form in the description",
		Source: "https://github.com/google-gemini/gemini-cli/issues/2237",
	},
	{
		Client: gemini, Refuses: true, parts: input, finds: emptyEnumValue,
		What: "an empty string in an enum", Effect: fails, Remedy: "make the property optional instead",
		Source: "https://github.com/sbroenne/mcp-server-excel/issues/607",
	},
	{
		Client: gemini, Refuses: true, parts: input, finds: otherEnumValue,
		What: "an enum of values that are no strings", Effect: fails, Remedy: "use strings, or bounds",
		Source: "https://github.com/microsoft/azure-devops-mcp/issues/139",
	},
	{
		Client: gemini, Refuses: true, parts: input, finds: arrayWithoutItems,
		What: "an array without items", Effect: fails, Remedy: "say what the items are",
		Source: geminiGuide,
	},
	{
		Client: gemini, Refuses: true, parts: input, finds: typeBesideAnyOf,
		What: "a type beside anyOf", Effect: fails, Remedy: "write the type into each alternative",
		Source: "https://github.com/DzAvril/MoviePilot-Plugins/issues/23",
	},
	{
		Client: claude, Refuses: true, parts: nameOf, finds: name(`^[a-zA-Z0-9_-]{1,128}$`),
		What: "the name", Effect: "is refused, with every request", Remedy: "use letters, digits, _ and -; no dot",
		Source: "https://github.com/GlitterKill/sdl-mcp/issues/34",
	},
	{
		Client: claude, Refuses: true, parts: input, finds: atRoot(anyKeyword("oneOf", "anyOf", "allOf")),
		What: "oneOf, anyOf or allOf at the root", Effect: fails, Remedy: "put the alternatives into a property",
		Source: "https://github.com/anthropics/claude-code/issues/5973",
	},
	{
		Client: claude, Refuses: true, parts: input, finds: propertyName(`^[a-zA-Z0-9_.-]{1,64}$`),
		What: "a property name", Effect: fails, Remedy: "use up to 64 letters, digits, _, . and -",
		Source: "https://github.com/freee/freee-mcp/issues/15",
	},
	{
		Client: claude, Refuses: true, parts: input, finds: atRoot(invalid(jsonschema.Draft2020)),
		What: "a schema that is none of 2020-12", Effect: fails, Remedy: "correct the keyword",
		Source: "https://github.com/ProfSynapse/nexus/issues/6",
	},
	{
		Client: claude, When: strictTools, Refuses: true, parts: input, finds: anyKeyword("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength"),
		What: "a bound of a number or a length", Effect: "is refused", Remedy: "say it in the description",
		Source: claudeGuide,
	},
	{
		Client: claude, When: strictTools, Refuses: true, parts: input, finds: recursive,
		What: "a schema that refers to itself", Effect: "is refused", Remedy: "write it out to a depth",
		Source: claudeGuide,
	},
	{
		Client: claudeCli, Refuses: true, parts: input, finds: atRoot(otherThanObject),
		What: "a root that is no object", Effect: "loses the whole list of tools", Remedy: `write "type": "object" at the root`,
		Source: "https://github.com/anthropics/claude-code/issues/88049",
	},
	{
		Client: claudeCli, Refuses: true, parts: input, finds: nullKeyword,
		What: "a keyword that is null", Effect: "loses the whole list of tools", Remedy: "leave the keyword out",
		Source: "https://github.com/anthropics/claude-code/issues/44364",
	},
	{
		Client: claudeCli, Refuses: true, parts: output, finds: draft07,
		What: "an outputSchema that declares draft-07", Effect: "makes calls of the tool fail", Remedy: "leave $schema out, or declare 2020-12",
		Source: "https://github.com/anthropics/claude-code/issues/88882",
	},
	{
		Client: claudeCli, Refuses: true, parts: output, finds: danglingReference,
		What: "a $ref to nothing", Effect: "loses the whole list of tools", Remedy: "add the definition, or write the schema out",
		Source: "https://github.com/anthropics/claude-code/issues/76040",
	},
	{
		Client: cursor, Refuses: true, parts: input, finds: typeList,
		What: "a list of types", Effect: "makes calls with this argument fail", Remedy: "write one type, and leave the property optional",
		Source: "https://github.com/cursor/cursor/issues/3778",
	},
	{
		Client: cursor, Refuses: true, parts: input, finds: anyKeyword("oneOf", "anyOf", "allOf"),
		What: "oneOf, anyOf or allOf", Effect: "makes calls with this argument fail", Remedy: "use one object with optional properties",
		Source: "https://github.com/cursor/cursor/issues/3540",
	},
	{
		Client: vscode, Refuses: true, parts: input, finds: arrayWithoutItems,
		What: "an array without items", Effect: vanishes, Remedy: "say what the items are",
		Source: "https://github.com/microsoft/vscode/issues/246119",
	},
	{
		Client: vscode, Refuses: true, parts: input, finds: atRoot(invalid(jsonschema.Draft7)),
		What: "a schema that is none of draft-07", Effect: vanishes, Remedy: "use keywords as draft-07 and 2020-12 both have them",
		Source: vscodeCode,
	},
	{
		Client: vscode, parts: input, finds: atRoot(anyKeyword("oneOf", "anyOf", "allOf", "not", "if")),
		What: "oneOf, anyOf, allOf, not or if at the root", Effect: "is taken out", Remedy: "put the alternatives into a property",
		Source: vscodeCode,
	},
	{
		Client: vscode, parts: input, finds: undeclaredRequired,
		What: "a required property that is not among the properties", Effect: "is taken out", Remedy: "add it to the properties",
		Source: vscodeCode,
	},
	{
		Client: vscode, Refuses: true, parts: input, finds: declares2020,
		What: "a $schema of 2020-12", Effect: vanishes, Remedy: "leave $schema out",
		Source: "https://github.com/firecrawl/firecrawl-mcp-server/issues/107",
	},
	{
		Client: vscode, When: gpt4, parts: input, finds: longDescription(1024),
		What: "a description of more than 1,024 characters", Effect: "is cut", Remedy: "say the most important first",
		Source: vscodeCode,
	},
	{
		Client: vscode, When: gpt4, parts: input, finds: anyKeyword("minLength", "maxLength", "pattern", "default", "format", "minimum", "maximum", "multipleOf", "patternProperties", "unevaluatedProperties", "propertyNames",
			"minProperties", "maxProperties", "unevaluatedItems", "contains", "minContains", "maxContains", "minItems", "maxItems", "uniqueItems"),
		What: "a bound, a length, a pattern, a format or a default", Effect: "is taken out", Remedy: "say it in the description if it is often missed",
		Source: vscodeCode,
	},
	{
		Client: copilot, parts: input, finds: anyKeyword("$ref"),
		What: "a $ref", Effect: notOffered, Remedy: "write the schema out",
		Source: "https://github.com/github/copilot-cli/issues/1876",
	},
	{
		Client: lmstudio, parts: input, finds: anyKeyword("$ref"),
		What: "a $ref", Effect: notOffered, Remedy: "write the schema out",
		Source: "https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/738",
	},
	{
		Client: kiro, Refuses: true, parts: input | output, finds: danglingReference,
		What: "a $ref to nothing", Effect: "loses the whole list of tools", Remedy: "add the definition, or write the schema out",
		Source: "https://github.com/kirodotdev/Kiro/issues/10040",
	},
	{
		Client: moonshot, Refuses: true, parts: nameOf, finds: name(`^[a-zA-Z_]`),
		What: "the name", Effect: "is refused, with every request", Remedy: "begin it with a letter or _",
		Source: "https://github.com/MoonshotAI/kimi-cli/issues/2531",
	},
	{
		Client: moonshot, Refuses: true, parts: input, finds: typeBesideAnyOf,
		What: "a type beside anyOf", Effect: fails, Remedy: "write the type into each alternative",
		Source: "https://github.com/MoonshotAI/kimi-cli/issues/2531",
	},
	{
		Client: moonshot, Refuses: true, parts: input, finds: referenceElsewhere,
		What: "a $ref to elsewhere than #/$defs/", Effect: fails, Remedy: "put the definition under $defs, or write the schema out",
		Source: "https://github.com/anomalyco/opencode/issues/27054",
	},
	{
		Client: moonshot, Refuses: true, parts: input, finds: besideReference,
		What: "a keyword beside $ref that the definition has too", Effect: fails, Remedy: "leave it to the definition, or write the schema out",
		Source: "https://github.com/MoonshotAI/kimi-cli/issues/2061",
	},
	{
		Client: moonshot, Refuses: true, parts: input, finds: tuple,
		What: "a list of schemas as items", Effect: fails, Remedy: "use an object, or one schema for all items",
		Source: "https://github.com/anomalyco/opencode/issues/39995",
	},
	{
		Client: typescript, Refuses: true, parts: output, finds: atRoot(otherThanObject),
		What: "an outputSchema whose root is no object", Effect: "makes the list of tools fail, unless the server wraps the value for revisions before 2026-07-28, as this toolkit does", Remedy: "return a struct",
		Source: "https://github.com/modelcontextprotocol/typescript-sdk/issues/1149",
	},
}

// Entries returns the whole table.
func Entries() []Entry { return slices.Clone(table) }

// Names returns the names of the clients, sorted.
func Names() []string {
	var names []string
	for i := range table {
		names = append(names, table[i].Client)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
