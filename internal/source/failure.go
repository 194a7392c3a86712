package source

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	xmcpheader "github.com/typedmcp/toolkit/x-mcp-header"
)

// explain turns an error of the SDK into one for a person. Errors of ctx and JSON-RPC
// errors stay what they are, for the caller to word.
func (s *Session) explain(ctx context.Context, err error) error {
	if s.process != nil {
		if text, ok := s.process.strayed(); ok {
			return fmt.Errorf("%s wrote %q to stdout, which is not an MCP message; a server that talks over stdio writes nothing else there, and logs to stderr", s.source, text)
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if s.process != nil && s.process.ended() {
		return s.explainEnd()
	}
	if wire := Answer(err); wire != nil {
		if s.session == nil {
			return fmt.Errorf("%s refused to connect: %w", s.source, wire)
		}
		return wire
	}
	if unsent, ok := errors.AsType[*xmcpheader.ParameterError](err); ok {
		return unsent
	}
	if s.web != nil {
		return s.explainHTTP(err)
	}
	return fmt.Errorf("%s does not answer as an MCP server: %w", s.source, err)
}

// Answer returns the JSON-RPC error that the server answered with, or nil. The SDK uses the
// same type for what happened on this side.
func Answer(err error) *jsonrpc.Error {
	if wire, ok := err.(*jsonrpc.Error); ok { //nolint:errorlint // this is a walk over what is wrapped
		switch wire.Message {
		case "client is closing", "server is closing", "rejected by transport":
			return nil
		}
		return wire
	}
	switch wrapper := err.(type) { //nolint:errorlint // the same
	case interface{ Unwrap() error }:
		return Answer(wrapper.Unwrap())
	case interface{ Unwrap() []error }:
		for _, err := range wrapper.Unwrap() {
			if wire := Answer(err); wire != nil {
				return wire
			}
		}
	}
	return nil
}

// explainEnd words the end of a program that nobody asked to end.
func (s *Session) explainEnd() error {
	s.process.close() // so that its status is known
	status := "ended"
	if state := s.process.cmd.ProcessState; state != nil && !state.Success() {
		status = "ended with " + state.String()
	}
	if s.session == nil {
		return fmt.Errorf("%s %s before it answered; is it an MCP server that talks over stdio?", s.source, status)
	}
	return fmt.Errorf("%s %s before it answered", s.source, status)
}

// explainHTTP words the failure of a request.
func (s *Session) explainHTTP(err error) error {
	if _, ok := errors.AsType[net.Error](err); ok {
		if wrapper, ok := errors.AsType[*url.Error](err); ok {
			err = wrapper.Err
		}
		return fmt.Errorf("cannot reach %s: %w; is the server running?", s.source, err)
	}
	status := s.web.refusal()
	if status == 0 {
		return fmt.Errorf("%s does not answer as an MCP server: %w", s.source, err)
	}
	return fmt.Errorf("%s answered %d %s; %s", s.source, status, http.StatusText(status), remedy(status))
}

// remedy returns what to do about an HTTP status.
func remedy(status int) string {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return "--header 'Authorization: Bearer TOKEN' sends a token"
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return "try again later"
	case http.StatusInternalServerError:
		return "the log of the server may say why"
	}
	return "is that the URL of an MCP endpoint? Many end in /mcp"
}
