package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/typedmcp/toolkit/internal/render"
	"github.com/typedmcp/toolkit/internal/snapshot"
	"github.com/typedmcp/toolkit/internal/source"
	"github.com/typedmcp/toolkit/internal/tokens"
)

// ledgerCommand is "toolkit ledger".
type ledgerCommand struct {
	sourceFlags
	Since  string `placeholder:"FILE" help:"Compare with a snapshot: a file, a folder, or one in a git revision (git:main:tools.json)."`
	Budget int    `placeholder:"TOKENS" help:"How many tokens all tools may take; more is a failure."`
	Format string `default:"text" enum:"text,json" help:"How the ledger is written: text or json."`
}

// Help teaches by example.
func (ledgerCommand) Help() string {
	return `Every request of a model pays for the definitions of all tools. The number of tokens
is an estimate, since the tokenizers of models differ. For example:

  toolkit ledger -- ./tracker
  toolkit ledger --since git:main:tools.json --file tools.json
  toolkit ledger --budget 5000 --url http://127.0.0.1:8080/mcp

The exit status is 0, 1 if the tools are over --budget, and 2 if they could not be looked at.`
}

// Run prints what the tools cost.
func (c *ledgerCommand) Run(e *env) error {
	ledger, err := c.ledger(e)
	if err == nil {
		if c.Format == "json" {
			err = ledger.JSON(e.std.out)
		} else {
			err = ledger.Text(e.std.out)
		}
	}
	if err != nil {
		return &statusError{statusUnable, err}
	}
	if c.Budget > 0 && ledger.Tokens > c.Budget {
		return fmt.Errorf("the tools take about %d tokens, which is over the budget of %d; shorten the largest, or divide the server", ledger.Tokens, c.Budget)
	}
	return nil
}

func (c *ledgerCommand) ledger(e *env) (*render.Ledger, error) {
	if c.Budget < 0 {
		return nil, fmt.Errorf("--budget is %d; it must be positive", c.Budget)
	}
	tools, err := c.tools(e)
	if err != nil {
		return nil, err
	}
	now, err := newSnapshot(tools)
	if err != nil {
		return nil, err
	}
	ledger := newLedger(now)
	if c.Since == "" {
		return ledger, nil
	}
	earlier, err := source.ReadFile(e.ctx, c.Since)
	if err != nil {
		return nil, err
	}
	before, err := newSnapshot(earlier)
	if err != nil {
		return nil, err
	}
	compareLedgers(ledger, newLedger(before))
	return ledger, nil
}

// newLedger counts a snapshot.
func newLedger(shot *snapshot.Snapshot) *render.Ledger {
	l := &render.Ledger{Entries: []render.LedgerEntry{}}
	for _, tool := range shot.Tools {
		whole := entryOf(tool.Name, "", tool.Value)
		l.Bytes += whole.Bytes
		l.Tokens += whole.Tokens
		l.Entries = append(l.Entries, whole)
		for _, member := range slices.Sorted(maps.Keys(tool.Value)) {
			if member == "name" {
				continue
			}
			l.Entries = append(l.Entries, entryOf(tool.Name, member, tool.Value[member]))
			schema, ok := tool.Value[member].(map[string]any)
			if !ok || member != "inputSchema" {
				continue
			}
			properties, _ := schema["properties"].(map[string]any)
			for _, name := range slices.Sorted(maps.Keys(properties)) {
				l.Entries = append(l.Entries, entryOf(tool.Name, member+"."+name, properties[name]))
			}
		}
	}
	return l
}

func entryOf(tool, member string, value any) render.LedgerEntry {
	raw, _ := json.Marshal(value) // it was read from JSON
	return render.LedgerEntry{Tool: tool, Member: member, Bytes: len(raw), Tokens: tokens.Estimate(string(raw))}
}

// compareLedgers notes what has come to a ledger since another, entry by entry. Tools that are gone stand
// at the end with what they cost no more.
func compareLedgers(now, before *render.Ledger) {
	type key struct{ tool, member string }
	old := map[key]render.LedgerEntry{}
	for _, e := range before.Entries {
		old[key{e.Tool, e.Member}] = e
	}
	left := map[string]bool{}
	for i := range now.Entries {
		e := &now.Entries[i]
		was := old[key{e.Tool, e.Member}]
		e.BytesDelta, e.TokensDelta = new(e.Bytes-was.Bytes), new(e.Tokens-was.Tokens)
		left[e.Tool] = true
	}
	for _, e := range before.Entries {
		if e.Member == "" && !left[e.Tool] {
			now.Entries = append(now.Entries, render.LedgerEntry{Tool: e.Tool, BytesDelta: new(-e.Bytes), TokensDelta: new(-e.Tokens)})
		}
	}
	now.BytesDelta, now.TokensDelta = new(now.Bytes-before.Bytes), new(now.Tokens-before.Tokens)
}
