package migrate

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// connect speaks with a server over HTTP.
func connect(t *testing.T, make func() (http.Handler, error)) *mcp.ClientSession {
	t.Helper()
	handler, err := make()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	client := mcp.NewClient(&mcp.Implementation{Name: "migrate", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: server.URL, DisableStandaloneSSE: true}, &mcp.ClientSessionOptions{ProtocolVersion: "2025-06-18"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// tool returns the tool find_alerts, with the names of its parameters and of those that are required.
func tool(t *testing.T, session *mcp.ClientSession) (tool *mcp.Tool, parameters, required []string) {
	t.Helper()
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(list.Tools, func(tool *mcp.Tool) bool { return tool.Name == "find_alerts" })
	if i < 0 {
		t.Fatal("there is no tool find_alerts")
	}
	tool = list.Tools[i]
	raw, err := json.Marshal(tool.InputSchema)
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Properties map[string]json.RawMessage
		Required   []string
	}
	if err := json.Unmarshal(raw, &schema); err != nil {
		t.Fatal(err)
	}
	for name := range schema.Properties {
		parameters = append(parameters, name)
	}
	slices.Sort(parameters)
	return tool, parameters, schema.Required
}

// call returns the value that a tool answers, and the text of an error.
func call(t *testing.T, session *mcp.ClientSession, arguments string) (value any, errorText string) {
	t.Helper()
	result, err := session.CallTool(context.Background(), &mcp.CallToolParams{Name: "find_alerts", Arguments: json.RawMessage(arguments)})
	if err != nil {
		return nil, err.Error()
	}
	text := result.Content[0].(*mcp.TextContent).Text
	if result.IsError {
		return nil, text
	}
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatal(err)
	}
	return value, ""
}

func TestMigrations(t *testing.T) {
	for _, tt := range []struct {
		name          string
		before, after func() (http.Handler, error)
		error         string // of the call that is wrong, before; "" if it succeeds
	}{
		{"the official SDK", SDKBefore, After, `validating "arguments": validating root: unexpected additional properties ["qery"]`},
		{"the official SDK, half-way", SDKBefore, SDKBetween, `validating "arguments": validating root: unexpected additional properties ["qery"]`},
		{"mcp-go's builder", MCPGoBuilderBefore, After, `required argument "query" not found`},
		{"mcp-go's typed handlers", MCPGoTypedBefore, After, ""},
		{"a layer of one's own", ConvertBefore, ConvertAfter, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before, after := connect(t, tt.before), connect(t, tt.after)
			oldTool, oldParameters, oldRequired := tool(t, before)
			newTool, newParameters, newRequired := tool(t, after)
			if oldTool.Description != newTool.Description || oldTool.Annotations.ReadOnlyHint != newTool.Annotations.ReadOnlyHint {
				t.Errorf("the tool was %+v and is %+v", oldTool, newTool)
			}
			if diff := cmp.Diff(oldParameters, newParameters); diff != "" {
				t.Errorf("parameters (-before +after):\n%s", diff)
			}
			if diff := cmp.Diff(oldRequired, newRequired); diff != "" {
				t.Errorf("required (-before +after):\n%s", diff)
			}
			for _, arguments := range []string{`{"query":"disk"}`, `{"query":"disk","state":"firing"}`, `{"query":"i","limit":1}`, `{"query":"nothing"}`} {
				oldValue, oldError := call(t, before, arguments)
				newValue, newError := call(t, after, arguments)
				if diff := cmp.Diff(oldValue, newValue); diff != "" || oldError+newError != "" {
					t.Errorf("%s: errors %q and %q, values (-before +after):\n%s", arguments, oldError, newError, diff)
				}
			}
			_, got := call(t, after, `{"qery":"disk","state":"fired"}`)
			if _, before := call(t, before, `{"qery":"disk","state":"fired"}`); before != tt.error {
				t.Errorf("before, a model reads %q, want %q", before, tt.error)
			}
			want := "The arguments of find_alerts have 3 problems. Correct them and call the tool again:\n" +
				"- qery: unknown parameter. Did you mean \"query\"?\n" +
				"- state: \"fired\" is not allowed. Use one of \"firing\", \"pending\".\n" +
				"- query: required but missing. Expected a string: Words in the title."
			if len(got) < len(want) || got[:len(want)] != want {
				t.Errorf("a model reads (-want +got):\n%s", cmp.Diff(want, got))
			}
		})
	}
}
