package errors

import "github.com/go-json-experiment/json"

// A Problem is one thing that is wrong with the arguments of a call. It holds data
// for programs; [Text] turns a list of problems into what a model reads.
type Problem struct {
	// Path leads to the value; for a missing or unknown member, to where it would be or is.
	Path Path
	// Code says what kind of problem it is.
	Code Code
	// Rule is the rule that a CodeRule or CodeCondition problem is about ("min",
	// "required_with"), or "".
	Rule string
	// Expected says what is allowed. For CodeType it is a noun phrase ("an
	// integer"), for CodeRule it completes "must …" ("be at least 1"), for
	// CodeCondition it completes "is …".
	Expected string
	// Allowed lists the values of an enumeration as JSON, or the known member names.
	Allowed []string
	// Received is the JSON type of what was sent: "object", "array", "string",
	// "number", "boolean", "null", or "" if nothing was.
	Received string
	// Excerpt is a short piece of what was sent, as JSON; "" for a secret value or
	// where the type says it all.
	Excerpt string
	// Nearest is the known name or allowed value closest to what was sent, or "".
	Nearest string
	// Example is a valid value, as JSON, or "".
	Example string
	// Description is the parameter's description, for a missing member.
	Description string
	// Optional says that the member may be left out.
	Optional bool
	// InName says that a rule is about the member's name, in a map, and not its value.
	InName bool
}

// A Code is the kind of a [Problem]. The values are part of the API: they stand in
// the result's _meta.
type Code string

const (
	// CodeSyntax: the arguments are not valid JSON.
	CodeSyntax Code = "syntax"
	// CodeType: the value has another JSON type than the schema says, or its text
	// does not have the required form (a date, a duration, base64).
	CodeType Code = "type"
	// CodeNull: null where the schema does not allow it.
	CodeNull Code = "null"
	// CodeMissing: a required member is absent.
	CodeMissing Code = "missing"
	// CodeUnknown: a member that the schema does not know.
	CodeUnknown Code = "unknown"
	// CodeDuplicate: a member that stands twice in one object.
	CodeDuplicate Code = "duplicate"
	// CodeRange: an integer or number that the Go type cannot hold.
	CodeRange Code = "range"
	// CodeEnum: a value outside its enumeration.
	CodeEnum Code = "enum"
	// CodeRule: a value that breaks a rule such as a bound, a length or a pattern.
	CodeRule Code = "rule"
	// CodeCondition: a member that its neighbours require or exclude.
	CodeCondition Code = "condition"
	// CodeHandle: the name of a state that has expired or was never given to this caller.
	// Allowed has the tools that give new ones.
	CodeHandle Code = "handle"
	// CodeLimit: arguments that are nested too deep or too large to be read.
	CodeLimit Code = "limit"
)

// MarshalJSON writes the problem as programs read it in a result's _meta: path (as
// in the text), pointer (RFC 6901), code, and of rule, expected, allowed, received,
// nearest and example those that are set. What was sent is not repeated.
func (p *Problem) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Path     string   `json:"path"`
		Pointer  string   `json:"pointer"`
		Code     Code     `json:"code"`
		Rule     string   `json:"rule,omitzero"`
		Expected string   `json:"expected,omitzero"`
		Allowed  []string `json:"allowed,omitempty"`
		Received string   `json:"received,omitzero"`
		Nearest  string   `json:"nearest,omitzero"`
		Example  string   `json:"example,omitzero"`
	}{p.Path.String(), p.Path.Pointer(), p.Code, p.Rule, p.Expected, p.Allowed, p.Received, p.Nearest, p.Example})
}
