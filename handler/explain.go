package handler

import (
	"bytes"
	"context"
	stdjson "encoding/json"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	toolerrors "github.com/typedmcp/toolkit/errors"
	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// An Explanation is what a call would do, without doing it.
type Explanation struct {
	// Tool is the name of the tool.
	Tool string `json:"tool"`
	// Arguments are what was given; {} for none.
	Arguments stdjson.RawMessage `json:"arguments"`
	// Repairs are the values that would be read in another way than they were sent.
	Repairs []Repair `json:"repairs,omitempty"`
	// Repaired are the arguments after the repairs; nil without any.
	Repaired stdjson.RawMessage `json:"repaired,omitempty"`
	// Defaults are the values that would be filled in.
	Defaults []Default `json:"defaults,omitempty"`
	// Verdicts are those of the rules that look at the arguments, in the order in which they do.
	Verdicts []Verdict `json:"rules,omitempty"`
	// Headers are what a client of 2026-07-28 must send over HTTP because of the tool and the
	// arguments.
	Headers map[string]string `json:"headers,omitempty"`
	// HeaderProblem says why an argument cannot stand in its header, or is "".
	HeaderProblem string `json:"headerProblem,omitempty"`
	// Accepted says that the function would be called.
	Accepted bool `json:"accepted"`
	// Text is what a model would read instead; "" if the arguments are accepted.
	Text string `json:"text,omitempty"`
}

// A Default is the value of a parameter that was not given.
type Default struct {
	// Path leads to the parameter, as in the text of a problem: filter.limit.
	Path string `json:"path"`
	// Value is the value as JSON.
	Value stdjson.RawMessage `json:"value"`
}

// A Verdict is that of one rule on one value.
type Verdict struct {
	// Path leads to the value, as in the text of a problem: items[1].qty.
	Path string `json:"path"`
	// Rule is the name of the rule, or the keyword of a schema written by hand.
	Rule string `json:"rule"`
	// Words say what it demands: "must be at most 100", "required when kind is given".
	Words string `json:"words"`
	// OK says that it is satisfied.
	OK bool `json:"ok"`
}

// Explain says what Call would do with arguments, step by step. The function is not called, no
// hook is told, and nothing is logged but panics of the rules.
func (h *Handler) Explain(ctx context.Context, arguments stdjson.RawMessage) *Explanation {
	if isAbsent(arguments) {
		arguments = emptyObject
	}
	e := &Explanation{Tool: h.cfg.Tool, Arguments: bytes.Clone(arguments)}
	if !jsontext.Value(arguments).IsValid(tokenOptions) { // which could not be written as JSON
		e.Arguments, _ = stdjson.Marshal(string(arguments))
	}
	_, done, problems, panicked := h.protectedArguments(ctx, arguments)
	switch {
	case panicked:
		e.Text = fmt.Sprintf(textPanic, h.cfg.Tool)
		return e
	case len(problems) > 0:
		e.Text = h.refusalText(arguments, problems)
	default:
		e.Accepted = true
	}
	if done == nil && !h.cfg.Strict && h.inputSchema == nil {
		done = h.plan.repair(arguments) // those of a call that is refused all the same
	}
	if done != nil {
		e.Repairs, e.Repaired = done.list, done.arguments
		arguments = done.arguments
	}
	if h.inputSchema != nil {
		h.explainSchema(e, arguments)
		return e
	}
	collect := &collector{explain: e}
	if !tooDeep(arguments, h.plan.maxDepth) {
		_, _ = h.plan.pass(ctx, arguments, collect)
	}
	return e
}

// verdict notes what a rule says about the value at the present path.
func (d *decoder) verdict(r *toolreflect.Rule, ok bool) {
	if d.collect != nil && d.collect.explain != nil {
		e := d.collect.explain
		e.Verdicts = append(e.Verdicts, Verdict{toolerrors.Path(d.collect.path).String(), r.Name, "must " + r.Words, ok})
	}
}

// conditionVerdict notes what a condition says about a member of the present object.
func (d *decoder) conditionVerdict(f *toolreflect.Field, c *toolreflect.Condition, ok bool) {
	if d.collect != nil && d.collect.explain != nil {
		e := d.collect.explain
		path := append(toolerrors.Path{}, d.collect.path...)
		e.Verdicts = append(e.Verdicts, Verdict{append(path, toolerrors.Member(f.Name)).String(), c.Name, c.Words, ok})
	}
}

// defaulted notes a default that is filled into the present object.
func (d *decoder) defaulted(f *toolreflect.Field) {
	if d.collect != nil && d.collect.explain != nil {
		e := d.collect.explain
		path := append(toolerrors.Path{}, d.collect.path...)
		e.Defaults = append(e.Defaults, Default{append(path, toolerrors.Member(f.Name)).String(), bytes.Clone(f.Default)})
	}
}

// String returns the steps for a person.
func (e *Explanation) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "call of %s\n  %s\n", e.Tool, e.Arguments)
	b.WriteString("repairs\n")
	for _, r := range e.Repairs {
		to := "is read as of type " + r.To
		if r.To == "" {
			to = "is taken as not given"
		}
		fmt.Fprintf(&b, "  %s: of type %s, %s\n", r.Path, r.From, to)
	}
	if e.Repaired != nil {
		fmt.Fprintf(&b, "  %s\n", e.Repaired)
	} else {
		b.WriteString("  none\n")
	}
	b.WriteString("defaults\n")
	for _, d := range e.Defaults {
		fmt.Fprintf(&b, "  %s: %s\n", d.Path, d.Value)
	}
	if len(e.Defaults) == 0 {
		b.WriteString("  none\n")
	}
	b.WriteString("rules\n")
	for _, v := range e.Verdicts {
		mark := "ok    "
		if !v.OK {
			mark = "broken"
		}
		fmt.Fprintf(&b, "  %s %s: %s (%s)\n", mark, v.Path, v.Words, v.Rule)
	}
	if len(e.Verdicts) == 0 {
		b.WriteString("  none look at these arguments\n")
	}
	b.WriteString("headers over HTTP\n")
	for _, name := range sortedHeaders(e.Headers) {
		fmt.Fprintf(&b, "  %s: %s\n", name, e.Headers[name])
	}
	if e.HeaderProblem != "" {
		fmt.Fprintf(&b, "  %s\n", e.HeaderProblem)
	}
	if e.Accepted {
		b.WriteString("the arguments are accepted, and the function is called\n")
		return b.String()
	}
	b.WriteString("the arguments are refused, and a model reads\n")
	for line := range strings.Lines(e.Text) {
		if strings.TrimSpace(line) != "" {
			b.WriteString("  ")
		}
		b.WriteString(line)
	}
	return b.String() + "\n"
}
