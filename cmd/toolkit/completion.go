package main

import "embed"

// completionScripts teach shells to ask "toolkit complete".
//
//go:embed completion
var completionScripts embed.FS

// completionCommand is "toolkit completion".
type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell: bash, zsh or fish."`
}

// Help teaches by example.
func (completionCommand) Help() string {
	return `For example, in the file that the shell reads at its start:

  source <(toolkit completion bash)
  source <(toolkit completion zsh)
  toolkit completion fish | source

Commands, flags and their values are completed; for call and explain also the names of tools
and parameters, for which the server that the line names is started, or the file is read.`
}

// Run prints the script.
func (c *completionCommand) Run(e *env) error {
	script, err := completionScripts.ReadFile("completion/toolkit." + c.Shell)
	if err != nil {
		return err
	}
	_, err = e.std.out.Write(script)
	return err
}
