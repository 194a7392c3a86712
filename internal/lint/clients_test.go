package lint

import (
	"slices"
	"testing"

	"github.com/typedmcp/toolkit/internal/clients"
)

// TestClientRules makes sure that each thing that a client minds has a rule, whose bad example
// it is found in.
func TestClientRules(t *testing.T) {
	var known []string
	for _, e := range clients.Entries() {
		if !slices.Contains(known, e.What) {
			known = append(known, e.What)
		}
	}
	if len(known) != len(clientRules) {
		t.Errorf("%d things are in the table of clients, and %d rules are about them", len(known), len(clientRules))
	}
	for _, rule := range clientRules {
		if rule.Reason == "" {
			t.Errorf("%s is about nothing that is in the table of clients", rule.ID)
		}
	}
}

// TestClientsThatMatter makes sure that only clients of the configuration are told of.
func TestClientsThatMatter(t *testing.T) {
	tool := inSchema(`{"type":["string","null"],"minLength":1}`)
	for _, tt := range []struct{ config, want string }{
		{`{}`, "a list of types: with Gemini API it makes every request with this tool fail; with Cursor it makes calls with this argument fail; write one type, and leave the property optional"},
		{`{"clients":["Cursor"]}`, "a list of types: with Cursor it makes calls with this argument fail; write one type, and leave the property optional"},
		{`{"clients":["Kiro"]}`, ""},
	} {
		config, err := parseConfig("lint.json", []byte(tt.config))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, f := range run(t, tool, config).Findings {
			if f.Rule == "client-type-list" {
				got = f.Message
			}
			if f.Rule == "client-strict-bound" || f.Rule == "client-constraint" {
				t.Errorf("%s runs without being asked for", f.Rule)
			}
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.config, got, tt.want)
		}
	}
}
