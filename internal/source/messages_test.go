package source

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestMessageReader passes messages on, however they are cut, and stops at what is none.
func TestMessageReader(t *testing.T) {
	for _, tt := range []struct {
		name, stdout string
		stray        string // "" if all is well
	}{
		{"nothing", "", ""},
		{"messages", "{\"a\":1}\n{\"b\":\"[\\n\"}\n", ""},
		{"blank lines", "\n \t\r\n  {}\r\n\n", ""},
		{"batch", "[ {\"a\":1}]\n[ \t{}, {}]\n", ""},
		{"banner", "Listening on port 3000\n{}\n", "Listening on port 3000"},
		{"banner later", "{}\nListening\n", "Listening"},
		{"level in brackets", "[INFO] started\n", "[INFO] started"},
		{"bracket alone", "[\n", "["},
		{"a string", "\"{}\"\n", "\"{}\""},
		{"escapes", "\x1b[32mok\xff\n", "\x1b[32mok\ufffd"},
		{"long", strings.Repeat("x", 200) + "\n", strings.Repeat("x", 79) + "…"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			called := 0
			r := &messageReader{from: strings.NewReader(tt.stdout), onStray: func() { called++ }}
			got, err := io.ReadAll(r)
			stray := r.stray.Load()
			if tt.stray == "" {
				if err != nil || string(got) != tt.stdout || called != 0 || !r.ended.Load() {
					t.Errorf("got %q, %v, %d calls", got, err, called)
				}
				return
			}
			if !errors.Is(err, errStray) || called != 1 || stray == nil || *stray != tt.stray || r.ended.Load() {
				t.Errorf("error %v, stray %v, %d calls", err, stray, called)
			}
		})
		t.Run(tt.name+"/byte by byte", func(t *testing.T) {
			r := &messageReader{from: iotest.OneByteReader(strings.NewReader(tt.stdout)), onStray: func() {}}
			_, err := io.ReadAll(r)
			if (err != nil) != (tt.stray != "") {
				t.Errorf("error %v", err)
			}
		})
	}
}
