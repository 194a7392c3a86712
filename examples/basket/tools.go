package main

import (
	"context"
	"sync/atomic"

	"github.com/typedmcp/toolkit"
)

type shop struct {
	baskets *toolkit.Handles[Basket]
	orders  atomic.Int64
}

func (s *shop) createBasket(ctx context.Context, _ struct{}) (CreatedBasket, error) {
	basket, err := s.baskets.Create(ctx, Basket{})
	return CreatedBasket{basket}, err
}

func (s *shop) addItem(ctx context.Context, args AddItemArgs) (Contents, error) {
	var now Contents
	err := s.baskets.Update(ctx, args.Basket.ID, func(b *Basket) error {
		if b.Quantity == nil {
			b.Quantity = map[string]int{}
		}
		b.Quantity[string(args.SKU)] += args.Quantity
		if n := b.Quantity[string(args.SKU)]; n > maxQuantity {
			return toolkit.InvalidState("the basket would have %d of %s, and %d can be ordered at a time", n, args.SKU, maxQuantity)
		}
		now = b.contents()
		return nil
	})
	return now, err
}

func (s *shop) showBasket(_ context.Context, args BasketArgs) (Contents, error) {
	return args.Basket.Value.contents(), nil
}

func (s *shop) checkOut(ctx context.Context, args BasketArgs) (Order, error) {
	order := args.Basket.Value.contents()
	if order.Total == 0 {
		return Order{}, toolkit.InvalidState("the basket is empty; put something into it with add_item")
	}
	// Whoever deletes it has it, so that nothing is ordered twice.
	if err := s.baskets.Delete(ctx, args.Basket.ID); err != nil {
		return Order{}, err
	}
	return Order{int(s.orders.Add(1)), order}, nil
}
