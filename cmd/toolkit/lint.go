package main

import (
	"encoding/json"
	"errors"
	"io/fs"

	"github.com/typedmcp/toolkit/internal/lint"
	"github.com/typedmcp/toolkit/internal/render"
	"github.com/typedmcp/toolkit/internal/source"
)

// lintCommand is "toolkit lint".
type lintCommand struct {
	sourceFlags
	FailOn  string `default:"warning" enum:"error,warning,info" help:"The severity of findings that is a failure, with all that are worse: error, warning or info."`
	Format  string `default:"text" enum:"text,json,markdown,github" help:"How the findings are written: text, json, markdown, or github for annotations of GitHub Actions."`
	Config  string `placeholder:"FILE" help:"The configuration. .toolkit-lint.json in the current folder, if it is there, unless another one is named."`
	Rules   bool   `help:"List the rules and stop."`
	Explain string `placeholder:"RULE" help:"Explain a rule, with its source and examples, and stop."`
}

// Help teaches by example.
func (lintCommand) Help() string {
	return `For example:

  toolkit lint -- ./tracker
  toolkit lint --file tools.json --fail-on error
  toolkit lint --format github --url http://127.0.0.1:8080/mcp
  toolkit lint --explain parameter-ambiguous

The exit status is 0 if nothing was found that --fail-on names, 1 if something was, and 2 if
the tools could not be looked at.`
}

// Run prints what is wrong with the tools.
func (c *lintCommand) Run(e *env) error {
	report, err := c.look(e)
	if err == nil && report != nil {
		err = c.print(e, report)
	}
	if err != nil {
		return &statusError{statusUnable, err}
	}
	if report != nil {
		if worst := report.Worst(); worst != "" && worst.IsAtLeast(lint.Severity(c.FailOn)) {
			return errSilent
		}
	}
	return nil
}

// look returns what was found, or nil if rules were printed instead.
func (c *lintCommand) look(e *env) (*lint.Report, error) {
	switch {
	case c.Rules && c.Explain != "":
		return nil, errors.New("both --rules and --explain are given; give one of them")
	case c.Explain != "":
		rule, err := lint.FindRule(c.Explain)
		if err != nil {
			return nil, err
		}
		if c.Format == "json" {
			return nil, render.RuleJSON(e.std.out, rule)
		}
		return nil, render.Rule(e.std.out, rule)
	case c.Rules && c.Format == "json":
		return nil, render.RulesJSON(e.std.out)
	case c.Rules:
		return nil, render.Rules(e.std.out)
	}
	config, err := c.config()
	if err != nil {
		return nil, err
	}
	tools, err := c.tools(e)
	if err != nil {
		return nil, err
	}
	definitions := make([]json.RawMessage, len(tools))
	for i, tool := range tools {
		definitions[i] = tool.Raw
	}
	return lint.Run(definitions, config)
}

func (c *lintCommand) config() (*lint.Config, error) {
	if c.Config != "" {
		return lint.ReadConfig(c.Config)
	}
	config, err := lint.ReadConfig(lint.ConfigFile)
	if errors.Is(err, fs.ErrNotExist) {
		return lint.NewConfig(), nil
	}
	return config, err
}

func (c *lintCommand) print(e *env, report *lint.Report) error {
	findings := &render.Findings{Report: report, Name: c.name(e), FailOn: lint.Severity(c.FailOn), Color: isTerminal(e.std.out)}
	switch c.Format {
	case "json":
		return findings.JSON(e.std.out)
	case "markdown":
		return findings.Markdown(e.std.out)
	case "github":
		return findings.GitHub(e.std.out, c.locate)
	}
	return findings.Text(e.std.out)
}

// locate says where a finding stands: in the file that was read, or nowhere.
func (c *lintCommand) locate(f lint.Finding) (file string, line int) {
	if c.File == "" {
		return "", 0
	}
	if f.Tool == "" {
		return source.Locate(c.File, "", "")
	}
	return source.Locate(c.File, f.Tool, f.Path)
}
