// Command hello is the program of the README: an MCP server with one tool, over stdio.
package main

import (
	"context"
	"log"

	"github.com/typedmcp/toolkit"
)

type ForecastArgs struct {
	City string `json:"city" description:"City to look up, e.g. Oslo" validate:"min=1,max=80"`
	Days int    `json:"days,omitempty" description:"How many days" default:"3" validate:"min=1,max=7"`
	Unit string `json:"unit,omitempty" description:"Scale of the temperatures" enum:"celsius,fahrenheit" default:"celsius"`
}

type Forecast struct {
	City  string    `json:"city"`
	Highs []float64 `json:"highs" description:"One for each day, in the unit that was asked for"`
}

func forecast(ctx context.Context, args ForecastArgs) (Forecast, error) {
	return Forecast{args.City, make([]float64, args.Days)}, nil // ask a weather service here
}

func main() {
	tk := toolkit.New("weather", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{Name: "forecast", Description: "Forecast the weather.", Hints: toolkit.ReadOnly}, forecast)
	if err := tk.Run(context.Background()); err != nil {
		log.Fatal(err)
	}
}
