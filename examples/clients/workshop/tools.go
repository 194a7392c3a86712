package main

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

// newWorkshop returns the tools of the workshop, on pages of three.
func newWorkshop() *toolkit.Toolkit {
	tk := toolkit.New("workshop", "1.0.0", toolkit.WithPageSize(3))
	tk.Use(spoil)
	walls := newWalls()
	toolkit.Register(tk, toolkit.Tool{
		Name:        "add_tool",
		Description: "Put another tool into the workshop. Clients that are connected are told.",
		Hints:       toolkit.NonDestructive | toolkit.ClosedWorld,
	}, func(_ context.Context, args AddToolArgs) (string, error) { return addTool(tk, args.Name) })
	toolkit.Register(tk, toolkit.Tool{
		Name:        "await_end",
		Description: "Wait until nobody paints a wall any more, and tell how that ended.",
		Hints:       toolkit.ReadOnly | toolkit.ClosedWorld,
	}, walls.awaitEnd)
	toolkit.Register(tk, toolkit.Tool{
		Name:        "measure",
		Description: "Measure a board.",
		Hints:       toolkit.ReadOnly | toolkit.ClosedWorld,
	}, measure)
	toolkit.Register(tk, toolkit.Tool{
		Name:        "paint",
		Description: "Paint a wall. Progress is reported with every stroke.",
		Hints:       toolkit.NonDestructive | toolkit.ClosedWorld,
	}, walls.paint)
	toolkit.Register(tk, toolkit.Tool{
		Name:        "ship",
		Description: "Ship something. Returns the headers by which it was routed.",
		Hints:       toolkit.NonDestructive | toolkit.ClosedWorld,
	}, func(ctx context.Context, _ ShipArgs) (Label, error) { return label(ctx), nil })
	toolkit.Register(tk, toolkit.Tool{
		Name:        "ship_later",
		Description: "Ship something on a day that need not be known yet. Returns the headers by which it was routed.",
		Hints:       toolkit.NonDestructive | toolkit.ClosedWorld,
	}, func(ctx context.Context, _ ShipLaterArgs) (Label, error) { return label(ctx), nil })
	toolkit.Register(tk, toolkit.Tool{
		Name:        "weigh",
		Description: "Weigh a board.",
		Hints:       toolkit.ReadOnly | toolkit.ClosedWorld,
	}, weigh)
	return tk
}

type AddToolArgs struct {
	Name string `json:"name" description:"What to call it, e.g. varnish" pattern:"^[a-z]+$" validate:"max=20"`
}

func addTool(tk *toolkit.Toolkit, name string) (string, error) {
	err := toolkit.Add(tk, toolkit.Tool{Name: name, Description: "A tool that came later.", Hints: toolkit.ReadOnly | toolkit.ClosedWorld},
		func(context.Context, struct{}) (string, error) { return name + " is here.", nil })
	if err != nil {
		return "", toolkit.InvalidState("there is a tool %s already", name)
	}
	return name + " was added.", nil
}

type BoardArgs struct {
	Spoiled bool `json:"spoiled,omitempty" description:"Let the result break the outputSchema"`
}

type Length struct {
	Millimetres int `json:"millimetres" description:"Of its longest side"`
}

func measure(context.Context, BoardArgs) (Length, error) { return Length{1200}, nil }

type Weight struct {
	Grams int `json:"grams"`
}

func weigh(context.Context, BoardArgs) (Weight, error) { return Weight{900}, nil }

// spoil breaks results, which a tool cannot: what comes from a typed function fits its schema.
func spoil(next toolkit.CallFunc) toolkit.CallFunc {
	return func(ctx context.Context, tool string, arguments json.RawMessage) (*mcp.CallToolResult, error) {
		result, err := next(ctx, tool, arguments)
		var board BoardArgs
		if err != nil || json.Unmarshal(arguments, &board) != nil || !board.Spoiled {
			return result, err
		}
		spoiled := *result
		spoiled.StructuredContent = map[string]any{"millimetres": "many", "grams": "many"}
		return &spoiled, nil
	}
}

// ShipArgs has a header at the top, one in an object, and what has no header between them.
type ShipArgs struct {
	Region  string   `json:"region" description:"Where it goes" x-mcp-header:"Region"`
	Grams   int      `json:"grams" description:"How heavy it is" validate:"min=1" x-mcp-header:"Weight"`
	Insured bool     `json:"insured,omitempty" description:"Insure it" x-mcp-header:"Insured"`
	Items   []string `json:"items" description:"What is in it"`
	To      Address  `json:"to" description:"Who gets it"`
}

type Address struct {
	City   string   `json:"city" description:"The city" x-mcp-header:"City"`
	Lines  []string `json:"lines" description:"What else stands on the label"`
	Street string   `json:"street" description:"Street and number"`
}

// ShipLaterArgs has a parameter that may be null, whose type is a list of two.
type ShipLaterArgs struct {
	Region string  `json:"region" description:"Where it goes" x-mcp-header:"Region"`
	Day    *string `json:"day" description:"When; null for as soon as possible" format:"date" nullable:"true"`
}

type Label struct {
	Headers map[string]string `json:"headers" description:"As the server has received them"`
}

// label returns the headers of a call that mirror its arguments.
func label(ctx context.Context) Label {
	l := Label{map[string]string{}}
	for name, values := range toolkit.RequestFrom(ctx).Header() {
		if strings.HasPrefix(name, "Mcp-Param-") {
			l.Headers[http.CanonicalHeaderKey(name)] = strings.Join(values, ", ")
		}
	}
	return l
}
