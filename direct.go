package toolkit

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/internal/stateless"
)

// answersDirectly reports whether calls and lists of 2026-07-28 over HTTP are answered
// without the SDK. Whoever has its server may have put tools and middleware onto it, so they
// go through it then, unless the developer says that they need not.
func (tk *Toolkit) answersDirectly() bool { return tk.direct || !tk.handedOut.Load() }

// findDirect returns what the endpoint needs to know of a tool.
func (tk *Toolkit) findDirect(name string) *stateless.Tool {
	if e := tk.tools.Load().find(name); e != nil {
		return &e.Tool
	}
	return nil
}

// refuseCaller says why the caller of a request may not call a tool.
func (tk *Toolkit) refuseCaller(ctx context.Context, tool *stateless.Tool) (challenge string, err *ProtocolError) {
	if len(lacking(tool.Scopes, auth.TokenInfoFromContext(ctx))) == 0 {
		return "", nil
	}
	return tk.challenge(tool), scopeError(tool)
}

// A directCall is the context of a call that came without the SDK, and its request.
type directCall struct {
	context.Context
	call    call
	request Request
}

// Value returns the request for its key.
func (c *directCall) Value(key any) any {
	if _, ok := key.(requestKey); ok {
		return &c.request
	}
	return c.Context.Value(key)
}

// callDirect answers a call that came without the SDK.
func (tk *Toolkit) callDirect(ctx context.Context, r *stateless.Request) (result *mcp.CallToolResult, trusted bool, err error) {
	c := &directCall{Context: ctx, call: call{tk, r.Tool, r.Arguments}, request: Request{carrier: r}}
	c.request.call = &c.call
	defer c.request.end()
	if result, err = tk.call(c, r.Tool, r.Arguments); err == nil {
		err = checkInputRequests(&c.request, result)
	}
	return result, !tk.chain.Load().wrapped && !tk.tools.Load().mounted, err
}

// unknownDirect is the error for a name that no tool has, or nil if the SDK's server may
// have a tool of that name.
func (tk *Toolkit) unknownDirect(name string) *ProtocolError {
	if tk.handedOut.Load() {
		return nil
	}
	return tk.unknown(name)
}

// textBroken is for a result that was made and cannot be written.
const textBroken = "%s ran, but its result could not be returned because of a fault in the server. Do not call it again to repair this; its work may be done."

// brokenResult is the result when that of a tool is no JSON.
func (tk *Toolkit) brokenResult(ctx context.Context, tool string, err error) *mcp.CallToolResult {
	tk.logger.ErrorContext(ctx, "tool result cannot be returned", slog.String("tool", tool), slog.Any("error", err))
	return refusal(fmt.Sprintf(textBroken, tool))
}

// listDirect returns the list of tools, and which of them a caller may see; no list if the
// SDK's server must be asked for what stands beside it.
func (tk *Toolkit) listDirect(ctx context.Context) (*stateless.List, func(i int) bool) {
	if tk.cacheAsked {
		return nil, nil
	}
	set := tk.tools.Load()
	list := set.listed(tk)
	if !set.scoped {
		return list, nil
	}
	token := auth.TokenInfoFromContext(ctx)
	return list, func(i int) bool { return len(lacking(set.entries[i].Scopes, token)) == 0 }
}

// listed returns the set as clients of 2026-07-28 see it, encoded once.
func (s *toolSet) listed(tk *Toolkit) *stateless.List {
	s.encode.Do(func() {
		tools := make([]stateless.Listed, len(s.entries))
		for i, e := range s.entries {
			tools[i] = stateless.Listed{Name: e.tool.Name, JSON: e.listed()}
		}
		c := mcp.Cacheable{CacheScope: "public"}
		if tk.cache != nil {
			c = *tk.cache
		}
		if s.scoped {
			c.CacheScope = "private"
		}
		s.list = stateless.NewList(tools, tk.pageSize, c)
	})
	return s.list
}

// listed returns the tool as clients of 2026-07-28 see it.
func (e *entry) listed() []byte {
	e.encode.Do(func() {
		e.encoded, _ = stateless.Encode(e.tool) // its parts were marshalled when it was registered
	})
	return e.encoded
}
