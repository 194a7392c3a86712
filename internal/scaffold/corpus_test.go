package scaffold

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// corpus is where definitions of real servers may be. A checkout alone has no such folder;
// the tools in testdata are always there.
const corpus = "../../../shared/corpus"

// TestPrograms generates a program for each server, compiles it, lets it list its tools, and
// compares their schemas with the originals, meaning for meaning.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no definitions: %v", err)
	}
	real, err := filepath.Glob(corpus + "/*.json")
	if err != nil {
		t.Fatal(err)
	}
	same, all := 0, 0
	var misses []string
	for _, file := range append(files, real...) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			tools := readTools(t, file)
			derived := runProgram(t, file, tools)
			for _, tool := range tools {
				all++
				want, got := normal(t, tool.InputSchema), normal(t, derived[tool.Name])
				diff := cmp.Diff(want, got)
				if diff == "" {
					same++
					continue
				}
				misses = append(misses, tool.Name)
				if strings.HasPrefix(file, "testdata") {
					t.Errorf("%s (-original +derived):\n%s", tool.Name, diff)
				} else {
					t.Logf("%s (-original +derived):\n%s", tool.Name, diff)
				}
			}
		})
	}
	if all > 0 && float64(same) < 0.98*float64(all) {
		t.Errorf("%d of %d schemas are the same; others: %v", same, all, misses)
	}
	t.Logf("%d of %d schemas are the same; others: %v", same, all, misses)
}

func readTools(t *testing.T, file string) []Tool {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Tools []Tool `json:"tools"`
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	return list.Tools
}

// runProgram compiles the program for tools and returns the schemas that it lists. The
// sources are laid over a folder of this module, so that nothing is written into it.
func runProgram(t *testing.T, file string, tools []Tool) map[string]json.RawMessage {
	t.Helper()
	program, err := Generate(strings.TrimSuffix(filepath.Base(file), ".json"), tools)
	if err != nil {
		t.Fatal(err)
	}
	for _, miss := range program.Misses {
		t.Logf("%s: %s: %s", miss.Tool, miss.Path, miss.Reason)
	}
	folder := t.TempDir()
	overlay := map[string]map[string]string{"Replace": {}}
	here, err := filepath.Abs("generated")
	if err != nil {
		t.Fatal(err)
	}
	for name, source := range program.Files {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, source, 0o600); err != nil {
			t.Fatal(err)
		}
		overlay["Replace"][filepath.Join(here, name)] = path
	}
	raw, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	overlayFile, binary := filepath.Join(folder, "overlay.json"), filepath.Join(folder, "program")
	if err := os.WriteFile(overlayFile, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.CommandContext(t.Context(), "go", "build", "-overlay", overlayFile, "-o", binary, "./generated")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), binary)
	cmd.Stderr = &stderr
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(context.Background(), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	defer session.Close()
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	schemas := map[string]json.RawMessage{}
	for _, tool := range list.Tools {
		if schemas[tool.Name], err = json.Marshal(tool.InputSchema); err != nil {
			t.Fatal(err)
		}
	}
	return schemas
}

// normal brings a schema into a form in which two that mean the same are equal: without
// order, $schema and additionalProperties, references written out, type lists as unions.
func normal(t *testing.T, raw json.RawMessage) any {
	t.Helper()
	resolved, err := resolve(raw)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(resolved, &v); err != nil {
		t.Fatal(err)
	}
	return normalize(v)
}

func normalize(v any) any {
	schema, ok := v.(map[string]any)
	if !ok {
		return v
	}
	delete(schema, "$schema")
	delete(schema, "additionalProperties")
	if names, ok := schema["propertyNames"].(map[string]any); ok && len(names) == 1 && names["type"] == "string" {
		delete(schema, "propertyNames")
	}
	if values, ok := schema["enum"].([]any); ok && schema["type"] == nil && len(values) > 0 {
		if _, ok := values[0].(string); ok {
			schema["type"] = "string" // as the values say
		}
	}
	if types, ok := schema["type"].([]any); ok {
		var union []any
		for _, typ := range types {
			union = append(union, map[string]any{"type": typ})
		}
		schema["anyOf"] = union
		delete(schema, "type")
	}
	if properties, ok := schema["properties"].(map[string]any); ok {
		for name := range properties {
			properties[name] = normalize(properties[name])
		}
		if len(properties) == 0 {
			delete(schema, "properties")
		}
	}
	if required, ok := schema["required"].([]any); ok {
		slices.SortFunc(required, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		if len(required) == 0 {
			delete(schema, "required")
		}
	}
	if items, ok := schema["items"]; ok {
		if schema["items"] = normalize(items); len(fmt.Sprint(schema["items"])) == len("map[]") {
			delete(schema, "items")
		}
	}
	for _, keyword := range []string{"anyOf", "oneOf", "allOf"} {
		if list, ok := schema[keyword].([]any); ok {
			for i := range list {
				list[i] = normalize(list[i])
			}
		}
	}
	return schema
}
