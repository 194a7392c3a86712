package toolkit

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// An sdkRequest carries a call that came through the official SDK.
type sdkRequest struct{ *mcp.CallToolRequest }

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
