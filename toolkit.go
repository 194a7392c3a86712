package toolkit

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-playground/validator/v10"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	toolerrors "github.com/typedmcp/toolkit/errors"
	"github.com/typedmcp/toolkit/internal/question"
	"github.com/typedmcp/toolkit/internal/stateless"
	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// A Toolkit is a set of tools and the way to serve them. Make one with [New]. All its
// methods may be called from several goroutines.
type Toolkit struct {
	// Set by New and its options, then read only.
	impl          mcp.Implementation
	instructions  string
	logger        *slog.Logger
	cache         *mcp.Cacheable // nil unless WithCache is given
	pageSize      int
	limits        Limits
	strict        bool
	masked        bool
	errorText     func(tool string, problems []*toolerrors.Problem) string
	hooks         Hooks
	validator     *validator.Validate
	schemas       toolreflect.Options // how types are described
	origins       []string
	hosts         []string
	verifier      auth.TokenVerifier
	authOptions   *auth.RequireBearerTokenOptions
	metadata      *resourceMetadata // nil serves none
	serverOptions []func(*mcp.ServerOptions)
	customRules   []customRule
	stateLifetime time.Duration // 0 means the default
	stateKeys     [][]byte      // nil makes one
	direct        bool          // calls and lists of tools never go through the SDK's server over HTTP
	guard         *guard        // nil unless WithSnapshot is given
	optionalTools []string      // nil unless WithOptionalTools is given; empty means all

	tools    atomic.Pointer[toolSet]
	chain    atomic.Pointer[callChain]
	slots    chan struct{} // of Limits.MaxConcurrent
	rates    *rates        // of Limits.RateLimit
	mark     string        // before addresses in headers
	requests inflight      // over HTTP
	lasting  lasting
	sealer   *question.Sealer // of the state between the rounds of a call
	forms    sync.Map         // *form[T] by reflect.Type
	// handedOut says that the SDK's server may have been changed by others.
	handedOut atomic.Bool

	mu         sync.Mutex
	errs       []error
	watchers   []chan struct{} // of ShareListChanges
	handles    []*handleSet    // of NewHandles
	middleware []Middleware
	mounts     []*mount      // where this toolkit is a part of another
	parts      []*Toolkit    // the toolkits that are mounted here
	server     *mcp.Server   // made by Server
	servers    []*mcp.Server // the one above, and those of Install
	versions   []string      // the revisions that server speaks
	serverInfo json.RawMessage
	cacheAsked bool // the SDK's server is asked how long each list may be kept
}

// New returns a toolkit without tools. name and version say to clients which server this
// is; neither may be empty. What is wrong with them or with an option is reported by
// [Toolkit.Err].
func New(name, version string, options ...Option) *Toolkit {
	tk := &Toolkit{
		impl:     mcp.Implementation{Name: name, Version: version},
		logger:   slog.Default(),
		pageSize: mcp.DefaultPageSize,
		limits:   defaultLimits,
	}
	tk.tools.Store(&toolSet{})
	if name == "" {
		tk.fail(errors.New("the server has no name; pass one to New"))
	}
	if version == "" {
		tk.fail(errors.New("the server has no version; pass one to New"))
	}
	for _, option := range options {
		if option != nil {
			option(tk)
		}
	}
	tk.registerRules()
	tk.newSealer()
	tk.schemas.Cache = new(toolreflect.Cache)
	tk.slots = make(chan struct{}, tk.limits.MaxConcurrent)
	tk.rates = newRates(tk.limits.RateLimit)
	tk.mark = rand.Text() + " "
	tk.Use()
	return tk
}

// fail notes an error for Err.
func (tk *Toolkit) fail(err error) {
	tk.mu.Lock()
	defer tk.mu.Unlock()
	tk.errs = append(tk.errs, err)
}

// Err returns everything that went wrong in New and Register, joined, or nil. Each line
// names the tool, the Go type, the field and the tag, and says what to write instead. No
// method serves while it is not nil.
func (tk *Toolkit) Err() error {
	tk.mu.Lock()
	errs, parts := slices.Clone(tk.errs), slices.Clone(tk.parts)
	tk.mu.Unlock()
	for _, part := range parts { // which have locks of their own
		errs = append(errs, part.Err())
	}
	return errors.Join(errs...)
}

// Tools returns the tools by name, as an unrestricted client of the newest revision sees
// them. Their schemas are json.RawMessage. The list is the caller's to change.
func (tk *Toolkit) Tools() []*mcp.Tool {
	entries := tk.tools.Load().entries
	list := make([]*mcp.Tool, len(entries))
	for i, e := range entries {
		list[i] = copyTool(e.tool)
	}
	return list
}

// copyTool returns a copy whose fields can be set.
func copyTool(t *mcp.Tool) *mcp.Tool {
	c := *t
	c.InputSchema = slices.Clone(t.InputSchema.(json.RawMessage))
	if schema, ok := t.OutputSchema.(json.RawMessage); ok {
		c.OutputSchema = slices.Clone(schema)
	}
	if t.Annotations != nil {
		a := *t.Annotations
		c.Annotations = &a
	}
	c.Icons = slices.Clone(t.Icons)
	c.Meta = cloneMeta(t.Meta)
	return &c
}

// A toolSet is the set of tools at one moment. It is never changed.
type toolSet struct {
	entries []*entry // by name
	scoped  bool     // a tool needs scopes, so the list depends on the caller
	mounted bool     // a tool is of another toolkit, whose middleware may change its results

	encode sync.Once
	list   *stateless.List // see listed
}

// find returns the tool of that name, or nil.
func (s *toolSet) find(name string) *entry {
	i, ok := slices.BinarySearchFunc(s.entries, name, func(e *entry, name string) int { return strings.Compare(e.tool.Name, name) })
	if !ok {
		return nil
	}
	return s.entries[i]
}

// with returns the set with one more tool.
func (s *toolSet) with(e *entry) *toolSet {
	i, _ := slices.BinarySearchFunc(s.entries, e.tool.Name, func(e *entry, name string) int { return strings.Compare(e.tool.Name, name) })
	return newToolSet(slices.Insert(slices.Clone(s.entries), i, e))
}

// without returns the set without the tools of these names.
func (s *toolSet) without(names []string) *toolSet {
	return newToolSet(slices.DeleteFunc(slices.Clone(s.entries), func(e *entry) bool { return slices.Contains(names, e.tool.Name) }))
}

func newToolSet(entries []*entry) *toolSet {
	return &toolSet{
		entries: entries,
		scoped:  slices.ContainsFunc(entries, func(e *entry) bool { return len(e.Scopes) > 0 }),
		mounted: slices.ContainsFunc(entries, func(e *entry) bool { return e.mounted != nil }),
	}
}

// names returns the names of all tools.
func (s *toolSet) names() []string {
	names := make([]string, len(s.entries))
	for i, e := range s.entries {
		names[i] = e.tool.Name
	}
	return names
}
