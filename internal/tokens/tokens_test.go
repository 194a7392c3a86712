package tokens

import "testing"

func TestEstimate(t *testing.T) {
	for _, tt := range []struct {
		text string
		want int
	}{
		{"", 0},
		{"   ", 0},
		{"tool", 1},
		{"Search issues by words in the title.", 8},
		{"internationalization", 3},
		{"2026", 2},
		{`{"type":"object"}`, 6},
		{"東京都", 3},
		{"naïve", 1},
	} {
		if got := Estimate(tt.text); got != tt.want {
			t.Errorf("%q has %d tokens, want %d", tt.text, got, tt.want)
		}
	}
}
