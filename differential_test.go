package toolkit_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

// The differential test sends the same request to the endpoint and to the bare handler of
// the official SDK, with the same tools. What comes back must be the same, but for the
// differences that differences_test.go lists.

// An aspect is one part of a request, with the ways to write it. The first one is good.
type aspect struct {
	name string
	ways []string
}

// aspects are in the order in which a fuzzed request chooses among them. "-" leaves the part
// out.
var aspects = []aspect{
	{"method", []string{`"tools/call"`, `"tools/list"`, `"tools/jump"`, `"notifications/cancelled"`, `-`, `5`}},
	{"tool", []string{`"add"`, `"say"`, `"fail"`, `"ask"`, `"mixed"`, `"blocks"`, `"report"`, `"about"`, `"region"`, `"nobody"`, `-`, `5`, `null`, `"\u0061dd"`}},
	{"arguments", []string{`+`, `{"Text":"<ü\n>"}`, `{"Code":-32021}`, `{"Code":-32601}`, `{"Code":0}`, `{"Fail":true}`, `{}`, `-`, `null`, `[]`, `"x"`, `"{\"a\":1}"`, `{"a":"1"}`, `{"a":1,"a":2}`, `{"a":1e400}`}},
	{"id", []string{`1`, `"a"`, `-`, `null`, `1.5`, `1e3`, `9007199254740993`, `{}`, `true`, `""`}},
	{"jsonrpc", []string{`"2.0"`, `-`, `"1.0"`, `2`}},
	{"params", []string{`+`, `-`, `[]`, `null`, `"x"`}},
	{"_meta", []string{`+`, `-`, `[]`, `null`}},
	{"version", []string{`"2026-07-28"`, `-`, `"2025-11-25"`, `"2099-01-01"`, `5`}},
	{"capabilities", []string{`{"elicitation":{}}`, `{}`, `-`, `null`, `5`, `{"sampling":1}`, `{"sampling":{},"elicitation":{"form":{}},"roots":{"listChanged":true}}`, `{"x":1}`}},
	{"clientInfo", []string{`-`, `{"name":"me","version":"1"}`, `5`, `{"name":5}`, `null`, `{}`, `{"name":"me","version":"1","icons":[{"src":"https://x.example/i.png"}]}`, `{"icons":1}`}},
	{"logLevel", []string{`-`, `"info"`, `"emergency"`, `"loud"`, `5`, `null`}},
	{"progressToken", []string{`-`, `"p"`, `7`, `9007199254740993`, `true`, `null`, `1.5`, `{}`}},
	{"cursor", []string{`-`, `""`, `"MTphZGQ"`, `"MTpzYXk"`, `"bad"`, `5`, `null`}},
	{"requestState", []string{`-`, `"s1"`, `5`, `null`}},
	{"inputResponses", []string{`-`, `{}`, `{"name":{"action":"accept","content":{"name":"Ann"}}}`, `{"name":{}}`, `5`, `null`}},
	{"envelope", []string{`one`, `several`, `two`, `cut`, `twice`, `more`, `blanks`, `latin1`}},
	{"HTTP method", []string{`POST`, `GET`, `DELETE`, `PUT`}},
	{"Content-Type", []string{`application/json`, `application/json; charset=utf-8`, `text/plain`, `-`}},
	{"Accept", []string{`application/json, text/event-stream`, `text/event-stream;q=0.5, application/json`, `*/*`, `application/json`, `-`}},
	{"Mcp-Protocol-Version", []string{`2026-07-28`, `-`, `2099-01-01`}},
	{"Mcp-Method", []string{`+`, `-`, `tools/list`, `TOOLS/CALL`}},
	{"Mcp-Name", []string{`+`, `-`, `other`, `base64`, `=?base64?!?=`}},
	{"Mcp-Param-Region", []string{`-`, `eu`, `us`, `=?base64?ZXU=?=`}},
	{"Last-Event-Id", []string{`-`, `1`}},
	{"Origin", []string{`-`, `https://evil.example`, `http://localhost:1`}},
}

// A wireRequest is a request that was put together from aspects.
type wireRequest struct {
	chosen map[string]string
	method string
	header http.Header
	body   string
}

