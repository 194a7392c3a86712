package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// scenarios say what to do with the server of a scenario, by its name. The suite judges by what
// its server has seen.
var scenarios = map[string]func(context.Context, *mcp.ClientSession) error{
	"initialize":                          list,
	"request-metadata":                    list,
	"json-schema-ref-no-deref":            list,
	"tools_call":                          callOf("add_numbers", map[string]any{"a": 5, "b": 3}),
	"elicitation-sep1034-client-defaults": callOf("test_client_elicitation_defaults", map[string]any{}),
	"sse-retry":                           callOf("test_reconnection", map[string]any{}),
	"json-schema-2020-12-preservation":    echoSchema,
	"sep-2322-client-request-state":       callWithInput,
	"http-standard-headers":               useEverything,
	"http-custom-headers":                 callAsAsked,
	"http-invalid-tool-headers":           callListed,
}

func list(ctx context.Context, session *mcp.ClientSession) error {
	_, err := session.ListTools(ctx, nil)
	return err
}

// callOf lists the tools and calls one.
func callOf(name string, arguments map[string]any) func(context.Context, *mcp.ClientSession) error {
	return func(ctx context.Context, session *mcp.ClientSession) error {
		if err := list(ctx, session); err != nil {
			return err
		}
		_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: arguments})
		return err
	}
}

// echoSchema sends the schema of a tool back as it came.
func echoSchema(ctx context.Context, session *mcp.ClientSession) error {
	result, err := session.ListTools(ctx, nil)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(result.Tools, func(t *mcp.Tool) bool { return t.Name == "json_schema_2020_12_tool" })
	if i < 0 {
		return errors.New("the server does not list json_schema_2020_12_tool")
	}
	_, err = session.CallTool(ctx, &mcp.CallToolParams{Name: "json_schema_echo", Arguments: map[string]any{"schema": result.Tools[i].InputSchema}})
	return err
}

// callWithInput calls tools that ask for input, well and badly: the last answers are errors.
func callWithInput(ctx context.Context, session *mcp.ClientSession) error {
	for _, name := range []string{"test_mrtr_echo_state", "test_mrtr_no_state", "test_mrtr_unrelated", "test_mrtr_no_result_type"} {
		if _, err := session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: map[string]any{}}); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		}
	}
	return nil
}

// useEverything uses the first tool, resource and prompt.
func useEverything(ctx context.Context, session *mcp.ClientSession) error {
	tools, err := session.ListTools(ctx, nil)
	if err != nil {
		return err
	}
	resources, err := session.ListResources(ctx, nil)
	if err != nil {
		return err
	}
	prompts, err := session.ListPrompts(ctx, nil)
	if err != nil {
		return err
	}
	if len(tools.Tools) == 0 || len(resources.Resources) == 0 || len(prompts.Prompts) == 0 {
		return errors.New("the server lists no tool, no resource or no prompt")
	}
	_, callErr := session.CallTool(ctx, &mcp.CallToolParams{Name: tools.Tools[0].Name, Arguments: map[string]any{}})
	_, readErr := session.ReadResource(ctx, &mcp.ReadResourceParams{URI: resources.Resources[0].URI})
	_, getErr := session.GetPrompt(ctx, &mcp.GetPromptParams{Name: prompts.Prompts[0].Name, Arguments: map[string]string{}})
	return errors.Join(callErr, readErr, getErr)
}

// callAsAsked makes the calls that stand in the environment.
func callAsAsked(ctx context.Context, session *mcp.ClientSession) error {
	var asked struct {
		ToolCalls []struct {
			Name      string         `json:"name"`
			Arguments map[string]any `json:"arguments"`
		} `json:"toolCalls"`
	}
	if err := json.Unmarshal([]byte(os.Getenv(contextVariable)), &asked); err != nil {
		return fmt.Errorf("%s: %w", contextVariable, err)
	}
	if err := list(ctx, session); err != nil {
		return err
	}
	var errs []error
	for _, c := range asked.ToolCalls {
		_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: c.Name, Arguments: c.Arguments})
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// callListed calls every tool that is listed. Those with invalid annotations are not.
func callListed(ctx context.Context, session *mcp.ClientSession) error {
	tools, err := session.ListTools(ctx, nil)
	if err != nil {
		return err
	}
	var errs []error
	for _, tool := range tools.Tools {
		_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: tool.Name, Arguments: map[string]any{"region": "us-west1"}})
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
