package a

import (
	"context"

	"github.com/typedmcp/toolkit"
)

type Args struct {
	Prime int `json:"prime" description:"P" validate:"prime"`
	Odd   int `json:"odd" description:"O" validate:"odd"` // want `odd is not a rule of validator`
}

func register(tk *toolkit.Toolkit) {
	toolkit.Register(tk, toolkit.Tool{Name: "a"}, func(context.Context, Args) (string, error) { return "", nil })
}
