package toolkittest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/typedmcp/toolkit"
)

// valuesPerType is how many random values Conforms makes of a type, each way.
const valuesPerType = 300

// Conforms proves that the schemas of a type describe the JSON that is really read and
// written. It writes the samples and random values of T as results and holds them against the
// outputSchema; it reads those and random JSON near the inputSchema as arguments, and demands
// that a value is accepted if and only if the inputSchema accepts it, as [Parity] does. An
// independent validator is the judge.
//
// options are those of the toolkit that the type is for, such as WithUnion and WithRule; nil
// means none. Types with JSON methods of their own are not filled at random: give samples of
// them. The random values are the same on every run.
func Conforms[T any](t testing.TB, options []toolkit.Option, samples ...T) {
	t.Helper()
	c, err := newConformity[T](options)
	if err != nil {
		t.Fatalf("toolkit: %v", err)
	}
	for _, sample := range samples {
		if problem := c.sample(sample); problem != "" {
			t.Error(problem)
		}
	}
	random := rand.New(rand.NewPCG(1, 1))
	for range valuesPerType {
		var value T
		fill(reflect.ValueOf(&value).Elem(), random, 0)
		if problem := c.write(value); problem != "" {
			t.Error(problem)
			break // the first one says enough
		}
	}
	for range valuesPerType {
		c.read = false
		problem := c.arguments.next()
		if problem == "" && c.read {
			problem = c.write(c.value)
		}
		if problem != "" {
			t.Errorf("%T as an argument: %s", c.value, problem)
			break
		}
	}
}

// A box makes an object of any type.
type box[T any] struct {
	Value T `json:"value"`
}

// A conformity holds one type against its schemas, by two tools: one takes it, the other
// returns it.
type conformity[T any] struct {
	tk        *toolkit.Toolkit
	arguments *parity
	judge     *jsonschema.Schema // of the outputSchema
	log       *bytes.Buffer
	value     T    // what "write" returns, and what "read" was given
	read      bool // "read" was called
}

func newConformity[T any](options []toolkit.Option) (*conformity[T], error) {
	c := &conformity[T]{log: new(bytes.Buffer)}
	logger := toolkit.WithLogger(slog.New(slog.NewTextHandler(c.log, nil)))
	c.tk = toolkit.New("toolkittest", "1", append(append([]toolkit.Option(nil), options...), logger)...)
	toolkit.Register(c.tk, toolkit.Tool{Name: "read", Strict: true}, func(_ context.Context, args box[T]) (struct{}, error) {
		c.value, c.read = args.Value, true
		return struct{}{}, nil
	})
	toolkit.Register(c.tk, toolkit.Tool{Name: "write"}, func(context.Context, struct{}) (box[T], error) {
		return box[T]{c.value}, nil
	})
	if err := c.tk.Err(); err != nil {
		return nil, err
	}
	for _, tool := range c.tk.Tools() {
		var err error
		if tool.Name == "read" {
			c.arguments, err = newParity(c.tk, tool.Name, tool.InputSchema.(json.RawMessage))
			if err == nil {
				c.arguments.accepted = c.accept
			}
		} else {
			_, c.judge, err = compile("outputSchema", tool.OutputSchema.(json.RawMessage))
		}
		if err != nil {
			return nil, err
		}
	}
	return c, nil
}

// accept calls the tool with arguments that it accepts, so that c.value holds them.
func (c *conformity[T]) accept(arguments json.RawMessage) string {
	result, err := c.tk.Call(context.Background(), "read", arguments)
	if err != nil || result.IsError {
		return fmt.Sprintf("cannot be read: %s", arguments)
	}
	return ""
}

// sample writes a value and reads it again. It returns what is wrong, or "".
func (c *conformity[T]) sample(value T) string {
	raw, problem := c.encode(value)
	switch {
	case problem != "":
		return problem
	case raw == nil:
		return fmt.Sprintf("the sample %+v is written as JSON that its outputSchema refuses:\n%s", value, c.log)
	}
	if problem := c.arguments.compare(raw); problem != "" {
		return fmt.Sprintf("the sample %+v as an argument: %s", value, problem)
	}
	return ""
}

// write writes a value. A result that the toolkit itself refuses, such as a random text
// for an enumeration, proves nothing.
func (c *conformity[T]) write(value T) string {
	_, problem := c.encode(value)
	return problem
}

// encode returns the JSON of a value as the result of a tool, or nil if the toolkit
// refuses it, or what is wrong with it.
func (c *conformity[T]) encode(value T) (raw json.RawMessage, problem string) {
	c.value = value
	c.log.Reset()
	result, err := c.tk.Call(context.Background(), "write", nil)
	switch {
	case err != nil:
		return nil, err.Error()
	case result.IsError && strings.Contains(c.log.String(), "panic"):
		return nil, fmt.Sprintf("writing %+v as a result panics:\n%s", value, c.log)
	case result.IsError:
		return nil, ""
	}
	raw = result.StructuredContent.(json.RawMessage)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err == nil {
		err = c.judge.Validate(doc)
	}
	if err != nil {
		return nil, fmt.Sprintf("%+v is written as a result that its outputSchema refuses: %s\n%v", value, raw, err)
	}
	return raw, ""
}
