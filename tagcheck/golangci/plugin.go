// Package golangci makes the check of struct tags a linter of golangci-lint, by its module
// plug-in system: https://golangci-lint.run/docs/plugins/module-plugins/.
package golangci

import (
	"fmt"
	"strings"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/typedmcp/toolkit/tagcheck"
)

// Name is the name of the linter in the configuration of golangci-lint.
const Name = "toolkittags"

func init() { register.Plugin(Name, New) }

// Settings are the linter's settings in the configuration.
type Settings struct {
	// Rules names rules of one's own that packages other than that of the struct register.
	Rules []string `json:"rules"`
}

type plugin struct{ settings Settings }

// New makes the linter from its settings, and returns an error for settings that are not
// those of [Settings].
func New(settings any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[Settings](settings)
	if err != nil {
		return nil, fmt.Errorf("the settings of %s: %w", Name, err)
	}
	return plugin{s}, nil
}

// BuildAnalyzers returns [tagcheck.Analyzer].
func (p plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	if err := tagcheck.Analyzer.Flags.Set("rules", strings.Join(p.settings.Rules, ",")); err != nil {
		return nil, fmt.Errorf("the rules of %s: %w", Name, err)
	}
	return []*analysis.Analyzer{tagcheck.Analyzer}, nil
}

// GetLoadMode says that the check needs types.
func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
