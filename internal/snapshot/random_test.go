package snapshot

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/typedmcp/toolkit/internal/samples"
)

// TestNotBreaking makes random pairs of inputSchemas. Where no change is called breaking, no
// arguments that the old one accepts are refused by the new one. An independent
// validator is the judge.
func TestNotBreaking(t *testing.T) {
	fine, breaking := 0, 0
	for seed := range uint64(1500) {
		m := samples.NewSchemas(seed)
		before := m.Document()
		after, isObject := m.Change(m.Change(before)).(map[string]any)
		if !isObject {
			continue
		}
		old, new := asTool(t, before), asTool(t, after)
		if Worst(Compare(old, new, Options{})) == Breaking {
			breaking++
			continue
		}
		judgeOld, judgeNew := compile(before), compile(after)
		if judgeOld == nil || judgeNew == nil {
			continue
		}
		fine++
		for _, schema := range []*Snapshot{old, new} {
			near := samples.New(schema.Tools[0].Value["inputSchema"].(map[string]any), seed)
			for range 40 {
				raw, err := json.Marshal(near.Value())
				if err != nil {
					t.Fatal(err)
				}
				value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
				if err != nil {
					t.Fatal(err)
				}
				if judgeOld.Validate(value) == nil && judgeNew.Validate(value) != nil {
					t.Fatalf("seed %d\nbefore %s\nafter  %s\nno change is called breaking, and this was accepted and no longer is: %s\n%s",
						seed, old.JSON(), new.JSON(), raw, lines(Compare(old, new, Options{})))
				}
			}
		}
	}
	if fine < 300 || breaking < 300 {
		t.Errorf("%d pairs are called not breaking and %d breaking; there should be many of both", fine, breaking)
	}
}

func asTool(t *testing.T, schema map[string]any) *Snapshot {
	t.Helper()
	raw, err := json.Marshal(map[string]any{"name": "t", "inputSchema": schema})
	if err != nil {
		t.Fatal(err)
	}
	return shot(t, string(raw))
}

// compile returns the judge of a schema, or nil if it is no valid one.
func compile(schema map[string]any) *jsonschema.Schema {
	raw, err := json.Marshal(schema)
	if err != nil {
		return nil
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if c.AddResource("schema.json", doc) != nil {
		return nil
	}
	compiled, err := c.Compile("schema.json")
	if err != nil {
		return nil
	}
	return compiled
}
