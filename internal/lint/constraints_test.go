package lint

import (
	"strings"
	"testing"
)

func TestValuesInWords(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Status, one of 'open', 'closed' or 'all'", "'open', 'closed' or 'all'"},
		{"Status: one of open, closed, all", "open, closed, all"},
		{"Either asc or desc", ""},
		{"Allowed values are red, green or blue.", "red, green or blue"},
		{"The mode (fast|slow)", "fast|slow"},
		{"Travel mode (driving, walking, bicycling, transit)", "driving, walking, bicycling, transit"},
		{"Model ID (5000:FLUX1.1, 9000:FLUX1.1-ultra, 6000:SD3.5)", "5000:FLUX1.1, 9000:FLUX1.1-ultra, 6000:SD3.5"},
		{"Page number (for navigate, get_screenshot, get_text)", ""},
		{"The user (id, login, email)", ""},
		{"Fruits (apples, pears, plums, etc)", ""},
		{"A number (e.g., 1, 2, 3)", ""},
		{"The place (city, country)", ""},
		{"Branch to push to (e.g., 'main' or 'master')", ""},
		{"A place, such as 'Paris' or 'Rome'", ""},
		{"Colors like 'red', 'green', etc.", ""},
		{"Units: 'm', 'km' or 'mi'", "'m', 'km' or 'mi'"},
		{"'a', 'b' and so on", ""},
		{"Words to look for", ""},
		{"Data, not 'x' or 'y'", ""},
		{"Filter can be one, two, ...", ""},
	} {
		if got := valuesInWords(tt.text); got != tt.want {
			t.Errorf("%q has %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestBoundInWords(t *testing.T) {
	for _, tt := range []struct{ kind, text, want, keywords string }{
		{"number", "Number of results (1-20, default 10)", "1-20", "minimum maximum"},
		{"integer", "Between 1 and 100", "Between 1 and 100", "minimum maximum"},
		{"number", "Longitude (-180 to 180)", "-180 to 180", "minimum maximum"},
		{"number", "Results per page (max 100)", "max 100", "maximum"},
		{"number", "Results per page, at least 5", "at least 5", "minimum"},
		{"number", "Width in pixels (default: 800)", "", "minimum"},
		{"number", "Since the year 2020-21 or so", "", "minimum"},
		{"string", "Query, max 400 chars", "max 400 chars", "maxLength"},
		{"string", "At least 8 characters", "At least 8 characters", "minLength"},
		{"string", "Up to 3 words", "", "maxLength"},
		{"array", "Labels, at most 10 items", "at most 10 items", "maxItems"},
		{"array", "Page ranges. Max 20 pages.", "", "maxItems"},
		{"boolean", "At most 1", "", ""},
	} {
		bound, keywords := boundInWords(tt.kind, tt.text)
		if got := strings.Join(keywords, " "); bound != tt.want || got != tt.keywords {
			t.Errorf("%s %q has %q, %q, want %q, %q", tt.kind, tt.text, bound, got, tt.want, tt.keywords)
		}
	}
}
