package stateless

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
)

// read is what a message makes of a body, in a form that can be compared.
func read(body string) string {
	var m message
	err := m.read([]byte(body))
	var out strings.Builder
	for _, f := range []struct {
		name  string
		value any
	}{
		{"method", m.method}, {"id", string(m.id)}, {"batch", m.batch}, {"versioned", m.versioned}, {"response", m.response},
		{"name", m.name}, {"uri", m.uri}, {"arguments", string(m.arguments)}, {"cursor", string(m.cursor)},
		{"inputResponses", string(m.inputResponses)}, {"requestState", string(m.requestState)}, {"meta", string(m.meta)},
		{"version", m.version}, {"clientInfo", string(m.clientInfo)}, {"plainInfo", m.plainInfo},
		{"clientCapabilities", string(m.clientCapabilities)}, {"plainCapabilities", m.plainCapabilities},
		{"logLevel", string(m.logLevel)}, {"progressToken", string(m.progressToken)},
	} {
		if f.value != "" && f.value != false {
			fmt.Fprintf(&out, "%s=%v ", f.name, f.value)
		}
	}
	if err != nil {
		fmt.Fprintf(&out, "error=%d %s", err.Code, err.Message)
	}
	return strings.TrimSpace(out.String())
}

func TestMessage(t *testing.T) {
	const info, capabilities = `"io.modelcontextprotocol/clientInfo":`, `"io.modelcontextprotocol/clientCapabilities":`
	for _, tt := range []struct{ name, body, want string }{
		{"all members", `{"jsonrpc":"2.0","id":1,"method":"m","params":{"name":"n","uri":"u","arguments":{"a":[1]},"cursor":"c","inputResponses":{},"requestState":"s","_meta":{"io.modelcontextprotocol/protocolVersion":"v",` + info + `{"name":"i"},` + capabilities + `{"roots":{}},"io.modelcontextprotocol/logLevel":"debug","progressToken":2}}}`,
			`method=m id=1 versioned=true name=n uri=u arguments={"a":[1]} cursor="c" inputResponses={} requestState="s" meta={"io.modelcontextprotocol/protocolVersion":"v",` + info + `{"name":"i"},` + capabilities + `{"roots":{}},"io.modelcontextprotocol/logLevel":"debug","progressToken":2} version=v clientInfo={"name":"i"} plainInfo=true clientCapabilities={"roots":{}} plainCapabilities=true logLevel="debug" progressToken=2`},
		{"escapes", `{"jsonrpc":"\u0032.0","\u0069d":"\"","m\u0065thod":"\u006d","params":{"n\u0061me":"\ud83d\ude00"}}`, `method=m id="\"" versioned=true name=😀`},
		{"blanks", " {\t\"params\" :\r\n{ \"_meta\" : { } , \"arguments\" : [ 1 ] } } ", `arguments=[ 1 ] meta={ }`},
		{"values of other kinds", `{"jsonrpc":2,"id":null,"method":1,"params":{"name":[],"uri":{},"_meta":7}}`, `id=null`},
		{"params of another kind", `{"params":["_meta",{}]}`, ``},
		{"nulls that say nothing", `{"params":{"_meta":{"progressToken":null,"io.modelcontextprotocol/logLevel":null}}}`, `meta={"progressToken":null,"io.modelcontextprotocol/logLevel":null}`},
		{"what must be decoded", `{"params":{"_meta":{` + info + `{"name":"i","icons":[]},` + capabilities + `{"roots":{"listChanged":true}}}}}`, `meta={` + info + `{"name":"i","icons":[]},` + capabilities + `{"roots":{"listChanged":true}}} clientInfo={"name":"i","icons":[]} clientCapabilities={"roots":{"listChanged":true}}`},
		{"several", `[{"id":1},2]`, `batch=true`},
		{"a response", `{"id":1,"error":{}}`, `id=1 response=true`},
		{"duplicates in arguments", `{"params":{"arguments":{"a":1,"a":2}}}`, `arguments={"a":1,"a":2}`},

		{"nothing", ``, `error=-32700 the body is not valid JSON`},
		{"a piece", `{"id":1`, `error=-32700 the body is not valid JSON`},
		{"something behind it", `{"id":1}x`, `error=-32700 the body is not valid JSON`},
		{"two", `{"id":1} {"id":2}`, `error=-32700 the body is not valid JSON`},
		{"several and a piece", `[1`, `error=-32700 the body is not valid JSON`},
		{"bytes that are no text", "{\"id\":1,\"x\":\"\xff\"}", `error=-32700 the body is not valid JSON`},
		{"a number", `5`, `error=-32600 the body is not a JSON-RPC message: it is no object`},
		{"a number and more", `5 5`, `error=-32700 the body is not valid JSON`},
		{"a member twice", `{"method":"a","id":1,"method":"b","params":{}}`, `method=b id=1 error=-32600 the member "method" stands twice in the message`},
		{"a member twice, once in escapes", `{"id":1,"\u0069d":2}`, `id=2 error=-32600 the member "id" stands twice in the message`},
		{"a member without a name twice", `{"":1,"":2}`, `error=-32600 the member "" stands twice in the message`},
		{"a member of params twice", `{"params":{"name":"a","name":"a"}}`, `name=a error=-32600 the member "name" stands twice in the message`},
		{"a member of _meta twice", `{"params":{"_meta":{"x":1,"x":1}}}`, `meta={"x":1,"x":1} error=-32600 the member "x" stands twice in the message`},
		{"one of many members twice", `{` + manyMembers(40) + `,"k39":1}`, `error=-32600 the member "k39" stands twice in the message`},
		{"many members", `{` + manyMembers(40) + `}`, ``},
		{"a long name twice", `{"` + strings.Repeat("x", 100) + `":1,"` + strings.Repeat("x", 100) + `":1}`, `error=-32600 the member "` + strings.Repeat("x", 60) + `…" stands twice in the message`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, read(tt.body)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func manyMembers(n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf(`"k%d":%d`, i, i)
	}
	return strings.Join(all, ",")
}

// TestMessageInPlace holds that values are parts of the body, not copies.
func TestMessageInPlace(t *testing.T) {
	body := []byte(`{"id":1,"params":{"arguments":{"a":"b"}}}`)
	var m message
	if err := m.read(body); err != nil {
		t.Fatal(err)
	}
	copy(body[bytes.Index(body, []byte(`"b"`)):], `"c"`)
	if got := string(m.arguments); got != `{"a":"c"}` || cap(m.arguments) != len(m.arguments) {
		t.Errorf("arguments %s with room for %d bytes", got, cap(m.arguments))
	}
	allocated := testing.AllocsPerRun(100, func() {
		var m message
		if err := m.read(body); err != nil {
			t.Error(err)
		}
	})
	if allocated > readAllocations {
		t.Errorf("%v allocations", allocated)
	}
}

// FuzzMessage holds what is read against package encoding/json.
func FuzzMessage(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"n","arguments":{"a":[1,{"b":null}]},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`,
		`{"id":"\u00e9","params":{"arguments":"x","_meta":{"progressToken":1e3}}}`, `{"id":1,"id":2}`, `[]`, `{} {}`, `"x"`, `{"params":[]}`, "{\"\xff\":1}", `{"method":"\ud800"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var m message
		err := m.read(body)
		var parts struct{ id, params, arguments, meta, token json.RawMessage }
		outer, twice := membersOf(body)
		parts.id, parts.params = outer["id"], outer["params"]
		inner, twiceInner := membersOf(parts.params)
		parts.arguments, parts.meta = inner["arguments"], inner["_meta"]
		innermost, twiceInnermost := membersOf(parts.meta)
		parts.token = innermost["progressToken"]
		valid := json.Valid(body) && utf8.Valid(body)
		switch {
		case valid && loneSurrogate(body): // two readings of RFC 8259 are possible
			return
		case !valid && nests(body): // the depth is bounded
			return
		case (err != nil && err.Code == -32700) == valid:
			t.Fatalf("valid %v, but %v", valid, err)
		case !valid:
			return
		case (err != nil) != (twice || twiceInner || twiceInnermost || outer == nil && !m.batch):
			t.Fatalf("twice %v %v %v, but %v", twice, twiceInner, twiceInnermost, err)
		case err != nil:
			return
		}
		for name, pair := range map[string][2][]byte{
			"id": {parts.id, m.id}, "arguments": {parts.arguments, m.arguments},
		} {
			if !bytes.Equal(pair[0], pair[1]) {
				t.Errorf("%s: want %s, got %s", name, pair[0], pair[1])
			}
		}
		if innermost != nil && !bytes.Equal(parts.meta, m.meta) {
			t.Errorf("_meta: want %s, got %s", parts.meta, m.meta)
		}
		if string(parts.token) != "null" && !bytes.Equal(parts.token, m.progressToken) {
			t.Errorf("progressToken: want %s, got %s", parts.token, m.progressToken)
		}
		var method string
		if json.Unmarshal(outer["method"], &method) == nil && method != m.method {
			t.Errorf("method: want %q, got %q", method, m.method)
		}
	})
}

// FuzzValid holds which texts the reader takes against package jsontext.
func FuzzValid(f *testing.F) {
	for _, seed := range []string{
		`{}`, ` [ ] `, `{"a":{"b":[1,-0,0.5,1e9,1E+9,2e-1,true,false,null,"x"]}}`, `"\u00e9\n\"\\"`, `"\ud83d\ude00"`, `"\ud83d"`, `"\ude00\ud83d"`, "\"\xff\"", "\"\xed\xa0\x80\"",
		"\"\x1f\"", "\"\x7f\"", `"é"`, `"\x"`, `"\u12g4"`, `"`, `"\`, `"\"`, `"\\"`, `01`, `-`, `-01`, `1.`, `.5`, `1e`, `1e+`, `+1`, `tru`, `truex`, `nul`, `NaN`,
		`{"a":1,}`, `{,}`, `{"a" 1}`, `{"a":}`, `{a:1}`, `{"a":1 "b":2}`, `{"a":1{"b":2}}`, `[1,]`, `[,1]`, `[1 2]`, `[1[2]]`, `{]`, `[}`, `{"a":[}`, `}`, `]`, `,`, `:`, ``, ` `, "\x00", `{}{}`, `{}x`, "{}\x00", "\v{}", "\ufeff{}",
		`{"params":{"_meta":{"x":`, `{"params":{"_meta":{"io.modelcontextprotocol/clientInfo":{"name":"a`, `{"id":"`, `{"id":"\`, `{"params":{"name":`, `{"a":1,"a":2}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		want := jsontext.Value(text).IsValid(duplicatesAllowed)
		r := reader{text: text}
		if r.skip(); r.end() != want {
			t.Errorf("%q: valid is %v, the reader says otherwise", text, want)
		}
		var m message
		if err := m.read(text); want == (err != nil && err.Code == -32700) {
			t.Errorf("%q: valid is %v, but the message is read with %v", text, want, err)
		}
	})
}

// TestNesting holds how deep a text may nest against package jsontext.
func TestNesting(t *testing.T) {
	for _, pair := range [][2]string{{"[", "]"}, {`{"":`, "}"}} {
		for depth, want := range map[int]bool{maxNesting: true, maxNesting + 1: false} {
			text := []byte(strings.Repeat(pair[0], depth) + "1" + strings.Repeat(pair[1], depth))
			r := reader{text: text}
			r.skip()
			if theirs := jsontext.Value(text).IsValid(duplicatesAllowed); r.end() != want || theirs != want {
				t.Errorf("%d times %s: valid %v, for jsontext %v, want %v", depth, pair[0], r.end(), theirs, want)
			}
		}
	}
}

// membersOf reads an object with package encoding/json; nil if there is none.
func membersOf(raw []byte) (members map[string]json.RawMessage, twice bool) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if tok, err := dec.Token(); err != nil || tok != json.Delim('{') {
		return nil, false
	}
	members = map[string]json.RawMessage{}
	for dec.More() {
		tok, err := dec.Token()
		if err != nil {
			return nil, false
		}
		name, _ := tok.(string)
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil && err != io.EOF {
			return nil, false
		}
		if _, there := members[name]; there {
			twice = true
		}
		members[name] = value
	}
	return members, twice
}

// loneSurrogate reports whether a text may have half of a pair of surrogates in escapes,
// which encoding/json replaces and others refuse.
func loneSurrogate(body []byte) bool {
	lower := bytes.ToLower(body)
	return bytes.Contains(lower, []byte(`\ud`))
}

func nests(body []byte) bool {
	return bytes.Count(body, []byte("[")) > 9000 || bytes.Count(body, []byte("{")) > 9000
}

// TestIDOf reads the ids of messages that are cut.
func TestIDOf(t *testing.T) {
	for _, tt := range []struct{ beginning, want string }{
		{`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"a`, "7"},
		{`{"id":"a","x`, `"a"`},
		{`{"params":{"id":1},"\u0069d":2,`, "2"},
		{`{"id":12`, ""},
		{`{"id":12,"params":1`, "12"},
		{`{"id":"a`, ""},
		{`{"id":null,"params":{`, ""},
		{`{"id":1.5,"params":{`, ""},
		{`{"params":{"id":1}`, ""},
		{`[{"id":1},`, ""},
		{`"id"`, ""},
		{``, ""},
	} {
		if got := string(idOf([]byte(tt.beginning))); got != tt.want {
			t.Errorf("%s: id %s, want %s", tt.beginning, got, tt.want)
		}
	}
}
