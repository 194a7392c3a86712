package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/typedmcp/toolkit"
)

const (
	strokeTime = 20 * time.Millisecond
	// dryTime keeps the last report of progress away from the result: over stdio the clients
	// of the TypeScript SDK lose it if they read both at once.
	dryTime = 250 * time.Millisecond
)

// walls know who paints what.
type walls struct {
	mu      sync.Mutex
	painted map[string]*painting
}

func newWalls() *walls { return &walls{painted: map[string]*painting{}} }

type painting struct {
	ended chan struct{}
	cause error // of the context, once it has ended
}

type PaintArgs struct {
	Wall    string `json:"wall" description:"Which wall, e.g. north" validate:"min=1,max=20"`
	Strokes int    `json:"strokes,omitempty" description:"How many; without end if omitted" validate:"min=1,max=100"`
}

type Painted struct {
	Wall    string `json:"wall"`
	Strokes int    `json:"strokes"`
}

// paint reports every stroke, and by mistake twice.
func (w *walls) paint(ctx context.Context, args PaintArgs) (Painted, error) {
	p, err := w.begin(args.Wall)
	if err != nil {
		return Painted{}, err
	}
	defer func() {
		p.cause = ctx.Err()
		close(p.ended)
	}()
	stroke := 0
	for args.Strokes == 0 || stroke < args.Strokes {
		stroke++
		for range 2 {
			if err := toolkit.RequestFrom(ctx).Progress(ctx, float64(stroke), float64(args.Strokes), fmt.Sprintf("stroke %d", stroke)); err != nil {
				return Painted{}, err
			}
		}
		if err := pause(ctx, strokeTime); err != nil {
			return Painted{}, err
		}
	}
	return Painted{args.Wall, stroke}, pause(ctx, dryTime)
}

func (w *walls) begin(wall string) (*painting, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.painted[wall] != nil {
		return nil, toolkit.InvalidState("the wall %s has been painted", wall)
	}
	p := &painting{ended: make(chan struct{})}
	w.painted[wall] = p
	return p, nil
}

type WallArgs struct {
	Wall string `json:"wall" description:"Which wall, e.g. north"`
}

type Ending struct {
	Wall  string `json:"wall"`
	Cause string `json:"cause" description:"Why the painting ended: done, or what ended its call"`
}

// awaitEnd tells how the call of paint ended, as its function saw it.
func (w *walls) awaitEnd(ctx context.Context, args WallArgs) (Ending, error) {
	w.mu.Lock()
	p := w.painted[args.Wall]
	w.mu.Unlock()
	if p == nil {
		return Ending{}, toolkit.NotFound("wall", args.Wall)
	}
	select {
	case <-p.ended:
	case <-ctx.Done():
		return Ending{}, ctx.Err()
	}
	if p.cause != nil {
		return Ending{args.Wall, p.cause.Error()}, nil
	}
	return Ending{args.Wall, "done"}, nil
}

// pause waits, but not for longer than the call lasts.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
