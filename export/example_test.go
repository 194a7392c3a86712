package export_test

import (
	"context"
	"fmt"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/export"
)

func ExampleTools_Call() {
	type args struct {
		City string `json:"city" description:"City to look up" validate:"min=1"`
	}
	tk := toolkit.New("weather", "1.0.0")
	toolkit.Register(tk, toolkit.Tool{Name: "forecast", Description: "Forecast the weather."},
		func(_ context.Context, a args) (string, error) { return "Sunny in " + a.City, nil })

	tools, err := export.New(tk, export.Claude)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(tools.Definitions()))
	result, err := tools.Call(context.Background(), []byte(`{"type":"tool_use","id":"toolu_1","name":"forecast","input":{"city":"Oslo"}}`))
	fmt.Println(string(result), err)
	// Output:
	// [{"name":"forecast","description":"Forecast the weather.","input_schema":{"type":"object","properties":{"city":{"type":"string","description":"City to look up","minLength":1}},"required":["city"],"additionalProperties":false}}]
	// {"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":"Sunny in Oslo"}]} <nil>
}
