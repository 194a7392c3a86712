package toolkit

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strconv"
	"strings"
	"time"

	toolerrors "github.com/typedmcp/toolkit/errors"
)

// A handleSet is what Handles are for every T.
type handleSet struct {
	tk       *Toolkit
	prefix   string // without the underscore
	typ      reflect.Type
	lifetime time.Duration
	fixed    bool
	owner    func(context.Context) (string, error)
	memory   int
	store    HandleStore
	err      error // why they cannot be used
}

// maxPrefix is how long the prefix of IDs may be.
const maxPrefix = 32

// check reports what is wrong with what NewHandles was given.
func (s *handleSet) check() error {
	var errs []error
	fail := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	bad := func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_' || r == '-')
	}
	switch {
	case s.prefix == "":
		fail("the prefix is empty; choose a short one that says what the handles stand for, such as bsk")
	case len(s.prefix) > maxPrefix:
		fail("the prefix has %d characters; at most %d are allowed", len(s.prefix), maxPrefix)
	case strings.ContainsFunc(s.prefix, bad):
		fail("the prefix has other characters than letters, digits, _ and -")
	}
	if s.lifetime <= 0 {
		fail("the lifetime is %s; it must be more than 0", s.lifetime)
	}
	if s.memory < 0 {
		fail("WithHandleMemory: %d is negative; 0 means the default", s.memory)
	}
	return errors.Join(errs...)
}

// addHandles makes handles known to the tools that are registered from now on.
func (tk *Toolkit) addHandles(s *handleSet) {
	tk.mu.Lock()
	defer tk.mu.Unlock()
	for _, other := range tk.handles {
		if other.prefix == s.prefix {
			s.err = errors.Join(s.err, errors.New("there are handles with this prefix already; choose another one"))
		}
	}
	for _, e := range tk.tools.Load().entries {
		for _, typ := range e.anyHandles {
			if typ == s.typ {
				s.err = errors.Join(s.err, fmt.Errorf("the tool %q takes a Handle[%s] without saying of which handles; give its field the tag handle:%q, or call NewHandles before Register",
					e.tool.Name, s.typ, s.prefix))
			}
		}
	}
	if s.err == nil {
		tk.handles = append(tk.handles, s)
		return
	}
	name := fmt.Sprintf("handles %q of %s: ", shorten(s.prefix), s.typ)
	s.err = &registrationError{name + strings.ReplaceAll(s.err.Error(), "\n", "\n"+name), s.err}
	if len(tk.servers) > 0 {
		tk.logger.Error("handles not usable", slog.Any("error", s.err))
		return
	}
	tk.errs = append(tk.errs, s.err)
}

