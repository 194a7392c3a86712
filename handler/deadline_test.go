package handler_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/handler"
)

// hold runs a function under a timeout of ten seconds, on a clock that is not the wall's,
// and returns the text of its result.
func hold(t *testing.T, fn func(ctx context.Context) error) string {
	t.Helper()
	h, err := handler.New(func(ctx context.Context, _ struct{}) (string, error) { return "done", fn(ctx) },
		handler.Config{Tool: "wait", Timeout: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	result, err := h.Call(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return result.Content[0].(*mcp.TextContent).Text
}

// TestHold holds the clock of a timeout: what is waited for meanwhile does not count, what
// is waited for before and after does.
func TestHold(t *testing.T) {
	const ranOut = "wait did not finish within 10 seconds and was stopped."
	for name, tt := range map[string]struct {
		before, held, after time.Duration
		want                string
	}{
		"held for long":         {before: 4 * time.Second, held: time.Hour, after: 5 * time.Second, want: "done"},
		"too long afterwards":   {before: 4 * time.Second, held: time.Hour, after: 7 * time.Second, want: ranOut},
		"not held":              {before: 11 * time.Second, want: ranOut},
		"held and nothing else": {held: 11 * time.Second, want: "done"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				got := hold(t, func(ctx context.Context) error {
					if err := wait(ctx, tt.before); err != nil {
						return err
					}
					release := handler.Hold(ctx)
					again := handler.Hold(ctx) // as two questions at once would
					err := wait(ctx, tt.held)
					again()
					release()
					if err != nil {
						return err
					}
					return wait(ctx, tt.after)
				})
				if !strings.HasPrefix(got, tt.want) {
					t.Errorf("got %q, want %q", got, tt.want)
				}
			})
		})
	}
}

// TestHoldDeadline asks for the deadline while the clock is held, and after.
func TestHoldDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		at := func(ctx context.Context) time.Duration {
			deadline, ok := ctx.Deadline()
			if !ok {
				t.Error("no deadline")
			}
			return deadline.Sub(start)
		}
		hold(t, func(ctx context.Context) error {
			if got := at(ctx); got != 10*time.Second {
				t.Errorf("at first the deadline is after %s, want 10s", got)
			}
			release := handler.Hold(ctx)
			time.Sleep(5 * time.Second)
			if got := at(ctx); got != 15*time.Second {
				t.Errorf("while held the deadline is after %s, want 15s", got)
			}
			release()
			time.Sleep(time.Second)
			if got := at(ctx); got != 15*time.Second {
				t.Errorf("afterwards the deadline is after %s, want 15s", got)
			}
			return nil
		})
	})
}

// TestHoldChildren derives contexts from one that runs out: they end with it, and for its
// reason.
func TestHoldChildren(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := make(chan error, 1)
		hold(t, func(ctx context.Context) error {
			child, cancel := context.WithCancel(ctx)
			go func() {
				defer cancel()
				<-child.Done()
				ended <- child.Err()
			}()
			stopped := context.AfterFunc(ctx, func() { t.Error("a function that was stopped ran") })
			if !stopped() {
				t.Error("a function that waits cannot be stopped")
			}
			return wait(ctx, time.Hour)
		})
		if err := <-ended; !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the child ended with %v", err)
		}
	})
}

// TestHoldWithoutTimeout holds a clock that is not there.
func TestHoldWithoutTimeout(t *testing.T) {
	handler.Hold(t.Context())()
}

// wait returns after d, or with the error of ctx.
func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
