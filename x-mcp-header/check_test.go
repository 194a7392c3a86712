package xmcpheader

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var bindings = []Binding{
	{"Region", []string{"region"}, "string"},
	{"Page", []string{"filter", "page"}, "integer"},
	{"Deep", []string{"deep"}, "boolean"},
}

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		name      string
		header    http.Header
		arguments string
		want      string
	}{
		{"nothing", nil, ``, ""},
		{"null", nil, `null`, ""},
		{"no parameter", nil, `{"other":1}`, ""},
		{"a null parameter", nil, `{"region":null}`, ""},
		{"all of them", http.Header{"Mcp-Param-Region": {"eu"}, "Mcp-Param-Page": {"2"}, "Mcp-Param-Deep": {"true"}}, `{"region":"eu","filter":{"page":2},"deep":true}`, ""},
		{"base64", http.Header{"Mcp-Param-Region": {"=?base64?ZcO8?="}}, `{"region":"eü"}`, ""},
		{"an escape", http.Header{"Mcp-Param-Region": {"eu"}}, `{"r\u0065gion":"\u0065u"}`, ""},
		{"a number in another form", http.Header{"Mcp-Param-Page": {"2.0"}}, `{"filter":{"page":2}}`, ""},
		{"an exponent", http.Header{"Mcp-Param-Page": {"200"}}, `{"filter":{"page":2e2}}`, ""},
		{"beyond 2^53", http.Header{"Mcp-Param-Page": {"9007199254740993"}}, `{"filter":{"page":9007199254740993}}`, ""},
		{"an empty text", http.Header{"Mcp-Param-Region": {""}}, `{"region":""}`, ""},
		{"an unknown header", http.Header{"Mcp-Param-Other": {"x"}}, `{}`, ""},
		{"not an object on the way", nil, `{"filter":5}`, ""},

		{"missing", nil, `{"region":"eu"}`, "Mcp-Param-Region: the header is missing, but the parameter region is given"},
		{"missing below", nil, `{"filter":{"page":2}}`, "Mcp-Param-Page: the header is missing, but the parameter filter.page is given"},
		{"without its parameter", http.Header{"Mcp-Param-Region": {"eu"}}, `{}`, "Mcp-Param-Region: the header is given, but the parameter region is not"},
		{"with null", http.Header{"Mcp-Param-Region": {"null"}}, `{"region":null}`, "Mcp-Param-Region: the header is given, but the parameter region is not"},
		{"without arguments", http.Header{"Mcp-Param-Region": {"eu"}}, ``, "Mcp-Param-Region: the header is given, but the parameter region is not"},
		{"arguments that are a text", http.Header{"Mcp-Param-Region": {"eu"}}, `"{\"region\":\"eu\"}"`, "Mcp-Param-Region: the header is given, but the parameter region is not"},
		{"another value", http.Header{"Mcp-Param-Region": {"us"}}, `{"region":"eu"}`, "Mcp-Param-Region: the header value does not match the parameter region"},
		{"another case", http.Header{"Mcp-Param-Region": {"EU"}}, `{"region":"eu"}`, "Mcp-Param-Region: the header value does not match the parameter region"},
		{"another number", http.Header{"Mcp-Param-Page": {"9007199254740992"}}, `{"filter":{"page":9007199254740993}}`, "Mcp-Param-Page: the header value does not match the parameter filter.page"},
		{"no number", http.Header{"Mcp-Param-Page": {"two"}}, `{"filter":{"page":2}}`, "Mcp-Param-Page: the header value does not match the parameter filter.page"},
		{"a huge exponent", http.Header{"Mcp-Param-Page": {"1e999999999"}}, `{"filter":{"page":1e999999998}}`, "Mcp-Param-Page: the header value does not match the parameter filter.page"},
		{"a boolean in another case", http.Header{"Mcp-Param-Deep": {"True"}}, `{"deep":true}`, "Mcp-Param-Deep: the header value does not match the parameter deep"},
		{"an object", http.Header{"Mcp-Param-Region": {"{}"}}, `{"region":{}}`, "Mcp-Param-Region: the header value does not match the parameter region"},
		{"two lines", http.Header{"Mcp-Param-Region": {"eu", "eu"}}, `{"region":"eu"}`, "Mcp-Param-Region: the header is given more than once"},
		{"a member twice", http.Header{"Mcp-Param-Region": {"eu"}}, `{"region":"us","region":"eu"}`, "Mcp-Param-Region: the parameter region stands more than once in the arguments"},
		{"an exponent of an integer", http.Header{"Mcp-Param-Page": {"1"}}, `{"filter":{"page":1e0}}`, ""},
		{"a negative zero", http.Header{"Mcp-Param-Page": {"-0"}}, `{"filter":{"page":0}}`, ""},
		{"a long number in another form", http.Header{"Mcp-Param-Page": {"1" + strings.Repeat("0", 60)}}, `{"filter":{"page":1e60}}`, ""},
		{"arguments that are not JSON", nil, `{"other":1,"region":"eu"`, "Mcp-Param-Region: the parameter region cannot be read, because the arguments are not valid JSON"},
		{"arguments that are not UTF-8", nil, "{\"other\":\"\xff\",\"region\":\"eu\"}", "Mcp-Param-Region: the parameter region cannot be read, because the arguments are not valid JSON"},
		{"a member in another case", http.Header{"Mcp-Param-Region": {"eu"}}, `{"Region":"eu"}`, "Mcp-Param-Region: the header is given, but the parameter region is not"},
		{"an escaped member twice", http.Header{"Mcp-Param-Region": {"eu"}}, `{"r\u0065gion":"us","region":"eu"}`, "Mcp-Param-Region: the parameter region stands more than once in the arguments"},
		{"a number with blanks", http.Header{"Mcp-Param-Page": {"=?base64?IDI=?="}}, `{"filter":{"page":2}}`, "Mcp-Param-Page: the header value does not match the parameter filter.page"},
		{"a number in hexadecimal", http.Header{"Mcp-Param-Page": {"0x2"}}, `{"filter":{"page":2}}`, "Mcp-Param-Page: the header value does not match the parameter filter.page"},
		{"a number with a plus", http.Header{"Mcp-Param-Page": {"+2"}}, `{"filter":{"page":2}}`, "Mcp-Param-Page: the header value does not match the parameter filter.page"},
		{"base64 without its padding", http.Header{"Mcp-Param-Region": {"=?base64?ZXU?="}}, `{"region":"eu"}`, "Mcp-Param-Region: the header has the marks of base64, but what is between them is not valid base64 of UTF-8 text"},
		{"base64 with a line break", http.Header{"Mcp-Param-Region": {"=?base64?ZX\nU=?="}}, `{"region":"eu"}`, "Mcp-Param-Region: the header has a character that is not visible ASCII, a blank or a tab"},
		{"base64 with blanks", http.Header{"Mcp-Param-Region": {"=?base64?ZX U=?="}}, `{"region":"eu"}`, "Mcp-Param-Region: the header has the marks of base64, but what is between them is not valid base64 of UTF-8 text"},
		{"base64 for URLs", http.Header{"Mcp-Param-Region": {"=?base64?_-8=?="}}, `{"region":"eu"}`, "Mcp-Param-Region: the header has the marks of base64, but what is between them is not valid base64 of UTF-8 text"},
		{"base64 with marks in capitals", http.Header{"Mcp-Param-Region": {"=?BASE64?ZXU=?="}}, `{"region":"eu"}`, "Mcp-Param-Region: the header value does not match the parameter region"},
		{"base64 within base64", http.Header{"Mcp-Param-Region": {"=?base64?PT9iYXNlNjQ/WlhVPT89?="}}, `{"region":"eu"}`, "Mcp-Param-Region: the header value does not match the parameter region"},
		{"an overlong value", http.Header{"Mcp-Param-Region": {strings.Repeat("x", 1<<20)}}, `{"region":"eu"}`, "Mcp-Param-Region: the header value does not match the parameter region"},
		{"a control character", http.Header{"Mcp-Param-Region": {"eu\r\nX-Admin: 1"}}, `{"region":"eu"}`, "Mcp-Param-Region: the header has a character that is not visible ASCII, a blank or a tab"},
		{"a member on the way twice", http.Header{"Mcp-Param-Page": {"1"}}, `{"filter":{"page":1},"filter":{}}`, "Mcp-Param-Page: the parameter filter.page stands more than once in the arguments"},
		{"bad base64", http.Header{"Mcp-Param-Region": {"=?base64?!!!?="}}, `{"region":"eu"}`, "Mcp-Param-Region: the header has the marks of base64, but what is between them is not valid base64 of UTF-8 text"},
		{"bad character", http.Header{"Mcp-Param-Region": {"eü"}}, `{"region":"eü"}`, "Mcp-Param-Region: the header has a character that is not visible ASCII, a blank or a tab"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := Check(tt.header, bindings, []byte(tt.arguments))
			got := ""
			if err != nil {
				got = err.Error()
				var mismatch *Mismatch
				if !errors.As(err, &mismatch) || mismatch.Header == "" || mismatch.Parameter == "" {
					t.Errorf("the error is %#v", err)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
}

func TestStandardHeaders(t *testing.T) {
	for _, tt := range []struct {
		lines []string
		want  string
	}{
		{[]string{"echo"}, ""},
		{[]string{" echo "}, ""},
		{[]string{"=?base64?ZWNobw==?="}, ""},
		{nil, "Mcp-Name: the header is missing"},
		{[]string{"echo", "echo"}, "Mcp-Name: the header is given more than once"},
		{[]string{"ECHO"}, `Mcp-Name: the header value "ECHO" does not match the body value "echo"`},
		{[]string{strings.Repeat("x", 100)}, `Mcp-Name: the header value "` + strings.Repeat("x", 60) + `"… does not match the body value "echo"`},
	} {
		err := CheckName(http.Header{"Mcp-Name": tt.lines}, "echo")
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%q: %q, want %q", tt.lines, got, tt.want)
		}
	}
	// Mcp-Method is not encoded.
	if err := CheckMethod(http.Header{"Mcp-Method": {"=?base64?cGluZw==?="}}, "ping"); err == nil {
		t.Error("an encoded method: no error")
	}
}

func TestCheckAllocations(t *testing.T) {
	header := http.Header{"Mcp-Param-Region": {"eu"}}
	arguments := []byte(`{"query":"login timeout","region":"eu","limit":20}`)
	one := bindings[:1]
	got := testing.AllocsPerRun(100, func() {
		if err := Check(header, one, arguments); err != nil {
			t.Fatal(err)
		}
	})
	if got > 14 {
		t.Errorf("%v allocations, want at most 14", got)
	}
}

// FuzzCheck holds Check against a plain reading with encoding/json.
func FuzzCheck(f *testing.F) {
	f.Add("eu", []byte(`{"region":"eu"}`))
	f.Add("5", []byte(`{"region":5.0}`))
	f.Add("true", []byte(`{"region":true}`))
	f.Add("=?base64?ZXU=?=", []byte(`{"region":"eu"}`))
	f.Add("x", []byte(`{"region":null}`))
	f.Fuzz(func(t *testing.T, line string, arguments []byte) {
		var members map[string]json.RawMessage
		if json.Unmarshal(arguments, &members) != nil || bytes.Count(arguments, []byte("egion")) > 1 || bytes.ContainsAny(arguments, "\\\xef") || len(arguments) > 60 {
			return // no JSON, or read in another way by encoding/json
		}
		decoded, err := Decode(line)
		want := false
		switch raw, ok := members["region"]; {
		case !ok || string(raw) == "null" || err != nil:
		case raw[0] == '"':
			var s string
			want = json.Unmarshal(raw, &s) == nil && s == decoded
		case raw[0] == '{' || raw[0] == '[':
		default:
			a, okA := new(big.Rat).SetString(decoded)
			if bytes.ContainsAny(raw, "eE") || strings.ContainsAny(decoded, "eE/_xXoObBpP+") {
				return
			}
			b, okB := new(big.Rat).SetString(string(raw))
			want = decoded == string(raw) || okA && okB && json.Valid([]byte(decoded)) && a.Cmp(b) == 0
		}
		got := Check(http.Header{"Mcp-Param-Region": {line}}, bindings[:1], arguments) == nil
		if got != want {
			t.Errorf("header %q, arguments %s: accepted %v, want %v", line, arguments, got, want)
		}
	})
}

func TestMiddleware(t *testing.T) {
	var seen string
	next := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var b bytes.Buffer
		_, _ = b.ReadFrom(r.Body)
		seen = b.String()
		w.WriteHeader(http.StatusAccepted)
	})
	h := Middleware(func(tool string) []Binding {
		if tool == "search" {
			return bindings[:1]
		}
		return nil
	}, next)
	const body = `{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"arguments":{"region":"eu"},"name":"search"}}`
	for _, tt := range []struct {
		name   string
		change func(*http.Request)
		body   string
		status int
		want   string
	}{
		{"good", nil, body, 202, ""},
		{"mismatch", func(r *http.Request) { r.Header.Set("Mcp-Param-Region", "us") }, body, 400,
			`{"jsonrpc":"2.0","id":"a","error":{"code":-32020,"message":"Header mismatch: Mcp-Param-Region: the header value does not match the parameter region"}}`},
		{"another tool", func(r *http.Request) { r.Header.Set("Mcp-Name", "other") }, body, 400,
			`{"jsonrpc":"2.0","id":"a","error":{"code":-32020,"message":"Header mismatch: Mcp-Name: the header value \"other\" does not match the body value \"search\""}}`},
		{"a member twice", nil, strings.Replace(body, `"method"`, `"method":"ping","method"`, 1), 400,
			`{"jsonrpc":"2.0","id":"a","error":{"code":-32020,"message":"Header mismatch: Mcp-Method: the message has the member \"method\" more than once"}}`},
		{"an older revision", func(r *http.Request) { r.Header.Set("Mcp-Protocol-Version", "2025-11-25"); r.Header.Del("Mcp-Name") }, body, 202, ""},
		{"an older revision without headers", func(r *http.Request) { r.Header = http.Header{"Mcp-Protocol-Version": {"2025-11-25"}} }, `{`, 202, ""},
		{"an older revision with a wrong header", func(r *http.Request) {
			r.Header = http.Header{"Mcp-Protocol-Version": {"2025-11-25"}, "Mcp-Param-Region": {"us"}}
		}, body, 400, `{"jsonrpc":"2.0","id":"a","error":{"code":-32020,"message":"Header mismatch: Mcp-Param-Region: the header value does not match the parameter region"}}`},
		{"no revision and a wrong name", func(r *http.Request) { r.Header = http.Header{"Mcp-Name": {"other"}} }, body, 400,
			`{"jsonrpc":"2.0","id":"a","error":{"code":-32020,"message":"Header mismatch: Mcp-Name: the header value \"other\" does not match the body value \"search\""}}`},
		{"no revision and a wrong method", func(r *http.Request) { r.Header = http.Header{"Mcp-Method": {"ping"}} }, body, 400,
			`{"jsonrpc":"2.0","id":"a","error":{"code":-32020,"message":"Header mismatch: Mcp-Method: the header value \"ping\" does not match the body value \"tools/call\""}}`},
		{"another revision in the body", func(r *http.Request) { r.Header.Set("Mcp-Protocol-Version", "2025-11-25") },
			strings.Replace(body, `"params":{`, `"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"},`, 1), 400,
			`{"jsonrpc":"2.0","id":"a","error":{"code":-32020,"message":"Header mismatch: Mcp-Protocol-Version: the header value \"2025-11-25\" does not match the body value \"2026-07-28\""}}`},
		{"two revisions", func(r *http.Request) {
			r.Header["Mcp-Protocol-Version"] = []string{"2025-11-25", "2026-07-28"}
		}, body, 400, `{"jsonrpc":"2.0","id":"a","error":{"code":-32020,"message":"Header mismatch: Mcp-Protocol-Version: the header is given more than once"}}`},
		{"a list of messages", nil, "[" + body + "]", 400,
			`{"jsonrpc":"2.0","error":{"code":-32020,"message":"Header mismatch: Mcp-Method: the headers cannot mirror a list of messages"}}`},
		{"another method", func(r *http.Request) { r.Header.Set("Mcp-Method", "tools/list"); r.Header.Del("Mcp-Name") }, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, 202, ""},
		{"a call that says it is a list", func(r *http.Request) { r.Header.Set("Mcp-Method", "tools/list") }, body, 400,
			`{"jsonrpc":"2.0","id":"a","error":{"code":-32020,"message":"Header mismatch: Mcp-Method: the header value \"tools/list\" does not match the body value \"tools/call\""}}`},
		{"a prompt", func(r *http.Request) { r.Header.Set("Mcp-Method", "prompts/get") }, `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"greet"}}`, 400,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"Header mismatch: Mcp-Name: the header value \"search\" does not match the body value \"greet\""}}`},
		{"a resource", func(r *http.Request) {
			r.Header.Set("Mcp-Method", "resources/read")
			r.Header.Set("Mcp-Name", "file:///a")
		},
			`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///a"}}`, 202, ""},
		{"a notification", func(r *http.Request) { r.Header = http.Header{"Mcp-Protocol-Version": {"2026-07-28"}} },
			`{"jsonrpc":"2.0","method":"notifications/cancelled"}`, 202, ""},
		{"no JSON", nil, `{`, 400, `{"jsonrpc":"2.0","error":{"code":-32700,"message":"the body is not a JSON-RPC message"}}`},
		{"no UTF-8", nil, strings.Replace(body, `"eu"`, "\"eu\xff\"", 1), 400, `{"jsonrpc":"2.0","error":{"code":-32700,"message":"the body is not a JSON-RPC message"}}`},
		{"an id that is none", func(r *http.Request) { r.Header.Set("Mcp-Name", "other") }, strings.Replace(body, `"id":"a"`, `"id":{}`, 1), 400,
			`{"jsonrpc":"2.0","error":{"code":-32020,"message":"Header mismatch: Mcp-Name: the header value \"other\" does not match the body value \"search\""}}`},
		{"too large", nil, body + strings.Repeat(" ", maxBody), 413, `{"jsonrpc":"2.0","id":"a","error":{"code":-32600,"message":"the body has more than 4194304 bytes"}}`},
		{"too large without an id", nil, strings.Repeat(" ", maxBody+1), 413, `{"jsonrpc":"2.0","error":{"code":-32600,"message":"the body has more than 4194304 bytes"}}`},
		{"too large within its id", nil, strings.Repeat(" ", maxBody-8) + `{"id":1234567}`, 413, `{"jsonrpc":"2.0","error":{"code":-32600,"message":"the body has more than 4194304 bytes"}}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			seen = ""
			r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(tt.body))
			r.Header = http.Header{"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"tools/call"}, "Mcp-Name": {"search"}, "Mcp-Param-Region": {"eu"}}
			if tt.change != nil {
				tt.change(r)
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != tt.status || strings.TrimSpace(w.Body.String()) != tt.want {
				t.Errorf("status %d, body %s", w.Code, w.Body)
			}
			if w.Code != http.StatusAccepted && seen != "" {
				t.Error("the next handler was called")
			}
			if passed := w.Code == http.StatusAccepted; passed != (seen == tt.body) {
				t.Errorf("the next handler read %q", seen)
			}
		})
	}
}
