package lint

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestConfigErrors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"no JSON", `{"rules":`, `lint.json:1: not JSON: unexpected EOF`},
		{"two values", `{} {}`, `lint.json:1: not JSON: invalid character '{' after top-level value`},
		{"a list", `[]`, `lint.json:1: the file cannot be a list`},
		{"a misspelt member", "{\n\"ruels\": {}}", `lint.json:2: /ruels is not known; did you mean "rules"?`},
		{"an unknown member", `{"plugins": {}}`, `lint.json:1: /plugins is not known; there are rules, clients, limits, suppress`},
		{"a member twice", `{"rules":{},"rules":{}}`, `lint.json:1: /rules stands there twice`},
		{"a rule", "{\n \"rules\": {\n  \"name-charcters\": \"off\"}}", `lint.json:3: /rules/name-charcters: there is no rule "name-charcters"; did you mean "name-characters"?`},
		{"a severity", `{"rules":{"name-style":"fatal"}}`, `lint.json:1: /rules/name-style: "fatal" is not a severity; write error, warning, info or off`},
		{"a client", `{"clients":["Gemini"]}`, `lint.json:1: /clients/0: there is no client "Gemini"; did you mean "Gemini API"?`},
		{"another client", `{"clients":["Cline"]}`, `lint.json:1: /clients/0: there is no client "Cline"; they are Claude API, Claude Code, Copilot CLI, Cursor, Gemini API, Kiro, LM Studio, Moonshot API, OpenAI API, TypeScript SDK 1.x, VS Code Copilot`},
		{"a misspelt limit", `{"limits":{"toolBites":1}}`, `lint.json:1: /limits/toolBites is not known; did you mean "toolBytes"?`},
		{"null", `{"suppress":[{"rule":true}]}`, `lint.json:1: /suppress/0/rule cannot be a boolean`},
		{"a limit", `{"limits":{"tools":-1}}`, `lint.json:1: /limits/tools: -1 is negative; 0 means no limit`},
		{"a limit of another type", `{"limits":{"tools":"all"}}`, `lint.json:1: /limits/tools cannot be a string`},
		{"no rule", `{"suppress":[{"reason":"It is known."}]}`, `lint.json:1: /suppress/0: there is no "rule"; name the one whose findings are meant`},
		{"no reason", `{"suppress":[{"rule":"name-style"}]}`, `lint.json:1: /suppress/0: there is no "reason"; say why the finding is accepted`},
		{"a blank reason", `{"suppress":[{"rule":"name-style","reason":" "}]}`, `lint.json:1: /suppress/0: there is no "reason"; say why the finding is accepted`},
		{"a path", `{"suppress":[{"rule":"name-style","path":"name","reason":"It is known."}]}`, `lint.json:1: /suppress/0: the path "name" is not a JSON Pointer, such as /inputSchema/properties/limit`},
		{"a pattern", `{"suppress":[{"rule":"name-style","tool":"[","reason":"It is known."}]}`, `lint.json:1: /suppress/0: the tool "[" is not a pattern: syntax error in pattern`},
		{"several", "{\"suppress\":[{},\n{}]}", "lint.json:1: /suppress/0: there is no \"rule\"; name the one whose findings are meant\nlint.json:2: /suppress/1: there is no \"rule\"; name the one whose findings are meant"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := parseConfig("lint.json", []byte(tt.text))
			if err == nil {
				t.Fatal("no error")
			}
			if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
}

