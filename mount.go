package toolkit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Mount offers the tools of another toolkit as well, each under prefix and its name: with the
// prefix "github_", a tool search becomes github_search, which is also what a model reads in
// its errors. "" leaves the names as they are. Tools that other gets or loses later come and go here too.
//
// A call passes the middleware and the limits of tk, and then those of other, which know the
// tool by the name it has there. Options of other that concern tools and their arguments count
// for its tools; those that concern serving are those of tk.
//
// Names that exist already, an ill-formed prefix and the errors of other are reported by
// [Toolkit.Err]. Once tk serves they are logged instead, and nothing is mounted. A toolkit cannot be
// mounted into itself, directly or through others.
func (tk *Toolkit) Mount(prefix string, other *Toolkit) {
	err := tk.mount(prefix, other)
	if err == nil {
		return
	}
	err = fmt.Errorf("mounting under the prefix %q: %w", shorten(prefix), err)
	if tk.failUnlessServing(err) {
		tk.logger.Error("toolkit not mounted", slog.String("prefix", prefix), slog.Any("error", err))
	}
}

// A mount is where a toolkit is a part of another.
type mount struct {
	whole, part *Toolkit
	prefix      string
}

// mounting keeps two toolkits from being mounted into each other at the same time.
var mounting sync.Mutex

func (tk *Toolkit) mount(prefix string, other *Toolkit) error {
	mounting.Lock()
	defer mounting.Unlock()
	switch {
	case other == nil:
		return errors.New("the toolkit is nil; make one with New")
	case other.contains(tk):
		return errors.New("the toolkit would contain itself")
	case prefix != "":
		if err := checkName(prefix); err != nil {
			return err
		}
	}
	other.mu.Lock()
	defer other.mu.Unlock()
	m := &mount{tk, other, prefix}
	var errs []error
	for _, e := range other.tools.Load().entries {
		errs = append(errs, m.add(e))
	}
	if err := errors.Join(errs...); err != nil {
		m.remove(other.tools.Load().names()...)
		return err
	}
	other.mounts = append(other.mounts, m)
	tk.mu.Lock()
	tk.parts = append(tk.parts, other)
	tk.mu.Unlock()
	return nil
}

// contains reports whether other is tk, or is mounted in it.
func (tk *Toolkit) contains(other *Toolkit) bool {
	if tk == other {
		return true
	}
	tk.mu.Lock()
	parts := tk.parts
	tk.mu.Unlock()
	for _, part := range parts {
		if part.contains(other) {
			return true
		}
	}
	return false
}

// add puts a tool of the part into the whole. The part is locked.
func (m *mount) add(e *entry) error {
	tool := copyTool(e.tool)
	tool.Name = m.prefix + e.tool.Name
	if err := checkName(tool.Name); err != nil {
		return err
	}
	mounted := &entry{
		Tool: e.Tool, tool: tool, handler: e.handler.Named(tool.Name), gate: newGate(&Tool{}), registered: e.registered,
		mounted: &mountedTool{m, e.tool.Name},
	}
	mounted.Name = tool.Name
	return named(tool.Name, m.whole.add(mounted))
}

// remove takes tools of the part away from the whole. The part is locked.
func (m *mount) remove(names ...string) {
	gone := map[string]bool{}
	for _, name := range names {
		gone[name] = true
	}
	m.whole.remove(func(e *entry) bool { return e.mounted != nil && e.mounted.mount == m && gone[e.mounted.name] })
}

// A mountedTool is what a tool is in the toolkit that it comes from.
type mountedTool struct {
	mount *mount
	name  string
}

// mountedKey is for the entry by which a caller knows the tool that is called.
type mountedKey struct{}

// shownEntry returns the entry by which the caller knows a tool: that of the outermost toolkit.
func shownEntry(ctx context.Context, e *entry) *entry {
	if shown, ok := ctx.Value(mountedKey{}).(*entry); ok {
		return shown
	}
	return e
}

// call calls the tool where it comes from, as the caller knows it.
func (t *mountedTool) call(ctx context.Context, shown *entry, arguments json.RawMessage) (*mcp.CallToolResult, error) {
	return t.mount.part.call(context.WithValue(ctx, mountedKey{}, shown), t.name, arguments)
}

// owner returns the toolkit that the called tool was registered with.
func (r *Request) owner(ctx context.Context) *Toolkit {
	shown, ok := ctx.Value(mountedKey{}).(*entry)
	if !ok {
		return r.call.tk
	}
	tk := r.call.tk
	for e := shown; e != nil && e.mounted != nil; e = tk.tools.Load().find(e.mounted.name) {
		tk = e.mounted.mount.part
	}
	return tk
}
