package bench

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPeersDoTheSame calls and lists the tools of every peer: a comparison of different work
// says nothing.
func TestPeersDoTheSame(t *testing.T) {
	want := map[string]any{"total": 2.0, "issues": []any{
		map[string]any{"id": "BUG-7", "title": "Login times out on eu", "status": "open", "votes": 12.0},
		map[string]any{"id": "BUG-9", "title": "login timeout", "status": "open", "votes": 3.0},
	}}
	for _, peer := range Peers {
		h, err := peer.Handler(Names(3))
		if err != nil {
			t.Fatal(err)
		}
		var called struct {
			Result struct {
				StructuredContent any                     `json:"structuredContent"`
				Content           []struct{ Text string } `json:"content"`
				IsError           bool                    `json:"isError"`
			} `json:"result"`
		}
		answer(t, peer.Name, h, Header("tools/call", ToolName), CallBody, &called)
		if diff := cmp.Diff(want, called.Result.StructuredContent); diff != "" || called.Result.IsError {
			t.Errorf("%s: structuredContent (-want +got):\n%s", peer.Name, diff)
		}
		var text any
		if len(called.Result.Content) != 1 || json.Unmarshal([]byte(called.Result.Content[0].Text), &text) != nil || !cmp.Equal(want, text) {
			t.Errorf("%s: the content is not the result as text: %v", peer.Name, called.Result.Content)
		}

		var listed struct {
			Result struct {
				Tools []struct {
					Name, Description string
					InputSchema       struct {
						Properties map[string]struct{ Description string }
					}
					OutputSchema struct{ Properties map[string]any }
				} `json:"tools"`
			} `json:"result"`
		}
		answer(t, peer.Name, h, Header("tools/list", ""), ListBody, &listed)
		var got []string
		for _, tool := range listed.Result.Tools {
			got = append(got, tool.Name)
			if len(tool.InputSchema.Properties) != 4 || len(tool.OutputSchema.Properties) != 2 || tool.Description != toolDescription ||
				tool.InputSchema.Properties["limit"].Description != "How many to return" {
				t.Errorf("%s: the tool is listed otherwise: %+v", peer.Name, tool)
			}
		}
		if diff := cmp.Diff([]string{"search_issues", "search_issues_00001", "search_issues_00002"}, got); diff != "" {
			t.Errorf("%s: names in the list (-want +got):\n%s", peer.Name, diff)
		}
	}
}

// TestListsAreWhole lists as many tools as the benchmark does.
func TestListsAreWhole(t *testing.T) {
	for _, peer := range Peers {
		h, err := peer.Handler(Names(Many))
		if err != nil {
			t.Fatal(err)
		}
		var listed struct {
			Result struct{ Tools []struct{ Name string } }
		}
		answer(t, peer.Name, h, Header("tools/list", ""), ListBody, &listed)
		if n := len(listed.Result.Tools); n != Many {
			t.Errorf("%s lists %d tools", peer.Name, n)
		}
	}
}

// answer sends a request and reads the response.
func answer(t *testing.T, name string, h http.Handler, header http.Header, body string, into any) {
	t.Helper()
	w := Do(h, header, body)
	if err := json.Unmarshal([]byte(payload(w.Body.String())), into); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%s: status %d, %v in %s", name, w.Code, err, w.Body)
	}
}

// TestDecodersDoTheSame reads and answers the arguments in every way.
func TestDecodersDoTheSame(t *testing.T) {
	const want = `{"issues":[{"id":"BUG-7","title":"Login times out on eu","status":"open","votes":12},` +
		`{"id":"BUG-9","title":"login timeout","status":"open","votes":3}],"total":2}`
	for _, d := range decoders {
		read, err := d.make()
		if err != nil {
			t.Fatal(err)
		}
		args, err := read([]byte(Arguments))
		if want := (SearchArgs{"login timeout", "open", 20, "eu"}); args != want || err != nil {
			t.Errorf("%s reads %+v, %v", d.name, args, err)
		}
		run, err := invoker(d.name, d.make)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := run([]byte(Arguments)); string(got) != want || err != nil {
			t.Errorf("%s answers %s, %v", d.name, got, err)
		}
		_, err = read([]byte(`{"query":"x","region":"de"}`))
		if checks := d.name != "json v2"; checks != (err != nil) {
			t.Errorf("%s: a region that is not allowed: %v", d.name, err)
		}
	}
}
