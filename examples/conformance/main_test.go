package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/typedmcp/toolkit/examples/internal/peers"
	"github.com/typedmcp/toolkit/toolkittest"
)

// What TestMain makes: the packages of npm, and a folder with the programs.
var (
	npm      *peers.NPM
	programs string
)

func TestMain(m *testing.M) {
	var err error
	if programs, err = os.MkdirTemp("", "conformance"); err == nil {
		npm, err = peers.Prepare(programs,
			"github.com/typedmcp/toolkit/examples/conformance",
			"github.com/typedmcp/toolkit/examples/conformance/client",
			"github.com/modelcontextprotocol/go-sdk/conformance/everything-server")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := m.Run()
	if err := os.RemoveAll(programs); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(status)
}

// serveToolkit starts this server and returns its endpoint, which speaks all revisions.
func serveToolkit(t *testing.T) string {
	t.Helper()
	addr := peers.Serve(t, filepath.Join(programs, "conformance"), func(addr string) []string { return []string{"-http", addr} })
	return "http://" + addr + "/mcp"
}

// serveSDK starts the official SDK's own server for the suite, which has no one endpoint for
// all revisions: it is without sessions, for 2026-07-28, or with them, for the older ones.
func serveSDK(t *testing.T, stateless bool) string {
	t.Helper()
	addr := peers.Serve(t, filepath.Join(programs, "everything-server"), func(addr string) []string {
		return []string{"-http", addr, fmt.Sprintf("-stateless=%t", stateless)}
	})
	return "http://" + addr + "/mcp"
}

// TestLint makes sure that lint finds nothing but what the suite asks for.
func TestLint(t *testing.T) {
	tk, err := newToolkit(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	accepted := []toolkittest.LintOption{toolkittest.LintAccept("hints-missing", "", "", "The suite calls these tools, and no model.")}
	for _, rule := range []string{
		"name-prefix", "parameter-undocumented", "client-schema-declared", "client-dialect", "client-const", "client-ref",
		"client-composition", "client-root-composition", "client-root-condition",
	} {
		accepted = append(accepted, toolkittest.LintAccept(rule, "json_schema_2020_12_tool", "", "The suite asks for this name and this schema."))
	}
	toolkittest.Lint(t, tk, accepted...)
}

func TestRun(t *testing.T) {
	var out bytes.Buffer
	if err := run(t.Context(), []string{"-help"}, &out); err != nil || !strings.Contains(out.String(), "-http ADDR") {
		t.Errorf("-help: %v, %q", err, out.String())
	}
	if err := run(t.Context(), []string{"-port", "1"}, &out); err == nil {
		t.Error("an unknown flag is no error")
	}
	err := run(t.Context(), []string{"mcp"}, &out)
	if want := `unexpected argument "mcp"; see -help`; err == nil || err.Error() != want {
		t.Errorf("an argument: %v, want %s", err, want)
	}
}
