package toolkit

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"
)

// A Broadcast carries short messages between the replicas of a server.
type Broadcast interface {
	// Publish sends a message to everybody who is subscribed, the sender too.
	Publish(ctx context.Context, message []byte) error
	// Subscribe calls receive for each message, one at a time, until ctx ends. It calls it once
	// with nil as soon as it is subscribed. It returns the error by which it lost its
	// messages; it is called again then.
	Subscribe(ctx context.Context, receive func(message []byte)) error
}

// resubscribe is how long ShareListChanges waits after an error.
const resubscribe = time.Second

// ShareListChanges tells the other replicas of the server when tools are added or removed
// here, and clients that listen here (notifications/tools/list_changed) when tools are added or
// removed there: a client that listens to one replica may well be answered by another one. The
// tools themselves are not shared; each replica has its own, and clients that are told
// list them anew.
//
// It runs until ctx ends and returns nil then, or the error of [Toolkit.Err] at once. Where the
// broadcast fails it tries again, and tells its clients when it is back, since changes may have
// been missed.
func (tk *Toolkit) ShareListChanges(ctx context.Context, broadcast Broadcast) error {
	if broadcast == nil {
		return errors.New("toolkit: ShareListChanges: the broadcast is nil; pass one such as that of package redisstore")
	}
	if err := tk.Err(); err != nil {
		return fmt.Errorf("toolkit: %w", err)
	}
	self := rand.Text()
	changes := tk.watchChanges()
	defer tk.unwatchChanges(changes)
	done := make(chan struct{})
	defer func() { <-done }()
	go func() {
		defer close(done)
		tk.publishChanges(ctx, broadcast, changes, self)
	}()
	subscribed := false
	for ctx.Err() == nil {
		err := broadcast.Subscribe(ctx, func(message []byte) {
			switch {
			case message == nil && !subscribed:
				subscribed = true
			case string(message) != self:
				tk.announce()
			}
		})
		if ctx.Err() == nil {
			tk.logger.WarnContext(ctx, "changes of the tools of other replicas are not heard of", slog.Any("error", err))
			pause(ctx, resubscribe)
		}
	}
	return nil
}

// publishChanges publishes each change that is noted in changes. Those that come together are one.
func (tk *Toolkit) publishChanges(ctx context.Context, broadcast Broadcast, changes <-chan struct{}, self string) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-changes:
		}
		for {
			err := broadcast.Publish(ctx, []byte(self))
			if err == nil || ctx.Err() != nil {
				break
			}
			tk.logger.WarnContext(ctx, "other replicas do not hear of a change of the tools", slog.Any("error", err))
			pause(ctx, resubscribe)
		}
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// watchChanges returns a channel that gets a value after tools were added or removed.
func (tk *Toolkit) watchChanges() chan struct{} {
	changes := make(chan struct{}, 1)
	tk.mu.Lock()
	defer tk.mu.Unlock()
	tk.watchers = append(tk.watchers, changes)
	return changes
}

func (tk *Toolkit) unwatchChanges(changes chan struct{}) {
	tk.mu.Lock()
	defer tk.mu.Unlock()
	tk.watchers = slices.DeleteFunc(tk.watchers, func(c chan struct{}) bool { return c == changes })
}

// changed notes that the tools have changed. The toolkit is locked.
func (tk *Toolkit) changed() {
	for _, c := range tk.watchers {
		select {
		case c <- struct{}{}:
		default: // it will be told anyway
		}
	}
}

// announce tells the clients of this process that the list of tools has changed. The SDK does
// so when a tool is replaced, be it by itself.
func (tk *Toolkit) announce() {
	tk.mu.Lock()
	defer tk.mu.Unlock()
	entries := tk.tools.Load().entries
	if len(entries) == 0 {
		return // nothing here that could have gone, and what there is elsewhere comes with a list
	}
	for _, srv := range tk.servers {
		if err := tk.addTo(srv, entries[0]); err != nil {
			tk.logger.Error("clients are not told of a change of the tools", slog.Any("error", err))
		}
	}
}
