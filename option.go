package toolkit

import (
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/go-playground/validator/v10"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/internal/question"
	toolreflect "github.com/typedmcp/toolkit/reflect"
)

// An Option changes what [New] makes. An option that makes no sense is reported by
// [Toolkit.Err].
type Option func(*Toolkit)

// WithInstructions tells clients, and through them models, how to use the server as a
// whole. The default, and the meaning of "", is to say nothing.
func WithInstructions(text string) Option {
	return func(tk *Toolkit) { tk.instructions = text }
}

// WithTitle sets the server's name for people. The default, and the meaning of "", is
// the name given to New.
func WithTitle(title string) Option {
	return func(tk *Toolkit) { tk.impl.Title = title }
}

// WithLogger sets where panics with their stacks, masked errors, broken results and
// failed registrations are logged. The default is slog.Default; nil discards.
func WithLogger(logger *slog.Logger) Option {
	return func(tk *Toolkit) {
		if logger == nil {
			logger = slog.New(slog.DiscardHandler)
		}
		tk.logger = logger
	}
}

// WithCache tells clients how long they may keep the list of tools (ttlMs, rounded down
// to milliseconds; at most about 24 days) and for whom (cacheScope: "public" or
// "private", "" means public). The default is 0 and public: keep nothing. As soon as a
// tool has Scopes the scope is private, whatever is set here
// (specification, basic/utilities/caching).
func WithCache(ttl time.Duration, scope string) Option {
	return func(tk *Toolkit) {
		ms := ttl.Milliseconds()
		switch {
		case ms < 0:
			tk.fail(fmt.Errorf("WithCache: the time %s is negative; 0 means that nothing is kept", ttl))
		case ms > 1<<31-1:
			tk.fail(fmt.Errorf("WithCache: the time %s does not fit ttlMs; at most %s does", ttl, (1<<31-1)*time.Millisecond))
		case scope != "" && scope != "public" && scope != "private":
			tk.fail(fmt.Errorf("WithCache: the scope %q is neither public nor private", scope))
		default:
			tk.cache = &mcp.Cacheable{TTLMs: int(ms), CacheScope: scope}
			if scope == "" {
				tk.cache.CacheScope = "public"
			}
		}
	}
}

// WithPageSize sets how many tools one page of tools/list has. The default, and the
// meaning of 0, is 1000: many clients read the first page only.
func WithPageSize(n int) Option {
	return func(tk *Toolkit) {
		if n < 0 {
			tk.fail(fmt.Errorf("WithPageSize: %d is negative; 0 means the default of %d", n, mcp.DefaultPageSize))
			return
		}
		if n > 0 {
			tk.pageSize = n
		}
	}
}

// Limits bound what a client can ask of the whole server. A zero field means its
// default.
type Limits struct {
	// MaxBodyBytes bounds the body of an HTTP request; the default is 4 MiB. A larger one
	// is refused with 413.
	MaxBodyBytes int64
	// MaxDepth bounds how deep arguments are nested; the default is 64.
	MaxDepth int
	// MaxConcurrent bounds the calls of all tools that run at the same time; the default
	// is 1000. A further call is refused with an isError result. A function that goes on
	// after its timeout counts until it ends.
	MaxConcurrent int
	// RateLimit bounds the calls of all tools by one caller: the user of the token, else the
	// address of the HTTP request (http.Request.RemoteAddr, without the port); stdio is one
	// caller. The default holds users of tokens to 1000 calls in 10 seconds, and does not
	// look at addresses, behind which many callers may stand. A call above it is refused with
	// an isError result that says when to try again.
	RateLimit RateLimit
	// MaxResultBytes bounds the results of tools that have no MaxResultBytes of their own;
	// the default is 16 MiB.
	MaxResultBytes int
	// SessionTimeout closes sessions of clients older than 2026-07-28 over HTTP that have
	// not sent a request for so long; the default is 30 minutes.
	SessionTimeout time.Duration
	// TransferTimeout is how long a client may take to send the body of an HTTP request, and
	// to take an answer, or an event of a stream; the default is a minute. Its connection is
	// closed then.
	TransferTimeout time.Duration
	// ShutdownTimeout is how long calls may go on when ListenAndServe ends; the default is
	// 5 seconds.
	ShutdownTimeout time.Duration
}

var defaultLimits = Limits{
	MaxBodyBytes:    4 << 20,
	MaxDepth:        64,
	MaxConcurrent:   1000,
	RateLimit:       RateLimit{Calls: 1000, Per: 10 * time.Second},
	MaxResultBytes:  16 << 20,
	SessionTimeout:  30 * time.Minute,
	TransferTimeout: time.Minute,
	ShutdownTimeout: 5 * time.Second,
}

