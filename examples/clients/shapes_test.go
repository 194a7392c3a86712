package clients

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The values of the server shapes that are no objects.
var shapeValues = []struct{ tool, value string }{
	{"count_colors", `2`},
	{"count_nothing", `0`},
	{"has_nothing", `false`},
	{"list_colors", `["red","green"]`},
	{"list_mixes", `[{"name":"orange","of":[{"name":"red","of":[]},{"name":"yellow","of":[]}]}]`},
	{"list_nothing", `[]`},
	{"list_paints", `[{"name":"red","rgb":[255,0,0]}]`},
}

// shapeSchemas returns the outputSchemas of the tools as a client has to see them: as they stand
// in the snapshot, or for one of an older revision as the schema of {"result": value}.
func shapeSchemas(t *testing.T, modern bool) map[string]any {
	t.Helper()
	raw, err := os.ReadFile("shapes/testdata/tools.json")
	if err != nil {
		t.Fatal(err)
	}
	var snapshot struct {
		Tools []struct {
			Name   string         `json:"name"`
			Output map[string]any `json:"outputSchema"`
		} `json:"tools"`
	}
	if err := json.Unmarshal(raw, &snapshot); err != nil {
		t.Fatal(err)
	}
	all := map[string]any{}
	for _, tool := range snapshot.Tools {
		switch {
		case tool.Output == nil:
		case modern:
			all[tool.Name] = tool.Output
		default:
			wrapped := map[string]any{"type": "object", "properties": map[string]any{"result": tool.Output}, "required": []any{"result"}}
			if definitions, ok := tool.Output["$defs"]; ok {
				wrapped["$defs"] = definitions // references to them begin at the root
				delete(tool.Output, "$defs")
			}
			all[tool.Name] = wrapped
		}
	}
	return all
}

// TestShapes has results that older clients cannot take. One outputSchema that is not an
// object would lose them the whole list; they get the value as the member of an object. Clients
// of the TypeScript SDK hold each result against the schema.
func TestShapes(t *testing.T) {
	http := overHTTP(t, shapes, func(addr string) []string { return []string{addr} })
	var calls [][2]any
	for _, v := range shapeValues {
		calls = append(calls, [2]any{v.tool, map[string]any{}})
	}
	calls = append(calls, [2]any{"link_colors", map[string]any{}}, [2]any{"sing_colors", map[string]any{}})
	for _, c := range clients {
		for _, s := range []server{overStdio(shapes), http} {
			t.Run(c.name+"/"+s.name, func(t *testing.T) {
				t.Parallel()
				got := c.talk(t, s, calls)
				checkVersion(t, c, s, got.Version)
				want := []string{"count_colors", "count_nothing", "has_nothing", "link_colors", "list_colors", "list_mixes", "list_nothing", "list_paints", "sing_colors"}
				if diff := cmp.Diff(want, got.Tools); diff != "" {
					t.Errorf("tools (-want +got):\n%s", diff)
				}
				if len(got.Calls) != len(calls) {
					t.Fatalf("%d calls", len(got.Calls))
				}
				for i, v := range shapeValues {
					want := v.value
					if !c.modern {
						want = `{"result":` + want + `}`
					}
					checkStructured(t, v.tool, got.Calls[i], want)
					if text := textOf(got.Calls[i]); text != v.value {
						t.Errorf("%s has the text %q, want %q", v.tool, text, v.value)
					}
				}
				if diff := cmp.Diff(shapeSchemas(t, c.modern), got.Schemas); diff != "" {
					t.Errorf("outputSchemas (-want +got):\n%s", diff)
				}
				for i, typ := range []string{"resource_link", "audio"} { // both clients' revisions have them
					if a := got.Calls[len(shapeValues)+i]; a.Result == nil || len(a.Result.Content) != 1 || a.Result.Content[0].Type != typ {
						t.Errorf("call %d: %s, want %s", len(shapeValues)+i, show(a), typ)
					}
				}
			})
		}
	}
}
