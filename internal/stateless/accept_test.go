package stateless

import (
	"net/http"
	"testing"
)

func TestAccept(t *testing.T) {
	for _, tt := range []struct {
		lines []string
		want  bool
	}{
		{[]string{"application/json, text/event-stream"}, true},
		{[]string{"text/event-stream;q=0.5,application/json; charset=utf-8"}, true},
		{[]string{"application/json", "text/event-stream"}, true},
		{[]string{"Application/JSON, TEXT/event-stream"}, true},
		{[]string{"*/*"}, true},
		{[]string{"application/*, text/*"}, true},
		{[]string{"application/json, text/*;q=0.1"}, true},
		{[]string{"application/json"}, false},
		{[]string{"text/event-stream"}, false},
		{[]string{"application/jsonx, text/event-stream"}, false},
		{[]string{""}, false},
		{nil, false},
	} {
		if got := acceptsBoth(http.Header{"Accept": tt.lines}); got != tt.want {
			t.Errorf("%q: %v", tt.lines, got)
		}
	}
}

func TestContentType(t *testing.T) {
	for value, want := range map[string]bool{
		"application/json": true, "application/json; charset=utf-8": true, "Application/JSON": true,
		"text/json": false, "": false, "application/json/x": false, "application/problem+json": false,
	} {
		if got := isJSON(http.Header{"Content-Type": {value}}); got != want {
			t.Errorf("%q: %v", value, got)
		}
	}
}
