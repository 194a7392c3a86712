package main

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// addPrompts adds the prompts. They are the SDK's.
func addPrompts(srv *mcp.Server) {
	srv.AddPrompt(&mcp.Prompt{Name: "test_simple_prompt", Description: "A prompt without arguments."}, prompt(func(map[string]string) []*mcp.PromptMessage {
		return []*mcp.PromptMessage{userPrompt(&mcp.TextContent{Text: "This is a simple prompt for testing."})}
	}))
	srv.AddPrompt(&mcp.Prompt{Name: "test_prompt_with_arguments", Description: "A prompt with two arguments.", Arguments: []*mcp.PromptArgument{
		{Name: "arg1", Description: "The first one.", Required: true}, {Name: "arg2", Description: "The second one.", Required: true},
	}}, prompt(func(args map[string]string) []*mcp.PromptMessage {
		return []*mcp.PromptMessage{userPrompt(&mcp.TextContent{Text: "The arguments are arg1='" + args["arg1"] + "' and arg2='" + args["arg2"] + "'."})}
	}))
	srv.AddPrompt(&mcp.Prompt{Name: "test_prompt_with_embedded_resource", Description: "A prompt with a resource in it.", Arguments: []*mcp.PromptArgument{
		{Name: "resourceUri", Description: "The resource.", Required: true},
	}}, prompt(func(args map[string]string) []*mcp.PromptMessage {
		return []*mcp.PromptMessage{
			userPrompt(embedded(args["resourceUri"], "This is an embedded resource.")),
			userPrompt(&mcp.TextContent{Text: "Read the resource."}),
		}
	}))
	srv.AddPrompt(&mcp.Prompt{Name: "test_prompt_with_image", Description: "A prompt with an image in it."}, prompt(func(map[string]string) []*mcp.PromptMessage {
		return []*mcp.PromptMessage{userPrompt(image()), userPrompt(&mcp.TextContent{Text: "Describe the image."})}
	}))
	srv.AddPrompt(&mcp.Prompt{Name: "test_input_required_result_prompt", Description: "A prompt that asks for something first."}, promptWithInput)
}

// prompt returns a handler that cannot fail.
func prompt(messages func(args map[string]string) []*mcp.PromptMessage) mcp.PromptHandler {
	return func(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return &mcp.GetPromptResult{Messages: messages(req.Params.Arguments)}, nil
	}
}

// promptWithInput asks what it is to be about.
func promptWithInput(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	about, ok := accepted(req.Params.InputResponses["user_context"], "context")
	if !ok {
		return &mcp.GetPromptResult{InputRequests: mcp.InputRequestMap{"user_context": ask("What is it about?", "context")}}, nil
	}
	return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{userPrompt(&mcp.TextContent{Text: "It is about " + about + "."})}}, nil
}

func userPrompt(content mcp.Content) *mcp.PromptMessage {
	return &mcp.PromptMessage{Role: "user", Content: content}
}

// complete completes nothing, but can be asked to.
func complete(context.Context, *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
	return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: []string{}}}, nil
}
