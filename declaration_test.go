package toolkit_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/typedmcp/toolkit"
)

type declaredArgs struct {
	declaredPage
	Tree   *declaredTree      `json:"tree,omitempty"`
	Many   []declaredItem     `json:"many,omitempty"`
	ByName map[string]float64 `json:"by/name,omitempty" validate:"dive,max=3"`
	Shape  Shape              `json:"shape,omitempty"`
}

type declaredPage struct {
	Limit *int `json:"limit" validate:"omitempty,max=9"`
}

type declaredTree struct {
	Left *declaredTree `json:"left,omitempty"`
	Name string        `json:"name"`
}

type declaredItem struct {
	Count uint8 `json:"count"`
}

type declaredResult struct {
	Items []declaredItem `json:"items"`
}

// TestDeclaration leads parts of schemas back to what they were made from.
func TestDeclaration(t *testing.T) {
	tk := toolkit.New("x", "1", toolkit.WithUnion("kind", map[string]Shape{"circle": Circle{}, "square": &Square{}}))
	toolkit.Register(tk, toolkit.Tool{Name: "registered"}, func(context.Context, declaredArgs) (declaredResult, error) { return declaredResult{}, nil })
	if err := toolkit.Add(tk, toolkit.Tool{Name: "added", InputSchema: `{"type":"object","properties":{"limit":{}}}`}, func(context.Context, declaredArgs) (string, error) { return "", nil }); err != nil {
		t.Fatal(err)
	}
	if err := tk.Err(); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ tool, path, want string }{
		{"registered", "", "declaration_test.go:39"},
		{"registered", "/description", "declaration_test.go:39"},
		{"registered", "/inputSchema/required", "declaration_test.go:39"},
		{"registered", "/inputSchema/properties/limit/maximum", "declaration_test.go:39, toolkit_test.declaredArgs.declaredPage.Limit *int"},
		{"registered", "/inputSchema/properties/tree", "declaration_test.go:39, toolkit_test.declaredArgs.Tree *toolkit_test.declaredTree"},
		{"registered", "/inputSchema/$defs/declaredTree/properties/left/type", "declaration_test.go:39, toolkit_test.declaredTree.Left *toolkit_test.declaredTree"},
		{"registered", "/inputSchema/properties/many/items/properties/count", "declaration_test.go:39, toolkit_test.declaredItem.Count uint8"},
		{"registered", "/inputSchema/properties/by~1name/additionalProperties/maximum", "declaration_test.go:39, toolkit_test.declaredArgs.ByName map[string]float64"},
		{"registered", "/inputSchema/properties/shape/anyOf/1/properties/side/exclusiveMinimum", "declaration_test.go:39, toolkit_test.Square.Side float64"},
		{"registered", "/inputSchema/properties/shape/anyOf/1/properties/kind", "declaration_test.go:39, toolkit_test.declaredArgs.Shape toolkit_test.Shape"},
		{"registered", "/outputSchema/properties/items/items/properties/count/type", "declaration_test.go:39, toolkit_test.declaredItem.Count uint8"},
		{"added", "", "declaration_test.go:40"},
		{"added", "/inputSchema/properties/limit", "declaration_test.go:40"},
		{"added", "/outputSchema/properties/limit", "declaration_test.go:40"},
	} {
		d, ok := tk.Declaration(tt.tool, tt.path)
		d.File = filepath.Base(d.File)
		if !ok || d.String() != tt.want {
			t.Errorf("%s %s: %s (%t), want %s", tt.tool, tt.path, d, ok, tt.want)
		}
	}
	if _, ok := tk.Declaration("missing", ""); ok {
		t.Error("a tool that is not there has a declaration")
	}
}
