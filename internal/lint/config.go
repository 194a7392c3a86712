package lint

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	toolerrors "github.com/typedmcp/toolkit/errors"
	"github.com/typedmcp/toolkit/internal/clients"
)

// ConfigFile is the name of the file that is read from the current folder if none is named.
const ConfigFile = ".toolkit-lint.json"

// A Config says which rules run, and what they let pass. NewConfig has the defaults.
type Config struct {
	// Severities are those of rules that have another one than by default; Off turns a rule off.
	Severities map[string]Severity `json:"rules"`
	// Clients are the names of those that matter, as docs/clients.md has them; none for all.
	Clients []string `json:"clients"`
	Limits  Limits   `json:"limits"`
	// Suppress has findings that are known and accepted.
	Suppress []Suppression `json:"suppress"`

	file string
}

// Limits are what tools may cost; 0 means no limit.
type Limits struct {
	DescriptionCharacters int `json:"descriptionCharacters"` // of a tool or a parameter
	ToolBytes             int `json:"toolBytes"`             // of one definition
	ToolTokens            int `json:"toolTokens"`            // of what a model reads of one tool, estimated
	TotalBytes            int `json:"totalBytes"`            // of all definitions
	TotalTokens           int `json:"totalTokens"`           // of what a model reads of all tools, estimated
	Tools                 int `json:"tools"`                 // how many there are
}

// A Suppression takes findings away, for a reason.
type Suppression struct {
	Rule string `json:"rule"`
	// Tool is the name of the tool, or a pattern of path.Match such as delete_*; "" is for all
	// tools and the server.
	Tool string `json:"tool"`
	// Path is the JSON Pointer of what is meant, with all that is in it; "" is for everything.
	Path   string `json:"path"`
	Reason string `json:"reason"`

	place string // where it stands
	meta  bool   // it stands in the _meta of the tool
	used  bool
}

// NewConfig returns the defaults.
func NewConfig() *Config {
	return &Config{Limits: Limits{
		DescriptionCharacters: 1024,
		ToolBytes:             16 << 10, ToolTokens: 2000,
		TotalBytes: 128 << 10, TotalTokens: 25000,
		Tools: 128,
	}}
}

// ReadConfig reads a configuration file. Everything that it does not know is an error.
func ReadConfig(name string) (*Config, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	c, err := parseConfig(name, bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))
	if err != nil {
		return nil, err
	}
	return c, nil
}

func parseConfig(name string, text []byte) (*Config, error) {
	c := NewConfig()
	c.file = name
	if err := json.Unmarshal(text, c, json.RejectUnknownMembers(true)); err != nil {
		return nil, c.explain(text, err)
	}
	var errs []error
	fail := func(pointer, format string, args ...any) {
		errs = append(errs, fmt.Errorf("%s: %s: %s", c.at(text, pointer), pointer, fmt.Sprintf(format, args...)))
	}
	for _, id := range sortedNames(c.Severities) {
		pointer := "/rules/" + escape(id)
		if _, err := FindRule(id); err != nil {
			fail(pointer, "%v", err)
		}
		if c.Severities[id].rank() < 0 {
			fail(pointer, "%q is not a severity; write error, warning, info or off", c.Severities[id])
		}
	}
	known := clients.Names()
	for i, client := range c.Clients {
		if slices.Contains(known, client) {
			continue
		}
		if near := toolerrors.Nearest(client, known); near != "" {
			fail(fmt.Sprintf("/clients/%d", i), "there is no client %q; did you mean %q?", client, near)
		} else {
			fail(fmt.Sprintf("/clients/%d", i), "there is no client %q; they are %s", client, strings.Join(known, ", "))
		}
	}
	for _, limit := range []struct {
		name  string
		value int
	}{
		{"descriptionCharacters", c.Limits.DescriptionCharacters}, {"toolBytes", c.Limits.ToolBytes}, {"toolTokens", c.Limits.ToolTokens},
		{"totalBytes", c.Limits.TotalBytes}, {"totalTokens", c.Limits.TotalTokens}, {"tools", c.Limits.Tools},
	} {
		if limit.value < 0 {
			fail("/limits/"+limit.name, "%d is negative; 0 means no limit", limit.value)
		}
	}
	for i := range c.Suppress {
		s := &c.Suppress[i]
		pointer := fmt.Sprintf("/suppress/%d", i)
		s.place = c.at(text, pointer)
		if err := s.check(); err != nil {
			fail(pointer, "%v", err)
		}
	}
	return c, errors.Join(errs...)
}

