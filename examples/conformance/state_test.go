package main

import (
	"strings"
	"testing"
)

// TestSeal changes what a client carries in every way that it could.
func TestSeal(t *testing.T) {
	s := newSeal()
	want := progress{Tool: "a", Step: 2, Name: "Alice"}
	text, err := s.close(want)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := s.open("a", text); err != nil || got != want {
		t.Errorf("open: %v, %v, want %v", got, err, want)
	}
	content, sum, _ := strings.Cut(text, ".")
	for name, changed := range map[string]string{
		"longer": text + "-TAMPERED", "shorter": text[:len(text)-1], "no sum": content, "empty sum": content + ".", "nothing": "",
		"another content": encode([]byte(`{"tool":"a","step":3}`)) + "." + sum, "no base64": "{}." + sum,
	} {
		if got, err := s.open("a", changed); err == nil {
			t.Errorf("%s: opened as %v", name, got)
		}
	}
	if _, err := s.open("b", text); err == nil {
		t.Error("the state of one tool was taken by another")
	}
	if _, err := newSeal().open("a", text); err == nil {
		t.Error("the state of one server was taken by another")
	}
}
