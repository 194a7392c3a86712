package main

import (
	"time"

	"github.com/typedmcp/toolkit"
)

// basketLifetime is how long a basket is kept that nobody uses.
const basketLifetime = 24 * time.Hour

// A Basket is the state behind a basket_id.
type Basket struct {
	Quantity map[string]int // by SKU
}

// A SKU names an article.
type SKU string

// Enum returns what there is to buy.
func (SKU) Enum() []SKU { return []SKU{"tea", "cup", "pot"} }

// prices are in cents.
var prices = map[string]int{"tea": 450, "cup": 900, "pot": 3200}

// maxQuantity is how many of one article an order may have.
const maxQuantity = 20

type BasketArgs struct {
	Basket toolkit.Handle[Basket] `json:"basket_id" description:"The basket, as create_basket returned it"`
}

type AddItemArgs struct {
	Basket   toolkit.Handle[Basket] `json:"basket_id" description:"The basket, as create_basket returned it"`
	SKU      SKU                    `json:"sku" description:"What to buy"`
	Quantity int                    `json:"quantity,omitempty" description:"How many" default:"1" validate:"min=1,max=20"`
}

type CreatedBasket struct {
	Basket toolkit.Handle[Basket] `json:"basket_id" description:"Pass it to the other tools"`
}

// A Contents is a basket as the model sees it.
type Contents struct {
	Lines []Line `json:"lines" description:"One for each article"`
	Total int    `json:"total" description:"In cents"`
}

type Line struct {
	SKU      string `json:"sku"`
	Quantity int    `json:"quantity"`
	Price    int    `json:"price" description:"Of all of them, in cents"`
}

type Order struct {
	Number int      `json:"number"`
	Order  Contents `json:"order"`
}

// contents returns what is in a basket, by SKU.
func (b Basket) contents() Contents {
	c := Contents{Lines: []Line{}}
	for _, sku := range SKU("").Enum() {
		if n := b.Quantity[string(sku)]; n > 0 {
			line := Line{string(sku), n, n * prices[string(sku)]}
			c.Lines = append(c.Lines, line)
			c.Total += line.Price
		}
	}
	return c
}
