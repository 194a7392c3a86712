package toolkit_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit"
)

type explainedArgs struct {
	ID    string           `json:"id" validate:"min=2,startswith=a" x-mcp-header:"Id"`
	From  int              `json:"from,omitempty"`
	To    int              `json:"to,omitempty" validate:"gtfield=From"`
	Items []explainedItem  `json:"items,omitempty" validate:"max=2"`
	Names map[string]int64 `json:"names,omitempty" validate:"dive,keys,alpha,endkeys"`
	Size  int64            `json:"size,omitempty" x-mcp-header:"Size"`
}

type explainedItem struct {
	Count int `json:"count,omitempty" default:"3" validate:"max=9"`
}

// TestExplainSteps has each step of an explanation, and that nothing is called.
func TestExplainSteps(t *testing.T) {
	called := false
	hooks := toolkit.Hooks{Refused: func(context.Context, string, []*toolkit.Problem) { called = true }, Repaired: func(context.Context, string, []toolkit.Repair) { called = true }}
	tk := toolkit.New("x", "1", toolkit.WithHooks(hooks), toolkit.WithLogger(nil))
	tk.Use(func(next toolkit.CallFunc) toolkit.CallFunc { called = true; return next })
	called = false
	toolkit.Register(tk, toolkit.Tool{Name: "t"}, func(context.Context, explainedArgs) (string, error) { called = true; return "", nil })
	toolkit.Register(tk, toolkit.Tool{Name: "own", InputSchema: `{"type":"object","properties":{"a":{"$ref":"#/$defs/A"},"b":{"default":1}},"$defs":{"A":{"type":"array","items":{"enum":[1,2]}}}}`},
		func(context.Context, map[string]any) (string, error) { called = true; return "", nil })
	if err := tk.Err(); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, tool, arguments, want string }{
		{"accepted", "t", `{"id":"ab"}`, `{"tool":"t","arguments":{"id":"ab"},"rules":[
			{"path":"id","rule":"min","words":"must have at least 2 characters","ok":true},{"path":"id","rule":"startswith","words":"must start with \"a\"","ok":true}],
			"headers":{"Mcp-Method":"tools/call","Mcp-Name":"t","Mcp-Param-Id":"ab"},"accepted":true}`},
		{"repaired, with rules of items, names and neighbours", "t", `{"id":"ab","from":5,"to":7,"items":"[{}]","names":{"a":1}}`, `{"tool":"t","arguments":{"id":"ab","from":5,"to":7,"items":"[{}]","names":{"a":1}},
			"repairs":[{"path":"items","from":"string","to":"array"}],"repaired":{"id":"ab","from":5,"to":7,"items":[{}],"names":{"a":1}},"defaults":[{"path":"items[0].count","value":3}],"rules":[
			{"path":"id","rule":"min","words":"must have at least 2 characters","ok":true},{"path":"id","rule":"startswith","words":"must start with \"a\"","ok":true},
			{"path":"items","rule":"max","words":"must have at most 2 items","ok":true},{"path":"names.a","rule":"alpha","words":"must have letters a-z and A-Z only","ok":true},
			{"path":"to","rule":"gtfield","words":"must be greater than from","ok":true}],
			"headers":{"Mcp-Method":"tools/call","Mcp-Name":"t","Mcp-Param-Id":"ab"},"accepted":true}`},
		{"a header that cannot be", "t", `{"id":"ab","size":9007199254740993}`, `{"tool":"t","arguments":{"id":"ab","size":9007199254740993},"rules":[
			{"path":"id","rule":"min","words":"must have at least 2 characters","ok":true},{"path":"id","rule":"startswith","words":"must start with \"a\"","ok":true},
			{"path":"size","rule":"gte","words":"must be at least -9007199254740991","ok":true},{"path":"size","rule":"lte","words":"must be at most 9007199254740991","ok":false}],
			"headerProblem":"the call of t was not sent: the parameter size is mirrored into a header, so it must be an integer from -9007199254740991 to 9007199254740991, which every program on the way reads exactly",
			"accepted":false,"text":"The arguments of t have a problem. Correct it and call the tool again:\n- size: must be at most 9007199254740991, got 9007199254740993."}`},
		{"a schema of one's own", "own", `{"a":[2,3]}`, `{"tool":"own","arguments":{"a":[2,3]},"defaults":[{"path":"b","value":1}],"rules":[
			{"path":"arguments","rule":"type","words":"type \"object\"","ok":true},{"path":"a","rule":"type","words":"type \"array\"","ok":true},
			{"path":"a[0]","rule":"enum","words":"enum [1,2]","ok":true},{"path":"a[1]","rule":"enum","words":"must be one of 1, 2","ok":false}],
			"headers":{"Mcp-Method":"tools/call","Mcp-Name":"own"},"accepted":false,
			"text":"The arguments of own have a problem. Correct it and call the tool again:\n- a[1]: 3 is not allowed. Use one of 1, 2."}`},
		{"no JSON", "own", `{`, `{"tool":"own","arguments":"{","accepted":false,"headers":{"Mcp-Method":"tools/call","Mcp-Name":"own"},
			"text":"The arguments of own have a problem. Correct it and call the tool again:\n- arguments: not valid JSON: it ends too early, at byte 1."}`},
		{"nothing", "own", ``, `{"tool":"own","arguments":{},"defaults":[{"path":"b","value":1}],"rules":[{"path":"arguments","rule":"type","words":"type \"object\"","ok":true}],
			"headers":{"Mcp-Method":"tools/call","Mcp-Name":"own"},"accepted":true}`},
	} {
		explanation, err := tk.Explain(t.Context(), tt.tool, json.RawMessage(tt.arguments))
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(explanation)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(asJSON(t, tt.want), asJSON(t, string(raw))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if text := explanation.String(); !strings.HasPrefix(text, "call of "+tt.tool+"\n") || strings.Contains(text, "and the function is called") != explanation.Accepted {
			t.Errorf("%s: the steps are %s", tt.name, text)
		}
	}
	if called {
		t.Error("something was called")
	}
	if _, err := tk.Explain(t.Context(), "none", nil); err == nil || !strings.Contains(err.Error(), `unknown tool "none"`) {
		t.Errorf("an unknown tool: %v", err)
	}
}

func asJSON(t *testing.T, text string) any {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var value any
	if err := dec.Decode(&value); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return value
}