// choose picks a way for each aspect.
func choose(choices []byte) map[string]string {
	chosen := map[string]string{}
	for i, a := range aspects {
		way := 0
		if i < len(choices) {
			way = int(choices[i]) % len(a.ways)
		}
		chosen[a.name] = a.ways[way]
	}
	return chosen
}

func newWireRequest(chosen map[string]string) wireRequest {
	r := wireRequest{chosen: chosen, header: http.Header{}}
	r.method = r.chosen["HTTP method"]
	r.body = r.envelope(r.message())
	for _, name := range []string{"Content-Type", "Accept", "Mcp-Protocol-Version", "Mcp-Param-Region", "Last-Event-Id", "Origin"} {
		if value := r.chosen[name]; value != "-" {
			r.header.Set(name, value)
		}
	}
	var tool string
	_ = json.Unmarshal([]byte(r.chosen["tool"]), &tool) // another kind of value has no text
	method := r.rpcMethod()
	switch value := r.chosen["Mcp-Method"]; value {
	case "-":
	case "+":
		if method != "" {
			r.header.Set("Mcp-Method", method)
		}
	default:
		r.header.Set("Mcp-Method", value)
	}
	switch value := r.chosen["Mcp-Name"]; {
	case value == "-" || method != "tools/call" || tool == "":
	case value == "+":
		r.header.Set("Mcp-Name", tool)
	case value == "base64":
		r.header.Set("Mcp-Name", "=?base64?"+base64.StdEncoding.EncodeToString([]byte(tool))+"?=")
	default:
		r.header.Set("Mcp-Name", value)
	}
	return r
}

// goodArguments are what each tool takes.
var goodArguments = map[string]string{
	`"add"`: `{"a":1,"b":2}`, `"\u0061dd"`: `{"a":1}`, `"say"`: `{"Text":"x"}`, `"fail"`: `{"Code":-32000}`, `"report"`: `{"Fail":false}`, `"region"`: `{"region":"eu"}`,
	`"ask"`: `{}`, `"mixed"`: `{}`, `"blocks"`: `{}`, `"about"`: `{}`, `"nobody"`: `{}`, `-`: `{}`, `5`: `{}`, `null`: `{}`,
}

// refused reports whether the reply is an error.
func (r *reply) refused(status int, code float64) bool { return r.Status == status && r.code() == code }

// rpcMethod returns the method that the body says, or "".
func (r *wireRequest) rpcMethod() string {
	var method string
	_ = json.Unmarshal([]byte(r.chosen["method"]), &method) // another kind of value has no text
	return method
}

// changed counts the aspects that are not as in the good request.
func (r *wireRequest) changed() int {
	n := 0
	for _, a := range aspects {
		if r.chosen[a.name] != a.ways[0] {
			n++
		}
	}
	return n
}

