// Command app is an MCP server whose tool has a view (MCP Apps): hosts that know the extension
// show the forecast as a chart, all others show its text.
package main

import (
	"context"
	_ "embed"
	"flag"
	"log"
	"os"
	"os/signal"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

const (
	// extension is the name of MCP Apps in the capabilities.
	extension = "io.modelcontextprotocol/ui"
	// viewURI is where hosts read the view.
	viewURI = "ui://forecast/chart.html"
	// viewType tells hosts that a resource is a view.
	viewType = "text/html;profile=mcp-app"
)

//go:embed chart.html
var chart string

type forecastArgs struct {
	City string `json:"city" description:"City to look up, e.g. Oslo" validate:"min=1,max=80"`
	Days int    `json:"days,omitempty" description:"How many days" default:"5" validate:"min=1,max=14"`
}

type forecastResult struct {
	City  string `json:"city"`
	Highs []int  `json:"highs" description:"One for each day, in degrees Celsius"`
}

// forecast makes the numbers up; ask a weather service here.
func forecast(_ context.Context, args forecastArgs) (forecastResult, error) {
	result := forecastResult{City: args.City}
	for day := range args.Days {
		result.Highs = append(result.Highs, 12+(len(args.City)*7+day*5)%11)
	}
	return result, nil
}

// newToolkit returns the tool, with its view on the server of the official SDK.
func newToolkit() (*toolkit.Toolkit, error) {
	tk := toolkit.New("forecast", "1.0.0",
		toolkit.WithServerOptions(func(o *mcp.ServerOptions) {
			if o.Capabilities == nil {
				o.Capabilities = &mcp.ServerCapabilities{}
			}
			o.Capabilities.AddExtension(extension, nil)
		}),
		toolkit.WithDirectTools()) // only a resource is added to the SDK's server
	toolkit.Register(tk, toolkit.Tool{
		Name:        "forecast",
		Title:       "Weather forecast",
		Description: "Forecast the highest temperature of each day. Use it for the coming two weeks; it knows nothing of the past.",
		Hints:       toolkit.ReadOnly,
		Meta:        mcp.Meta{"ui": map[string]any{"resourceUri": viewURI}},
	}, forecast)
	srv, err := tk.Server()
	if err != nil {
		return nil, err
	}
	srv.AddResource(&mcp.Resource{
		URI: viewURI, Name: "forecast_chart", Title: "Forecast as a chart", MIMEType: viewType,
	}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{
			URI: viewURI, MIMEType: viewType, Text: chart,
			Meta: mcp.Meta{"ui": map[string]any{"prefersBorder": true}},
		}}}, nil
	})
	return tk, nil
}

func main() {
	address := flag.String("http", "", "serve HTTP on this address, e.g. 127.0.0.1:8080, in place of stdio")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	tk, err := newToolkit()
	if err != nil {
		log.Fatal(err)
	}
	if *address != "" {
		err = tk.ListenAndServe(ctx, *address)
	} else {
		err = tk.Run(ctx)
	}
	if err != nil {
		log.Fatal(err)
	}
}
