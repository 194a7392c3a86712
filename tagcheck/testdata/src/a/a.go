package a

import (
	"context"
	"time"

	"github.com/typedmcp/toolkit"
)

type Args struct {
	Good    string        `json:"good" description:"Fine" validate:"min=1"`
	Key     string        `json:"key" desc:"What key"`                                   // want `desc:"What key": desc is not a tag key; write description` `the parameter has no description`
	Rule    string        `json:"rule" description:"R" validate:"minlength=3"`           // want `validate:"minlength=3": minlength is not a rule of validator; write min`
	Kind    int           `json:"kind" description:"K" validate:"email"`                 // want `email is a rule for strings, not for int`
	Bound   int8          `json:"bound" description:"B" validate:"max=300"`              // want `every int8 is on one side of it`
	Default string        `json:"def" description:"D" enum:"a,b" default:"c"`            // want `the default "c" must be one of a, b`
	Region  string        `json:"region" description:"R" x-mcp-header:"Region"`          //
	Clash   string        `json:"clash" description:"C" x-mcp-header:"REGION"`           // want `the header is that of region already; case does not count`
	Wait    time.Duration `json:"wait" description:"W" validate:"min=1"`                 // want `the parameter is not a duration`
	From    *time.Time    `json:"from" description:"F"`                                  //
	To      *time.Time    `json:"to" description:"T" validate:"omitempty,gtfield=Fromm"` // want `gtfield names Fromm`
	Hidden  string        "json:\"hidden\" description:\"Read\u200b this\""              // want `the description has the invisible character U\+200B`
	Items   []Item        `json:"items" description:"I"`                                 //
	Base                  //
	Even    int           `json:"even" description:"E" validate:"even"`   //
	Prime   int           `json:"prime" description:"P" validate:"prime"` //
	Odd     int           `json:"odd" description:"O" validate:"odd"`     // want `odd is not a rule of validator`
	Skipped string        `json:"-"`
	private string
}

type Item struct {
	ID   int    `json:"id" description:"Number" validate:"min=abc"` // want `the parameter is not a number`
	Kids []Item `json:"kids,omitempty" description:"More"`
}

type Base struct {
	Page int `json:"page,omitEmpty" description:"P"` // want `the option "omitEmpty" is not known, so it does nothing; write omitempty`
}

type Result struct {
	Name string `json:"name"`
	Bad  string `json:"bad" enum:"a,a"` // want `a stands twice; write it once`
}

type Unused struct {
	Key string `json:"key" desc:"Not registered, so not ours"`
}

// ByHand is described by an InputSchema, so its fields need no description.
type ByHand struct {
	Name string `json:"name"`
	Hide string "json:\"hide\" title:\"A\u200b\"" // want `the title has the invisible character U\+200B`
}

const even = "even"

var options = []toolkit.Option{toolkit.WithRule(even, nil, toolkit.Rule{})}

func register(tk *toolkit.Toolkit) error {
	toolkit.Register(tk, toolkit.Tool{Name: "a"}, func(context.Context, Args) (Result, error) { return Result{}, nil })
	toolkit.Register(tk, toolkit.Tool{Name: "b"}, func(context.Context, map[string]int) (string, error) { return "", nil })
	toolkit.Register(tk, toolkit.Tool{Name: "d", InputSchema: `{}`}, func(context.Context, ByHand) (string, error) { return "", nil })
	return toolkit.Add(tk, toolkit.Tool{Name: "c"}, func(context.Context, *Args) (any, error) { return nil, nil })
}
