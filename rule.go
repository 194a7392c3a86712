package toolkit

import (
	"context"
	"errors"
	"fmt"

	"github.com/go-playground/validator/v10"

	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// A Rule says what a rule of one's own means; see [WithRule].
type Rule struct {
	// Words completes the sentence "… must …" for a model: "be an even number". "" names
	// the rule.
	Words string
	// Schema is a JSON object of keywords that mean the same, such as {"multipleOf":2}, to be
	// added to the schema of a field. The words stay out of its description then. "" adds none.
	Schema string
}

// A customRule is a rule that is still to be registered.
type customRule struct {
	name  string
	check func(ctx context.Context, field validator.FieldLevel) bool
	rule  Rule
}

// WithRule makes a rule of one's own usable in validate tags. check reports whether a value
// satisfies it; it is given values that callers sent, zero or not. The rule is added to the
// validator of [WithValidator], if there is one. Whether keywords and check mean the same is
// what toolkittest.Parity tests.
func WithRule(name string, check func(ctx context.Context, field validator.FieldLevel) bool, rule Rule) Option {
	return func(tk *Toolkit) {
		if name == "" || check == nil {
			tk.fail(errors.New("WithRule: a rule needs a name and a function that checks it"))
			return
		}
		tk.customRules = append(tk.customRules, customRule{name, check, rule})
	}
}

// registerRules adds the rules to the validator once all options are known.
func (tk *Toolkit) registerRules() {
	if len(tk.customRules) == 0 {
		return
	}
	if tk.validator == nil {
		tk.validator = validator.New()
	}
	tk.rules = map[string]toolreflect.RuleDoc{}
	for _, r := range tk.customRules {
		if err := register(tk.validator, r); err != nil {
			tk.fail(fmt.Errorf("WithRule: the rule %q: %w", r.name, err))
			continue
		}
		tk.rules[r.name] = toolreflect.RuleDoc{Words: r.rule.Words, Schema: r.rule.Schema}
	}
}

// register adds one rule. validator panics on some names.
func register(v *validator.Validate, r customRule) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	return v.RegisterValidationCtx(r.name, r.check)
}