// TestConfig makes sure that every member of a configuration does what it says.
func TestConfig(t *testing.T) {
	const tools = `[
		{"name":"search issues","description":"Search issues."},
		{"name":"get_issue","description":"Get an issue by its id, such as BUG-1."}
	]`
	for _, tt := range []struct {
		name, config string
		want         []string // severity, rule and tool
		suppressed   int
	}{
		{"none", `{}`, []string{"info description-short get_issue", "warning description-repeats-name search issues", "error name-characters search issues"}, 0},
		{"severity", `{"rules":{"name-characters":"info"}}`, []string{"info description-short get_issue", "warning description-repeats-name search issues", "info name-characters search issues"}, 0},
		{"off", `{"rules":{"name-characters":"off","description-short":"off"}}`, []string{"warning description-repeats-name search issues"}, 0},
		{"limit", `{"limits":{"descriptionCharacters":20},"rules":{"name-characters":"off","description-short":"off"}}`,
			[]string{"warning description-length get_issue", "warning description-repeats-name search issues"}, 0},
		{"no limit", `{"limits":{"descriptionCharacters":0},"rules":{"name-characters":"off","description-short":"off"}}`,
			[]string{"warning description-repeats-name search issues"}, 0},
		{"suppressed in one tool", `{"suppress":[{"rule":"name-characters","tool":"search issues","reason":"Clients know it."}]}`,
			[]string{"info description-short get_issue", "warning description-repeats-name search issues"}, 1},
		{"suppressed by a pattern and a path", `{"suppress":[{"rule":"description-short","tool":"get_*","path":"/description","reason":"Enough."}]}`,
			[]string{"warning description-repeats-name search issues", "error name-characters search issues"}, 1},
		{"suppressed everywhere", `{"suppress":[{"rule":"description-short","reason":"Enough."},{"rule":"name-characters","reason":"Known."}]}`,
			[]string{"warning description-repeats-name search issues"}, 2},
		{"unused", `{"rules":{"description-short":"off"},"suppress":[{"rule":"name-characters","tool":"get_issue","path":"/name","reason":"Known."}]}`,
			[]string{"warning suppression-unused ", "warning description-repeats-name search issues", "error name-characters search issues"}, 0},
		{"unused, and it does not matter", `{"rules":{"description-short":"off","suppression-unused":"off"},"suppress":[{"rule":"name-characters","tool":"get_issue","reason":"Known."}]}`,
			[]string{"warning description-repeats-name search issues", "error name-characters search issues"}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			config, err := parseConfig("lint.json", []byte(tt.config))
			if err != nil {
				t.Fatal(err)
			}
			for range 2 { // a second run finds the same
				report := run(t, tools, config)
				var got []string
				for _, f := range report.Findings {
					switch family, _, _ := strings.Cut(f.Rule, "-"); family {
					case "name", "description", "suppression":
						got = append(got, string(f.Severity)+" "+f.Rule+" "+f.Tool)
					}
				}
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("findings (-want +got):\n%s", diff)
				}
				if len(report.Suppressed) != tt.suppressed {
					t.Errorf("%d findings are suppressed, want %d", len(report.Suppressed), tt.suppressed)
				}
			}
		})
	}
}

func run(t *testing.T, tools string, config *Config) *Report {
	t.Helper()
	report, err := Run(definitions(t, tools), config)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestMetaSuppressions(t *testing.T) {
	for _, tt := range []struct{ name, meta, want string }{
		{"a reason", `{"name-characters":"Known."}`, ""},
		{"a reason for a path", `{"name-characters":{"/name":"Known."}}`, ""},
		{"a path with nothing", `{"name-characters":{"/description":"Known."}}`, "suppression-unused: name-characters finds nothing that is suppressed here; delete it"},
		{"no object", `"name-characters"`, "suppression-invalid: it is not an object; "},
		{"no reason", `{"name-characters":""}`, `suppression-invalid: there is no "reason"; say why the finding is accepted; `},
		{"no such rule", `{"name-charactrs":"Known."}`, `suppression-invalid: there is no rule "name-charactrs"; did you mean "name-characters"?; `},
		{"no path", `{"name-characters":{"name":"Known."}}`, `suppression-invalid: the path "name" is not a JSON Pointer`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			report := run(t, `{"name":"search issues","_meta":{"io.github.typedmcp/lint":`+tt.meta+`}}`, nil)
			got := ""
			for _, f := range report.Findings {
				if strings.HasPrefix(f.Rule, "suppression-") {
					got = f.Rule + ": " + f.Message
				}
			}
			if tt.want == "" && got != "" || !strings.HasPrefix(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if tt.want == "" && (len(report.Suppressed) != 1 || report.Suppressed[0].Reason != "Known.") {
				t.Errorf("suppressed: %+v", report.Suppressed)
			}
		})
	}
}

// TestNoTools makes sure that what is no tool is an error and not a finding.
func TestNoTools(t *testing.T) {
	for _, text := range []string{`1`, `{"name":1}`, `{`} {
		if _, err := Run([]json.RawMessage{json.RawMessage(text)}, nil); err == nil || !strings.HasPrefix(err.Error(), "tool 1 is n") {
			t.Errorf("%s: error %v", text, err)
		}
	}
	report, err := Run(nil, nil)
	if err != nil || len(report.Findings) != 0 {
		t.Errorf("no tools: %+v, %v", report, err)
	}
}
