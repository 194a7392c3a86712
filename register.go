package toolkit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/handler"
	"github.com/typedmcp/toolkit/internal/stateless"
	xmcpheader "github.com/typedmcp/toolkit/x-mcp-header"
)

// An entry is one registered tool.
type entry struct {
	stateless.Tool           // its name, scopes and headers
	tool           *mcp.Tool // as the newest revision sees it
	handler        *handler.Handler
	gate           *gate
	creates        *handleSet     // of Tool.Creates
	anyHandles     []reflect.Type // of states whose handles the arguments take without a tag
	registered     uintptr        // where Register or Add was called
	mounted        *mountedTool   // of another toolkit; nil for a tool of this one

	encode  sync.Once
	encoded []byte // see listed
}

// Register adds a tool. It never panics: what is wrong with the declaration, with the
// types of fn or with their tags is collected for [Toolkit.Err], and the tool is left out.
// Once the toolkit serves, a tool that is wrong is logged instead and the list stays as it
// was; [Add] answers at once.
//
// Args is a struct, or struct{} for a tool without parameters; see the package
// documentation for what Result may be. A tool of the same name is an error: take it
// away with [Toolkit.Remove] first.
func Register[Args, Result any](tk *Toolkit, tool Tool, fn func(context.Context, Args) (Result, error)) {
	err := add(tk, tool, fn, callSite())
	if err == nil {
		return
	}
	if tk.failUnlessServing(err) {
		tk.logger.Error("tool not registered", slog.String("tool", tool.Name), slog.Any("error", err))
	}
}

// failUnlessServing notes an error for Err, unless the toolkit serves already, which it reports.
func (tk *Toolkit) failUnlessServing(err error) (serving bool) {
	tk.mu.Lock()
	defer tk.mu.Unlock()
	if len(tk.servers) > 0 {
		return true
	}
	tk.errs = append(tk.errs, err)
	return false
}

// Add is [Register] for tools that come at run time: it returns what is wrong, and
// [Toolkit.Err] stays as it was. Clients that listen are told that the list has changed
// (notifications/tools/list_changed).
func Add[Args, Result any](tk *Toolkit, tool Tool, fn func(context.Context, Args) (Result, error)) error {
	return add(tk, tool, fn, callSite())
}

// add is Add; at is where it was called.
func add[Args, Result any](tk *Toolkit, tool Tool, fn func(context.Context, Args) (Result, error), at uintptr) error {
	e, err := newEntry(tk, tool, fn)
	if err != nil {
		return named(tool.Name, err)
	}
	e.registered = at
	return named(tool.Name, tk.add(e))
}

// named puts the tool's name before each line of an error.
func named(tool string, err error) error {
	if err == nil {
		return nil
	}
	prefix := fmt.Sprintf("tool %q: ", tool)
	return &registrationError{prefix + strings.ReplaceAll(err.Error(), "\n", "\n"+prefix), err}
}

// A registrationError is an error of a tool, with its name before each line.
type registrationError struct {
	text string
	err  error
}

func (e *registrationError) Error() string { return e.text }
func (e *registrationError) Unwrap() error { return e.err }

// newEntry compiles a tool.
func newEntry[Args, Result any](tk *Toolkit, tool Tool, fn func(context.Context, Args) (Result, error)) (*entry, error) {
	g := newGate(&tool)
	var untagged []reflect.Type
	h, err := handler.New(fn, handler.Config{
		Tool:           tool.Name,
		Strict:         tool.Strict || tk.strict,
		AllowUnknown:   tool.AllowUnknown,
		MaxDepth:       tk.limits.MaxDepth,
		MaxResultBytes: cmp.Or(max(tool.MaxResultBytes, 0), tk.limits.MaxResultBytes),
		TruncateLists:  tool.TruncateLists,
		RawText:        tool.RawText,
		Timeout:        max(tool.Timeout, 0),
		MaskErrors:     tk.masked,
		ErrorText:      tk.errorText,
		Refused:        tk.hooks.Refused,
		Repaired:       tk.hooks.Repaired,
		Done:           tk.leaving(g),
		Resolver:       tk.handleResolver(&untagged),
		CheckRepaired:  tk.checkRepaired(tool.Name),
		InputSchema:    tool.InputSchema,
		OutputSchema:   tool.OutputSchema,
		Schemas:        tk.schemas,
		Logger:         tk.logger,
		Validator:      tk.validator,
	})
	if err := errors.Join(tool.check(), tk.checkCreates(tool.Creates, reflect.TypeFor[Result]()), err); err != nil {
		return nil, err
	}
	examples, err := newExamples(h, tool.Examples)
	if err != nil {
		return nil, err
	}
	t := &mcp.Tool{
		Meta:        examples.meta(tool.Meta),
		Annotations: tool.Hints.annotations(),
		Description: tool.Description,
		InputSchema: examples.schema(h.InputSchema()),
		Name:        tool.Name,
		Title:       tool.Title,
		Icons:       append([]mcp.Icon(nil), tool.Icons...),
	}
	if schema := h.OutputSchema(); schema != nil {
		t.OutputSchema = schema
	}
	bindings, err := xmcpheader.Bindings(h.InputSchema())
	if err != nil {
		return nil, err
	}
	about := stateless.Tool{Name: tool.Name, Bindings: bindings, Scopes: append([]string(nil), tool.Scopes...)}
	e := &entry{Tool: about, tool: t, handler: h, gate: g, anyHandles: untagged}
	if tool.Creates != nil {
		e.creates = tool.Creates.handles()
		t.Description = e.creates.describe(tool.Description)
	}
	return e, nil
}

// add puts an entry into the set and onto the servers.
func (tk *Toolkit) add(e *entry) error {
	tk.mu.Lock()
	defer tk.mu.Unlock()
	tools := tk.tools.Load()
	if tools.find(e.tool.Name) != nil {
		return errors.New("a tool of this name exists already; choose another name, or Remove it first")
	}
	if err := tk.checkReviewed(e); err != nil {
		return err
	}
	// Known before it is listed, so that a client that hears of it can call it.
	tk.tools.Store(tools.with(e))
	for _, srv := range tk.servers {
		if err := tk.addTo(srv, e); err != nil {
			tk.tools.Store(tools)
			for _, srv := range tk.servers {
				srv.RemoveTools(e.tool.Name)
			}
			return err
		}
	}
	for i, m := range tk.mounts {
		if err := m.add(e); err != nil {
			for _, m := range tk.mounts[:i] {
				m.remove(e.tool.Name)
			}
			tk.tools.Store(tools)
			for _, srv := range tk.servers {
				srv.RemoveTools(e.tool.Name)
			}
			return err
		}
	}
	tk.changed()
	return nil
}

// Remove takes tools away; calls that are running go on. Clients that listen are told
// that the list has changed. Names that no tool has are skipped.
func (tk *Toolkit) Remove(names ...string) {
	tk.remove(func(e *entry) bool { return slices.Contains(names, e.tool.Name) })
}

// remove takes the tools away that are chosen.
func (tk *Toolkit) remove(chosen func(*entry) bool) {
	tk.mu.Lock()
	defer tk.mu.Unlock()
	tools := tk.tools.Load()
	var names []string
	for _, e := range tools.entries {
		if chosen(e) {
			names = append(names, e.tool.Name)
		}
	}
	if len(names) == 0 {
		return
	}
	tk.tools.Store(tools.without(names))
	for _, srv := range tk.servers {
		srv.RemoveTools(names...)
	}
	for _, m := range tk.mounts {
		m.remove(names...)
	}
	tk.changed()
}
