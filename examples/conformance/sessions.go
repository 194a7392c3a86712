package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

type samplingArgs struct {
	Prompt string `json:"prompt" description:"What to ask the client's model"`
}

type elicitationArgs struct {
	Message string `json:"message" description:"What to ask the user"`
}

// Forms as older revisions have them: with defaults (SEP-1034), and with enums in every way
// that there is (SEP-1330).
const (
	userForm = `{"type":"object","properties":{
		"username":{"type":"string","description":"The name to log in with"},
		"email":{"type":"string","format":"email","description":"Where to write to"}},
		"required":["username","email"]}`
	defaultsForm = `{"type":"object","properties":{
		"name":{"type":"string","default":"John Doe"},
		"age":{"type":"integer","default":30},
		"score":{"type":"number","default":95.5},
		"status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},
		"verified":{"type":"boolean","default":true}}}`
	enumsForm = `{"type":"object","properties":{
		"untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
		"titledSingle":{"type":"string","oneOf":[
			{"const":"value1","title":"First option"},{"const":"value2","title":"Second option"},{"const":"value3","title":"Third option"}]},
		"legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],"enumNames":["Option one","Option two","Option three"]},
		"untitledMulti":{"type":"array","items":{"type":"string","enum":["option1","option2","option3"]}},
		"titledMulti":{"type":"array","items":{"anyOf":[
			{"const":"value1","title":"First choice"},{"const":"value2","title":"Second choice"},{"const":"value3","title":"Third choice"}]}}}}`
)

// addSessionTools adds the tools that ask the client in the middle of a call, which revisions
// before 2026-07-28 do in requests of the server's own.
func addSessionTools(tk *toolkit.Toolkit) {
	toolkit.Register(tk, toolkit.Tool{Name: "test_sampling", Description: "Asks the client's model."}, sample)
	toolkit.Register(tk, toolkit.Tool{Name: "test_elicitation", Description: "Asks the user."},
		func(ctx context.Context, args elicitationArgs) (string, error) {
			return elicit(ctx, args.Message, userForm)
		})
	add(tk, "test_elicitation_sep1034_defaults", "Asks the user, with defaults.", func(ctx context.Context) (string, error) {
		return elicit(ctx, "Please check your profile.", defaultsForm)
	})
	add(tk, "test_elicitation_sep1330_enums", "Asks the user to choose.", func(ctx context.Context) (string, error) {
		return elicit(ctx, "Please choose.", enumsForm)
	})
	add(tk, "test_reconnection", "Closes the stream of its answer before it answers.", reconnect)
}

// session returns the session of a call.
func session(ctx context.Context) (*mcp.ServerSession, error) {
	if s := toolkit.RequestFrom(ctx).Session(); s != nil && toolkit.RequestFrom(ctx).ProtocolVersion() < "2026-07-28" {
		return s, nil
	}
	return nil, toolkit.InvalidState("this tool asks the client in a request of its own, which the revision that the client speaks does not have; call the tools test_input_required_result_* instead")
}

// sample lets the client's model answer.
func sample(ctx context.Context, args samplingArgs) (string, error) {
	s, err := session(ctx)
	if err != nil {
		return "", err
	}
	//lint:ignore SA1019 deprecated in 2026-07-28, but still part of it and of all older revisions
	result, err := s.CreateMessage(ctx, &mcp.CreateMessageParams{Messages: []*mcp.SamplingMessage{userMessage(args.Prompt)}, MaxTokens: 100})
	if err != nil {
		return "", fmt.Errorf("the client did not sample: %w", err)
	}
	return "The model answered: " + textOf(result.Content), nil
}

// elicit lets the user fill in a form.
func elicit(ctx context.Context, message, form string) (string, error) {
	s, err := session(ctx)
	if err != nil {
		return "", err
	}
	result, err := s.Elicit(ctx, &mcp.ElicitParams{Message: message, RequestedSchema: json.RawMessage(form)})
	if err != nil {
		return "", fmt.Errorf("the user was not asked: %w", err)
	}
	return fmt.Sprintf("The user chose to %s, with %v.", result.Action, result.Content), nil
}

// textOf returns the text of a block of content.
func textOf(content mcp.Content) string {
	if text, ok := content.(*mcp.TextContent); ok {
		return text.Text
	}
	return fmt.Sprintf("(%T)", content)
}

type streamCloserKey struct{}

// keepStreamCloser is a middleware of the SDK that keeps, for the tool function, how to close
// the stream on which a call is answered.
func keepStreamCloser(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if extra := req.GetExtra(); method == "tools/call" && extra != nil && extra.CloseSSEStream != nil {
			ctx = context.WithValue(ctx, streamCloserKey{}, extra.CloseSSEStream)
		}
		return next(ctx, method, req)
	}
}

// reconnect closes the stream, so that the client has to fetch the answer on another one
// (SEP-1699). In 2026-07-28 there is nothing to reconnect to.
func reconnect(ctx context.Context) (string, error) {
	if closeStream, ok := ctx.Value(streamCloserKey{}).(func(mcp.CloseSSEStreamArgs)); ok {
		closeStream(mcp.CloseSSEStreamArgs{RetryAfter: 10 * time.Millisecond})
	}
	return "The stream was closed meanwhile.", pause(ctx, 100*time.Millisecond)
}
