package main

import (
	"bytes"
	"context"
	"fmt"
	"image/color"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/typedmcp/toolkit/examples/tracker/internal/store"
)

// ChartArgs are the parameters of burndown_chart.
type ChartArgs struct {
	Project string `json:"project,omitempty" description:"Only issues of this project. All projects if omitted" enum:"web,mobile,api,billing"`
	Days    int    `json:"days,omitempty" description:"How many days to show" default:"30" validate:"min=2,max=180"`
}

// burndownChart returns the picture, and its numbers in words for those who see none.
func (t *tracker) burndownChart(ctx context.Context, args ChartArgs) ([]mcp.Content, error) {
	days, err := t.db.Burndown(ctx, args.Project, time.Time{}, args.Days)
	if err != nil {
		return nil, forModel(err)
	}
	picture, err := draw(days, orAll(args.Project))
	if err != nil {
		return nil, err
	}
	first, last := days[0], days[len(days)-1]
	return []mcp.Content{
		&mcp.ImageContent{Data: picture, MIMEType: "image/png"},
		&mcp.TextContent{Text: fmt.Sprintf("Issues that were not closed: %d on %s, %d on %s.",
			first.Unfinished, first.Date.Format(time.DateOnly), last.Unfinished, last.Date.Format(time.DateOnly))},
	}, nil
}

// draw returns a chart as a PNG.
func draw(days []store.Day, project string) ([]byte, error) {
	points := make(plotter.XYs, len(days))
	for i, d := range days {
		points[i] = plotter.XY{X: float64(d.Date.Unix()), Y: float64(d.Unfinished)}
	}
	line, err := plotter.NewLine(points)
	if err != nil {
		return nil, err
	}
	line.Width = vg.Points(2)
	line.Color = color.RGBA{R: 0x1f, G: 0x77, B: 0xb4, A: 0xff}

	p := plot.New()
	p.Title.Text = "Unfinished issues, projects: " + project
	p.X.Tick.Marker = plot.TimeTicks{Format: "Jan 2"}
	p.Y.Min = 0
	p.Add(plotter.NewGrid(), line)
	w, err := p.WriterTo(8*vg.Inch, 4*vg.Inch, "png")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	_, err = w.WriteTo(&b)
	return b.Bytes(), err
}
