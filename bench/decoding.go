package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-playground/validator/v10"

	"github.com/typedmcp/toolkit/handler"
)

// A decoder reads the arguments, and may check them.
type decoder func(raw []byte) (SearchArgs, error)

// decoders are the ways to read the arguments. json v2 checks nothing, the others check
// everything.
var decoders = []struct {
	name string
	make func() (decoder, error)
}{
	{"toolkit", func() (decoder, error) {
		d, err := handler.NewDecoder[SearchArgs](handler.Config{Tool: ToolName})
		return func(raw []byte) (SearchArgs, error) {
			args, problems := d.Decode(context.Background(), raw)
			if problems != nil {
				return args, fmt.Errorf("%v", problems)
			}
			return args, nil
		}, err
	}},
	{"json v2", func() (decoder, error) {
		return func(raw []byte) (args SearchArgs, err error) {
			err = jsonv2.Unmarshal(raw, &args)
			return args, err
		}, nil
	}},
	{"encoding/json + validator", func() (decoder, error) {
		validate := validator.New()
		return func(raw []byte) (SearchArgs, error) {
			var args plainArgs
			if err := json.Unmarshal(raw, &args); err != nil {
				return SearchArgs{}, err
			}
			return SearchArgs(args), validate.Struct(&args)
		}, nil
	}},
}

// decode is reading the arguments alone.
func decode() Comparison {
	c := Comparison{Name: "Decode"}
	for _, d := range decoders {
		c.Ways = append(c.Ways, Way{d.name, func() (*Work, error) {
			read, err := d.make()
			if err != nil {
				return nil, err
			}
			raw := []byte(Arguments)
			return one(func() error {
				_, err := read(raw)
				return err
			})
		}})
	}
	return c
}

// invoke is the whole way from arguments to a result, without a protocol around it: reading
// and checking, the function, writing.
func invoke() Comparison {
	c := Comparison{Name: "Invoke"}
	for _, d := range decoders {
		c.Ways = append(c.Ways, Way{d.name, func() (*Work, error) {
			run, err := invoker(d.name, d.make)
			if err != nil {
				return nil, err
			}
			raw := []byte(Arguments)
			return one(func() error {
				_, err := run(raw)
				return err
			})
		}})
	}
	return c
}

// invoker returns a function from arguments to the JSON of the result.
func invoker(name string, makeDecoder func() (decoder, error)) (func(raw []byte) ([]byte, error), error) {
	if name == "toolkit" {
		h, err := handler.New(Search, handler.Config{Tool: ToolName})
		return func(raw []byte) ([]byte, error) {
			result, err := h.Call(context.Background(), raw)
			if err != nil {
				return nil, err
			}
			structured, ok := result.StructuredContent.(json.RawMessage)
			if !ok || result.IsError {
				return nil, errors.New("the call was refused")
			}
			return structured, nil
		}, err
	}
	write := json.Marshal
	if name == "json v2" {
		write = func(v any) ([]byte, error) { return jsonv2.Marshal(v) }
	}
	read, err := makeDecoder()
	return func(raw []byte) ([]byte, error) {
		args, err := read(raw)
		if err != nil {
			return nil, err
		}
		result, err := Search(context.Background(), args)
		if err != nil {
			return nil, err
		}
		return write(&result)
	}, err
}
