// Command basket is an MCP server with a shopping basket: state between calls, behind a handle
// that the model carries from tool to tool. It serves stdio, or HTTP where an address is
// given:
//
//	go run ./examples/basket 127.0.0.1:8080
package main

import (
	"context"
	"log"
	"os"
	"os/signal"

	"github.com/typedmcp/toolkit"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	tk := newShop()
	run := tk.Run
	if len(os.Args) > 1 {
		run = func(ctx context.Context) error { return tk.ListenAndServe(ctx, os.Args[1]) }
	}
	if err := run(ctx); err != nil {
		log.Fatal(err)
	}
}

// newShop returns the tools of the shop.
func newShop() *toolkit.Toolkit {
	tk := toolkit.New("shop", "1.0.0", toolkit.WithInstructions("Create a basket, put items into it, and check it out."))
	s := &shop{baskets: toolkit.NewHandles[Basket](tk, "bsk", basketLifetime)}
	toolkit.Register(tk, toolkit.Tool{
		Name:        "create_basket",
		Title:       "Create a basket",
		Description: "Create an empty shopping basket. Every other tool needs the basket_id that it returns.",
		Hints:       toolkit.NonDestructive | toolkit.ClosedWorld,
		Creates:     s.baskets,
	}, s.createBasket)
	toolkit.Register(tk, toolkit.Tool{
		Name:        "add_item",
		Title:       "Add to a basket",
		Description: "Put an item into a basket, or more of it if it is there already. Returns the whole basket.",
		Hints:       toolkit.NonDestructive | toolkit.ClosedWorld,
	}, s.addItem)
	toolkit.Register(tk, toolkit.Tool{
		Name:        "show_basket",
		Title:       "Show a basket",
		Description: "Show what is in a basket and what it costs. Changes nothing.",
		Hints:       toolkit.ReadOnly | toolkit.ClosedWorld,
	}, s.showBasket)
	toolkit.Register(tk, toolkit.Tool{
		Name:        "check_out",
		Title:       "Check out",
		Description: "Order what is in a basket. The basket is gone afterwards. Ask the user before.",
		Hints:       toolkit.Destructive | toolkit.ClosedWorld,
	}, s.checkOut)
	return tk
}
