package golangci_test

import (
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/typedmcp/toolkit/tagcheck/golangci"
)

// TestPlugin takes the way of golangci-lint: by name, with settings as YAML gives them.
func TestPlugin(t *testing.T) {
	newPlugin, err := register.GetPlugin(golangci.Name)
	if err != nil {
		t.Fatal(err)
	}
	plugin, err := newPlugin(map[string]any{"rules": []any{"prime"}})
	if err != nil {
		t.Fatal(err)
	}
	if mode := plugin.GetLoadMode(); mode != "typesinfo" {
		t.Errorf("load mode %q, want typesinfo", mode)
	}
	analyzers, err := plugin.BuildAnalyzers()
	if err != nil || len(analyzers) != 1 {
		t.Fatalf("%d analyzers, %v", len(analyzers), err)
	}
	analysistest.Run(t, analysistest.TestData(), analyzers[0], "a")
}

func TestPluginErrors(t *testing.T) {
	want := `the settings of toolkittags: decoding settings: json: unknown field "rule"`
	if _, err := golangci.New(map[string]any{"rule": "prime"}); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}
