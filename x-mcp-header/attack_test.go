package xmcpheader_test

import (
	"net/http"
	"strings"
	"testing"
)

// TestAttacks sends what shall make a gateway, which reads the headers, and a server, which reads
// the body, see different values. Where no problem is given, both see the same.
func TestAttacks(t *testing.T) {
	w := newWire(t)
	const (
		otherValue  = "Mcp-Param-Region: the header value does not match the parameter region"
		otherPage   = "Mcp-Param-Page: the header value does not match the parameter filter.page"
		otherDeep   = "Mcp-Param-Deep: the header value does not match the parameter deep"
		regionAlone = "Mcp-Param-Region: the header is given, but the parameter region is not"
		pageAlone   = "Mcp-Param-Page: the header is given, but the parameter filter.page is not"
		regionTwice = "Mcp-Param-Region: the parameter region stands more than once in the arguments"
		pageTwice   = "Mcp-Param-Page: the parameter filter.page stands more than once in the arguments"
		linesTwice  = "Mcp-Param-Region: the header is given more than once"
		badBase64   = "Mcp-Param-Region: the header has the marks of base64, but what is between them is not valid base64 of UTF-8 text"
		badByte     = "Mcp-Param-Region: the header has a character that is not visible ASCII, a blank or a tab"
	)
	for _, tt := range []struct{ name, lines, arguments, problem string }{
		// Duplicate keys: one program takes the first, another the last.
		{"a key twice, the header says the first", "Mcp-Param-Region: eu", `{"region":"eu","region":"us"}`, regionTwice},
		{"a key twice, the header says the last", "Mcp-Param-Region: us", `{"region":"eu","region":"us"}`, regionTwice},
		{"a key twice with one value", "Mcp-Param-Region: eu", `{"region":"eu","region":"eu"}`, regionTwice},
		{"a key twice, once in escapes", "Mcp-Param-Region: eu", `{"region":"eu","\u0072egion":"us"}`, regionTwice},
		{"a key twice, once null, without a header", "", `{"region":null,"region":"us"}`, regionTwice},
		{"an object on the way twice", "Mcp-Param-Page: 1", `{"filter":{"page":1},"filter":{"page":2}}`, pageTwice},
		{"an object on the way twice, once without", "Mcp-Param-Page: 1", `{"filter":{"page":1},"filter":{}}`, pageTwice},
		{"a nested key twice", "Mcp-Param-Page: 2", `{"filter":{"page":1,"page":2}}`, pageTwice},

		// Header lines.
		{"the name in lower case", "mcp-param-region: eu", `{"region":"eu"}`, ""},
		{"the name in upper case", "MCP-PARAM-REGION: eu", `{"region":"eu"}`, ""},
		{"two lines", "Mcp-Param-Region: eu\nMcp-Param-Region: us", `{"region":"eu"}`, linesTwice},
		{"two lines of one value", "Mcp-Param-Region: eu\nMcp-Param-Region: eu", `{"region":"eu"}`, linesTwice},
		{"two lines in two cases", "mcp-param-region: us\nMCP-Param-Region: eu", `{"region":"eu"}`, linesTwice},
		{"two lines without the parameter", "Mcp-Param-Region: eu\nMcp-Param-Region: eu", `{}`, linesTwice},
		{"two values in a line", "Mcp-Param-Region: eu, us", `{"region":"eu"}`, otherValue},
		{"an underscore in the name", "Mcp-Param_Region: eu", `{"region":"eu"}`, "Mcp-Param-Region: the header is missing, but the parameter region is given"},
		{"blanks and tabs around the value", "Mcp-Param-Region: \t eu \t", `{"region":"eu"}`, ""},
		{"blanks around, which belong to the parameter", "Mcp-Param-Region:  eu ", `{"region":" eu "}`, otherValue},
		{"a line folded in the old way", "Mcp-Param-Region: eu\n us", `{"region":"eu us"}`, ""},

		// Headers without their parameters.
		{"an absent parameter", "Mcp-Param-Region: eu", `{}`, regionAlone},
		{"a null parameter", "Mcp-Param-Region: null", `{"region":null}`, regionAlone},
		{"an empty header for an absent parameter", "Mcp-Param-Region:", `{}`, regionAlone},
		{"an absent object on the way", "Mcp-Param-Page: 1", `{"filter":null}`, pageAlone},
		{"the parameter at the top", "Mcp-Param-Page: 1", `{"page":1}`, pageAlone},
		{"the parameter in a list", "Mcp-Param-Page: 1", `{"filter":[{"page":1}]}`, pageAlone},
		{"the parameter elsewhere", "Mcp-Param-Page: 1", `{"filter":[],"more":{"page":1}}`, pageAlone},
		{"an empty text is there", "Mcp-Param-Region:", `{"region":""}`, ""},
		{"a header that the tool does not have", "Mcp-Param-Tags: a", `{"tags":["b"]}`, ""},

		// Base64.
		{"base64 that need not be", "Mcp-Param-Region: =?base64?ZXU=?=", `{"region":"eu"}`, ""},
		{"base64 of another value", "Mcp-Param-Region: =?base64?dXM=?=", `{"region":"eu"}`, otherValue},
		{"base64 without padding", "Mcp-Param-Region: =?base64?ZXU?=", `{"region":"eu"}`, badBase64},
		{"base64 with too much padding", "Mcp-Param-Region: =?base64?ZXU==?=", `{"region":"eu"}`, badBase64},
		{"base64 with bits left over", "Mcp-Param-Region: =?base64?ZXV=?=", `{"region":"eu"}`, badBase64},
		{"base64 of the URL alphabet", "Mcp-Param-Region: =?base64?fn5_fg==?=", `{"region":"~~\u007f~"}`, badBase64},
		{"base64 with a blank in it", "Mcp-Param-Region: =?base64?ZX U=?=", `{"region":"eu"}`, badBase64},
		{"base64 of what is not UTF-8", "Mcp-Param-Region: =?base64?/w==?=", `{"region":"\ufffd"}`, badBase64},
		{"base64 of base64", "Mcp-Param-Region: =?base64?PT9iYXNlNjQ/WlhVPT89?=", `{"region":"eu"}`, otherValue},
		{"base64 of half of the value", "Mcp-Param-Region: e=?base64?dQ==?=", `{"region":"eu"}`, otherValue},
		{"marks in upper case", "Mcp-Param-Region: =?BASE64?ZXU=?=", `{"region":"eu"}`, otherValue},
		{"marks in upper case, meant as they are", "Mcp-Param-Region: =?BASE64?ZXU=?=", `{"region":"=?BASE64?ZXU=?="}`, ""},
		{"marks around nothing", "Mcp-Param-Region: =?base64??=", `{"region":""}`, ""},
		{"marks that overlap", "Mcp-Param-Region: =?base64?=", `{"region":"=?base64?="}`, ""},
		{"marks that were not encoded", "Mcp-Param-Region: =?base64?literal?=", `{"region":"=?base64?literal?="}`, badBase64},
		{"an encoded word of mail", "Mcp-Param-Region: =?utf-8?B?ZXU=?=", `{"region":"eu"}`, otherValue},

		// Numbers.
		{"an exponent in the body", "Mcp-Param-Page: 1", `{"filter":{"page":1e0}}`, ""},
		{"an exponent in the header", "Mcp-Param-Page: 1e0", `{"filter":{"page":1}}`, ""},
		{"an exponent of another number", "Mcp-Param-Page: 1", `{"filter":{"page":1e1}}`, otherPage},
		{"a fraction of zero", "Mcp-Param-Page: 42.0", `{"filter":{"page":42}}`, ""},
		{"a fraction", "Mcp-Param-Page: 42", `{"filter":{"page":42.5}}`, otherPage},
		{"a negative zero", "Mcp-Param-Page: -0", `{"filter":{"page":0}}`, ""},
		{"a zero for a negative one", "Mcp-Param-Page: 0", `{"filter":{"page":-0}}`, ""},
		{"a sign", "Mcp-Param-Page: -7", `{"filter":{"page":7}}`, otherPage},
		{"a plus", "Mcp-Param-Page: +7", `{"filter":{"page":7}}`, otherPage},
		{"zeros before", "Mcp-Param-Page: 007", `{"filter":{"page":7}}`, otherPage},
		{"what is one number to a float", "Mcp-Param-Page: 9007199254740992", `{"filter":{"page":9007199254740993}}`, otherPage},
		{"what is one number to a float, the other way", "Mcp-Param-Page: 9007199254740993", `{"filter":{"page":9007199254740992}}`, otherPage},
		{"what no float is, alike", "Mcp-Param-Page: 9007199254740993", `{"filter":{"page":9007199254740993}}`, ""},
		{"beyond 64 bits", "Mcp-Param-Page: 18446744073709551616", `{"filter":{"page":0}}`, otherPage},
		{"infinite to a float", "Mcp-Param-Page: 1e999", `{"filter":{"page":2e999}}`, otherPage},
		{"hexadecimal", "Mcp-Param-Page: 0x10", `{"filter":{"page":16}}`, otherPage},
		{"digits of another script", "Mcp-Param-Page: =?base64?2aE=?=", `{"filter":{"page":1}}`, otherPage},
		{"a number as a string", "Mcp-Param-Page: 7", `{"filter":{"page":"7"}}`, ""},
		{"a number as another string", "Mcp-Param-Page: 7", `{"filter":{"page":"7.0"}}`, otherPage},
		{"no number", "Mcp-Param-Page: NaN", `{"filter":{"page":0}}`, otherPage},

		// Booleans.
		{"true in another case", "Mcp-Param-Deep: True", `{"deep":true}`, otherDeep},
		{"true as a number", "Mcp-Param-Deep: 1", `{"deep":true}`, otherDeep},
		{"false beside true", "Mcp-Param-Deep: false", `{"deep":true}`, otherDeep},

		// Values that are long, or that no header can have.
		{"a value in another case", "Mcp-Param-Region: EU", `{"region":"eu"}`, otherValue},
		{"an overlong value", "Mcp-Param-Region: " + strings.Repeat("x", 200<<10), `{"region":"eu"}`, otherValue},
		{"an overlong value of both", "Mcp-Param-Region: " + strings.Repeat("x", 200<<10), `{"region":"` + strings.Repeat("x", 200<<10) + `"}`, ""},
		{"a long value, cut", "Mcp-Param-Region: " + strings.Repeat("x", 1000), `{"region":"` + strings.Repeat("x", 1001) + `"}`, otherValue},
		{"UTF-8 as it is", "Mcp-Param-Region: Zürich", `{"region":"Zürich"}`, badByte},
		{"Latin-1", "Mcp-Param-Region: Z\xfcrich", `{"region":"Zürich"}`, badByte},
		{"a line break in base64", "Mcp-Param-Region: =?base64?ZXUNClgtQWRtaW46IDE=?=", `{"region":"eu\r\nX-Admin: 1"}`, ""},
		{"a NUL in base64", "Mcp-Param-Region: =?base64?ZXUA?=", `{"region":"eu"}`, otherValue},
		{"two forms of one letter", "Mcp-Param-Region: =?base64?ZcyI?=", `{"region":"ë"}`, otherValue},

		// Values that no header carries, or beside others.
		{"a list in place of the value", "Mcp-Param-Region: eu", `{"region":["eu"]}`, otherValue},
		{"an object in place of the value", "Mcp-Param-Region: {}", `{"region":{}}`, otherValue},
		{"the arguments as a text", "Mcp-Param-Region: eu", `"{\"region\":\"eu\"}"`, regionAlone},
		{"a list in place of the arguments", "Mcp-Param-Region: eu", `["eu"]`, regionAlone},
		{"beside slices, pointers, maps and any", "Mcp-Param-Region: eu\nMcp-Param-Page: 3\nMcp-Param-Deep: true",
			`{"any":{"region":"us"},"more":{"region":"us","filter":{"page":9}},"since":null,"tags":["region"],"region":"eu","filter":{"sizes":{"page":9},"page":3},"deep":true}`, ""},
		{"beside a key that stands twice elsewhere", "Mcp-Param-Region: us", `{"more":{"region":"us"},"region":"eu"}`, otherValue},
	} {
		t.Run(tt.name, func(t *testing.T) { w.everywhere(t, tt.lines, tt.arguments, tt.problem) })
	}
}

