package bench

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
)

// SearchArgs are the four fields that every peer decodes and checks.
type SearchArgs struct {
	Query  string `json:"query" description:"Words to look for" validate:"min=1,max=200"`
	Status string `json:"status,omitempty" description:"Only issues with this status" enum:"open,in_progress,closed"`
	Limit  int    `json:"limit,omitempty" description:"How many to return" validate:"min=1,max=100"`
	Region string `json:"region" description:"Where the data lives" enum:"eu,us"`
}

// describedArgs are [SearchArgs] for the peers whose schemas come from google/jsonschema-go:
// its tag holds a description and nothing else, so that they check types and presence only.
type describedArgs struct {
	Query  string `json:"query" jsonschema:"Words to look for"`
	Status string `json:"status,omitempty" jsonschema:"Only issues with this status"`
	Limit  int    `json:"limit,omitempty" jsonschema:"How many to return"`
	Region string `json:"region" jsonschema:"Where the data lives"`
}

// An Issue is one item of the result.
type Issue struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Status string `json:"status"`
	Votes  int    `json:"votes"`
}

// SearchResult is what every peer encodes.
type SearchResult struct {
	Issues []Issue `json:"issues" description:"Newest first"`
	Total  int     `json:"total"`
}

// Search is the tool: it does next to nothing.
func Search(_ context.Context, args SearchArgs) (SearchResult, error) {
	return SearchResult{
		Issues: []Issue{
			{ID: "BUG-7", Title: "Login times out on " + args.Region, Status: args.Status, Votes: 12},
			{ID: "BUG-9", Title: args.Query, Status: args.Status, Votes: 3},
		},
		Total: 2,
	}, nil
}

// The tool as clients know it.
const (
	ToolName        = "search_issues"
	toolDescription = "Search issues by text and status."
)

// Arguments are those of [CallBody].
const Arguments = `{"query":"login timeout","status":"open","limit":20,"region":"eu"}`

const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
	`"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1.0.0"},` +
	`"io.modelcontextprotocol/clientCapabilities":{}}`

// CallBody is a tools/call of 2026-07-28, and ListBody a tools/list.
const (
	CallBody = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + ToolName + `","arguments":` + Arguments + `,` + meta + `}}`
	ListBody = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{` + meta + `}}`
)

// Header returns the header of a request. tool is "" but for tools/call.
func Header(method, tool string) http.Header {
	h := http.Header{
		"Content-Type":         {"application/json"},
		"Accept":               {"application/json, text/event-stream"},
		"Mcp-Protocol-Version": {"2026-07-28"},
		"Mcp-Method":           {method},
	}
	if tool != "" {
		h["Mcp-Name"] = []string{tool}
	}
	return h
}

// Do sends one request to a handler, in the process: a request and a recorder of package
// httptest are all that stands around it.
func Do(h http.Handler, header http.Header, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(body))
	r.Header = header
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}