// WithLimits bounds what a client can ask of the server; see [Limits] for the defaults.
func WithLimits(l Limits) Option {
	return func(tk *Toolkit) {
		if l.MaxBodyBytes < 0 || l.MaxDepth < 0 || l.MaxConcurrent < 0 || l.MaxResultBytes < 0 || l.RateLimit.Calls < 0 || l.RateLimit.Per < 0 || l.SessionTimeout < 0 || l.TransferTimeout < 0 || l.ShutdownTimeout < 0 {
			tk.fail(fmt.Errorf("WithLimits: a limit is negative in %+v; 0 means the default", l))
			return
		}
		if l.RateLimit != (RateLimit{}) && (l.RateLimit.Calls == 0 || l.RateLimit.Per == 0) {
			tk.fail(fmt.Errorf("WithLimits: RateLimit is %d calls per %s; set both, or none for the default", l.RateLimit.Calls, l.RateLimit.Per))
			return
		}
		set(&tk.limits.RateLimit, l.RateLimit)
		set(&tk.limits.MaxResultBytes, l.MaxResultBytes)
		set(&tk.limits.MaxBodyBytes, l.MaxBodyBytes)
		set(&tk.limits.MaxDepth, l.MaxDepth)
		set(&tk.limits.MaxConcurrent, l.MaxConcurrent)
		set(&tk.limits.SessionTimeout, l.SessionTimeout)
		set(&tk.limits.TransferTimeout, l.TransferTimeout)
		set(&tk.limits.ShutdownTimeout, l.ShutdownTimeout)
	}
}

// set stores a value unless it is zero.
func set[T comparable](target *T, value T) {
	var zero T
	if value != zero {
		*target = value
	}
}

// WithStrictArguments turns off the repairs of arguments for all tools; see
// [Tool.Strict]. The default is to repair.
func WithStrictArguments() Option {
	return func(tk *Toolkit) { tk.strict = true }
}

// WithMaskedErrors hides the text of errors that were not made for the model: the
// caller reads that the tool failed, the log has the reason. A [ToolError] is shown as
// it is. The default is to show every error's text.
func WithMaskedErrors() Option {
	return func(tk *Toolkit) { tk.masked = true }
}

// WithErrorText replaces the text of a call whose arguments were refused, to translate it
// for one. problems holds at least one. The default, and the meaning of nil, is a text that
// lists every problem with its path, what was received and what is allowed, and that ends,
// where several things are wrong, with the smallest arguments that would be accepted.
func WithErrorText(text func(tool string, problems []*Problem) string) Option {
	return func(tk *Toolkit) { tk.errorText = text }
}

// WithValidator sets who runs the rules of validate tags that have no form of their own
// in JSON Schema. A validator with rules of your own makes those usable. The default,
// and the meaning of nil, is a plain one.
func WithValidator(v *validator.Validate) Option {
	return func(tk *Toolkit) { tk.validator = v }
}

// WithUnion lets the interface I stand in arguments and results. It is an object whose member
// discriminator says which of the variants it is; variants holds one value of each type, of
// which only the type counts:
//
//	toolkit.WithUnion[Shape]("kind", map[string]Shape{"circle": Circle{}, "square": Square{}})
//
// The schema lists the variants under anyOf, which some clients do not take. The default is
// that a field of an interface type with methods is an error.
func WithUnion[I any](discriminator string, variants map[string]I) Option {
	return func(tk *Toolkit) {
		u, err := toolreflect.NewUnion(discriminator, variants)
		if err != nil {
			tk.fail(fmt.Errorf("WithUnion: %w", err))
			return
		}
		tk.schemas.Unions = append(tk.schemas.Unions, u)
	}
}

// WithRequiredFromTags makes a parameter required only if its tag says so, with
// required:"true", validate:"required" or jsonschema:"required", for structs written for
// libraries that read it so. The default is that a parameter is required unless something
// makes it optional.
func WithRequiredFromTags() Option {
	return func(tk *Toolkit) { tk.schemas.RequiredFromTags = true }
}

// WithInlinedRecursion writes types that reach themselves out in the schemas, that many
// levels deep, for clients that do not follow $ref. What is nested deeper may be anything for
// a reader of the schema, and is enforced all the same. The default, and the meaning of 0, is
// to write such a type once, under $defs. All other types are written out in any case.
func WithInlinedRecursion(levels int) Option {
	return func(tk *Toolkit) {
		if levels < 0 {
			tk.fail(fmt.Errorf("WithInlinedRecursion: %d is negative; 0 means $defs", levels))
			return
		}
		tk.schemas.InlineDepth = levels
	}
}

// WithSharedDefinitions writes a struct type that is used more than once in a schema under
// $defs, which saves bytes. The default is to write it wherever it is used, since many
// clients do not follow $ref.
func WithSharedDefinitions() Option {
	return func(tk *Toolkit) { tk.schemas.ShareDefinitions = true }
}

// WithDependentRequired writes the rule required_with=Other as the keyword dependentRequired too,
// which says exactly the same to the clients that know it; others may refuse it. The default
// is to say the rule in the description alone.
func WithDependentRequired() Option {
	return func(tk *Toolkit) { tk.schemas.DependentRequired = true }
}