// object writes a JSON object of those members that are not left out.
func (r *wireRequest) object(members ...string) string {
	var parts []string
	for i := 0; i < len(members); i += 2 {
		if members[i+1] != "-" {
			parts = append(parts, fmt.Sprintf("%q:%s", members[i], members[i+1]))
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func (r *wireRequest) message() string {
	c := r.chosen
	meta, params, arguments := c["_meta"], c["params"], c["arguments"]
	if arguments == "+" {
		arguments = goodArguments[c["tool"]]
	}
	if meta == "+" {
		meta = r.object(mcp.MetaKeyProtocolVersion, c["version"], mcp.MetaKeyClientCapabilities, c["capabilities"], mcp.MetaKeyClientInfo, c["clientInfo"],
			"io.modelcontextprotocol/logLevel", c["logLevel"], "progressToken", c["progressToken"])
	}
	if params == "+" {
		params = r.object("arguments", arguments, "name", c["tool"], "cursor", c["cursor"], "requestState", c["requestState"], "inputResponses", c["inputResponses"], "_meta", meta)
	}
	return r.object("jsonrpc", c["jsonrpc"], "id", c["id"], "method", c["method"], "params", params)
}

func (r *wireRequest) envelope(message string) string {
	switch r.chosen["envelope"] {
	case "several":
		return "[" + message + "]"
	case "two":
		return message + message
	case "cut":
		return message[:len(message)-1]
	case "twice":
		return strings.Replace(message, "{", `{"x":1,"x":2,`, 1)
	case "more":
		return strings.Replace(message, "{", `{"x":{"y":[]},`, 1)
	case "blanks":
		return " " + strings.Replace(message, ",", " ,\r\n", 1) + "\n"
	case "latin1":
		return strings.Replace(message, "{", "{\"\xfc\":1,", 1)
	}
	return message
}

// A reply is what a client understands of a response.
type reply struct {
	Status   int
	Header   map[string]string
	Messages []any
	plain    bool // the body is text for people
	stream   bool // it came as an event stream
}

// last returns a member of the last message, which is the answer.
func (r *reply) last(name string) map[string]any {
	if len(r.Messages) == 0 {
		return nil
	}
	answer, _ := r.Messages[len(r.Messages)-1].(map[string]any)
	member, _ := answer[name].(map[string]any)
	return member
}

func (r *reply) result() map[string]any { return r.last("result") }

// code returns the code of the error that the reply is, or 0.
func (r *reply) code() float64 {
	code, _ := r.last("error")["code"].(float64)
	return code
}

func (r *wireRequest) sendTo(t *testing.T, h http.Handler) reply {
	t.Helper()
	request := httptest.NewRequest(r.method, "/mcp", strings.NewReader(r.body))
	request.Header = r.header.Clone()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, request)
	got := reply{Status: w.Code, Header: map[string]string{}}
	header := w.Result().Header // as it was when the body began
	for _, name := range []string{"Mcp-Session-Id", "WWW-Authenticate"} {
		if value := header.Get(name); value != "" {
			got.Header[name] = value
		}
	}
	switch contentType, _, _ := strings.Cut(header.Get("Content-Type"), ";"); contentType {
	case "application/json":
		got.Messages = append(got.Messages, decoded(t, w.Body.Bytes()))
	case "text/event-stream":
		got.stream = true
		for event := range strings.SplitSeq(strings.TrimSpace(w.Body.String()), "\n\n") {
			if _, data, ok := strings.Cut(event, "data: "); ok {
				got.Messages = append(got.Messages, decoded(t, []byte(data)))
			}
		}
	default:
		got.plain = w.Body.Len() > 0
	}
	return got
}

func decoded(t *testing.T, raw []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(bytes.TrimSpace(raw), &v); err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	// The text of an error is for people, but for that of the tools.
	if message, ok := v.(map[string]any); ok {
		if failed, ok := message["error"].(map[string]any); ok && failed["message"] != "not today" && failed["message"] != "no" {
			delete(failed, "message")
		}
	}
	return v
}

// bothWays returns the endpoint, and the bare handler of the SDK with the same tools.
func bothWays(t *testing.T) (direct, sdk http.Handler) {
	t.Helper()
	register := func(tk *toolkit.Toolkit) *toolkit.Toolkit {
		toolkit.Register(tk, toolkit.Tool{Name: "region"}, func(_ context.Context, args struct {
			Region string `json:"region,omitempty" x-mcp-header:"Region"`
		}) (string, error) {
			return args.Region, nil
		})
		return tk
	}
	direct = handlerOf(t, register(directTools(t, toolkit.WithPageSize(4))))
	srv, err := register(directTools(t, toolkit.WithPageSize(4))).Server()
	if err != nil {
		t.Fatal(err)
	}
	return direct, mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true})
}

// compare sends one request both ways, and notes which of the differences it shows.
func compare(t *testing.T, choices []byte, direct, sdk http.Handler, seen map[string]bool) {
	t.Helper()
	r := newWireRequest(choose(choices))
	if r.header.Get("Mcp-Protocol-Version") == "" && (r.method != http.MethodPost || !r.saysVersion()) {
		return // of an older revision
	}
	a := r.sendTo(t, direct)
	forSDK := map[string]string{}
	for name, way := range r.chosen {
		if instead, ok := taken[name+" "+way]; ok {
			seen[instead.sentence] = true
			way = instead.as
		}
		forSDK[name] = way
	}
	other := newWireRequest(forSDK)
	b := other.sendTo(t, sdk)
	diff := cmp.Diff(b, a, cmp.AllowUnexported(reply{}), cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".stream" }, cmp.Ignore()))
	if diff == "" {
		return
	}
	for _, d := range differences {
		if d.applies(&r, &a, &b) {
			seen[d.sentence] = true
			return
		}
	}
	t.Errorf("%s\n%v\n%s\n(-SDK +direct):\n%s", r.method, r.header, r.body, diff)
}

