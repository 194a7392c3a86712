package toolkit

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/go-playground/validator/v10"

	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// A Rule says what a rule of one's own means; see [WithRule] and [WithStructRule].
type Rule struct {
	// Words completes the sentence "… must …" for a model: "be an even number". "" names
	// the rule.
	Words string
	// Schema is a JSON object of keywords that mean the same, such as {"multipleOf":2}, to be
	// added to the schema of a field. The words stay out of its description then. "" adds none.
	Schema string
}

func (r Rule) doc() toolreflect.RuleDoc {
	return toolreflect.RuleDoc{Words: r.Words, Schema: r.Schema}
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
//
// A rule that has the name of one of validator's takes its place. That is also how rules such as
// file or tcp_addr, which are refused because they let a caller look at the disk or the network,
// can be had by those who want them: with a check that looks at what it may. Words about presence, such as
// required and omitempty, keep their meaning.
func WithRule(name string, check func(ctx context.Context, field validator.FieldLevel) bool, rule Rule) Option {
	return func(tk *Toolkit) {
		if name == "" || check == nil {
			tk.fail(errors.New("WithRule: a rule needs a name and a function that checks it"))
			return
		}
		if presenceWord(name) {
			tk.fail(fmt.Errorf("WithRule: the rule %q: it says whether a field is given, which no rule about a value can replace; choose another name", name))
			return
		}
		tk.customRules = append(tk.customRules, customRule{name, check, rule})
	}
}

// presenceWord reports whether a word of a validate tag is about presence.
func presenceWord(name string) bool {
	switch name {
	case "required", "omitempty", "omitnil", "omitzero", "skip_unless":
		return true
	}
	return strings.HasPrefix(name, "required_") || strings.HasPrefix(name, "excluded_")
}

// WithStructRule adds a rule about the struct type T as a whole, wherever it stands in
// arguments. check is what validator takes as a struct-level validation: it calls
// ReportError for a struct that breaks the rule. It is asked once all fields are good. The
// words, which are needed, say what must hold: "have either id or name". They stand in
// the description of the object, or the Schema in its schema.
//
// Struct-level validations that were registered with the validator of [WithValidator] do not
// run, since nothing says what they mean: register them here.
func WithStructRule[T any](check validator.StructLevelFuncCtx, rule Rule) Option {
	return func(tk *Toolkit) {
		t := reflect.TypeFor[T]()
		switch {
		case t.Kind() != reflect.Struct:
			tk.fail(fmt.Errorf("WithStructRule: %s is no struct", t))
		case check == nil || rule.Words == "":
			tk.fail(fmt.Errorf("WithStructRule: a rule of %s needs words that say it, and a function that checks it", t))
		default:
			if tk.schemas.StructRules == nil {
				tk.schemas.StructRules = map[reflect.Type][]toolreflect.StructRule{}
			}
			tk.schemas.StructRules[t] = append(tk.schemas.StructRules[t], toolreflect.StructRule{RuleDoc: rule.doc(), Check: structCheck[T](check)})
		}
	}
}

// structCheck runs a struct-level validation, and nothing else of validator.
func structCheck[T any](check validator.StructLevelFuncCtx) func(context.Context, reflect.Value) bool {
	v := validator.New()
	v.SetTagName("toolkit-struct-rule") // a tag that nobody writes: the fields were checked already
	v.RegisterStructValidationCtx(check, *new(T))
	return func(ctx context.Context, value reflect.Value) bool {
		return v.StructPartialCtx(ctx, value.Interface()) == nil
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
	tk.schemas.Rules = map[string]toolreflect.RuleDoc{}
	for _, r := range tk.customRules {
		if err := register(tk.validator, r); err != nil {
			tk.fail(fmt.Errorf("WithRule: the rule %q: %w", r.name, err))
			continue
		}
		tk.schemas.Rules[r.name] = r.rule.doc()
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