// handlesFor returns the handles that a field of a type takes.
func (tk *Toolkit) handlesFor(typ reflect.Type, prefix string) (*handleSet, error) {
	tk.mu.Lock()
	defer tk.mu.Unlock()
	var found []*handleSet
	var prefixes []string
	for _, s := range tk.handles {
		if s.typ == typ {
			prefixes = append(prefixes, strconv.Quote(s.prefix))
			if prefix == "" || strings.TrimSuffix(prefix, "_") == s.prefix {
				found = append(found, s)
			}
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(prefixes) == 0:
		return nil, fmt.Errorf("there are no handles for %s; call toolkit.NewHandles[%s] on this toolkit before the tool is registered", typ, typ)
	case prefix == "":
		return nil, fmt.Errorf("several handles are of the type %s; say which by a tag handle with the prefix, one of %s", typ, strings.Join(prefixes, ", "))
	}
	return nil, fmt.Errorf("the tag handle:%q names no handles of the type %s; write one of %s", prefix, typ, strings.Join(prefixes, ", "))
}

// renewal is the life that a use gives to a state; 0 leaves it what it has.
func (s *handleSet) renewal() time.Duration {
	if s.fixed {
		return 0
	}
	return s.lifetime
}

// randomLength is how many characters of an ID are random: those of rand.Text.
const randomLength = 26

// key returns the key of the store for an ID in the hands of the present caller. It is made
// from both, so that the handle of somebody else is not there, in no other way than one that
// never was; and whoever can read the store cannot use what it finds.
func (s *handleSet) key(ctx context.Context, id string) (string, error) {
	if s.err != nil {
		return "", s.failed(ctx, "kept", s.err)
	}
	if !s.issued(id) {
		return "", s.missing(ctx, id)
	}
	owner, err := s.owner(ctx)
	if err != nil {
		return "", s.failed(ctx, "told from that of others", err)
	}
	digest := sha256.Sum256([]byte(id + "\x00" + owner))
	return s.prefix + ":" + base64.RawURLEncoding.EncodeToString(digest[:]), nil
}

// issued reports whether an ID looks like those that Create makes.
func (s *handleSet) issued(id string) bool {
	return len(id) == len(s.prefix)+1+randomLength && s.ours(id)
}

func (s *handleSet) ours(id string) bool { return strings.HasPrefix(id, s.prefix+"_") }

// tokenOwner is the owner by default: the user of the token, or the token.
func tokenOwner(ctx context.Context) (string, error) {
	r := RequestFrom(ctx)
	info := r.TokenInfo()
	switch {
	case info == nil:
		return "", nil
	case info.UserID != "":
		return "user " + info.UserID, nil
	}
	if token := r.Header().Get("Authorization"); token != "" {
		return "token " + token, nil
	}
	return "", errors.New("the token names no user; set UserID in the auth.TokenVerifier, or say with WithHandleOwner whom handles belong to")
}

// problem says what is wrong with an ID that cannot be resolved.
func (s *handleSet) problem(ctx context.Context, id string) *Problem {
	p := &Problem{Code: toolerrors.CodeHandle, Received: "string", Excerpt: toolerrors.Excerpt([]byte(strconv.Quote(id))), Allowed: s.creators(ctx)}
	if !s.ours(id) {
		p.Expected = "begin with " + s.prefix + "_"
	}
	return p
}

// missing is the problem as an error of a method.
func (s *handleSet) missing(ctx context.Context, id string) error {
	_, line, _ := strings.Cut(toolerrors.Line(s.problem(ctx, id)), ": ") // without the path
	return toolerrors.Gone(line, id, ErrNoHandle)
}

// creators returns the names of the tools that make these handles, as far as the caller may
// call them.
func (s *handleSet) creators(ctx context.Context) []string {
	r := RequestFrom(ctx)
	prefix := s.mountedUnder(ctx)
	var names []string
	for _, e := range s.tk.tools.Load().entries {
		if e.creates == s && (r.Header() == nil || len(lacking(e.Scopes, r.TokenInfo())) == 0) {
			names = append(names, prefix+e.tool.Name)
		}
	}
	return names
}

// mountedUnder returns what stands before the names of the toolkit's tools where the caller
// knows them by the name of a mount.
func (s *handleSet) mountedUnder(ctx context.Context) string {
	shown, ok := ctx.Value(mountedKey{}).(*entry)
	r := RequestFrom(ctx)
	if !ok || r.call == nil || r.owner(ctx) != s.tk {
		return ""
	}
	name := shown.tool.Name
	var tk *Toolkit
	for e := shown; e != nil && e.mounted != nil; e = tk.tools.Load().find(e.mounted.name) {
		tk, name = e.mounted.mount.part, e.mounted.name
	}
	return strings.TrimSuffix(shown.tool.Name, name)
}

// describe adds to the description of a tool how long what it makes is kept.
func (s *handleSet) describe(description string) string {
	since := "last used"
	if s.fixed {
		since = "created"
	}
	if description != "" {
		description = strings.TrimRight(description, " \n")
		if !strings.ContainsAny(description[max(len(description)-1, 0):], ".!?") {
			description += "."
		}
		description += " "
	}
	return description + fmt.Sprintf("The handle that it returns (%s_…) expires %s after it was %s.", s.prefix, lifetimeWords(s.lifetime), since)
}

// lifetimeWords says a lifetime in the largest unit that it is a whole number of.
func lifetimeWords(d time.Duration) string {
	for _, unit := range []struct {
		length time.Duration
		name   string
	}{{24 * time.Hour, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}, {time.Second, "second"}} {
		n := int64(d / unit.length)
		switch {
		case d%unit.length != 0 || n == 0:
		case n == 1:
			return "1 " + unit.name
		default:
			return strconv.FormatInt(n, 10) + " " + unit.name + "s"
		}
	}
	return d.String()
}
