package toolkit_test

// The snippets of docs/asking.md.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit"
	"github.com/typedmcp/toolkit/toolkittest"
)

type projectArgs struct {
	Name string `json:"name" description:"Name of the project"`
}

type orderArgs struct {
	Order string `json:"order" description:"Number of the order"`
}

type confirmation struct {
	Reason string `json:"reason" title:"Reason" description:"Stands in the audit log" validate:"min=3,max=200"`
	Notify bool   `json:"notify,omitempty" title:"Tell the owner"`
}

func deleteProject(ctx context.Context, args projectArgs) (string, error) {
	answer, err := toolkit.Ask[confirmation](ctx, "confirm", "Delete the project "+args.Name+" and all it holds?")
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("Deleted %s (%s), owner told: %t.", args.Name, answer.Reason, answer.Notify), nil
}

func newProjects(key []byte) *toolkit.Toolkit {
	tk := toolkit.New("projects", "1.0.0", toolkit.WithRequestState(time.Hour, key))
	toolkit.Register(tk, toolkit.Tool{Name: "delete_project", Hints: toolkit.Destructive}, deleteProject)
	return tk
}

func archive(ctx context.Context, args projectArgs) (string, error) {
	_, err := toolkit.Ask[struct{}](ctx, "export", "Export "+args.Name+" before it is archived?")
	switch {
	case errors.Is(err, toolkit.ErrDeclined):
		return "Archived " + args.Name + " without an export.", nil
	case err != nil:
		return "", err
	}
	return "Exported and archived " + args.Name + ".", nil
}

func pay(ctx context.Context, args orderArgs) (string, error) {
	page := "https://shop.example/pay/" + args.Order
	if err := toolkit.AskURL(ctx, "pay", "Pay for the order "+args.Order+".", page); err != nil {
		return "", err
	}
	return "The user is on the way to " + page + ".", nil
}

// newAsking has the tools of the page.
func newAsking() *toolkit.Toolkit {
	tk := newProjects(bytes.Repeat([]byte{7}, 32))
	toolkit.Register(tk, toolkit.Tool{Name: "archive"}, archive)
	toolkit.Register(tk, toolkit.Tool{Name: "pay"}, pay)
	return tk
}

func TestAskingPageTools(t *testing.T) {
	tk := newAsking()
	for _, tt := range []struct {
		tool, arguments string
		answers         map[string]any
		want            string
	}{
		{"delete_project", `{"name":"x"}`, map[string]any{"confirm": `{"reason":"unused"}`}, "Deleted x (unused), owner told: false."},
		{"delete_project", `{"name":"x"}`, map[string]any{"confirm": []any{`{"reason":"y"}`, `{"reason":"yes","notify":true}`}}, "Deleted x (yes), owner told: true."},
		{"archive", `{"name":"x"}`, map[string]any{"export": nil}, "Exported and archived x."},
		{"archive", `{"name":"x"}`, map[string]any{"export": toolkittest.Declined}, "Archived x without an export."},
		{"pay", `{"order":"7"}`, map[string]any{"pay": nil}, "The user is on the way to https://shop.example/pay/7."},
	} {
		if got := toolkittest.Call[string](t, tk, tt.tool, tt.arguments, toolkittest.WithAnswers(tt.answers)); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.tool, got, tt.want)
		}
	}
}

// TestAskingPage writes the form that docs/asking.md shows anew and compares.
func TestAskingPage(t *testing.T) {
	const file, begin, end = "docs/asking.md", "<!-- form: begin -->\n", "<!-- form: end -->"
	session := connect(t, overHTTP(t, newAsking()), "2026-07-28", &mcp.ClientOptions{
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
		Capabilities:   &mcp.ClientCapabilities{Elicitation: &mcp.ElicitationCapabilities{Form: &mcp.FormElicitationCapabilities{}}},
	})
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "delete_project", Arguments: map[string]any{"name": "apollo"}})
	if err != nil {
		t.Fatal(err)
	}
	form, err := json.MarshalIndent(result.InputRequests, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(raw), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatal("the page has no place for the form")
	}
	page := before + begin + "```json\n" + string(form) + "\n```\n" + end + after
	if *update {
		if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(raw), page); diff != "" {
		t.Errorf("docs/asking.md is out of date, run go test . -update (-page +code):\n%s", diff)
	}
}
