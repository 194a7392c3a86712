package robot_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	mcpgoserver "github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/bench"
	"github.com/typedmcp/toolkit/bench/robot/mistakes"
)

// A server has the tools of the corpus.
type server struct {
	name    string
	handler http.Handler
}

// call calls a tool. It returns the text of an error, and whether there was one.
func (s server) call(t testing.TB, tool string, arguments json.RawMessage) (text string, refused bool) {
	t.Helper()
	body := strings.Replace(bench.CallBody, bench.Arguments, string(arguments), 1)
	body = strings.Replace(body, bench.ToolName, tool, 1)
	w := bench.Do(s.handler, bench.Header("tools/call", tool), body)
	message := w.Body.String()
	if strings.HasPrefix(w.Header().Get("Content-Type"), "text/event-stream") {
		_, message, _ = strings.Cut(message, "data: ")
		message, _, _ = strings.Cut(message, "\n")
	}
	var answer struct {
		Result *struct {
			Content []struct{ Text string }
			IsError bool
		}
		Error *struct{ Message string }
	}
	switch err := json.Unmarshal([]byte(message), &answer); {
	case err == nil && answer.Error != nil:
		return answer.Error.Message, true
	case err != nil || answer.Result == nil || len(answer.Result.Content) == 0:
		t.Fatalf("%s answers %s with status %d: %s", s.name, body, w.Code, w.Body)
	}
	return answer.Result.Content[0].Text, answer.Result.IsError
}

// ours serves the corpus with the toolkit.
func ours(t testing.TB) (*toolkit.Toolkit, server) {
	t.Helper()
	tk := toolkit.New("corpus", "1.0.0", toolkit.WithLogger(nil), toolkit.WithDependentRequired(),
		toolkit.WithUnion("kind", map[string]mistakes.Figure{"circle": mistakes.Circle{}, "rectangle": mistakes.Rectangle{}, "text": mistakes.Text{}}))
	register[mistakes.SearchArgs](tk, "search_issues", nil)
	register[mistakes.OrderArgs](tk, "place_order", nil)
	register[mistakes.MeetingArgs](tk, "schedule_meeting", nil)
	register[mistakes.DeployArgs](tk, "deploy", nil)
	register[mistakes.DrawArgs](tk, "draw", nil)
	register[mistakes.LabelArgs](tk, "print_label", nil)
	register[mistakes.ReportArgs](tk, "make_report", json.RawMessage(mistakes.ReportSchema))
	register[mistakes.PickArgs](tk, "pick_seat", nil)
	h, err := tk.HTTPHandler()
	if err != nil {
		t.Fatal(err)
	}
	return tk, server{"toolkit", h}
}

func register[Args any](tk *toolkit.Toolkit, name string, schema any) {
	toolkit.Register(tk, toolkit.Tool{Name: name, InputSchema: schema}, func(context.Context, Args) (string, error) { return "called", nil })
}

// theirs serves the same tools with the peers. They get the schemas of the toolkit, since
// those that they derive from the same types have no bounds, patterns or enumerations, and a
// map for the arguments, since encoding/json does not read durations and unions.
func theirs(schemas map[string]json.RawMessage) []server {
	sdk := mcp.NewServer(&mcp.Implementation{Name: "corpus", Version: "1.0.0"}, nil)
	peer := mcpgoserver.NewMCPServer("corpus", "1.0.0", mcpgoserver.WithToolCapabilities(true), mcpgoserver.WithInputSchemaValidation())
	for name, schema := range schemas {
		mcp.AddTool(sdk, &mcp.Tool{Name: name, InputSchema: schema},
			func(context.Context, *mcp.CallToolRequest, map[string]any) (*mcp.CallToolResult, any, error) {
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "called"}}}, nil, nil
			})
		peer.AddTool(mcpgo.NewToolWithRawSchema(name, "", schema),
			mcpgo.NewStructuredToolHandler(func(context.Context, mcpgo.CallToolRequest, map[string]any) (string, error) { return "called", nil }))
	}
	return []server{
		{"go-sdk", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return sdk },
			&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true, Logger: slog.New(slog.DiscardHandler)})},
		{"mcp-go", mcpgoserver.NewStreamableHTTPServer(peer, mcpgoserver.WithStateLess(true), mcpgoserver.WithDisableStreaming(true))},
	}
}
