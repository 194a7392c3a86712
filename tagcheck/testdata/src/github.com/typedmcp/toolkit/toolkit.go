// Package toolkit stands for the real one, which this test does not need.
package toolkit

import "context"

type Toolkit struct{}

type Tool struct {
	Name        string
	InputSchema any
}

func Register[Args, Result any](tk *Toolkit, tool Tool, fn func(context.Context, Args) (Result, error)) {
}

func Add[Args, Result any](tk *Toolkit, tool Tool, fn func(context.Context, Args) (Result, error)) error {
	return nil
}

type Option func()

type Rule struct{ Words, Schema string }

func WithRule(name string, check func() bool, rule Rule) Option { return nil }
