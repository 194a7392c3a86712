package bench

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPeersDoTheSame calls the tool through every peer: a comparison of different work says
// nothing.
func TestPeersDoTheSame(t *testing.T) {
	want := map[string]any{"total": 2.0, "issues": []any{
		map[string]any{"id": "BUG-7", "title": "Login times out on eu", "status": "open", "votes": 12.0},
		map[string]any{"id": "BUG-9", "title": "login timeout", "status": "open", "votes": 3.0},
	}}
	handlers := map[string]http.Handler{"plain": Plain()}
	for _, peer := range Peers {
		h, err := peer.Handler([]string{ToolName})
		if err != nil {
			t.Fatal(err)
		}
		handlers[peer.Name] = h
	}
	for name, h := range handlers {
		w := Do(h, Header("tools/call", ToolName), CallBody)
		var got struct {
			Result struct {
				StructuredContent any  `json:"structuredContent"`
				IsError           bool `json:"isError"`
			} `json:"result"`
		}
		if err := json.Unmarshal([]byte(payload(w.Body.String())), &got); err != nil {
			t.Errorf("%s: %v in %s", name, err, w.Body)
			continue
		}
		if diff := cmp.Diff(want, got.Result.StructuredContent); diff != "" || w.Code != http.StatusOK {
			t.Errorf("%s: status %d, structuredContent (-want +got):\n%s\n%s", name, w.Code, diff, w.Body)
		}
	}
}

// payload returns the message of a response, also of one in an event stream.
func payload(body string) string {
	if _, data, found := strings.Cut(body, "data: "); found {
		body, _, _ = strings.Cut(data, "\n")
	}
	return body
}

func BenchmarkCall(b *testing.B) {
	header := Header("tools/call", ToolName)
	run := func(name string, h http.Handler) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if w := Do(h, header, CallBody); w.Code != http.StatusOK {
					b.Fatal(w.Code, w.Body)
				}
			}
		})
	}
	for _, peer := range Peers {
		h, err := peer.Handler([]string{ToolName})
		if err != nil {
			b.Fatal(err)
		}
		run(peer.Name, h)
	}
	run("plain", Plain())
}
