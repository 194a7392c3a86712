package handler

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	toolerrors "github.com/typedmcp/toolkit/errors"
)

// duplicates notes every member that stands twice in its object, wherever that is.
func duplicates(raw []byte) []*toolerrors.Problem {
	dec := jsontext.NewDecoder(bytes.NewReader(raw), tokenOptions)
	var problems []*toolerrors.Problem
	var path toolerrors.Path
	var walk func() bool
	walk = func() bool {
		open, err := dec.ReadToken()
		if err != nil {
			return false
		}
		end := jsontext.KindEndArray
		switch open.Kind() {
		case jsontext.KindBeginObject:
			end = jsontext.KindEndObject
		case jsontext.KindBeginArray:
		default:
			return true
		}
		seen := map[string]int{}
		for n := 0; dec.PeekKind() != end; n++ {
			step := toolerrors.Element(n)
			if end == jsontext.KindEndObject {
				name, err := dec.ReadToken()
				if err != nil {
					return false
				}
				step = toolerrors.Member(name.String())
			}
			path = append(path, step)
			if step.Index < 0 {
				if seen[step.Name]++; seen[step.Name] == 2 {
					problems = append(problems, &toolerrors.Problem{Path: slices.Clone(path), Code: toolerrors.CodeDuplicate})
				}
			}
			if !walk() {
				return false
			}
			path = path[:len(path)-1]
		}
		_, err = dec.ReadToken()
		return err == nil
	}
	walk()
	return problems
}
