package toolkit_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
)

// rawList asks a handler for a page of tools.
func rawList(t *testing.T, tk *toolkit.Toolkit, cursor string) (page struct {
	Tools      []struct{ Name string }
	NextCursor string
	TTLMs      json.Number
	CacheScope string
}, errorText string) {
	t.Helper()
	header := modernHeader()
	header.Set("Authorization", "Bearer x")
	header.Set("Mcp-Method", "tools/list")
	header.Del("Mcp-Name")
	header.Del("Mcp-Param-Region")
	params := meta2026
	if cursor != "" {
		params = fmt.Sprintf(`"cursor":%q,`, cursor) + params
	}
	w := post(handlerOf(t, tk), header, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{`+params+`}}`)
	body := w.Body.String()
	if i := strings.Index(body, "data: "); i >= 0 {
		body = body[i+len("data: "):]
	}
	var message struct {
		Result json.RawMessage
		Error  *struct {
			Code    int
			Message string
		}
	}
	if err := json.Unmarshal([]byte(body), &message); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	if message.Error != nil {
		return page, fmt.Sprintf("%d %s", message.Error.Code, message.Error.Message)
	}
	if err := json.Unmarshal(message.Result, &page); err != nil {
		t.Fatal(err)
	}
	return page, ""
}

func TestPages(t *testing.T) {
	tk := toolkit.New("x", "1", toolkit.WithPageSize(2), toolkit.WithCache(1500*time.Millisecond, "private"))
	for _, name := range []string{"e", "b", "d", "a", "c"} {
		toolkit.Register(tk, toolkit.Tool{Name: name}, nothing)
	}
	var names []string
	cursor := ""
	for range 3 {
		page, failed := rawList(t, tk, cursor)
		if failed != "" {
			t.Fatal(failed)
		}
		if page.TTLMs != "1500" || page.CacheScope != "private" {
			t.Errorf("ttlMs %s, cacheScope %q", page.TTLMs, page.CacheScope)
		}
		var on []string
		for _, tool := range page.Tools {
			on = append(on, tool.Name)
		}
		names = append(names, strings.Join(on, ""))
		cursor = page.NextCursor
	}
	if diff := cmp.Diff([]string{"ab", "cd", "e"}, names); diff != "" || cursor != "" {
		t.Errorf("pages (-want +got):\n%s\nlast cursor %q", diff, cursor)
	}

	// A cursor stays good when its tool is gone, and on another replica.
	first, _ := rawList(t, tk, "")
	tk.Remove("b")
	second, _ := rawList(t, tk, first.NextCursor)
	if len(second.Tools) != 2 || second.Tools[0].Name != "c" {
		t.Errorf("after b was removed the next page is %v", second.Tools)
	}
	for _, bad := range []string{"2", "!!", "YQ"} {
		_, failed := rawList(t, tk, bad)
		if want := "-32602 the cursor is not one of this server; list the tools again from the start, without a cursor"; failed != want {
			t.Errorf("cursor %q: %s", bad, failed)
		}
	}
}

// TestPagesDoNotTellOfHiddenTools pages through a list whose tools are partly hidden from
// the caller: no page may be short of visible tools, and no cursor may name a hidden one.
func TestPagesDoNotTellOfHiddenTools(t *testing.T) {
	verify := func(context.Context, string, *http.Request) (*auth.TokenInfo, error) {
		return &auth.TokenInfo{Expiration: farFuture}, nil
	}
	tk := toolkit.New("x", "1", toolkit.WithPageSize(1), toolkit.WithAuth(verify, nil))
	for _, name := range []string{"a", "c", "e"} {
		toolkit.Register(tk, toolkit.Tool{Name: name}, nothing)
	}
	for _, name := range []string{"b", "d", "f"} {
		toolkit.Register(tk, toolkit.Tool{Name: name, Scopes: []string{"secret"}}, nothing)
	}
	seen, cursor := "", ""
	for {
		page, failed := rawList(t, tk, cursor)
		if failed != "" || len(page.Tools) != 1 || page.CacheScope != "private" {
			t.Fatalf("page %+v, %s", page, failed)
		}
		seen += page.Tools[0].Name
		if page.NextCursor == "" {
			break
		}
		cursor = page.NextCursor
		if raw, err := base64.RawURLEncoding.DecodeString(cursor); err != nil || string(raw) != "1:"+page.Tools[0].Name {
			t.Errorf("the cursor after %s says %q", page.Tools[0].Name, raw)
		}
	}
	if seen != "ace" {
		t.Errorf("the caller sees %s", seen)
	}
}

func TestEmptyList(t *testing.T) {
	page, failed := rawList(t, toolkit.New("x", "1"), "")
	if failed != "" || len(page.Tools) != 0 || page.CacheScope != "public" || page.TTLMs != "0" {
		t.Errorf("an empty list: %+v, %s", page, failed)
	}
}

func TestDefaultsOfCache(t *testing.T) {
	tk := toolkit.New("x", "1", toolkit.WithCache(time.Hour, ""))
	page, _ := rawList(t, tk, "")
	if page.TTLMs != "3600000" || page.CacheScope != "public" {
		t.Errorf("ttlMs %s, cacheScope %q", page.TTLMs, page.CacheScope)
	}
	for _, option := range []toolkit.Option{toolkit.WithCache(0, "shared"), toolkit.WithCache(-time.Second, ""), toolkit.WithCache(1000*time.Hour, "")} {
		if toolkit.New("x", "1", option).Err() == nil {
			t.Error("WithCache: no error")
		}
	}
}

// recursive has an outputSchema with a reference, which wrapping must keep right.
type recursive []struct {
	Kids recursive `json:"kids,omitempty"`
}

func TestWrappedSchema(t *testing.T) {
	tk := toolkit.New("x", "1")
	toolkit.Register(tk, toolkit.Tool{Name: "tree"}, func(context.Context, struct{}) (recursive, error) { return recursive{{}}, nil })
	toolkit.Register(tk, toolkit.Tool{Name: "root", OutputSchema: `{"type":["array","null"],"items":{"$ref":"#"}}`}, func(context.Context, struct{}) (any, error) { return []any{}, nil })
	srv, err := tk.Server()
	if err != nil {
		t.Fatal(err)
	}
	toServer, toClient := mcp.NewInMemoryTransports()
	if _, err := srv.Connect(t.Context(), toServer, nil); err != nil {
		t.Fatal(err)
	}
	session := connect(t, toClient, "2025-06-18", nil) // this client checks results against schemas
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`{"properties":{"result":{"items":{"$ref":"#/properties/result"},"type":["array","null"]}},"required":["result"],"type":"object"}`,
		`{"$defs":{"recursive":{"items":{"properties":{"kids":{"$ref":"#/$defs/recursive"}},"type":"object"},"type":"array"}},"properties":{"result":{"items":{"properties":{"kids":{"$ref":"#/$defs/recursive"}},"type":"object"},"type":"array"}},"required":["result"],"type":"object"}`,
	}
	for i, tool := range list.Tools {
		got, err := json.Marshal(tool.OutputSchema)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want[i], string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tool.Name, diff)
		}
	}
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "tree"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]any{"result": []any{map[string]any{}}}, result.StructuredContent); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
}

func TestSchemaLayout(t *testing.T) {
	for _, tt := range []struct {
		option toolkit.Option
		want   string
	}{
		{nil, `{"type":"array","items":{"type":"object","properties":{"kids":{"$ref":"#/$defs/recursive"}}},"$defs":{"recursive":{"type":"array","items":{"type":"object","properties":{"kids":{"$ref":"#/$defs/recursive"}}}}}}`},
		{toolkit.WithInlinedRecursion(1), `{"type":"array","items":{"type":"object","properties":{"kids":{"type":"array","items":{"type":"object","properties":{"kids":{"type":"array","description":"Nested further in the same form.","items":{}}}}}}}}`},
	} {
		tk := toolkit.New("x", "1", tt.option)
		toolkit.Register(tk, toolkit.Tool{Name: "tree"}, func(context.Context, struct{}) (recursive, error) { return nil, nil })
		if err := tk.Err(); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, string(tk.Tools()[0].OutputSchema.(json.RawMessage))); diff != "" {
			t.Errorf("outputSchema (-want +got):\n%s", diff)
		}
	}
	if toolkit.New("x", "1", toolkit.WithInlinedRecursion(-1)).Err() == nil {
		t.Error("a negative depth: no error")
	}
	tk := toolkit.New("x", "1", toolkit.WithSharedDefinitions())
	toolkit.Register(tk, toolkit.Tool{Name: "pair"}, func(context.Context, struct{ A, B number }) (string, error) { return "", nil })
	want := `{"type":"object","properties":{"A":{"$ref":"#/$defs/number"},"B":{"$ref":"#/$defs/number"}},"required":["A","B"],"additionalProperties":false,"$defs":{"number":{"type":"object","properties":{"n":{"type":"integer","description":"A number","minimum":1}},"required":["n"],"additionalProperties":false}}}`
	if diff := cmp.Diff(want, string(tk.Tools()[0].InputSchema.(json.RawMessage))); diff != "" {
		t.Errorf("inputSchema (-want +got):\n%s", diff)
	}
}
