package toolkit

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Tool declares a tool: what clients see of it, and the limits of its calls. Only Name
// is needed; a Description is what makes a model use the tool well.
type Tool struct {
	// Name is what clients call the tool by: 1 to 128 of the characters A-Z, a-z, 0-9,
	// _, - and . (specification, server/tools, "Tool Names"). It must be unique.
	Name string
	// Title is the name that people see; "" leaves it to Name. Clients older than
	// 2025-06-18 get it as annotations.title.
	Title string
	// Description tells a model what the tool does and when to use it.
	Description string
	// Hints say how the tool behaves; 0 leaves the protocol's defaults.
	Hints Hints
	// Icons are shown beside the tool. Each src is an https or data URI.
	Icons []mcp.Icon
	// Meta is sent as the tool's _meta.
	Meta mcp.Meta
	// Scopes are the OAuth scopes that a caller over HTTP needs, all of them; nil lets
	// everybody call. Without them the tool is not listed, and a call is refused with
	// 403. They need [WithAuth].
	Scopes []string
	// Timeout ends a call that takes longer; 0 means no limit. The context of the
	// function ends then, and the caller is answered even if the function goes on.
	Timeout time.Duration
	// MaxResultBytes bounds the text or JSON of a result; 0 means that of [Limits]. A larger
	// result becomes an error that says how to ask for less.
	MaxResultBytes int
	// TruncateLists shortens the lists of a structured result that is larger than
	// MaxResultBytes, the longest first and from its end, instead of refusing it. The content
	// of the result says how many items were left out and how to get them, its _meta has it
	// under io.github.typedmcp/truncated.
	TruncateLists bool
	// RawText leaves texts of results and errors as they are. By default, what nobody sees but
	// a model reads is taken out of them: control characters but for line ends and tabs,
	// characters that set the direction of writing, Unicode tags. The JSON of structured
	// results is never changed.
	RawText bool
	// MaxConcurrent bounds the calls that run at the same time; 0 means no limit but that
	// of [Limits]. A further call is refused with an isError result. A function that goes on
	// after its timeout counts until it ends.
	MaxConcurrent int
	// RateLimit bounds how often one caller calls the tool; the zero value means no limit but
	// that of [Limits], which says who a caller is. A call above it is refused with an
	// isError result that says when to try again.
	RateLimit RateLimit
	// Creates says which handles the tool makes: the result holds a [Handle] of theirs. How
	// long they are kept is added to the Description, and a call with a handle that is not
	// there names the tool; nil for none.
	Creates HandleCreator
	// Strict turns off the repairs of arguments that known clients encode in their own
	// way, such as a list as a string; see also [WithStrictArguments].
	Strict bool
	// AllowUnknown lets arguments have members that the struct does not know; they are
	// dropped. Otherwise they are refused, since a misspelt name that is dropped makes
	// the tool answer another question.
	AllowUnknown bool
	// InputSchema replaces the derived inputSchema: JSON text, or anything that marshals
	// to a JSON Schema with type object. It is enforced; repairs and defaults are not to
	// be had with it.
	InputSchema any
	// OutputSchema replaces the derived outputSchema in the same way. A result that
	// breaks it is not returned.
	OutputSchema any
	// Examples are arguments that a caller could send, by a short name that says what they
	// ask for; each is anything that marshals to a JSON object. They must be acceptable.
	// Sorted by name, they stand in the inputSchema as examples, and their names in the
	// tool's _meta under [MetaExampleNames].
	Examples map[string]any
}

// A RateLimit bounds how often something happens: Calls calls may come at once, and as
// many again in each stretch of time Per long. The zero value means no limit.
type RateLimit struct {
	Calls int
	Per   time.Duration
}

// check reports everything that is wrong with the declaration but for the schemas.
func (t *Tool) check() error {
	var errs []error
	fail := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	errs = append(errs, checkName(t.Name), t.Hints.check())
	for _, icon := range t.Icons {
		if u, err := url.Parse(icon.Source); err != nil || u.Scheme != "https" && u.Scheme != "data" {
			fail("the icon %q is neither an https nor a data URI; clients must not load others", shorten(icon.Source))
		}
	}
	for _, scope := range t.Scopes {
		if scope == "" || strings.ContainsFunc(scope, func(r rune) bool { return r <= ' ' || r == '"' || r == '\\' || r > '~' }) {
			fail("the scope %q is not one of OAuth; use letters, digits and punctuation but for quotes and backslashes", scope)
		}
	}
	if t.Timeout < 0 {
		fail("Timeout is %s; it cannot be negative, 0 means no limit", t.Timeout)
	}
	if t.MaxResultBytes < 0 {
		fail("MaxResultBytes is %d; it cannot be negative, 0 means that of Limits", t.MaxResultBytes)
	}
	if t.MaxConcurrent < 0 {
		fail("MaxConcurrent is %d; it cannot be negative, 0 means no limit", t.MaxConcurrent)
	}
	if t.RateLimit != (RateLimit{}) && (t.RateLimit.Calls <= 0 || t.RateLimit.Per <= 0) {
		fail("RateLimit is %d calls per %s; both must be positive, or both 0 for no limit", t.RateLimit.Calls, t.RateLimit.Per)
	}
	if _, err := json.Marshal(t.Meta); err != nil {
		fail("Meta cannot be written as JSON: %w", err)
	}
	return errors.Join(errs...)
}

// checkName reports a name that clients refuse.
func checkName(name string) error {
	switch {
	case name == "":
		return errors.New("the tool has no name; set Tool.Name")
	case len(name) > 128:
		return fmt.Errorf("the name %q has %d characters; at most 128 are allowed", shorten(name), len(name))
	}
	for _, r := range name {
		if !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_' || r == '-' || r == '.') {
			return fmt.Errorf("the name %q has the character %q; use letters, digits, _ - and .", shorten(name), r)
		}
	}
	return nil
}

// shorten cuts a text for an error.
func shorten(s string) string {
	if len(s) > 60 {
		return strings.ToValidUTF8(s[:60], "") + "…"
	}
	return s
}
