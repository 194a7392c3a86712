package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/typedmcp/toolkit/examples/internal/peers"
)

// clientScenarios are those of the suite for clients, but for those about OAuth, which has
// nothing to do with this library, and the checks that each has.
var clientScenarios = []struct {
	name, revision string
	checks         int
}{
	{"http-standard-headers", "2026-07-28", 9},
	{"http-custom-headers", "2026-07-28", 18},
	{"http-invalid-tool-headers", "2026-07-28", 12},
	{"request-metadata", "2026-07-28", 7},
	{"tools_call", "2026-07-28", 2},
	{"json-schema-ref-no-deref", "2026-07-28", 1},
	{"json-schema-2020-12-preservation", "2026-07-28", 9},
	{"sep-2322-client-request-state", "2026-07-28", 5},
	{"initialize", "2025-11-25", 1},
	{"tools_call", "2025-11-25", 2},
	{"elicitation-sep1034-client-defaults", "2025-11-25", 5},
	{"sse-retry", "2025-11-25", 3},
}

// TestClient lets the official SDK's client do what the suite asks, over a Transport of
// xmcpheader: once beside the headers that the client sets, once with only its own.
func TestClient(t *testing.T) {
	var table strings.Builder
	table.WriteString("| scenario | revision | checks passed, failed, warnings | with the headers of the Transport alone |\n| --- | --- | --- | --- |\n")
	for _, s := range clientScenarios {
		t.Run(s.name+" "+s.revision, func(t *testing.T) {
			fmt.Fprintf(&table, "| `%s` | %s |", s.name, s.revision)
			for _, flags := range []string{"", " -strip"} {
				folder := t.TempDir()
				out, diagnostics, status := peers.Run(t, "", nil, npm.Node, npm.File(alpha+"/dist/index.js"), "client",
					"--command", filepath.Join(programs, "client")+flags, "--scenario", s.name, "--spec-version", s.revision, "-o", folder)
				r := report{checks: readReport(t, folder, "")}
				if passed := r.count("SUCCESS"); status != 0 || passed != s.checks || r.count("FAILURE")+r.count("WARNING") > 0 {
					t.Errorf("with the flags %q: exit status %d, %d checks have passed, want %d:\n%s%s", flags, status, passed, s.checks, out, diagnostics)
				}
				fmt.Fprintf(&table, " %d, %d, %d |", r.count("SUCCESS"), r.count("FAILURE"), r.count("WARNING"))
			}
			table.WriteString("\n")
		})
	}
	if !t.Failed() {
		checkPage(t, "client", table.String())
	}
}
