package checks

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var shellBlock = regexp.MustCompile("(?ms)^```sh\n(.*?)^```$")

// A newcomer is somebody with nothing but Go and the README.
type newcomer struct {
	t      *testing.T
	folder string
	env    []string
	said   []string // the commands, as one types them
}

// newNewcomer makes an empty folder, home and module cache. Modules come from the download cache of
// this machine, as from a proxy, and from the configured proxy if they are not there.
func newNewcomer(t *testing.T) *newcomer {
	t.Helper()
	settings, err := exec.Command("go", "env", "GOMODCACHE", "GOPROXY", "GOCACHE", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(settings)), "\n")
	home := t.TempDir()
	n := &newcomer{t: t, folder: filepath.Join(home, "weather")}
	if err := os.Mkdir(n.folder, 0o700); err != nil {
		t.Fatal(err)
	}
	n.env = []string{
		"HOME=" + home,
		"PATH=" + filepath.Join(lines[3], "bin") + string(os.PathListSeparator) + os.Getenv("PATH"),
		"GOMODCACHE=" + filepath.Join(home, "modules"),
		"GOCACHE=" + lines[2], // so that not everything is compiled anew
		"GOPROXY=file://" + filepath.ToSlash(filepath.Join(lines[0], "cache", "download")) + "," + lines[1],
		"GOFLAGS=-modcacherw", // so that the folder can be removed
		"GOSUMDB=off",         // which may not be reachable; the sums of go.sum are checked
		"GOTOOLCHAIN=local",
		"GOWORK=off",
	}
	return n
}

// run runs a command in the folder and returns what it printed to stdout.
func (n *newcomer) run(name string, args ...string) string {
	n.t.Helper()
	out, err := n.try(name, args...)
	if err != nil {
		n.t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return out
}

func (n *newcomer) try(name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(n.t.Context(), 5*time.Minute)
	defer cancel()
	line := name
	for _, arg := range args {
		if strings.ContainsAny(arg, "{ ") {
			arg = "'" + arg + "'"
		}
		line += " " + arg
	}
	n.said = append(n.said, line)
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = n.folder, n.env
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return string(out) + errs.String(), err
	}
	return string(out), nil
}

func (n *newcomer) write(file, text string) {
	n.t.Helper()
	if err := os.WriteFile(filepath.Join(n.folder, file), []byte(text), 0o600); err != nil {
		n.t.Fatal(err)
	}
}

// TestNewcomer walks the way of docs/start.md in an empty folder: a module, the program of the README,
// a call that is wrong and one that is right, lint, a snapshot, and a change that it finds.
func TestNewcomer(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	program := goBlock.FindStringSubmatch(string(readme))
	_, rest, ok := strings.Cut(string(readme), "```text\n")
	refusal, _, ok2 := strings.Cut(rest, "```\n")
	if program == nil || !ok || !ok2 {
		t.Fatal("the README has no program, or not what a model reads")
	}

	n := newNewcomer(t)
	n.run("go", "mod", "init", "example.com/weather")
	n.run("go", "mod", "edit", "-replace=github.com/typedmcp/toolkit="+root) // until it is published
	n.run("go", "get", "github.com/typedmcp/toolkit")
	n.write("main.go", program[1])
	n.run("go", "vet", ".")
	n.run("go", "build", "-o", "weather", ".")

	n.run("go", "get", "-tool", "github.com/typedmcp/toolkit/cmd/toolkit")
	if got := n.run("go", "tool", "toolkit", "list", "--", "./weather"); !strings.Contains(got, "forecast") {
		t.Errorf("the list is\n%s", got)
	}
	got, err := n.try("go", "tool", "toolkit", "call", "forecast", `{"cty":"Oslo","days":30,"unit":"celcius"}`, "--", "./weather")
	if err == nil {
		t.Error("a wrong call succeeds")
	}
	if diff := cmp.Diff(refusal, got[:min(len(refusal), len(got))]); diff != "" {
		t.Errorf("a model reads (-README +call):\n%s\nin all:\n%s", diff, got)
	}
	if got := n.run("go", "tool", "toolkit", "call", "forecast", `{"city":"Oslo"}`, "--", "./weather"); !strings.Contains(got, `"highs":[0,0,0]`) && !strings.Contains(got, `"highs": [`) {
		t.Errorf("the forecast is\n%s", got)
	}

	if got := n.run("go", "tool", "toolkit", "lint", "--", "./weather"); !strings.Contains(got, "description-short") {
		t.Errorf("lint finds\n%s", got)
	}
	n.run("go", "tool", "toolkit", "snapshot", "--out", "tools.json", "--", "./weather")
	n.run("go", "tool", "toolkit", "check", "tools.json", "--", "./weather")
	page, err := os.ReadFile("../../docs/start.md")
	if err != nil {
		t.Fatal(err)
	}
	var shown []string
	for _, block := range shellBlock.FindAllStringSubmatch(string(page), -1) {
		shown = append(shown, strings.Split(strings.TrimSpace(block[1]), "\n")...)
	}
	typed := slices.DeleteFunc(n.said, func(line string) bool { return strings.Contains(line, "-replace") })
	if diff := cmp.Diff(shown, typed); diff != "" {
		t.Errorf("docs/start.md shows other commands than those that were run (-page +run):\n%s", diff)
	}

	n.write("main.go", strings.Replace(program[1], "max=7", "max=5", 1))
	n.run("go", "build", "-o", "weather", ".")
	changes, err := n.try("go", "tool", "toolkit", "check", "tools.json", "--", "./weather")
	if err == nil || !strings.Contains(changes, "breaking") || !strings.Contains(changes, "maximum was 7 and is 5") {
		t.Errorf("a bound that was narrowed is told as\n%s", changes)
	}
}
