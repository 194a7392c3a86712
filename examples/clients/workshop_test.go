package clients

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A work is what a client made of the workshop.
type work struct {
	Version   string         `json:"version"`
	Tools     []string       `json:"tools"`
	Progress  [][2]float64   `json:"progress"`  // of the call that ended, with the total
	Painted   answer         `json:"painted"`   // its result
	Cancelled answer         `json:"cancelled"` // what the client has of the call that it cancelled
	Ending    answer         `json:"ending"`    // and what the server says of it
	Boards    []answer       `json:"boards"`    // measure and weigh, each with a good and a spoiled result
	Labels    []answer       `json:"labels"`    // of ship and ship_later
	Lie       answer         `json:"lie"`       // ship with a header that says something else
	Changed   []string       `json:"changed"`   // the tools once the client was told
	Varnish   answer         `json:"varnish"`   // the tool that came
	Sent      map[string]int `json:"sent"`      // requests, by method
}

// An ability says what a client can do besides plain calls, in the words of docs/clients.md.
// All of them follow pages, show progress, cancel, and are told of new tools.
type ability struct {
	client client
	pages  pages
	told   told
	checks checks
	sets   headers
}

// pages says who asks for the next page of tools.
type pages string

const (
	byItself pages = "by itself"
	byUser   pages = "asked by its user"
)

// told says how a client hears of new tools.
type told string

const (
	unasked   told = "is sent a notification"
	listening told = "`subscriptions/listen`"
)

// checks says whether a client holds results against outputSchemas: measure is on the first
// page, weigh on the last.
type checks string

const (
	unchecked  checks = "no"
	lastPage   checks = "for the page that it has listed last"
	everything checks = "yes"
)

// headers says whether a client mirrors arguments over HTTP: ship_later has a list of types in its
// schema.
type headers string

const (
	noHeaders    headers = "no, it speaks 2025-11-25"
	plainSchemas headers = "yes, unless a type in the schema is a list"
	allSchemas   headers = "yes"
)

var abilities = []ability{
	{goSDK, byItself, listening, unchecked, plainSchemas},
	{goHeaders, byItself, listening, unchecked, allSchemas},
	{tsV1, byUser, unasked, lastPage, noHeaders},
	{tsV2, byItself, unasked, everything, noHeaders},
	{tsV2Auto, byItself, listening, everything, allSchemas},
}

// TestWorkshop lets each client do everything that it can.
func TestWorkshop(t *testing.T) {
	for _, a := range abilities {
		t.Run(a.client.name+"/HTTP", func(t *testing.T) {
			t.Parallel()
			a.check(t, overHTTP(t, workshop, func(addr string) []string { return []string{addr} }))
		})
		if a.client.name == goHeaders.name {
			continue // there are no headers over stdio
		}
		t.Run(a.client.name+"/stdio", func(t *testing.T) {
			t.Parallel()
			a.check(t, overStdio(workshop))
		})
	}
}

func (a ability) check(t *testing.T, s server) {
	got := a.client.work(t, s)
	checkVersion(t, a.client, s, got.Version)
	a.checkLists(t, got)
	checkPainting(t, got)
	a.checkBoards(t, got)
	a.checkLabels(t, s, got)
}

// checkLists expects every tool on both occasions, from three pages each time, and that the
// client was told in its way.
func (a ability) checkLists(t *testing.T, got work) {
	t.Helper()
	if diff := cmp.Diff([]string{"add_tool", "await_end", "measure", "paint", "ship", "ship_later", "weigh"}, got.Tools); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"add_tool", "await_end", "measure", "paint", "ship", "ship_later", "varnish", "weigh"}, got.Changed); diff != "" {
		t.Errorf("tools after one was added (-want +got):\n%s", diff)
	}
	if text := textOf(got.Varnish); text != "varnish is here." {
		t.Errorf("the tool that was added says %q", text)
	}
	if n := got.Sent["tools/list"]; n < 6 {
		t.Errorf("the client asked for %d pages, want at least 3 and 3", n)
	}
	if n := got.Sent["subscriptions/listen"]; (n > 0) != (a.told == listening) {
		t.Errorf("%d requests of subscriptions/listen", n)
	}
}