// TestCharactersOfHTTP sends what the HTTP server itself refuses, before anything of ours sees it.
func TestCharactersOfHTTP(t *testing.T) {
	w := newWire(t)
	for name, tt := range map[string]struct {
		line   string
		status int
	}{
		"a NUL":                     {"Mcp-Param-Region: e\x00u", 400},
		"a carriage return":         {"Mcp-Param-Region: eu\rX-Admin: 1", 400},
		"a control character":       {"Mcp-Param-Region: e\x01u", 400},
		"DEL":                       {"Mcp-Param-Region: e\x7fu", 400},
		"a blank before the colon":  {"Mcp-Param-Region : eu", 400},
		"more than a server allows": {"Mcp-Param-Region: " + strings.Repeat("x", http.DefaultMaxHeaderBytes+8<<10), 431},
	} {
		for _, path := range []string{middlewarePath, toolkitPath} {
			if status, body := w.send(path, placeLines+tt.line, placeCall(`{"region":"eu"}`)); status != tt.status {
				t.Errorf("%s, %s: status %d, body %s", name, path, status, body)
			}
		}
	}
}

// TestOtherCase has members that encoding/json, and what is built on it, takes for those that
// are mirrored. The toolkit does not, and Middleware does not rely on what is behind it.
func TestOtherCase(t *testing.T) {
	w := newWire(t)
	call := placeCall(`{"region":"eu"}`)
	for _, tt := range []struct{ name, lines, body, middleware, toolkit string }{
		{"a parameter beside", placeLines + "Mcp-Param-Region: eu", placeCall(`{"region":"eu","Region":"us"}`),
			refusal(`Mcp-Param-Region: the arguments have the member "Region", and some programs take it for "region" of the parameter region`), `"text":"passed"`},
		{"a parameter alone", placeLines, placeCall(`{"REGION":"us"}`),
			refusal(`Mcp-Param-Region: the arguments have the member "REGION", and some programs take it for "region" of the parameter region`), `"text":"passed"`},
		{"a nested parameter", placeLines, placeCall(`{"filter":{"PAGE":1}}`),
			refusal(`Mcp-Param-Page: the arguments have the member "PAGE", and some programs take it for "page" of the parameter filter.page`), `"text":"passed"`},
		{"a method", placeLines + "Mcp-Param-Region: eu", strings.Replace(call, `"id":1`, `"id":1,"Method":"tools/list"`, 1),
			refusal(`Mcp-Method: the message has the member "Method", and some programs overlook that its case is another one`), `"text":"passed"`},
		{"arguments", placeLines + "Mcp-Param-Region: eu", strings.Replace(call, `"name":"place"`, `"ARGUMENTS":{"region":"us"},"name":"place"`, 1),
			refusal(`Mcp-Method: the message has the member "params.ARGUMENTS", and some programs overlook that its case is another one`), `"text":"passed"`},
		{"a name", placeLines + "Mcp-Param-Region: eu", strings.Replace(call, `"name":"place"`, `"name":"place","Name":"execute_sql"`, 1),
			refusal(`Mcp-Method: the message has the member "params.Name", and some programs overlook that its case is another one`), `"text":"passed"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if status, body := w.send(middlewarePath, tt.lines, tt.body); status != 400 || strings.TrimSpace(body) != tt.middleware {
				t.Errorf("Middleware: status %d, body %s", status, body)
			}
			if status, body := w.send(toolkitPath, tt.lines, tt.body); status != 200 || !strings.Contains(body, tt.toolkit) {
				t.Errorf("toolkit: status %d, body %s", status, body)
			}
		})
	}
}

// TestMessageTwice has envelopes that two programs read in two ways.
func TestMessageTwice(t *testing.T) {
	w := newWire(t)
	call := placeCall(`{"region":"eu"}`)
	for name, body := range map[string]string{
		"method":           strings.Replace(call, `"id":1`, `"id":1,"method":"tools/list"`, 1),
		"params":           strings.Replace(call, `"id":1`, `"id":1,"params":{}`, 1),
		"params.name":      strings.Replace(call, `"name":"place"`, `"name":"place","name":"execute_sql"`, 1),
		"params.arguments": strings.Replace(call, `"name":"place"`, `"name":"place","arguments":{"region":"us"}`, 1),
	} {
		if status, answer := w.send(middlewarePath, placeLines+"Mcp-Param-Region: eu", body); status != 400 || strings.TrimSpace(answer) != refusal(`Mcp-Method: the message has the member "`+name+`" more than once`) {
			t.Errorf("Middleware, %s: status %d, body %s", name, status, answer)
		}
		_, last, nested := strings.Cut(name, ".")
		if !nested {
			last = name
		}
		want := `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"the member \"` + last + `\" stands twice in the message"}}`
		if status, answer := w.send(toolkitPath, placeLines+"Mcp-Param-Region: eu", body); status != 400 || strings.TrimSpace(answer) != want {
			t.Errorf("toolkit, %s: status %d, body %s", name, status, answer)
		}
	}
}

// TestOlderRevisions has requests of revisions that know nothing of the headers. A gateway that
// does not look at the revision would believe them, so those that are there must be right.
func TestOlderRevisions(t *testing.T) {
	w := newWire(t)
	const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"place","arguments":{"region":"eu"}}}`
	const old = "Content-Type: application/json\nAccept: application/json, text/event-stream\n"
	for _, version := range []string{"", "MCP-Protocol-Version: 2025-11-25\n", "MCP-Protocol-Version: 2025-03-26\n"} {
		for _, tt := range []struct{ lines, body, problem string }{
			{"", body, ""},
			{"Mcp-Param-Region: eu", body, ""},
			{"Mcp-Method: tools/call\nMcp-Name: place", body, ""},
			{"Mcp-Param-Region: us", body, "Mcp-Param-Region: the header value does not match the parameter region"},
			{"Mcp-Param-Page: 1", body, "Mcp-Param-Page: the header is given, but the parameter filter.page is not"},
			{"Mcp-Name: execute_sql", body, `Mcp-Name: the header value "execute_sql" does not match the body value "place"`},
			{"Mcp-Method: tools/list", body, `Mcp-Method: the header value "tools/list" does not match the body value "tools/call"`},
		} {
			for _, path := range []string{middlewarePath, toolkitPath} {
				status, answer := w.send(path, old+version+tt.lines, tt.body)
				answer = strings.TrimSpace(answer)
				if tt.problem == "" && strings.Contains(answer, "-32020") || tt.problem != "" && (status != 400 || answer != refusal(tt.problem)) {
					t.Errorf("%s, %q and %q: status %d, body %s", path, version, tt.lines, status, answer)
				}
			}
		}
		for _, path := range []string{middlewarePath, toolkitPath} {
			want := strings.Replace(refusal("Mcp-Method: the headers cannot mirror a list of messages"), `"id":1,`, "", 1)
			if status, answer := w.send(path, old+version+"Mcp-Param-Region: eu", "["+body+"]"); status != 400 || strings.TrimSpace(answer) != want {
				t.Errorf("%s, %q and a list of messages: status %d, body %s", path, version, status, answer)
			}
		}
	}
}
