package lint

import (
	"fmt"
	"path"
	"strings"
)

// MetaKey is the member of a tool's _meta that has suppressions for the tool: an object that
// gives for the id of a rule the reason, or an object of reasons by JSON Pointer.
const MetaKey = "io.github.typedmcp/lint"

var suppressionSource = Source{"docs/lint.md, Accept a finding", "https://github.com/typedmcp/toolkit/blob/main/docs/lint.md"}

var suppressionRules = []Rule{
	{
		ID: "suppression-unused", Title: "a suppression that takes nothing away", Severity: Warning,
		Reason: "It hides the finding that comes one day, and tells readers of one that is not there.",
		Source: suppressionSource, Remedy: "delete it",
		Bad:  `{"name":"search_issues","description":"Search issues.","_meta":{"io.github.typedmcp/lint":{"name-characters":"Clients know it by this name."}}}`,
		Good: `{"name":"search issues","description":"Search issues.","_meta":{"io.github.typedmcp/lint":{"name-characters":"Clients know it by this name."}}}`,
	},
	{
		ID: "suppression-invalid", Title: "a suppression in _meta that cannot be read", Severity: Error,
		Reason: "It takes nothing away, and whoever wrote it believes that it does.",
		Source: suppressionSource, Remedy: `write {"` + MetaKey + `": {"RULE": "REASON"}}, or {"RULE": {"/inputSchema/properties/NAME": "REASON"}}`,
		Bad:  `{"name":"search issues","_meta":{"io.github.typedmcp/lint":{"name-characters":true}}}`,
		Good: `{"name":"search issues","_meta":{"io.github.typedmcp/lint":{"name-characters":{"/name":"Clients know it by this name."}}}}`,
	},
}

// suppressions returns those of the config and of the tools, and what is wrong with the
// latter.
func (c *Config) suppressions(tools []*tool) ([]*Suppression, []Finding) {
	var list []*Suppression
	for i := range c.Suppress {
		s := c.Suppress[i] // a copy: a config can be used for several runs
		list = append(list, &s)
	}
	rule, _ := FindRule("suppression-invalid")
	rule.Severity = c.severity(rule)
	p := &pass{rule: rule}
	for _, t := range tools {
		meta, _ := t.value["_meta"].(map[string]any)
		entry, ok := meta[MetaKey]
		if !ok {
			continue
		}
		at := "/_meta/" + escape(MetaKey)
		byRule, ok := entry.(map[string]any)
		if !ok {
			p.report(t, at, "it is not an object")
		}
		for _, id := range sortedNames(byRule) {
			below := at + "/" + escape(id)
			reasons, ok := byRule[id].(map[string]any)
			if !ok {
				reasons = map[string]any{"": byRule[id]}
			}
			for _, pointer := range sortedNames(reasons) {
				reason, _ := reasons[pointer].(string)
				s := &Suppression{Rule: id, Tool: t.name, Path: pointer, Reason: reason, place: below, meta: true}
				if err := s.check(); err != nil {
					p.report(t, below, "%v", err)
					continue
				}
				list = append(list, s)
			}
		}
	}
	if rule.Severity == Off {
		p.findings = nil
	}
	return list, p.findings
}

// suppress returns the reason why a finding does not count, if there is one.
func suppress(list []*Suppression, f Finding) (reason string, ok bool) {
	for _, s := range list {
		if s.matches(f) {
			s.used = true // go on, so that no other one that matches counts as unused
			if !ok {
				reason, ok = s.Reason, true
			}
		}
	}
	return reason, ok
}

func (s *Suppression) matches(f Finding) bool {
	if s.Rule != f.Rule {
		return false
	}
	if matched, err := path.Match(s.Tool, f.Tool); s.Tool != "" && s.Tool != f.Tool && (s.meta || err != nil || !matched) {
		return false
	}
	return s.Path == "" || f.Path == s.Path || strings.HasPrefix(f.Path, s.Path+"/")
}

// unused returns a finding for each suppression that took nothing away.
func (c *Config) unused(list []*Suppression) []Finding {
	rule, _ := FindRule("suppression-unused")
	rule.Severity = c.severity(rule)
	if rule.Severity == Off {
		return nil
	}
	p := &pass{rule: rule}
	for _, s := range list {
		if s.used {
			continue
		}
		if s.meta {
			p.report(&tool{name: s.Tool}, s.place, "%s finds nothing that is suppressed here", s.Rule)
			continue
		}
		what := s.Rule + " finds nothing"
		if s.Tool != "" {
			what += fmt.Sprintf(" in %q", s.Tool)
		}
		if s.Path != "" {
			what += " at " + s.Path
		}
		p.report(nil, "", "%s: %s", s.place, what)
	}
	return p.findings
}