// saysVersion reports whether _meta names a revision.
func (r *wireRequest) saysVersion() bool {
	return r.chosen["params"] == "+" && r.chosen["_meta"] == "+" && strings.HasPrefix(r.chosen["version"], `"`) &&
		!slices.Contains([]string{"several", "cut"}, r.chosen["envelope"])
}

// combinations are requests that must not be left to chance.
var combinations = []map[string]string{
	{"tool": `"report"`, "progressToken": `"p"`},
	{"tool": `"report"`, "progressToken": `7`, "logLevel": `"info"`},
	{"tool": `"report"`, "progressToken": `"p"`, "arguments": `{"Fail":true}`},
	{"tool": `"report"`, "logLevel": `"emergency"`},
	{"tool": `"ask"`, "requestState": `"s1"`, "inputResponses": `{"name":{"action":"accept","content":{"name":"Ann"}}}`},
	{"tool": `"ask"`, "capabilities": `{}`},
	{"tool": `"region"`, "Mcp-Param-Region": `eu`},
	{"tool": `"region"`, "Mcp-Param-Region": `us`},
	{"tool": `"region"`, "Mcp-Param-Region": `=?base64?ZXU=?=`},
	{"tool": `"region"`, "Mcp-Param-Region": `eu`, "arguments": `{}`},
	{"tool": `"fail"`, "arguments": `{"Code":-32021}`},
	{"tool": `"fail"`, "arguments": `{"Code":-32601}`},
	{"tool": `"fail"`, "arguments": `{"Code":0}`},
	{"tool": `"say"`, "arguments": `{"Text":"<ü\n>"}`},
	{"tool": `"about"`, "clientInfo": `{"name":"me","version":"1"}`},
	{"method": `"tools/list"`, "cursor": `"MTphZGQ"`},
	{"method": `"tools/list"`, "cursor": `"MTpzYXk"`},
	{"method": `"tools/list"`, "cursor": `"bad"`},
	{"method": `"tools/list"`, "cursor": `5`},
	{"method": `"tools/list"`, "cursor": `null`},
	{"method": `"notifications/cancelled"`, "id": "-"},
	{"method": `"notifications/cancelled"`, "id": "-", "Mcp-Method": "-"},
}

// TestBothWays changes one part of a good request, then up to four. Every difference that is
// listed must show.
func TestBothWays(t *testing.T) {
	direct, sdk := bothWays(t)
	seen := map[string]bool{}
	for i, a := range aspects {
		for way := range a.ways {
			choices := make([]byte, len(aspects))
			choices[i] = byte(way)
			compare(t, choices, direct, sdk, seen)
		}
	}
	for _, chosen := range combinations {
		choices := make([]byte, len(aspects))
		known := 0
		for i, a := range aspects {
			if way := slices.Index(a.ways, chosen[a.name]); way >= 0 {
				choices[i] = byte(way)
				known++
			}
		}
		if known != len(chosen) {
			t.Fatalf("%v has what no aspect has", chosen)
		}
		compare(t, choices, direct, sdk, seen)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		choices := make([]byte, len(aspects))
		for range 1 + random.IntN(4) {
			i := random.IntN(len(aspects))
			choices[i] = byte(random.IntN(len(aspects[i].ways)))
		}
		compare(t, choices, direct, sdk, seen)
	}
	for _, d := range differences {
		if !seen[d.sentence] {
			t.Errorf("there is no such difference any more: %s", d.sentence)
		}
	}
	for way, d := range taken {
		if !seen[d.sentence] {
			t.Errorf("%s was not tried", way)
		}
	}
}

func FuzzBothWays(f *testing.F) {
	f.Add([]byte{0, 6, 5, 0, 0, 0, 0, 0, 0, 0, 0, 1})
	f.Add([]byte{0, 6, 6, 1, 0, 0, 0, 0, 0, 1, 1, 1})
	f.Add([]byte{1, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 2})
	f.Fuzz(func(t *testing.T, choices []byte) {
		direct, sdk := bothWays(t)
		compare(t, choices, direct, sdk, map[string]bool{})
	})
}
