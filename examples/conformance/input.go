package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

// addInputTools adds the tools that ask by returning what they need, as 2026-07-28 has it
// (specification, basic/patterns/mrtr).
func addInputTools(tk *toolkit.Toolkit) {
	const prefix = "test_input_required_result_"
	seal := newSeal()
	add(tk, prefix+"elicitation", "Asks for a name.", func(ctx context.Context) (*mcp.CallToolResult, error) {
		name, ok := accepted(toolkit.RequestFrom(ctx).InputResponses()["user_name"], "name")
		if !ok {
			return needs(mcp.InputRequestMap{"user_name": ask("What is your name?", "name")}, ""), nil
		}
		return text("Hello, " + name + "!"), nil
	})
	add(tk, prefix+"sampling", "Asks the client's model.", func(ctx context.Context) (*mcp.CallToolResult, error) {
		answer, ok := sampled(toolkit.RequestFrom(ctx).InputResponses()["capital_question"])
		if !ok {
			return needs(mcp.InputRequestMap{"capital_question": samplingOf("What is the capital of France?")}, ""), nil
		}
		return text("The model says: " + answer), nil
	})
	add(tk, prefix+"list_roots", "Asks for the client's roots.", func(ctx context.Context) (*mcp.CallToolResult, error) {
		roots, ok := countRoots(toolkit.RequestFrom(ctx).InputResponses()["client_roots"])
		if !ok {
			return needs(mcp.InputRequestMap{"client_roots": listRoots()}, ""), nil
		}
		return text(fmt.Sprintf("The client has %d roots.", roots)), nil
	})
	add(tk, prefix+"request_state", "Asks for a confirmation, and keeps its state with the client.", func(ctx context.Context) (*mcp.CallToolResult, error) {
		return confirm(ctx, seal, prefix+"request_state")
	})
	add(tk, prefix+"tampered_state", "Asks for a confirmation, and notices if its state was changed.", func(ctx context.Context) (*mcp.CallToolResult, error) {
		return confirm(ctx, seal, prefix+"tampered_state")
	})
	add(tk, prefix+"multiple_inputs", "Asks for three things at once.", func(ctx context.Context) (*mcp.CallToolResult, error) {
		return askThree(ctx, seal, prefix+"multiple_inputs")
	})
	add(tk, prefix+"multi_round", "Asks for two things, one after the other.", func(ctx context.Context) (*mcp.CallToolResult, error) {
		return askTwice(ctx, seal, prefix+"multi_round")
	})
	add(tk, prefix+"capabilities", "Asks for what the client can give.", askWhatCanBeHad)
}

// confirm asks whether to go on.
func confirm(ctx context.Context, seal *seal, tool string) (*mcp.CallToolResult, error) {
	request := toolkit.RequestFrom(ctx)
	if state := request.RequestState(); state != "" {
		if _, err := seal.open(tool, state); err != nil {
			return nil, err
		}
		if answer, ok := request.InputResponses()["confirm"].(*mcp.ElicitResult); ok && answer.Action == "accept" {
			return text("state-ok: confirmed, with the state that was given out"), nil
		}
	}
	state, err := seal.close(progress{Tool: tool, Step: 1})
	return needs(mcp.InputRequestMap{"confirm": form("Go on?", `{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}`)}, state), err
}

// askThree asks the user, the model and for the roots.
func askThree(ctx context.Context, seal *seal, tool string) (*mcp.CallToolResult, error) {
	request := toolkit.RequestFrom(ctx)
	if state := request.RequestState(); state != "" {
		if _, err := seal.open(tool, state); err != nil {
			return nil, err
		}
		answers := request.InputResponses()
		name, named := accepted(answers["user_name"], "name")
		greeting, greeted := sampled(answers["greeting"])
		roots, rooted := countRoots(answers["client_roots"])
		if named && greeted && rooted {
			return text(fmt.Sprintf("%s, says the model to %s, who has %d roots.", greeting, name, roots)), nil
		}
	}
	state, err := seal.close(progress{Tool: tool, Step: 1})
	return needs(mcp.InputRequestMap{
		"user_name": ask("What is your name?", "name"), "greeting": samplingOf("Write a greeting."), "client_roots": listRoots(),
	}, state), err
}

// askTwice asks for a name, and then for a color.
func askTwice(ctx context.Context, seal *seal, tool string) (*mcp.CallToolResult, error) {
	request := toolkit.RequestFrom(ctx)
	at := progress{Tool: tool}
	if state := request.RequestState(); state != "" {
		var err error
		if at, err = seal.open(tool, state); err != nil {
			return nil, err
		}
	}
	answers := request.InputResponses()
	if name, ok := accepted(answers["name"], "name"); ok && at.Step == 1 {
		at.Step, at.Name = 2, name
	} else if color, ok := accepted(answers["color"], "color"); ok && at.Step == 2 {
		return text(at.Name + " likes " + color + "."), nil
	}
	question := mcp.InputRequestMap{"color": ask("What is your favorite color?", "color")}
	if at.Step < 2 {
		at.Step = 1
		question = mcp.InputRequestMap{"name": ask("What is your name?", "name")}
	}
	state, err := seal.close(at)
	return needs(question, state), err
}

// askWhatCanBeHad asks for no more than the client has said it can answer.
func askWhatCanBeHad(ctx context.Context) (*mcp.CallToolResult, error) {
	request := toolkit.RequestFrom(ctx)
	if len(request.InputResponses()) > 0 {
		return text("The client has answered."), nil
	}
	questions := mcp.InputRequestMap{}
	for capability, question := range map[string]mcp.InputRequest{
		"elicitation": ask("What is your name?", "name"), "sampling": samplingOf("Write a greeting."), "roots": listRoots(),
	} {
		if request.RequireCapability(capability) == nil {
			questions[capability] = question
		}
	}
	if len(questions) == 0 {
		return text("The client cannot be asked for anything."), nil
	}
	return needs(questions, ""), nil
}

// text is a result that is complete.
func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

// needs is a result that asks for input first.
func needs(requests mcp.InputRequestMap, state string) *mcp.CallToolResult {
	return &mcp.CallToolResult{InputRequests: requests, RequestState: state}
}

// ask asks the user for one text.
func ask(message, field string) *mcp.ElicitParams {
	return form(message, strings.ReplaceAll(`{"type":"object","properties":{"FIELD":{"type":"string"}},"required":["FIELD"]}`, "FIELD", field))
}
