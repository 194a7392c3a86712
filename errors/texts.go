package errors

// This file holds every sentence that a model reads about its arguments. A word in
// braces is filled in by text.go; a sentence whose last words need something that a
// problem does not have is left out there.

// heads open the text, for one problem and for several.
const (
	headOne  = "The arguments of {tool} have a problem. Correct it and call the tool again:"
	headMany = "The arguments of {tool} have {count} problems. Correct them and call the tool again:"
	more     = "- and {count} more."
)

// sentences has the line for each kind of problem.
var sentences = map[Code]string{
	CodeSyntax:    "not valid JSON: {expected}.",
	CodeType:      "expected {expected}, got {received}.",
	CodeNull:      "null is not allowed; expected {expected}.",
	CodeMissing:   "required but missing. Expected {expected}.",
	CodeUnknown:   "unknown parameter.",
	CodeDuplicate: "given more than once. Give it once.",
	CodeRange:     "{received} does not fit; it must {expected}.",
	CodeEnum:      "{received} is not allowed. Use one of {allowed}.",
	CodeRule:      "must {expected}, got {received}.",
	CodeCondition: "{expected}.",
	CodeHandle:    "{received} has expired or does not exist.",
	CodeLimit:     "{expected}.",
}

// What follows a line where the problem has it.
const (
	missingDescribed  = "required but missing. Expected {expected}: {description}"
	missingEnum       = "required but missing. Use one of {allowed}."
	missingEnumTold   = "required but missing. Use one of {allowed}: {description}"
	ruleWithoutValue  = "must {expected}."
	ruleForName       = "the name must {expected}, got {received}."
	enumWithoutValue  = "the value is not allowed. Use one of {allowed}."
	rangeWithoutValue = "the number does not fit; it must {expected}."
	useOneOf          = " Use one of {allowed}."
	handleOther       = "{received} does not belong here; the text must {expected}."
	handleHidden      = "the value has expired or does not exist."
	newFrom           = " Get a new one from {allowed}."
	leaveOut          = " Leave it out if there is no value."
	didYouMean        = " Did you mean {nearest}?"
	knownHere         = " Known here: {allowed}."
	takesNothing      = " No parameters are known here."
	forExample        = " For example {example}."
)

// nouns name what was received by its JSON type.
var nouns = map[string]string{
	"object":  "an object",
	"array":   "an array",
	"string":  "a string",
	"number":  "a number",
	"boolean": "a boolean",
	"null":    "null",
}
