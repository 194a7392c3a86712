package toolkit

import (
	"context"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// An sdkRequest carries a call that came through the official SDK.
type sdkRequest struct {
	*mcp.CallToolRequest

	mark string // of the toolkit, before addresses
}

func (r sdkRequest) Meta() mcp.Meta {
	if r.Params == nil {
		return nil
	}
	return r.Params.Meta
}

func (r sdkRequest) Header() http.Header {
	if r.Extra == nil {
		return nil
	}
	return r.Extra.Header
}

func (r sdkRequest) RemoteAddr() string {
	address, ok := strings.CutPrefix(r.Header().Get(addressHeader), r.mark)
	if !ok {
		return "" // of a server of the user's own; what a client sends here is not to be trusted
	}
	return address
}

func (r sdkRequest) TokenInfo() *auth.TokenInfo {
	if r.Extra == nil {
		return nil
	}
	return r.Extra.TokenInfo
}

func (r sdkRequest) Session() *mcp.ServerSession { return r.CallToolRequest.Session }

func (r sdkRequest) InputResponses() mcp.InputResponseMap {
	if r.Params == nil {
		return nil
	}
	return r.Params.InputResponses
}

func (r sdkRequest) RequestState() string {
	if r.Params == nil {
		return ""
	}
	return r.Params.RequestState
}

func (r sdkRequest) Progress(ctx context.Context, progress, total float64, message string) error {
	if r.Params == nil || r.CallToolRequest.Session == nil {
		return nil
	}
	token := r.Params.GetProgressToken()
	if token == nil {
		return nil
	}
	return r.CallToolRequest.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
		ProgressToken: token, Progress: progress, Total: total, Message: message,
	})
}

//lint:ignore SA1019 deprecated in 2026-07-28, but still part of it and of all older revisions
func (r sdkRequest) Log(ctx context.Context, level mcp.LoggingLevel, data any) error {
	if r.CallToolRequest.Session == nil {
		return nil
	}
	//lint:ignore SA1019 deprecated in 2026-07-28, but still part of it and of all older revisions
	return r.CallToolRequest.Session.Log(ctx, &mcp.LoggingMessageParams{Level: level, Data: data})
}

// addressHeader carries the address of the caller through the official SDK, which hands on
// the header of a request and nothing else of it. The address stands behind a mark that no
// client knows.
const addressHeader = "Toolkit-Remote-Addr"

// noteAddress puts the address of the caller into the header of requests.
func (tk *Toolkit) noteAddress(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header = r.Header.Clone()
		r.Header.Set(addressHeader, tk.mark+r.RemoteAddr)
		next.ServeHTTP(w, r)
	})
}
