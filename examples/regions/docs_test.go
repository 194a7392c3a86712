package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/typedmcp/toolkit/internal/gateway"
	"github.com/typedmcp/toolkit/internal/render"
)

// TestDocs holds what docs/headers.md quotes against what the programs print.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile("../../docs/headers.md")
	if err != nil {
		t.Fatal(err)
	}
	configuration, err := os.ReadFile("regions.conf")
	if err != nil {
		t.Fatal(err)
	}
	headers, err := gateway.Read(ownTools(t))
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	if err := render.Headers(&table, headers); err != nil {
		t.Fatal(err)
	}
	printed := map[string][]string{
		"text":  {table.String(), lostServer + "\n"},
		"nginx": {string(configuration)},
		"json":  {otherValue + "\n"},
	}
	quoted := 0
	for _, block := range regexp.MustCompile("(?ms)^```(text|nginx|json)\n(.*?)^```$").FindAllStringSubmatch(string(page), -1) {
		quoted++
		found := false
		for _, text := range printed[block[1]] {
			found = found || text == block[2] || block[1] == "nginx" && strings.Contains(text, block[2])
		}
		if !found {
			t.Errorf("nothing prints this:\n%s", block[2])
		}
	}
	if quoted != 4 {
		t.Errorf("%d blocks were compared", quoted)
	}
}
