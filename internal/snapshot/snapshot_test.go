package snapshot

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// shot makes a snapshot of texts.
func shot(t *testing.T, definitions ...string) *Snapshot {
	t.Helper()
	raws := make([]json.RawMessage, len(definitions))
	for i, text := range definitions {
		raws[i] = json.RawMessage(text)
	}
	s, err := New(raws)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestJSON writes what must be the same whatever order a server writes in.
func TestJSON(t *testing.T) {
	want := `{
  "tools": [
    {
      "name": "a"
    },
    {
      "description": "<b> & \u200b\udb40\udc41 ü",
      "inputSchema": {
        "properties": {
          "n": {
            "default": [
              "z",
              "a"
            ],
            "enum": [
              2,
              1.50,
              9007199254740993
            ],
            "type": [
              "integer",
              "null"
            ]
          },
          "required": {
            "type": "string"
          }
        },
        "required": [
          "n",
          "required"
        ],
        "type": "object"
      },
      "name": "b"
    }
  ]
}
`
	for _, definitions := range [][]string{
		{`{"name":"a"}`, `{"name":"b","description":"<b> & ` + "\u200b\U000e0041" + ` ü","inputSchema":{"type":"object","required":["n","required"],"properties":{"n":{"type":["integer","null"],"enum":[2,1.50,9007199254740993],"default":["z","a"]},"required":{"type":"string"}}}}`},
		{`{"inputSchema":{"properties":{"required":{"type":"string"},"n":{"default":["z","a"],"enum":[2,1.50,9007199254740993],"type":["null","integer"]}},"required":["required","n"],"type":"object"},"description":"\u003cb\u003e \u0026 \u200b\udb40\udc41 \u00fc","name":"b"}`, `{"name":"a"}`},
	} {
		if diff := cmp.Diff(want, string(shot(t, definitions...).JSON())); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// TestJSONIsStable writes the tools of real servers in random orders, and what was written
// once more.
func TestJSONIsStable(t *testing.T) {
	files, err := filepath.Glob("../scaffold/testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no definitions: %v", err)
	}
	real, err := filepath.Glob("../../../shared/corpus/*.json")
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 1))
	for _, file := range append(files, real...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var list struct{ Tools []json.RawMessage }
		if err := json.Unmarshal(text, &list); err != nil {
			t.Fatal(err)
		}
		first, err := New(list.Tools)
		if err != nil {
			t.Fatal(err)
		}
		random.Shuffle(len(list.Tools), func(i, j int) { list.Tools[i], list.Tools[j] = list.Tools[j], list.Tools[i] })
		again, err := New(list.Tools)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(first.JSON()), string(again.JSON())); diff != "" {
			t.Errorf("%s, in another order (-first +again):\n%s", file, diff)
		}
		if err := json.Unmarshal(first.JSON(), &list); err != nil {
			t.Fatal(err)
		}
		if again, err = New(list.Tools); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(first.JSON()), string(again.JSON())); diff != "" {
			t.Errorf("%s, read again (-first +again):\n%s", file, diff)
		}
	}
}

// TestNewFails names what cannot be in a snapshot.
func TestNewFails(t *testing.T) {
	for text, want := range map[string]string{
		`[{"name":"a"},{"name":"a"},{"name":"a"}]`: `two tools are called "a", and clients can call only one of them`,
		`[{"title":"a"},5]`:                        "tool 1 has no name\ntool 2 has no name",
	} {
		var list []json.RawMessage
		if err := json.Unmarshal([]byte(text), &list); err != nil {
			t.Fatal(err)
		}
		_, err := New(list)
		if err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
}

// TestFileName keeps a server from choosing where a file is written.
func TestFileName(t *testing.T) {
	for name, want := range map[string]string{
		"search_issues": "search_issues.json", "a.b-C9": "a.b-C9.json", "../etc/passwd": "%2E.%2Fetc%2Fpasswd.json", "": ".json", "ü\x00": "%C3%BC%00.json",
	} {
		if got := (Tool{Name: name}).FileName(); got != want {
			t.Errorf("%q has the file %q, want %q", name, got, want)
		}
	}
}
