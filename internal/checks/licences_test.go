package checks

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite docs/licences.md")

// licencePhrases are what stands in the texts of the licences that are allowed. Each has all
// of its phrases.
var licencePhrases = map[string][]string{
	"Apache-2.0":   {"Apache License", "Version 2.0"},
	"MIT":          {"Permission is hereby granted, free of charge", "THE SOFTWARE IS PROVIDED \"AS IS\""},
	"BSD-2-Clause": {"Redistributions of source code must retain", "Redistributions in binary form must reproduce"},
	"BSD-3-Clause": {"Redistribution and use in source and binary forms", "Neither the name of"},
}

// refusedPhrases are what stands in the texts of licences that oblige those who use the
// library, whatever else stands there.
var refusedPhrases = regexp.MustCompile(`(?i)GNU (affero |lesser )?general public|mozilla public license|server side public|business source license|creative commons attribution-noncommercial`)

// licencesOf returns the licences whose texts stand in a text, or an error for none.
func licencesOf(text string) ([]string, error) {
	text = strings.Join(strings.Fields(text), " ")
	if found := refusedPhrases.FindString(text); found != "" {
		return nil, fmt.Errorf("%q is not allowed", found)
	}
	var found []string
	for name, phrases := range licencePhrases {
		if !slices.ContainsFunc(phrases, func(p string) bool { return !strings.Contains(text, p) }) {
			found = append(found, name)
		}
	}
	if slices.Contains(found, "BSD-3-Clause") { // which has the conditions of the other, and one more
		found = slices.DeleteFunc(found, func(name string) bool { return name == "BSD-2-Clause" })
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("no allowed licence was recognized: %.100q", text)
	}
	slices.Sort(found)
	return found, nil
}

// modulesIn returns the modules, but ours, of which packages in a folder need something, with
// their own folders in the module cache.
func modulesIn(t *testing.T, folder, packages string) map[string]string {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Dir}}{{end}}{{end}}", packages)
	list.Dir, list.Env = filepath.Join(root, folder), append(os.Environ(), "GOWORK=off")
	out, err := list.Output()
	if err != nil {
		t.Fatalf("%v: %v", list, err)
	}
	found := map[string]string{}
	for line := range strings.Lines(string(out)) {
		if name, folder, ok := strings.Cut(strings.TrimSpace(line), " "); ok && name != module {
			found[name] = folder
		}
	}
	if len(found) == 0 {
		t.Fatalf("%v found no modules", list)
	}
	return found
}

// licenceFile returns the text of a module's licence.
func licenceFile(folder string) (string, error) {
	for _, name := range []string{"LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "COPYING"} {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err == nil {
			return string(text), nil
		}
	}
	return "", fmt.Errorf("no file with the licence in %s", filepath.Base(folder))
}

// TestLicences writes the licences of everything that users run with the library or its
// commands into docs/licences.md, and refuses those that are not allowed.
func TestLicences(t *testing.T) {
	with := modulesIn(t, ".", ".")
	all := modulesIn(t, ".", "./...")
	maps.Copy(all, modulesIn(t, "tagcheck/golangci", "./..."))
	maps.Copy(all, modulesIn(t, "redisstore", "./..."))
	maps.Copy(all, modulesIn(t, "telemetry", "./..."))
	var b strings.Builder
	b.WriteString("| module | licence | comes with |\n| --- | --- | --- |\n")
	for _, name := range slices.Sorted(maps.Keys(all)) {
		text, err := licenceFile(all[name])
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		licences, err := licencesOf(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		part := "other packages and commands"
		if with[name] != "" {
			part = "`toolkit`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", name, strings.Join(licences, ", "), part)
	}
	const page, begin, end = "../../docs/licences.md", "<!-- licences: begin -->\n", "<!-- licences: end -->"
	raw, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(raw), begin)
	got, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no table between its marks", page)
	}
	if *update {
		if err := os.WriteFile(page, []byte(before+begin+b.String()+end+after), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(got, b.String()); diff != "" {
		t.Errorf("%s (-there +found), rewrite it with make update:\n%s", page, diff)
	}
}

// TestLicencesOf shows that a licence is recognized, and another one refused.
func TestLicencesOf(t *testing.T) {
	own, err := licenceFile(root)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := licencesOf(own); err != nil || !slices.Equal(got, []string{"MIT"}) {
		t.Errorf("our own: %v, %v, want MIT", got, err)
	}
	for _, text := range []string{"", "All rights reserved.", own + "GNU Affero\nGeneral Public License", "Mozilla Public License Version 2.0"} {
		if got, err := licencesOf(text); err == nil {
			t.Errorf("%.60q: %v, want an error", text, got)
		}
	}
}
