package xmcpheader

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadTools(t *testing.T) {
	region := map[string][]Binding{"search": {{"Region", []string{"region"}, "string"}}}
	both := map[string][]Binding{"search": {{"Region", []string{"region"}, "string"}}, "plain": nil}
	for _, tt := range []struct {
		name, text string
		want       map[string][]Binding
		err        string
	}{
		{"one tool", searchTool, region, ""},
		{"a list", "[" + searchTool + "," + plainTool + "]", both, ""},
		{"a result", `{"tools":[` + searchTool + "," + plainTool + `]}`, both, ""},
		{"a response", `{"jsonrpc":"2.0","id":1,"result":{"tools":[` + searchTool + `]}}`, region, ""},
		{"a byte order mark", "\xef\xbb\xbf " + searchTool + "\n", region, ""},
		{"escapes in the keyword", strings.Replace(searchTool, "x-mcp-header", `x-mcp-h\u0065ader`, 1), region, ""},
		{"a wrong tool", "[" + badTool + "," + plainTool + "]", map[string][]Binding{"bad": nil, "plain": nil},
			`tool "bad": x-mcp-header at "/properties/n": a header carries a string, an integer or a boolean, and the type is "number"; drop the annotation, or change the type`},
		{"two schemas", `{"name":"a","inputSchema":{},"inputSchema":{}}`, map[string][]Binding{"a": nil},
			`tool "a": its definition has a name or an inputSchema more than once, so it can be read in two ways`},
		{"two types", `{"name":"a","inputSchema":{"properties":{"b":{"type":"string","type":"number","x-mcp-header":"B"}}}}`, map[string][]Binding{"a": nil},
			`tool "a": the inputSchema is not valid JSON, or has a member twice`},
		{"a deep schema", `{"name":"a","inputSchema":` + strings.Repeat(`{"items":`, 200) + `{"x-mcp-header":"A"}` + strings.Repeat("}", 200) + "}", map[string][]Binding{"a": nil},
			`tool "a": x-mcp-header at "` + strings.Repeat("/items", 101) + `": the schema is nested too deeply to be searched for annotations; make it flatter`},
		{"something else", `{"schema":1}`, nil, `the definitions are no tool, no list of tools and no tools/list result: there is no "tools" and no "name" in them`},
		{"tools that are no list", `{"tools":1}`, nil, `the definitions are not a list of tools`},
		{"no JSON", `{`, nil, `the definitions are not valid JSON`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ReadTools([]byte(tt.text))
			text := ""
			if err != nil {
				text = err.Error()
			}
			if diff := cmp.Diff(tt.err, text); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("bindings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFilterTools(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"nothing to drop", `{ "tools": [ ` + searchTool + ` ] }`, `{ "tools": [ ` + searchTool + ` ] }`},
		{"the only one", `{"tools":[` + badTool + `],"ttlMs":5}`, `{"tools":[],"ttlMs":5}`},
		{"the first", `{"tools":[ ` + badTool + ` , ` + searchTool + `]}`, `{"tools":[` + searchTool + `]}`},
		{"the last", `{"tools":[` + searchTool + `, ` + badTool + ` ]}`, `{"tools":[` + searchTool + ` ]}`},
		{"those around", `{"tools":[` + badTool + `,` + badTool + `,` + searchTool + `,` + badTool + `,` + plainTool + `,` + badTool + `]}`, `{"tools":[` + searchTool + `,` + plainTool + `]}`},
		{"of two lists both", `{"tools":[` + badTool + `],"tools":[` + badTool + `,1]}`, `{"tools":[],"tools":[1]}`},
		{"no list", `{"tools":{"a":1}}`, `{"tools":{"a":1}}`},
		{"no JSON", `{"tools":[` + badTool, `{"tools":[` + badTool},
		{"no object", `[` + badTool + `]`, `[` + badTool + `]`},
	} {
		var log bytes.Buffer
		got := FilterTools(t.Context(), slog.New(slog.NewTextHandler(&log, nil)), []byte(tt.in))
		if diff := cmp.Diff(tt.want, string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		dropped := strings.Count(tt.in, `"bad"`) - strings.Count(tt.want, `"bad"`)
		if logged := strings.Count(log.String(), `level=WARN msg="a tool was dropped from the list" tool=bad reason="x-mcp-header at`); logged != dropped {
			t.Errorf("%s: %d tools are logged, want %d: %s", tt.name, logged, dropped, &log)
		}
		if silent := FilterTools(t.Context(), nil, []byte(tt.in)); !bytes.Equal(silent, got) {
			t.Errorf("%s: without a logger it is %s", tt.name, silent)
		}
	}
}