// WithAllowedOrigins lets pages of these origins ("https://app.example.com") call the
// server over HTTP, and requests with their host in the Host header pass. "*" allows
// every origin. The default allows pages of localhost, and clients that are no browser
// (specification, basic/transports, "Security").
func WithAllowedOrigins(origins ...string) Option {
	return func(tk *Toolkit) {
		for _, origin := range origins {
			if origin == "*" {
				tk.origins = append(tk.origins, origin)
				continue
			}
			u, err := url.Parse(origin)
			if err != nil || u.Scheme == "" || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" {
				tk.fail(fmt.Errorf("WithAllowedOrigins: %q is not an origin; write scheme and host, such as https://app.example.com", origin))
				continue
			}
			tk.origins = append(tk.origins, strings.ToLower(u.Scheme+"://"+u.Host))
			tk.hosts = append(tk.hosts, strings.ToLower(u.Host))
		}
	}
}

// WithAllowedHosts lets requests with these Host headers pass on a server that listens on
// localhost, as those of a proxy in front of it. The default is localhost alone, which
// keeps pages of other sites out that point their own name at this machine (DNS
// rebinding). Servers on other addresses accept every Host.
func WithAllowedHosts(hosts ...string) Option {
	return func(tk *Toolkit) {
		for _, host := range hosts {
			if host == "" || strings.ContainsAny(host, "/ ") {
				tk.fail(fmt.Errorf("WithAllowedHosts: %q is not a host; write a name such as mcp.example.com", host))
				continue
			}
			tk.hosts = append(tk.hosts, strings.ToLower(host))
		}
	}
}

// WithAuth asks HTTP callers for a bearer token, which verifier checks. A request without
// one is answered with 401. opts says which scopes every request needs and where the
// resource metadata is, unless [WithResourceMetadata] serves them; nil asks for no scopes. stdio is not affected. The default is to
// let everybody in.
func WithAuth(verifier auth.TokenVerifier, opts *auth.RequireBearerTokenOptions) Option {
	return func(tk *Toolkit) {
		if verifier == nil {
			tk.fail(fmt.Errorf("WithAuth: the verifier is nil; pass a function that checks tokens, or drop the option"))
			return
		}
		tk.verifier, tk.authOptions = verifier, opts
	}
}

// WithDirectTools answers calls and lists of tools in 2026-07-28 over HTTP without the
// official SDK's server even after [Toolkit.Server] has handed that out. It is for programs
// that add nothing but prompts, resources and the like to that server: receiving middleware
// on it does not see such calls and lists, and tools that were added to it can be called,
// but are not listed. The default is to let everything go through that server once it was
// handed out.
func WithDirectTools() Option {
	return func(tk *Toolkit) { tk.direct = true }
}

// WithServerOptions changes the options of the official SDK's server after the toolkit has
// set its own: for completion, resource subscriptions, keep-alive and everything else.
// Several are applied in order. Nil is skipped.
func WithServerOptions(change func(*mcp.ServerOptions)) Option {
	return func(tk *Toolkit) {
		if change != nil {
			tk.serverOptions = append(slices.Clip(tk.serverOptions), change)
		}
	}
}

// WithRequestState sets how [Ask] keeps the answers of a call until the user has given the
// next: sealed in the requestState that the client carries, bound to the user, the tool and the
// arguments. lifetime is how long a client may take for one round; the default, and the meaning of
// 0, is 15 minutes. Afterwards everything is asked anew. keys are random, of 32 bytes or more: the
// first one seals, all of them open, so that a key can be replaced without losing a call. Replicas
// share them. The default is a key that is made at random and known to this process only
// (specification, basic/patterns/mrtr).
func WithRequestState(lifetime time.Duration, keys ...[]byte) Option {
	return func(tk *Toolkit) {
		if lifetime < 0 {
			tk.fail(fmt.Errorf("WithRequestState: the lifetime %s is negative; 0 means the default of %s", lifetime, defaultStateLifetime))
			return
		}
		tk.stateLifetime, tk.stateKeys = lifetime, keys
	}
}

const defaultStateLifetime = 15 * time.Minute

// newSealer makes what seals the state between the rounds of a call.
func (tk *Toolkit) newSealer() {
	lifetime, keys := tk.stateLifetime, tk.stateKeys
	if lifetime == 0 {
		lifetime = defaultStateLifetime
	}
	if len(keys) == 0 {
		random := make([]byte, question.MinKeySize)
		_, _ = rand.Read(random) // never fails
		keys = [][]byte{random}
	}
	sealer, err := question.NewSealer(tk.impl.Name, lifetime, keys)
	if err != nil {
		tk.fail(fmt.Errorf("WithRequestState: %w", err))
		return
	}
	tk.sealer = sealer
}