// Accept adds a suppression. place says where it stands, for a finding that it is not used.
func (c *Config) Accept(s Suppression, place string) error {
	s.place = place
	if err := s.check(); err != nil {
		return err
	}
	c.Suppress = append(c.Suppress, s)
	return nil
}

// check reports a suppression that cannot be meant.
func (s *Suppression) check() error {
	if s.Rule == "" {
		return errors.New(`there is no "rule"; name the one whose findings are meant`)
	}
	if _, err := FindRule(s.Rule); err != nil {
		return err
	}
	if strings.TrimSpace(s.Reason) == "" {
		return errors.New(`there is no "reason"; say why the finding is accepted`)
	}
	if s.Path != "" && !strings.HasPrefix(s.Path, "/") {
		return fmt.Errorf(`the path %q is not a JSON Pointer, such as /inputSchema/properties/limit`, s.Path)
	}
	if _, err := path.Match(s.Tool, ""); err != nil {
		return fmt.Errorf("the tool %q is not a pattern: %w", s.Tool, err)
	}
	return nil
}

// members has the names that may stand in the objects of a configuration.
var members = map[string][]string{
	"":         {"rules", "clients", "limits", "suppress"},
	"limits":   {"descriptionCharacters", "toolBytes", "toolTokens", "totalBytes", "totalTokens", "tools"},
	"suppress": {"rule", "tool", "path", "reason"},
}

// explain words an error of reading.
func (c *Config) explain(text []byte, err error) error {
	if semantic, ok := errors.AsType[*json.SemanticError](err); ok {
		place := fmt.Sprintf("%s:%d", c.file, lineAt(text, semantic.ByteOffset))
		if errors.Is(err, json.ErrUnknownName) {
			parent, _, _ := strings.Cut(strings.TrimPrefix(string(semantic.JSONPointer.Parent()), "/"), "/")
			known := members[parent]
			if near := toolerrors.Nearest(semantic.JSONPointer.LastToken(), known); near != "" {
				return fmt.Errorf("%s: %s is not known; did you mean %q?", place, semantic.JSONPointer, near)
			}
			return fmt.Errorf("%s: %s is not known; there are %s", place, semantic.JSONPointer, strings.Join(known, ", "))
		}
		return fmt.Errorf("%s: %s cannot be %s", place, or(string(semantic.JSONPointer), "the file"), kindName(semantic.JSONKind))
	}
	if syntactic, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		if errors.Is(err, jsontext.ErrDuplicateName) {
			return fmt.Errorf("%s:%d: %s stands there twice", c.file, lineAt(text, syntactic.ByteOffset), syntactic.JSONPointer)
		}
		return fmt.Errorf("%s:%d: not JSON: %w", c.file, lineAt(text, syntactic.ByteOffset), syntactic.Err)
	}
	return fmt.Errorf("%s: not JSON: %w", c.file, err)
}

func kindName(kind jsontext.Kind) string {
	switch kind {
	case jsontext.KindBeginObject:
		return "an object"
	case jsontext.KindBeginArray:
		return "a list"
	case jsontext.KindString:
		return "a string"
	case jsontext.KindNumber:
		return "a number"
	case jsontext.KindTrue, jsontext.KindFalse:
		return "a boolean"
	}
	return "null"
}

// at names the file and the line where a value stands.
func (c *Config) at(text []byte, pointer string) string {
	dec := jsontext.NewDecoder(bytes.NewReader(text))
	for {
		if _, err := dec.ReadToken(); err != nil {
			return c.file
		}
		if string(dec.StackPointer()) == pointer {
			return fmt.Sprintf("%s:%d", c.file, lineAt(text, dec.InputOffset()))
		}
	}
}

func lineAt(text []byte, offset int64) int {
	offset = min(max(offset, 0), int64(len(text)))
	return bytes.Count(text[:offset], []byte("\n")) + 1
}

// severity returns the severity of a rule.
func (c *Config) severity(rule *Rule) Severity {
	if s, ok := c.Severities[rule.ID]; ok {
		return s
	}
	return rule.Severity
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}