// checkPainting expects progress that grows, and that the function was ended which the client
// has cancelled.
func checkPainting(t *testing.T, got work) {
	t.Helper()
	if diff := cmp.Diff([][2]float64{{1, 3}, {2, 3}, {3, 3}}, got.Progress); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
	checkStructured(t, "paint", got.Painted, `{"wall":"north","strokes":3}`)
	if got.Cancelled.Error == nil || got.Cancelled.Result != nil {
		t.Errorf("the cancelled call: %s", show(got.Cancelled))
	}
	checkStructured(t, "await_end", got.Ending, `{"wall":"south","cause":"context canceled"}`)
}

// checkBoards expects that good results arrive, and that spoiled ones do not where the
// client checks them.
func (a ability) checkBoards(t *testing.T, got work) {
	t.Helper()
	const spoiled = `{"grams":"many","millimetres":"many"}`
	if len(got.Boards) != 4 {
		t.Fatalf("%d boards", len(got.Boards))
	}
	for i, board := range []struct {
		tool, good string
		checked    bool
	}{
		{"measure", `{"millimetres":1200}`, a.checks == everything},
		{"weigh", `{"grams":900}`, a.checks != unchecked},
	} {
		checkStructured(t, board.tool, got.Boards[2*i], board.good)
		answer := got.Boards[2*i+1]
		if !board.checked {
			checkStructured(t, board.tool+", spoiled", answer, spoiled)
			continue
		}
		if answer.Error == nil || !strings.Contains(answer.Error.Message, "Structured content does not match the tool's output schema") {
			t.Errorf("%s, spoiled: %s", board.tool, show(answer))
		}
	}
}

// checkLabels expects the headers that the client sets, and that a wrong one is refused.
func (a ability) checkLabels(t *testing.T, s server, got work) {
	t.Helper()
	if len(got.Labels) != 2 {
		t.Fatalf("%d labels", len(got.Labels))
	}
	ship, later := got.Labels[0], got.Labels[1]
	if s.url == "" || a.sets == noHeaders {
		checkStructured(t, "ship", ship, `{"headers":{}}`)
		checkStructured(t, "ship_later", later, `{"headers":{}}`)
	} else {
		checkStructured(t, "ship", ship, `{"headers":{
			"Mcp-Param-Region":"=?base64?WsO8cmljaA==?=", "Mcp-Param-Weight":"1200", "Mcp-Param-Insured":"true", "Mcp-Param-City":"Bern"
		}}`)
		if a.sets == allSchemas {
			checkStructured(t, "ship_later", later, `{"headers":{"Mcp-Param-Region":"eu"}}`)
		} else {
			a.checkRefused(t, "ship_later", later, "Header mismatch: Mcp-Param-Region: the header is missing")
		}
	}
	if s.url == "" {
		checkStructured(t, "ship, with no header to lie in", got.Lie, `{"headers":{}}`)
		return
	}
	a.checkRefused(t, "ship, with a header that lies", got.Lie, "Header mismatch: Mcp-Param-Region: the header value does not match the parameter region")
}

// checkRefused expects an error about headers. Clients of 2025-11-25 do not read the JSON-RPC
// error from an answer with status 400, but show it as text.
func (a ability) checkRefused(t *testing.T, call string, got answer, text string) {
	t.Helper()
	const code = -32020
	if got.Error == nil || !strings.Contains(got.Error.Message, text) ||
		got.Error.Code != code && (a.client.modern || !strings.Contains(got.Error.Message, strconv.Itoa(code))) {
		t.Errorf("%s: %s, want %d, %s", call, show(got), code, text)
	}
}

// checkStructured expects a result with this structuredContent.
func checkStructured(t *testing.T, call string, got answer, want string) {
	t.Helper()
	if got.Result == nil || got.Result.IsError {
		t.Errorf("%s: %s", call, show(got))
		return
	}
	if diff := cmp.Diff(decode(t, []byte(want)), decode(t, got.Result.Structured)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", call, diff)
	}
}

// decode reads JSON, to compare it whatever the order of its members.
func decode(t *testing.T, raw []byte) (value any) {
	t.Helper()
	if err := json.Unmarshal(raw, &value); err != nil {
		t.Fatalf("%q: %v", raw, err)
	}
	return value
}

// textOf returns the text of a result, or "".
func textOf(a answer) string {
	if a.Result == nil || len(a.Result.Content) != 1 {
		return ""
	}
	return a.Result.Content[0].Text
}
